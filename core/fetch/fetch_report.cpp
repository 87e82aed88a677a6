// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/fetch_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"

namespace plumbline::fetch {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;
constexpr int kIndent = 2;
constexpr std::size_t kMaxReasons = 3;  // named in one sentence

/// reasonText is the beginning of a problem, without its advice: "not found (404)".
std::string reasonText(const std::string& problem) { return problem.substr(0, problem.find(": ")); }

std::string missingText(const FetchReport& report) {
  std::map<std::string, std::size_t> counts;
  for (const FetchedFile& file : report.files)
    if (file.path.empty()) ++counts[reasonText(file.problem)];
  std::vector<std::pair<std::size_t, std::string>> reasons;
  for (const auto& [reason, count] : counts) reasons.emplace_back(count, reason);
  std::ranges::stable_sort(reasons, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string words = std::to_string(report.missing()) + " not there: ";
  for (std::size_t i = 0; i < std::min(kMaxReasons, reasons.size()); ++i) {
    if (i > 0) words += ", ";
    if (reasons.size() > 1) words += std::to_string(reasons[i].first) + " ";
    words += reasons[i].second;
  }
  return words + (reasons.size() > kMaxReasons ? " ..." : "");
}

/// jobText is the displayed name of a job; an artifact from the cache only has its file name.
std::string jobText(const FetchedFile& file) {
  const std::string& path = file.artifact.path;
  const std::string name = file.artifact.job.name.empty() ? path.substr(path.rfind('/') + 1) : file.artifact.job.name;
  return file.artifact.job.attempt > 1 ? name + ", attempt " + std::to_string(file.artifact.job.attempt) : name;
}

}  // namespace

std::size_t FetchReport::missing() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(files, [](const FetchedFile& file) { return file.path.empty(); }));
}

bool isComplete(const FetchReport& report) { return report.missing() == 0 && report.running == 0; }

std::string reportText(const FetchReport& report) {
  const std::size_t total = report.files.size(), missing = report.missing();
  const auto cached = static_cast<std::size_t>(
      std::ranges::count_if(report.files, [](const FetchedFile& file) { return file.fromCache; }));
  std::string words =
      missing == 0 ? std::to_string(total) : std::to_string(total - missing) + " of " + std::to_string(total);
  words += total == 1 ? " artifact" : " artifacts";
  std::string details = cached > 0 ? std::to_string(cached) + " from the cache" : "";
  if (missing > 0) details += (details.empty() ? "" : ", ") + missingText(report);
  return details.empty() ? words : words + " (" + details + ")";
}

std::string fetchText(const FetchReport& report) {
  std::uint64_t bytes = 0;
  for (const FetchedFile& file : report.files) bytes += file.bytes;
  std::string text = report.folder + "\n";
  text += "commit " + report.sha + ": " + reportText(report) + ", " + std::to_string((bytes + 999'999) / 1'000'000) +
          " MB\n";
  for (const QString& note : report.notes) text += note.toStdString() + "\n";
  for (const FetchedFile& file : report.files)
    if (file.path.empty()) text += "missing: " + jobText(file) + ": " + file.problem + "\n";
  return text;
}

std::string fetchJson(const FetchReport& report, int exit) {
  Json files = Json::array();
  for (const FetchedFile& file : report.files)
    files.push_back({{"path", file.path.empty() ? Json() : Json(file.path)},
                     {"bytes", file.bytes},
                     {"from_cache", file.fromCache},
                     {"problem", file.path.empty() ? Json(file.problem) : Json()},
                     {"url", file.artifact.url.empty() ? Json() : Json(file.artifact.url)},
                     {"workflow", file.artifact.job.workflow},
                     {"run", file.artifact.job.workflowId},
                     {"job", file.artifact.job.jobId},
                     {"name", file.artifact.job.name},
                     {"attempt", file.artifact.job.attempt},
                     {"conclusion", file.artifact.job.conclusion}});
  Json notes = Json::array();
  for (const QString& note : report.notes) notes.push_back(note.toStdString());
  const Json json = {{"format", "plumbline-fetch"},
                     {"version", kVersion},
                     {"exit", exit},
                     {"repository", report.target.repository},
                     {"commit", report.sha},
                     {"folder", report.folder},
                     {"jobs", report.jobs},
                     {"running", report.running},
                     {"missing", report.missing()},
                     {"notes", std::move(notes)},
                     {"files", std::move(files)}};
  return text::toJsonText(json, kIndent) + "\n";
}

}  // namespace plumbline::fetch
