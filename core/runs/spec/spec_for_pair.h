// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a spec for "Run this row" from the names and folders of the two files of a pair.
//
//   form.showSpec(specForPair("a/inductor_timm_training.csv", "pytorch/benchmarks/.../inductor_timm_training.csv",
//   "beit"));
#pragma once

#include <string>
#include <vector>

#include "core/configs/config.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

/// specForPair takes config and test from the baseline's name, else from the actual file's, and the checkout around the
/// baseline. What neither contains stays empty. The baseline of the spec is the pair's.
RunSpec specForPair(const std::string& actual, const std::string& expected, const std::string& model);

/// specForConfig does the same where the config is known; expected may be "".
RunSpec specForConfig(const configs::Config& config, const std::string& expected, const std::string& model);

// The configs that can be run from a checkout: those it has a baseline of.
//
//   for (const std::string& name : checkoutConfigs("/src/pytorch")) offer(name);

/// checkoutConfigs reads the folder of baselines, sorted by name; empty where there is none. Reads the disk.
std::vector<std::string> checkoutConfigs(const std::string& checkout);

}  // namespace plumbline::runs
