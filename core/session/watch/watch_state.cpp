// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/watch_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/text/json_text.h"

namespace plumbline::session {
namespace {

using Json = nlohmann::json;
using overview::CommitMark;
using Rows = std::vector<overview::RedEntry>;

constexpr const char* kFormat = "plumbline-watch-state";
constexpr int kVersion = 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;

Json bytes(const std::string& text) { return text::toJsonBytes(text); }

/// BadState is thrown by the readers below and caught in readWatchState.
struct BadState {};

std::string textOf(const Json& value) {
  auto text = text::fromJsonBytes(value);
  if (!text) throw BadState();
  return *std::move(text);
}

Json toJson(const CommitMark& mark) { return {{"name", bytes(mark.name)}, {"time", mark.time}, {"subject", bytes(mark.subject)}}; }
CommitMark markOf(const Json& value) {
  return {.name = textOf(value.at("name")), .time = value.at("time").get<std::int64_t>(), .subject = textOf(value.at("subject"))};
}

template <typename Container>
Json rowsJson(const Container& rows) {
  Json list = Json::array();
  for (const auto& [row, red] : rows)
    list.push_back({{"config", bytes(row.config)},
                    {"model", bytes(row.model)},
                    {"class", verdicts::className(red.cls)},
                    {"status", bytes(red.status)},
                    {"text", bytes(red.sentence)},
                    {"columns", red.columns},
                    {"since", toJson(red.since)},
                    {"or_earlier", red.isOlder}});
  return list;
}

Rows rowsOf(const Json& list) {
  Rows rows;
  for (const Json& value : list) {
    const auto cls = std::ranges::find(verdicts::kAllClasses, value.at("class").get<std::string>(), &verdicts::className);
    if (cls == verdicts::kAllClasses.end()) throw BadState();
    rows.emplace_back(overview::WatchedRow{textOf(value.at("config")), textOf(value.at("model"))},
                      overview::RedRow{.cls = *cls,
                                       .status = textOf(value.at("status")),
                                       .sentence = textOf(value.at("text")),
                                       .columns = value.value("columns", std::set<std::string, std::less<>>()),
                                       .since = markOf(value.at("since")),
                                       .isOlder = value.at("or_earlier").get<bool>()});
  }
  return rows;
}

Json toJson(const PendingReport& pending) {
  const reports::NewsReport& report = pending.report;
  const overview::CommitNews& news = report.news;
  return {{"id", report.id},
          {"number", report.number},
          {"link", bytes(report.link)},
          {"delivered", pending.delivered},
          {"commit", toJson(news.commit)},
          {"start", news.isStart},
          {"fresh", rowsJson(news.fresh)},
          {"healed", rowsJson(news.healed)},
          {"still", rowsJson(news.still)},
          {"judged", news.judged},
          {"incomplete", news.incomplete}};
}

PendingReport pendingOf(const Json& value, const std::string& source) {
  PendingReport pending{.report = {.id = value.at("id"), .number = value.at("number"), .source = source, .link = textOf(value.at("link")), .news = {}},
                        .delivered = value.at("delivered"),
                        .isRepeat = true};
  overview::CommitNews& news = pending.report.news;
  news.commit = markOf(value.at("commit"));
  news.isStart = value.at("start").get<bool>();
  news.fresh = rowsOf(value.at("fresh"));
  news.healed = rowsOf(value.at("healed"));
  news.still = rowsOf(value.at("still"));
  news.judged = value.at("judged").get<std::size_t>();
  news.incomplete = value.at("incomplete").get<std::vector<std::string>>();
  return pending;
}

Json toJson(const UnstoredResult& one) {
  Json paths = Json::array();
  for (const std::string& path : one.paths) paths.push_back(bytes(path));
  return {{"mark", toJson(one.mark)}, {"commit", bytes(one.commit)}, {"paths", std::move(paths)}, {"runs", one.runs}};
}

UnstoredResult unstoredOf(const Json& value) {
  UnstoredResult one{.mark = markOf(value.at("mark")), .commit = textOf(value.at("commit")), .runs = value.value("runs", std::vector<std::string>())};
  for (const Json& path : value.at("paths")) one.paths.push_back(textOf(path));
  return one;
}

WatchState stateOf(const Json& value) {
  WatchState state;
  state.source = textOf(value.at("source"));
  state.number = value.at("number").get<std::uint64_t>();
  state.isStarted = value.at("started").get<bool>();
  state.newest = markOf(value.at("newest"));
  for (const Json& one : value.at("waiting"))
    state.waiting.push_back({.mark = markOf(one.at("commit")), .seen = one.at("seen").get<std::int64_t>(), .tries = one.at("tries").get<int>()});
  for (const Json& one : value.at("entries"))
    state.entries[textOf(one.at("name"))] = {
        .signature = one.at("signature").get<std::string>(), .seen = one.at("seen").get<std::int64_t>(), .isJudged = one.at("judged").get<bool>()};
  for (auto& row : rowsOf(value.at("red"))) state.red.insert(std::move(row));
  for (const Json& one : value.at("outbox")) state.outbox.push_back(pendingOf(one, state.source));
  if (const auto unstored = value.find("unstored"); unstored != value.end())  // older states have none
    for (const Json& one : *unstored) state.unstored.push_back(unstoredOf(one));
  return state;
}

}  // namespace

base::Result<WatchState> readWatchState(const std::string& path) {
  const auto file = files::readFile(path, kMaxBytes);
  if (!file) return base::fail(file.error());
  const Json value = text::parseJson(file->bytes);
  const auto bad = [&](std::string text) {
    return base::fail(base::ErrorCode::BadFormat, std::move(text), "Name another file with --state, or move this one away: the watch then begins anew.", path);
  };
  if (!value.is_object() || value.value("format", Json()) != kFormat) return bad("This is no state of a watch.");
  if (value.value("version", Json()) != kVersion) return bad("This state of a watch is of a newer Plumbline.");
  try {
    return stateOf(value);
  } catch (const nlohmann::json::exception&) {
    return bad("This state of a watch is damaged.");
  } catch (const BadState&) {
    return bad("This state of a watch is damaged.");
  }
}

base::Result<void> saveWatchState(const std::string& path, const WatchState& state) {
  Json waiting = Json::array(), entries = Json::array(), outbox = Json::array(), unstored = Json::array();
  for (const WaitingCommit& one : state.waiting) waiting.push_back({{"commit", toJson(one.mark)}, {"seen", one.seen}, {"tries", one.tries}});
  for (const auto& [name, one] : state.entries)
    entries.push_back({{"name", bytes(name)}, {"signature", one.signature}, {"seen", one.seen}, {"judged", one.isJudged}});
  for (const PendingReport& one : state.outbox) outbox.push_back(toJson(one));
  for (const UnstoredResult& one : state.unstored) unstored.push_back(toJson(one));
  const Json value = {{"format", kFormat},
                     {"version", kVersion},
                     {"source", bytes(state.source)},
                     {"number", state.number},
                     {"started", state.isStarted},
                     {"newest", toJson(state.newest)},
                     {"waiting", std::move(waiting)},
                     {"entries", std::move(entries)},
                     {"red", rowsJson(state.red)},
                     {"outbox", std::move(outbox)},
                     {"unstored", std::move(unstored)}};
  const auto saved = files::saveFile(path, text::toJsonText(value) + '\n');
  if (!saved) return base::fail(saved.error());
  return {};
}

}  // namespace plumbline::session
