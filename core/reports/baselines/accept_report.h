// SPDX-License-Identifier: GPL-3.0-or-later
// The result of accepting, as text and JSON.
//
//   err << acceptText(report);        // held back, refused, kept; "" when all was done
//   out << acceptJson(report);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/baselines/acceptance.h"
#include "core/baselines/hand_over.h"
#include "core/baselines/row_choice.h"
#include "core/overview/update.h"

namespace plumbline::reports {

struct AcceptReport {
  std::string actual, expected;             ///< paths as typed
  std::string mode;                         ///< "diff", "patch" or "write"
  baselines::Plan done;                     ///< what was accepted, with its notes
  baselines::Plan heldBack;                 ///< what needs a reason and has none
  baselines::RowSelection chosen;             ///< what was left out by the choice itself
  std::string reason;                       ///< as given
  std::string patch;                        ///< the change as one unified diff
  std::string patchFile;                    ///< where it was written to; "" for nowhere
  std::string commitMessage;                ///< proposed
  std::optional<baselines::SaveReport> saved;
  bool isComplete() const;                  ///< nothing was held back or refused
};

/// acceptText lists what was held back, refused or kept. Names are safe for a terminal.
std::string acceptText(const AcceptReport& report);

/// acceptJson writes the format "plumbline-accept", version 2 (resources/help/json.md). `exit` is the
/// status that the program ends with.
std::string acceptJson(const AcceptReport& report, int exit);

/// updateText lists the edits of an update and what was held back, refused or kept; "" for nothing.
std::string updateText(const overview::CommitView& view, const overview::UpdateReport& report);

}  // namespace plumbline::reports
