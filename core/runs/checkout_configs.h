// SPDX-License-Identifier: GPL-3.0-or-later
// The configs that can be run from a checkout: those it has a baseline of.
//
//   for (const std::string& name : checkoutConfigs("/src/pytorch")) offer(name);
#pragma once

#include <string>
#include <vector>

namespace plumbline::runs {

/// checkoutConfigs reads the folder of baselines, sorted by name; empty where there is none. Reads the disk.
std::vector<std::string> checkoutConfigs(const std::string& checkout);

}  // namespace plumbline::runs
