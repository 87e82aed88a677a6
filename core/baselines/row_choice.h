// SPDX-License-Identifier: GPL-3.0-or-later
// Rows chosen by words instead of by hand: classes, and patterns over model names.
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
  std::uint32_t classes = 0;             ///< bit per VerdictClass; 0: what a person has to decide on
  bool lost = false;                     ///< models without a row in the run as well
};

struct ChosenOnes {
  std::vector<std::uint32_t> rows;
  std::size_t lostLeftOut = 0;     ///< would be chosen, but have no row in the run
  std::size_t changedLeftOut = 0;  ///< of another class, and yet different from the baseline
};

/// chooseRows passes over comment rows. Errors: BadArgument for a pattern that no model matches.
base::Result<ChosenOnes> chooseRows(const verdicts::Comparison& comparison, const RowChoice& choice);

/// chooseRows for instruction counts: a pattern matches "name" or "name,metric"; a count that drifted within its margin
/// is of class Pass.
base::Result<ChosenOnes> chooseRows(const std::vector<verdicts::InstructionDrift>& drifts, const RowChoice& choice);

}  // namespace plumbline::baselines
