// SPDX-License-Identifier: GPL-3.0-or-later
// Flaky entries and the rows of a comparison: which entries of our own lists excuse a row, and which rows an entry
// excuses. CI's verdict and exit status stay what they are.
//
//   ExcusableRows rows(*comparison);
//   for (const FlakyUse& use : rows.excusedBy(entry, today)) show(use.model, checkName(use.check));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/flaky/flaky_entry.h"
#include "core/verdicts/comparison.h"

namespace plumbline::verdicts {

/// findExcuses finds for each check that counts against a row one active entry; where one check has none, the expired
/// entries that would have excused it.
std::vector<Excuse> findExcuses(const Comparison& comparison, std::size_t row);
/// excuseText describes them for people; "" for a row that is not excused and not listed by an expired entry.
std::string excuseText(const Comparison& comparison, std::size_t row);

/// FlakyUse is one row that differs from its baseline in one check.
struct FlakyUse {
  std::uint32_t row = 0;  ///< of the comparison
  std::string model;
  Check check = Check::Accuracy;
  bool byCi = false;  ///< the rules in use excuse it; false: they do not, and the entry would
  bool operator==(const FlakyUse&) const = default;
};

/// ExcusableRows are the rows of a comparison that a flaky list can excuse at all: those that differ. A model that is
/// missing or invalid is not one of them, as the check scripts do not excuse it either (SPEC 3.1, 4.1).
class ExcusableRows {
 public:
  explicit ExcusableRows(const Comparison& comparison);

  /// excusedBy returns the rows to which an entry applies; none for an expired entry. In row order.
  std::vector<FlakyUse> excusedBy(const flaky::FlakyEntry& entry, flaky::Date today) const;
  const std::vector<FlakyUse>& all() const { return m_rows; }

 private:
  std::string m_expectedPath;
  std::vector<FlakyUse> m_rows;
};

}  // namespace plumbline::verdicts
