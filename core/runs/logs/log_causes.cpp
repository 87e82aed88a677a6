// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_causes.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;
using sources::FailureCause;

constexpr std::size_t kCauseWidth = 160;
constexpr std::uint64_t kMaxCauseLogBytes = std::uint64_t{128} << 20;
constexpr const char* kStatusMissing = "no status";

Json causeJson(const FailureCause& cause) {
  return {{"model", text::stringOrNull(cause.model)},
          {"status", text::stringOrNull(cause.status)},
          {"cause", text::stringOrNull(cause.text)},
          {"line", cause.line == 0 ? Json() : Json(cause.line)}};
}

/// shortCause keeps the beginning, where an exception says what it is.
std::string shortCause(const std::string& text) {
  const std::string_view start = text::prefixOf(text, kCauseWidth);
  return start.size() == text.size() ? text : std::string(start) + "...";
}

std::string shownText(const std::string& text) { return reports::printableText(shortCause(text)); }

std::string tableOf(const std::vector<FailureCause>& failures) {
  std::vector<std::vector<reports::TableCell>> rows;
  for (const FailureCause& cause : failures)
    rows.push_back({{cause.model.empty() ? "-" : shownText(cause.model)},
                    {cause.status.empty() ? kStatusMissing : shownText(cause.status)},
                    {cause.line == 0 ? "-" : std::to_string(cause.line)},
                    {cause.text.empty() ? "none in this log" : shownText(cause.text)}});
  reports::TextTable table(
      {{.title = "MODEL"}, {.title = "STATUS"}, {.title = "LINE", .firstToTheRight = true}, {.title = "CAUSE"}});
  for (const auto& row : rows) table.measure(row);
  std::string out = table.header("");
  for (const auto& row : rows) out += table.line(row);
  return out;
}

/// countsOf: "fail_to_run: OutOfMemoryError on 4 models", most frequent first.
std::string countsOf(std::span<const LogCauses> logs) {
  std::map<std::string, std::size_t> counts;
  for (const LogCauses& log : logs)
    for (const FailureCause& cause : log.failures) {
      const std::string name = exceptionName(cause);
      ++counts[(cause.status.empty() ? kStatusMissing : cause.status) + (name.empty() ? "" : ": " + name)];
    }
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (const auto& [what, count] : sorted) out += reports::printableText(what) + " on " + text::counted(count, "model") + '\n';
  return out;
}

}  // namespace

std::string causesJson(std::span<const LogCauses> logs) {
  Json out = {{"format", "plumbline-causes"}, {"version", 1}, {"models", Json::array()}};
  for (const LogCauses& log : logs)
    for (const FailureCause& cause : log.failures) {
      Json one = causeJson(cause);
      if (logs.size() > 1) one["log"] = log.log;
      out["models"].push_back(std::move(one));
    }
  return text::toJsonText(out, 2) + '\n';
}

std::string causesText(std::span<const LogCauses> logs) {
  std::string out;
  for (const LogCauses& log : logs) {
    if (logs.size() > 1) out += reports::printableText(log.log) + ":\n";
    out += log.failures.empty() ? "No model failed.\n" : tableOf(log.failures);
  }
  return out + countsOf(logs);
}

std::vector<LogCauses> readCauses(const Run& run, std::size_t task) {
  const TaskStatus& status = statusOf(run, task);
  std::vector<LogCauses> out;
  for (const StepEvents& step : status.steps) {
    const std::string name = step.name + ".log";
    const auto log = files::readFile(status.folder + "/" + name, kMaxCauseLogBytes);
    if (!log) continue;
    auto failures = sources::failureCauses(log->bytes);
    for (FailureCause& cause : failures)
      if (cause.model.empty()) cause.model = run.plan.tasks.at(task).model;
    if (!failures.empty()) out.push_back({name, std::move(failures)});
  }
  return out;
}

std::string taskCausesJson(std::span<const LogCauses> logs) {
  Json out = Json::array();
  for (const LogCauses& log : logs)
    for (const FailureCause& cause : log.failures) {
      out.push_back(causeJson(cause));
      out.back()["exception"] = cause.exception;
      out.back()["log"] = log.log;
    }
  return text::toJsonText(out);
}

std::vector<LogCauses> causesIn(const Outputs& outputs, std::size_t task) {
  std::vector<LogCauses> out;
  const std::string* bytes = bytesOf(outputs, task, std::string(kCausesFile));
  const Json read = bytes == nullptr ? Json() : text::parseOrderedJson(*bytes);
  const auto textOf = [](const Json& one, const char* key) {
    return one.at(key).is_string() ? one.at(key).get<std::string>() : std::string();
  };
  for (const Json& one : read.is_array() ? read : Json::array()) {
    const std::string log = textOf(one, "log");
    if (out.empty() || out.back().log != log) out.push_back({log, {}});
    out.back().failures.push_back({textOf(one, "model"), textOf(one, "status"), textOf(one, "exception"),
                                   textOf(one, "cause"), one.at("line").is_null() ? 0 : one.at("line").get<std::size_t>()});
  }
  return out;
}

std::string placedCause(const std::string& log, const FailureCause& cause) {
  if (cause.text.empty()) return {};
  return shortCause(cause.text) + " (" + log + ", line " + std::to_string(cause.line) + ")";
}

std::string singleCause(std::span<const LogCauses> logs) {
  for (const LogCauses& log : logs)
    if (log.failures.size() == 1)
      if (std::string placed = placedCause(log.log, log.failures.front()); !placed.empty()) return placed;
  return {};
}

}  // namespace plumbline::runs
