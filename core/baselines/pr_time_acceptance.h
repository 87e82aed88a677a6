// SPDX-License-Identifier: GPL-3.0-or-later
// Accepting new instruction counts into pr_time_benchmarks/expected_results.csv, with the values that PyTorch's script
// would propose (SPEC 10), by the same edits as any baseline.
//
//   auto drifts = *verdicts::instructionDrifts({expectedBytes, "expected_results.csv"}, {resultBytes, "results.csv"});
//   Plan plan = planPrTime(drifts, baseline, {.rows = {0, 3}});
#pragma once

#include <cstdint>
#include <vector>

#include "core/baselines/acceptance.h"
#include "core/verdicts/rules/instructions_check.h"

namespace plumbline::baselines {

struct PrTimeRequest {
  std::vector<std::uint32_t> rows = {};  ///< indices into the drifts
  bool removeLost = false;               ///< entries without a result may leave the baseline (a guard all the same)
};

/// planPrTime plans a new value for each chosen entry whose count drifted; one that did not drift has nothing to
/// accept. More instructions are worse, so a higher value has a guard. A result without an entry is refused: its margin
/// can choose its margin. PlannedEdit::row counts the drifts, its model is "name,metric".
Plan planPrTime(const std::vector<verdicts::InstructionDrift>& drifts, const BaselineTable& baseline,
                const PrTimeRequest& request);

}  // namespace plumbline::baselines
