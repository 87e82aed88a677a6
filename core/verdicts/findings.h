// SPDX-License-Identifier: GPL-3.0-or-later
// What our own findings rest on: whether zeros are counts, whether "rocm" is there by accident.
//
//   ranToCompletion("fail_accuracy")             // true: its counters are counts
//   rocmByAccident("/home/rocm/x.csv")       // true: that folder is not the baseline's own
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/flaky/flaky_entry.h"
#include "core/verdicts/comparison.h"

namespace plumbline::verdicts {

/// ranToCompletion returns whether a run with this accuracy word measured its counters: the passing words, and those
/// that say that outputs were compared and differed. After any other word common.py pads the row with zeros (SPEC
/// 11.2).
bool ranToCompletion(std::string_view accuracyWord);

/// rocmByAccident returns whether "rocm" is in the path as typed, but neither as the baseline's own folder
/// (".../rocm/x.csv") nor in its file name. A home or system folder of that name ("/home/rocm/x.csv") does not count as
/// the baseline's own.
bool rocmByAccident(std::string_view expectedPath);

/// countedFinding returns a number of rows with a finding in words: "1 flaky entry may be stale", "2 flaky entries may
/// be stale", "3 lost".
std::string countedFinding(Finding finding, std::size_t count);

/// nameOddity says why a name may be taken for another one: characters outside ASCII, control characters, a blank at an
/// end; "" for any other name.
std::string_view nameOddity(std::string_view name);

/// findingSentence says for one model what a finding means; `lists` names the checks whose flaky list has the model.
/// Not for UnusualName, which nameOddity describes.
std::string findingSentence(Finding finding, std::string_view lists);

/// applicableChecks are those that CI would run over the pair: both files have the column, also with blanks around its name
/// or in another case. The scripts look for the exact name, so that they fail then or die, and the verdict says so.
std::vector<Check> applicableChecks(const tables::Frame& run, const tables::Frame& baseline);

/// withoutChecks is the error about a pair that no check applies to; unset where neither file has accuracy or graph_breaks,
/// so that CI would not check it either.
std::optional<base::Error> withoutChecks(const tables::Frame& run, const tables::Frame& baseline, const std::string& runPath,
                                         const std::string& baselinePath);

// Flaky entries and the rows of a comparison: which entries of our own lists excuse a row, and which rows an entry
// excuses. CI's verdict and exit status stay what they are.
//
//   ExcusableRows rows(*comparison);
//   for (const FlakyUse& use : rows.excusedBy(entry, today)) show(use.model, checkName(use.check));

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
