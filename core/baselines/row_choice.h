// SPDX-License-Identifier: GPL-3.0-or-later
// Rows chosen by classes and names instead of by hand: classes, and patterns over model names.
//
// A row that our own flaky list excuses is chosen only when its full name is among the patterns: the command line's way
// of selecting a single row.
//
//   auto rows = chooseRows(*comparison, {.models = {"hf_*"}});     // what needs a decision among them
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/rules/instructions_check.h"

namespace plumbline::baselines {

struct RowChoice {
  std::vector<std::string> models = {};  ///< patterns with * and ?; empty: all
  std::uint32_t classes = 0;             ///< bit per VerdictClass; 0: what needs a decision
  bool lost = false;                     ///< models without a row in the run as well
};

struct RowSelection {
  std::vector<std::uint32_t> rows;
  std::size_t lostLeftOut = 0;     ///< would be chosen, but have no row in the run
  std::size_t changedLeftOut = 0;  ///< of another class, and yet different from the baseline
  std::size_t excusedLeftOut = 0;  ///< would be chosen, but our own flaky list excuses them
};

/// chooseRows passes over comment rows. Errors: BadArgument for a pattern that no model matches.
base::Result<RowSelection> chooseRows(const verdicts::Comparison& comparison, const RowChoice& choice);

/// chooseRows for instruction counts: a pattern matches "name" or "name,metric"; a count that drifted within its margin
/// is of class Pass.
base::Result<RowSelection> chooseRows(const std::vector<verdicts::InstructionDrift>& drifts, const RowChoice& choice);

}  // namespace plumbline::baselines
