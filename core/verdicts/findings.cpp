// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/findings.h"

#include <algorithm>
#include <array>

namespace plumbline::verdicts {
namespace {

struct FindingText {
  std::string_view name, title, text;
};

constexpr std::array<FindingText, kFindingCount> kFindingTexts = {{
    {"lost", "lost",
     "The model is in the baseline, but this run has no row for it, and no CI check reports that. Look in the job's "
     "log "
     "for a crash or a missing shard before you take it out of the baseline."},
    {"new", "new", "The model is in this run, but not in the baseline. Add it to the baseline if it is here to stay."},
    {"duplicate-actual", "twice in the run",
     "The run has more than one row of this name, so the checks find none of them. Look whether two shards were put "
     "together or a run was appended to an old file."},
    {"duplicate-expected", "twice in the baseline",
     "The baseline has more than one row of this name, so the checks find none of them. Keep one row."},
    {"not-measured", "not measured",
     "The run failed, so its zeros are padding and not counts. Do not take them into the baseline."},
    {"unknown-status", "unknown status",
     "No script writes this accuracy word. Look whether the file was edited by hand or comes from another tool."},
    {"stale-flaky", "flaky entry may be stale",
     "The model is on the flaky list, yet equal to its baseline today. If that holds over many runs, take it off the "
     "list."},
    {"rocm-by-path", "excused by the path",
     "The model is excused only because the letters rocm are in the path of the expected file as it was typed. From "
     "another folder CI would count it."},
    {"conflict-marker", "conflict marker",
     "This line was left behind by git, it is no model. Resolve the conflict in the file."},
    {"expired-flaky", "flaky entry expired",
     "A flaky.toml lists the model, but the entry has expired and excuses it no longer. Look whether the model is still "
     "flaky: give the entry a new day, or take it out and decide."},
    {"unusual-name", "name not plain ASCII",
     "The name has characters outside ASCII, which may look like those of another model or like nothing. Compare it with "
     "the name that you expect, byte by byte, before you decide."},
}};

const FindingText& textsOf(Finding finding) {
  return kFindingTexts[std::min(static_cast<std::size_t>(finding), kFindingCount - 1)];
}

/// lastFolders returns the folders of a path, the innermost first.
std::vector<std::string_view> foldersInnermostFirst(std::string_view path) {
  std::vector<std::string_view> folders;
  for (std::size_t end = path.find_last_of('/'); end != std::string_view::npos;) {
    const std::size_t begin = end == 0 ? std::string_view::npos : path.find_last_of('/', end - 1);
    const std::size_t from = begin == std::string_view::npos ? 0 : begin + 1;
    if (end > from && path.substr(from, end - from) != ".") folders.push_back(path.substr(from, end - from));
    end = begin;
  }
  return folders;
}

}  // namespace

std::string_view findingName(Finding finding) { return textsOf(finding).name; }
std::string_view findingTitle(Finding finding) { return textsOf(finding).title; }
std::string_view findingText(Finding finding) { return textsOf(finding).text; }

bool ranToCompletion(std::string_view accuracyWord) {
  return accuracyWord.starts_with("pass") || accuracyWord.starts_with("fail_accuracy") ||
         accuracyWord.starts_with("fail_batch_invariance") || accuracyWord == "not_bitwise_equivalent" ||
         accuracyWord == "eager_variation";
}

bool rocmByAccident(std::string_view expectedPath) {
  if (!flaky::matchesRocm(expectedPath)) return false;
  const std::string_view file = expectedPath.substr(expectedPath.find_last_of('/') + 1);
  if (flaky::matchesRocm(file)) return false;
  const auto folders = foldersInnermostFirst(expectedPath);
  if (folders.empty() || folders.front() != "rocm") return true;
  static constexpr std::array<std::string_view, 5> kSystem = {"home", "Users", "opt", "usr", "local"};
  return folders.size() > 1 && std::ranges::find(kSystem, folders[1]) != kSystem.end();
}

std::string countedFinding(Finding finding, std::size_t count) {
  std::string_view words = findingTitle(finding);
  if (count != 1 && finding == Finding::StaleFlaky) words = "flaky entries may be stale";
  if (count != 1 && finding == Finding::ConflictMarker) words = "conflict markers";
  if (count != 1 && finding == Finding::ExpiredFlaky) words = "flaky entries expired";
  if (count != 1 && finding == Finding::UnusualName) words = "names not plain ASCII";
  return std::to_string(count) + ' ' + std::string(words);
}

std::string findingSentence(Finding finding, std::string_view lists) {
  switch (finding) {
    case Finding::Lost: return "It is in the baseline, but this run has no row for it; no CI check reports that.";
    case Finding::New: return "It is not in the baseline yet.";
    case Finding::DuplicateActual: return "The run has this name more than once, so the checks find none of its rows.";
    case Finding::DuplicateExpected:
      return "The baseline has this name more than once, so the checks find none of its rows.";
    case Finding::NotMeasured: return "The run failed, so its zeros are padding and not counts.";
    case Finding::UnknownStatus: return "No script writes this accuracy word.";
    case Finding::StaleFlaky:
      return "It is on the flaky list of " + std::string(lists) + ", yet equal to its baseline today.";
    case Finding::RocmByPath:
      return "It is excused only because the letters rocm are in the path of the expected file as typed.";
    case Finding::ConflictMarker: return "This line was left behind by git, it is no model.";
    case Finding::ExpiredFlaky: return "A flaky.toml lists it, but the entry has expired.";
    case Finding::UnusualName:
      return "Its name has characters outside ASCII, which may look like those of another model or like nothing.";
    case Finding::Count: break;
  }
  return {};
}

std::optional<base::Error> withoutChecks(const tables::Frame& baseline, const std::string& runPath) {
  std::string columns;
  for (const Check check : {Check::Accuracy, Check::GraphBreaks})
    if (baseline.hasColumn(checkMetric(check))) (columns += columns.empty() ? "" : " and ") += checkMetric(check);
  if (columns.empty()) return std::nullopt;
  return base::Error{.code = base::ErrorCode::BadFormat,
                     .text = "No check applies: the baseline has " + columns + ", which this run lacks.",
                     .hint = "Compare the first line of both files; blanks are part of a column's name.",
                     .file = runPath,
                     .line = 1};
}

}  // namespace plumbline::verdicts
