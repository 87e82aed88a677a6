// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/decision_log.h"

#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "core/baselines/repository.h"
#include "core/files/append_lines.h"
#include "core/files/file_bytes.h"

namespace plumbline::baselines {
namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given

std::string utcText(std::chrono::system_clock::time_point now) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string keyOf(const std::string& baseline, const std::string& model) { return baseline + '\n' + model; }

/// saidBefore is what a line says apart from its time.
std::string contentOf(Json line) {
  line.erase("time");
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// newestLines reads the last line about each model. What is not JSON is skipped: a log is never a reason to fail.
std::unordered_map<std::string, std::string> newestLines(const std::string& path) {
  std::unordered_map<std::string, std::string> newest;
  const auto read = files::readFile(path);
  if (!read) return newest;
  const std::string& bytes = read->bytes;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    Json line = Json::parse(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                            bytes.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    begin = end + 1;
    if (!line.is_object() || !line["baseline"].is_string() || !line["model"].is_string()) continue;
    const std::string key = keyOf(line["baseline"], line["model"]);
    newest[key] = contentOf(std::move(line));
  }
  return newest;
}

std::string insidePath(const std::string& baseline) {
  const auto places = placesOf({baseline});
  return places ? places->inside.front() : baseline;
}

}  // namespace

std::string decisionWord(const Decision& decision) {
  if (!decision.kind) return "note";
  switch (*decision.kind) {
    case DecisionKind::Accepted:
      return "accepted";
    case DecisionKind::Kept:
      return "kept";
    case DecisionKind::Flaky:
      break;
  }
  return "flaky";
}

std::string decisionLogPath(const std::string& baseline) {
  if (const auto folder = gitFolder(baseline)) return *folder + "/plumbline/decisions.jsonl";
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(baseline, error);
  return ((error ? std::filesystem::path(baseline) : real).parent_path() / ".plumbline-decisions.jsonl").string();
}

base::Result<void> logDecisions(const Decisions& decisions, std::chrono::system_clock::time_point now) {
  std::map<std::string, std::vector<Decisions::const_iterator>> byLog;
  std::map<std::string, std::string> logs;    // of a baseline
  std::map<std::string, std::string> inside;  // of a baseline
  for (auto it = decisions.begin(); it != decisions.end(); ++it) {
    const std::string& baseline = it->first.baseline;
    if (logs.count(baseline) == 0) {
      logs[baseline] = decisionLogPath(baseline);
      inside[baseline] = insidePath(baseline);
    }
    byLog[logs[baseline]].push_back(it);
  }
  base::Result<void> result;
  const std::string time = utcText(now);
  for (const auto& [log, entries] : byLog) {
    const auto newest = newestLines(log);
    std::string lines;
    for (const auto& entry : entries) {
      const Decision& decision = entry->second;
      const Json line = {{"time", time},
                         {"baseline", inside[entry->first.baseline]},
                         {"model", entry->first.model},
                         {"decision", decisionWord(decision)},
                         {"what", decision.what},
                         {"reason", decision.reason},
                         {"note", decision.note}};
      const auto before = newest.find(keyOf(inside[entry->first.baseline], entry->first.model));
      if (before != newest.end() && before->second == contentOf(line)) continue;
      lines += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    }
    auto done = files::appendLines(log, lines);
    if (!done && result) result = base::fail(done.error());
  }
  return result;
}

}  // namespace plumbline::baselines
