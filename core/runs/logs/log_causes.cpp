// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_causes.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/reports/text_parts.h"
#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;
using sources::FailureCause;
namespace fs = std::filesystem;

constexpr std::uint64_t kMaxCauseLogBytes = std::uint64_t{128} << 20;
/// The first bytes of packed files, and what unpacks them.
constexpr std::array<std::pair<std::string_view, const char*>, 5> kPackers{
    {{"\x1f\x8b", "gzip -d"}, {"PK", "unzip"}, {"\xFD" "7zXZ", "xz -d"}, {"\x28\xB5\x2F\xFD", "zstd -d"}, {"BZh", "bzip2 -d"}}};
constexpr const char* kStatusMissing = "no status";

std::string shownText(const std::string& text) { return reports::printableText(sources::shortCause(text)); }

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

base::Result<LogCauses> readLogCauses(const std::string& path) {
  const auto file = files::readFile(path);
  if (!file) return base::fail(file.error());
  LogCauses out{path, sources::failureCauses(file->bytes)};
  bool isLog = !out.failures.empty();
  for (sources::LogLines lines(file->bytes); !isLog && lines.next();) isLog = sources::modelIn(lines.text()).has_value();
  if (isLog) return out;
  const auto refused = [&](std::string text, std::string hint) {
    return base::fail({.code = base::ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint), .file = path});
  };
  for (const auto& [mark, program] : kPackers)
    if (file->bytes.starts_with(mark)) return refused("This file is packed.", std::string("Unpack it first, with ").append(program).append("."));
  if (text::looksLikeUtf16(file->bytes))
    return refused("This file looks like UTF-16 or UTF-32.", "Convert it first: iconv -f UTF-16 -t UTF-8, or -f UTF-32.");
  return refused("This is no log of the benchmark runner: no line of it begins a model.", "Name the console log of a benchmark.");
}

std::string causesJson(std::span<const LogCauses> logs, bool isNamed) {
  Json out = {{"format", "plumbline-causes"}, {"version", 1}, {"models", Json::array()}};
  for (const LogCauses& log : logs)
    for (const FailureCause& cause : log.failures) {
      Json one = sources::causeJson(cause);
      one.erase("exception");
      one.erase("log");
      if (isNamed) one["log"] = log.log;
      out["models"].push_back(std::move(one));
    }
  return text::toJsonText(out, 2) + '\n';
}

std::string causesText(std::span<const LogCauses> logs, bool isNamed) {
  std::string out;
  for (const LogCauses& log : logs) {
    if (isNamed) out += reports::printableText(log.log) + ":\n";
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
    if (!failures.empty()) out.push_back({fs::path(status.folder).filename() / name, std::move(failures)});
  }
  return out;
}

std::string logPath(const Run& run, const std::string& log) { return fs::absolute(fs::path(run.folder) / log).string(); }

std::string taskCausesJson(std::span<const LogCauses> logs) {
  Json out = Json::array();
  for (const LogCauses& log : logs)
    for (const FailureCause& cause : log.failures) {
      out.push_back(sources::causeJson(cause));
      out.back()["log"] = log.log;
    }
  return text::toJsonText(out);
}

std::vector<LogCauses> causesIn(const Outputs& outputs, std::size_t task) {
  std::vector<LogCauses> out;
  const std::string* bytes = bytesOf(outputs, task, std::string(kCausesFile));
  const Json read = bytes == nullptr ? Json() : text::parseOrderedJson(*bytes);
  for (const Json& one : read.is_array() ? read : Json::array()) {
    FailureCause cause = sources::causeOfJson(one);
    if (out.empty() || out.back().log != cause.log) out.push_back({cause.log, {}});
    out.back().failures.push_back(std::move(cause));
  }
  return out;
}

std::string placedCause(const std::string& log, const FailureCause& cause) {
  if (cause.text.empty()) return {};
  return sources::shortCause(cause.text) + sources::placeText(log, cause.line);
}

std::string singleCause(std::span<const LogCauses> logs) {
  for (const LogCauses& log : logs)
    if (log.failures.size() == 1)
      if (std::string placed = placedCause(log.log, log.failures.front()); !placed.empty()) return placed;
  return {};
}

}  // namespace plumbline::runs
