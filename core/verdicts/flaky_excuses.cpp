// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/flaky_excuses.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace plumbline::verdicts {
namespace {

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
