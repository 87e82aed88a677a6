// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/overview/news_report.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/reports/markdown_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/ascii.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using overview::CommitMark;
using Json = nlohmann::ordered_json;
using Row = overview::RedEntry;

constexpr int kVersion = 1;
constexpr std::size_t kShownSha = 12;
constexpr std::size_t kCommentRows = 100;  // of one list

std::string markName(const CommitMark& mark) { return text::isWholeHash(mark.name) ? mark.name.substr(0, kShownSha) : mark.name; }

/// minuteText writes "2026-03-01 12:00 UTC".
std::string minuteText(std::int64_t seconds) {
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(static_cast<int>(date.year())) + '-' + two(static_cast<unsigned>(date.month())) + '-' +
         two(static_cast<unsigned>(date.day())) + ' ' + two(clock.hours().count()) + ':' + two(clock.minutes().count()) + " UTC";
}

std::string sinceText(const overview::RedRow& row) {
  return "since " + markName(row.since) + (row.isOlder ? " or earlier" : "") +
         (row.since.time > 0 ? " (" + minuteText(row.since.time) + ")" : "");
}

struct Since {
  std::string text;
  std::int64_t time = 0;
  std::size_t rows = 0;
};

/// sincesOf counts rows by the commit since which they are red, oldest first.
std::vector<Since> sincesOf(const std::vector<Row>& rows) {
  std::vector<Since> all;
  for (const auto& [row, red] : rows) {
    const std::string text = sinceText(red);
    const auto there = std::ranges::find(all, text, &Since::text);
    if (there != all.end())
      ++there->rows;
    else
      all.push_back({text, red.since.time, 1});
  }
  std::ranges::stable_sort(all, {}, &Since::time);
  return all;
}

std::string shownModel(const overview::WatchedRow& row) { return row.model.empty() ? "(all models)" : row.model; }

std::string rowsText(const std::vector<Row>& rows, const char* title, std::string (*text)(const overview::RedRow&)) {
  if (rows.empty()) return {};
  TextTable table({{.title = title}, {.title = "MODEL"}, {.title = "STATUS"}, {.title = ""}});
  std::vector<std::vector<TableCell>> cells;
  for (const auto& [row, red] : rows)
    cells.push_back({{printableText(row.config)}, {printableText(shownModel(row))}, {printableText(red.status)}, {printableText(text(red))}});
  return table.written(cells, "  ");
}

Json markJson(const CommitMark& mark) {
  return {{"name", mark.name}, {"unix_s", mark.time > 0 ? Json(mark.time) : Json()}, {"subject", text::stringOrNull(mark.subject)}};
}

Json rowsJson(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const auto& [row, red] : rows) {
    Json since = markJson(red.since);
    since["or_earlier"] = red.isOlder;
    list.push_back({{"config", row.config},
                    {"model", text::stringOrNull(row.model)},
                    {"class", text::jsonKey(verdicts::className(red.cls))},
                    {"status", red.status},
                    {"text", red.sentence},
                    {"since", std::move(since)}});
  }
  return list;
}

std::string rowsMarkdown(const std::vector<Row>& rows, const char* last, std::string (*text)(const overview::RedRow&)) {
  std::string out = std::string("| config | model | status | ") + last + " |\n|---|---|---|---|\n";
  for (const auto& [row, red] : std::span(rows).first(std::min(rows.size(), kCommentRows)))
    out += "| " + markdown::name(row.config, true) + " | " + markdown::name(shownModel(row), true) + " | " + markdown::code(red.status, true) +
           " | " + markdown::code(text(red), true) + " |\n";
  if (rows.size() > kCommentRows) out += "\n... and " + text::groupedText(rows.size() - kCommentRows) + " more rows.\n";
  return out;
}

std::string sentenceOf(const overview::RedRow& row) { return row.sentence; }

}  // namespace

std::string newsHeading(const NewsReport& report) {
  const CommitMark& mark = report.news.commit;
  return (text::isWholeHash(mark.name) ? "commit " : "") + printableText(markName(mark)) + ": " + overview::newsTitle(report.news);
}

std::string newsText(const NewsReport& report) {
  const CommitMark& mark = report.news.commit;
  std::string out = newsHeading(report) + '\n';
  if (mark.time > 0 || !mark.subject.empty())
    out += "  " + (mark.time > 0 ? minuteText(mark.time) + "  " : "") + printableText(mark.subject) + '\n';
  if (report.news.isStart) out += "  the watch of " + printableText(report.source) + " begins here\n";
  out += rowsText(report.news.fresh, "NEW FAILURE", sentenceOf);
  out += rowsText(report.news.healed, "HEALED", [](const overview::RedRow& red) { return "was red " + sinceText(red); });
  for (const Since& since : sincesOf(report.news.still))
    out += "  still red " + printableText(since.text) + ": " + text::counted(since.rows, "row") + '\n';
  if (!report.news.incomplete.empty())
    out += "  shards are missing: " + printableText(text::joined(report.news.incomplete)) + '\n';
  return text::withoutCommands(std::move(out));
}

std::string newsMarkdown(const NewsReport& report) {
  const overview::CommitNews& news = report.news;
  const std::string where = markdown::code(markName(news.commit));
  markdown::Body body("<!-- plumbline-watch " + report.id + " -->\n### " + overview::newsTitle(news) + "\n\n" +
                      (report.link.empty() ? where : "[" + where + "](" + report.link + ")") + " \u00b7 " +
                      markdown::code(report.source) +
                      (news.commit.subject.empty() ? "" : " \u00b7 " + markdown::code(news.commit.subject)) + "\n");
  if (!news.fresh.empty()) body.add("\nNew failures\n\n" + rowsMarkdown(news.fresh, "why", sentenceOf));
  if (!news.healed.empty()) body.add("\nHealed\n\n" + rowsMarkdown(news.healed, "was red", sinceText));
  if (!news.still.empty())
    body.add("\n" + markdown::folded("still red (" + text::groupedText(news.still.size()) + ")", rowsMarkdown(news.still, "since", sinceText)));
  return body.finish("\nSome lists are left out: a comment holds no more. The JSON lines of `plumbline-cli watch` have all.\n");
}

std::string newsJson(const NewsReport& report, bool isRepeat) {
  const overview::CommitNews& news = report.news;
  return text::toJsonText(Json{{"format", "plumbline-watch"},
                               {"version", kVersion},
                               {"id", report.id},
                               {"number", report.number},
                               {"repeat", isRepeat},
                               {"kind", news.isStart ? "start" : "news"},
                               {"source", report.source},
                               {"commit", markJson(news.commit)},
                               {"link", text::stringOrNull(report.link)},
                               {"configs_judged", news.judged},
                               {"incomplete_configs", news.incomplete},
                               {"new_failures", rowsJson(news.fresh)},
                               {"healed", rowsJson(news.healed)},
                               {"still_red", rowsJson(news.still)}}) +
         '\n';
}

}  // namespace plumbline::reports
