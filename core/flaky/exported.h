// SPDX-License-Identifier: GPL-3.0-or-later
// Entries as a fresh text of one of the three forms, for a file that does not exist yet.
//
//   Exported out = exported(entries, Origin::AccuracyScript);
//   print(out.text);  for (const std::string& left : out.leftOut) warn(left);
#pragma once

#include <string>
#include <vector>

#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {

struct Exported {
  std::string text;                  ///< reads back as the entries that could be written
  std::vector<std::string> leftOut;  ///< a sentence for each entry, or part of one, that the form cannot say
  std::size_t refused = 0;           ///< entries that are not in the text at all
};

/// exported writes a flaky.toml, or the base set and the ROCm update of a check script. An entry for one config needs a
/// set that a fresh script has not, and is left out there; so is one that has expired by `today`.
Exported exported(const std::vector<FlakyEntry>& entries, Origin form, Date today);

}  // namespace plumbline::flaky
