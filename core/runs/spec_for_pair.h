// SPDX-License-Identifier: GPL-3.0-or-later
// "Run this row": from the two files of a pair to a spec, as far as their names and places tell.
//
//   form.showSpec(specForPair("a/inductor_timm_training.csv", "pytorch/benchmarks/.../inductor_timm_training.csv", "beit"));
#pragma once

#include <string>

#include "core/configs/config.h"
#include "core/runs/run_spec.h"

namespace plumbline::runs {

/// specForPair takes config and test from the baseline's name, else from the actual file's, and the checkout around the
/// baseline. What neither tells stays empty, for a person to fill in; the pair's baseline stays the one to be held against.
RunSpec specForPair(const std::string& actual, const std::string& expected, const std::string& model);

/// specForConfig does the same where the config is known; expected may be "".
RunSpec specForConfig(const configs::Config& config, const std::string& expected, const std::string& model);

}  // namespace plumbline::runs
