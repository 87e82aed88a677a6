// SPDX-License-Identifier: GPL-3.0-or-later
// The results of work on baselines as text and JSON: accepting, updating, linting and merging shards.
//
//   err << acceptText(report);        // held back, refused, kept; "" when all was done
//   out << acceptJson(report);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/accept_decision.h"
#include "core/baselines/acceptance.h"
#include "core/baselines/drafts.h"
#include "core/baselines/layout_lint.h"
#include "core/baselines/row_choice.h"
#include "core/overview/shard_choice.h"
#include "core/overview/update.h"
#include "core/tables/shard_merge.h"

namespace plumbline::reports {

struct AcceptReport {
  std::string actual, expected;             ///< paths as typed
  std::string mode;                         ///< "diff", "patch" or "write"
  baselines::Plan done;                     ///< what was accepted, with its notes
  baselines::Plan heldBack;                 ///< what needs a reason and has none
  baselines::RowSelection chosen;             ///< what was left out by the choice itself
  std::string reason;                       ///< as given
  std::optional<baselines::CiChange> ci;    ///< none for instruction counts
  std::string patch;                        ///< the change as one unified diff, for JSON; as the message
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

/// LintReport is one file; with an error all other members are unset.
struct LintReport {
  std::optional<base::Error> error;
  baselines::LintedFile file;
  bool saved = false;  ///< its bytes were written
};

/// lintText gives a line per finding: "e.csv:12: error: ... [conflict]".
std::string lintText(const LintReport& report);

/// lintJson writes the format "plumbline-lint", version 2 (resources/help/json.md).
std::string lintJson(const std::vector<LintReport>& reports, int exit);

struct MergeReport {
  std::string file;  ///< where it goes; "-" is standard output
  const sources::Opened& opened;
  const overview::MergeChoice& choice;
  const tables::MergedShards& merged;
};

/// mergeText: one line per sentence: "merged.csv: 62 rows of 2 files, inductor_SUITE_training", what is missing, each
/// model that two files bring (at most twenty, then their number).
std::string mergeText(const MergeReport& report);
/// differingRepeats counts the models that two files bring with different rows.
std::size_t differingRepeats(const tables::MergedShards& merged);

}  // namespace plumbline::reports
