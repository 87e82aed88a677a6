// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/flaky_use.h"

#include <algorithm>
#include <iterator>

namespace plumbline::verdicts {
namespace {

bool isExcused(const Verdict& verdict) { return verdict.cls == VerdictClass::Flaky; }
bool couldBeExcused(const Verdict& verdict) {
  return isExcused(verdict) || verdict.cls == VerdictClass::Fail || verdict.cls == VerdictClass::Improved;
}

}  // namespace

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
