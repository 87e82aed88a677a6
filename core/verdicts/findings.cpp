// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/findings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "core/text/ascii.h"

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
     "The run failed, so its zeros are padding and not counts. Accepting keeps the counts of the baseline; only a new row gets the zeros."},
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
    {"unusual-name", "unusual name",
     "The name has characters outside ASCII, control characters or a blank at an end, so it may look like that of another "
     "model. Compare it with the name that you expect, byte by byte, before you decide."},
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

/// A list excuses what a script's own set can excuse: a value that differs. A model without a baseline, or one whose
/// cells cannot be compared, stays in view (SPEC 3.2, 4.1).
bool isExcusable(const Verdict& verdict) {
  return verdict.reason != Reason::ScriptCrashed &&
         (verdict.cls == VerdictClass::Fail || verdict.cls == VerdictClass::Improved);
}
bool countsAgainst(const Verdict& verdict) { return isExcusable(verdict) || failsCi(verdict); }

bool isFor(const flaky::FlakyEntry& entry, Check check) {
  return entry.check.empty() || entry.check == checkName(check);
}

std::string fileOf(const flaky::OwnList& list) { return list.path.substr(list.path.find_last_of('/') + 1); }

std::string reasonText(const flaky::FlakyEntry& entry) {
  std::string why = entry.reason;
  if (why.ends_with('.')) why.pop_back();
  if (!entry.issue.empty() && why.find(entry.issue) == std::string::npos)
    why += why.empty() ? entry.issue : " (" + entry.issue + ")";
  return why.empty() ? why : ": " + why;
}

bool isExcused(const Verdict& verdict) { return verdict.cls == VerdictClass::Flaky; }
bool couldBeExcused(const Verdict& verdict) {
  return isExcused(verdict) || verdict.cls == VerdictClass::Fail || verdict.cls == VerdictClass::Improved;
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
  if (count != 1 && finding == Finding::UnusualName) words = "unusual names";
  return std::to_string(count) + ' ' + std::string(words);
}

std::string_view nameOddity(std::string_view name) {
  if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    return "Its name has characters outside ASCII, which may look like those of another model or like nothing.";
  if (std::ranges::any_of(name, [](char c) { return c < ' ' || c == '\x7f'; }))
    return "Its name has control characters, which look like nothing in most programs.";
  if (name.starts_with(' ') || name.ends_with(' '))
    return "Its name begins or ends with a blank, so it is another name than the one without.";
  return {};
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
    case Finding::Count: break;
  }
  return {};
}

namespace {

bool hasNamed(const tables::Frame& frame, std::string_view column) {
  return std::ranges::any_of(frame.columnNames(), [column](const std::string& name) {
    return text::equalsIgnoringCase(text::trimmed(name), column);
  });
}

/// checkedColumns: "accuracy and graph_breaks", as far as a file has them.
std::string checkedColumns(const tables::Frame& frame) {
  std::string columns;
  for (const Check check : {Check::Accuracy, Check::GraphBreaks})
    if (hasNamed(frame, checkMetric(check))) (columns += columns.empty() ? "" : " and ") += checkMetric(check);
  return columns;
}

}  // namespace

std::vector<Check> applicableChecks(const tables::Frame& run, const tables::Frame& baseline) {
  std::vector<Check> checks;
  for (const Check check : {Check::Accuracy, Check::GraphBreaks, Check::Memory}) {
    const std::string_view column = checkMetric(check);
    // CI runs both checks over one file of an accuracy run (SPEC 12); without its accuracy every model fails (SPEC 3.1).
    const bool isAccuracyRun = check == Check::Accuracy && hasNamed(run, checkMetric(Check::GraphBreaks));
    if ((hasNamed(run, column) || isAccuracyRun) && hasNamed(baseline, column)) checks.push_back(check);
  }
  return checks;
}

std::optional<base::Error> withoutChecks(const tables::Frame& run, const tables::Frame& baseline, const std::string& runPath,
                                         const std::string& baselinePath) {
  const std::string expected = checkedColumns(baseline), actual = checkedColumns(run);
  if (expected.empty() && actual.empty()) return std::nullopt;
  return base::Error{.code = base::ErrorCode::BadFormat,
                     .text = expected.empty()
                                 ? "No check applies: the run has " + actual + ", which this baseline lacks."
                                 : "No check applies: the baseline has " + expected + ", which this run lacks.",
                     .hint = "Compare the first line of both files.",
                     .file = expected.empty() ? baselinePath : runPath,
                     .line = 1};
}

std::vector<Excuse> findExcuses(const Comparison& comparison, std::size_t i) {
  const flaky::OwnFlaky* own = comparison.options().ownFlaky.get();
  if (own == nullptr || comparison.row(i).actualRow == kNoRow) return {};
  std::string scratch;
  const std::string_view name = comparison.modelName(i, scratch);
  std::vector<Excuse> active;
  std::vector<Excuse> expired;
  bool all = true;
  const auto remember = [](std::vector<Excuse>& excuses, const Excuse& excuse) {
    const bool known = std::ranges::any_of(excuses, [&](const Excuse& e) { return e.entry == excuse.entry; });
    if (!known) excuses.push_back(excuse);
  };
  for (std::size_t c = 0; c < comparison.checks().size(); ++c) {
    const std::span<const Verdict> said = comparison.verdicts(i, c);
    if (std::ranges::none_of(said, countsAgainst)) continue;
    if (!std::ranges::all_of(said, [](const Verdict& v) { return isExcusable(v) || !countsAgainst(v); })) return {};
    bool covered = false;
    for (const flaky::OwnList& list : own->lists) {
      for (const flaky::FlakyEntry& entry : list.entries) {
        if (covered || !isFor(entry, comparison.checks()[c].check) ||
            !entry.appliesTo(name, comparison.options().words.expectedPath))
          continue;
        const bool over = entry.isExpired(own->today);
        remember(over ? expired : active, {&list, &entry, over});
        covered = covered || !over;
      }
    }
    all = all && covered;
  }
  return all ? active : expired;
}

std::string excuseText(const Comparison& comparison, std::size_t i) {
  const ComparedRow& row = comparison.row(i);
  if (!row.excused && !row.has(Finding::ExpiredFlaky)) return {};
  std::string out;
  for (const Excuse& excuse : findExcuses(comparison, i)) {
    const flaky::FlakyEntry& entry = *excuse.entry;
    if (!out.empty()) out += ' ';
    if (excuse.isExpired) {
      out += "It is listed in " + fileOf(*excuse.list) + " until " + flaky::dateText(*entry.expires) +
             ": no longer excused.";
      continue;
    }
    out += fileOf(*excuse.list) + " excuses it";
    if (!entry.check.empty()) out += " in " + entry.check;
    if (entry.expires) out += " until " + flaky::dateText(*entry.expires);
    out += reasonText(entry) + ".";
  }
  return out;
}

ExcusableRows::ExcusableRows(const Comparison& comparison) : m_expectedPath(comparison.options().words.expectedPath) {
  std::string scratch;
  const auto& checks = comparison.checks();
  for (std::size_t row = 0; row < comparison.rowCount(); ++row) {
    for (std::size_t check = 0; check < checks.size(); ++check) {
      const auto verdicts = comparison.verdicts(row, check);
      if (std::ranges::none_of(verdicts, couldBeExcused)) continue;
      // One metric that is not excused makes CI fail, whatever the others say.
      const bool byCi = std::ranges::all_of(
          verdicts, [](const Verdict& verdict) { return isExcused(verdict) || !couldBeExcused(verdict); });
      m_rows.push_back({static_cast<std::uint32_t>(row), std::string(comparison.modelName(row, scratch)),
                        checks[check].check, byCi});
    }
  }
}

std::vector<FlakyUse> ExcusableRows::excusedBy(const flaky::FlakyEntry& entry, flaky::Date today) const {
  std::vector<FlakyUse> out;
  if (entry.isExpired(today)) return out;
  std::ranges::copy_if(m_rows, std::back_inserter(out), [&](const FlakyUse& use) {
    return (entry.check.empty() || entry.check == checkName(use.check)) && entry.appliesTo(use.model, m_expectedPath);
  });
  return out;
}

}  // namespace plumbline::verdicts
