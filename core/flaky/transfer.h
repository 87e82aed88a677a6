// SPDX-License-Identifier: GPL-3.0-or-later
// Taking entries from one list into another, whatever the two forms are: what is new, what gets lost, what cannot be
// said.
//
//   std::vector<Transfer> plan = planTransfer(from->entries(), *into, localToday());
//   auto edits = transferred(plan, *into);          // edits on into->bytes()
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"
#include "core/flaky/flaky_source.h"
#include "core/text/byte_edits.h"

namespace plumbline::flaky {

/// Transfer is what becomes of an entry in another list.
struct Transfer {
  FlakyEntry entry;               ///< as it would be written; as it was when it is refused
  std::vector<std::string> lost;  ///< what the form cannot express: "owner me", "expires 2026-11-30"
  bool isThere = false;           ///< the list has it already
  std::string refusal;            ///< why it cannot be written; "" when it can
  bool canBeDone() const { return !isThere && refusal.empty(); }
};

/// planTransfer judges each entry by itself, in the order given. An entry that has expired by `today`
/// goes into no script: there it would excuse again, with no end.
std::vector<Transfer> planTransfer(const std::vector<FlakyEntry>& entries, const FlakySource& into, Date today);

/// transferred adds those that can be done, one after the other, and gives the edits from into.bytes() to the result; a
/// twin of one that was just added is left out. Errors: those of FlakySource::add.
base::Result<text::ByteEdits> transferred(const std::vector<Transfer>& chosen, const FlakySource& into);

struct Exported {
  std::string text;                  ///< reads back as the entries that could be written
  std::vector<std::string> leftOut;  ///< a sentence for each entry, or part of one, that the form cannot express
  std::size_t refused = 0;           ///< entries that are not in the text at all
};

/// exported writes a flaky.toml, or the base set and the ROCm update of a check script. An entry for one config needs a
/// set that a fresh script has not, and is left out there; so is one that has expired by `today`.
Exported exported(const std::vector<FlakyEntry>& entries, Origin form, Date today);

}  // namespace plumbline::flaky
