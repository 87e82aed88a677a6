// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that run one model of a config on one's own machine, as CI runs it (SPEC 12).
#pragma once

#include <string>
#include <vector>

#include "core/configs/config.h"

namespace plumbline::configs {

/// reproduceArguments is the command as a list, run from the root of a PyTorch checkout:
/// {"python", "benchmarks/dynamo/torchbench.py", "--ci", "--accuracy", ..., "--only", model, "--output", file}. The file
/// lies in the current folder, and the benchmark appends to it: the latest run is its last row.
std::vector<std::string> reproduceArguments(const Config& config, const std::string& model);
/// reproduceCommand is that list as one line for a POSIX shell, quoted where it must be.
std::string reproduceCommand(const Config& config, const std::string& model);
/// checkCommands are the lines that hold the result against the baseline afterwards, one per check script; none for
/// configs that CI holds against no baseline of their own (a column of XPU's, dashboard runs).
std::vector<std::string> checkCommands(const Config& config);
/// reproduceNeeds says with what build, in one sentence; "" where any build with the right device will do.
std::string reproduceNeeds(const Config& config);

}  // namespace plumbline::configs
