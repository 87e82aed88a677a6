// SPDX-License-Identifier: GPL-3.0-or-later
// What accepting did and did not do, for people and for programs.
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

namespace plumbline::reports {

struct AcceptReport {
  std::string actual, expected;             ///< paths as typed
  std::string mode;                         ///< "diff", "patch" or "write"
  baselines::Plan done;                     ///< what was accepted, with its notes
  baselines::Plan heldBack;                 ///< what needs a reason and has none
  baselines::ChosenOnes chosen;             ///< what was left out by the choice itself
  std::string reason;                       ///< as given
  std::string patch;                        ///< the change as one unified diff
  std::string patchFile;                    ///< where it was written to; "" for nowhere
  std::string commitMessage;                ///< proposed
  std::optional<baselines::SaveReport> saved;
  bool isComplete() const;                  ///< nothing was held back or refused
};

/// acceptText lists what was not done, or done otherwise than the run says. Names are safe for a terminal.
std::string acceptText(const AcceptReport& report);

/// acceptJson writes the format "plumbline-accept", version 1, as resources/help/json.md documents it. `exit` is the
/// status that the program ends with.
std::string acceptJson(const AcceptReport& report, int exit);

}  // namespace plumbline::reports
