// SPDX-License-Identifier: GPL-3.0-or-later
// Explains a row of a comparison in plain sentences that name the rule that decided:
//
//   rowSentence(comparison, 3)
//   -> "accuracy was pass, is fail_accuracy: CI fails on any change away from pass (accuracy 2025-11)."
#pragma once

#include <cstddef>
#include <string>

#include "core/verdicts/comparison.h"

namespace plumbline::verdicts {

/// rowSentence never fails; every sentence ends in a full stop.
std::string rowSentence(const Comparison& comparison, std::size_t row);

}  // namespace plumbline::verdicts
