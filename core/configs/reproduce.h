// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that run one model of a config on one's own machine, as CI runs it (SPEC 12).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/configs/config.h"

namespace plumbline::configs {

/// suiteScript is where a suite's script lies in a checkout: "benchmarks/dynamo/torchbench.py".
std::string suiteScript(std::string_view suite);
/// suiteFlags are the flags of a config between the script and what it shall run: {"--ci", "--accuracy", ..., "--amp"}.
/// `device` in place of the config's own, when it is not empty.
std::vector<std::string> suiteFlags(const Config& config, bool performance, const std::string& device = {});
/// plainConfig is the config of CI's first backend that has nothing else: plainConfig("torchbench", Mode::Training,
/// "cpu", true) is dynamic_cpu_inductor_torchbench_training.
Config plainConfig(std::string_view suite, Mode mode, std::string_view device, bool dynamic);
/// baselinePath is where a checkout keeps the baseline of a config, "benchmarks/dynamo/ci_expected_accuracy/..."; ""
/// for configs that CI holds against no baseline of their own (a column of XPU's, dashboard runs).
std::string baselinePath(const Config& config);

/// reproduceArguments is the command as a list, run from the root of a PyTorch checkout: {"python",
/// "benchmarks/dynamo/torchbench.py", "--ci", "--accuracy", ..., "--only", model, "--output", file}. The file lies in
/// the current folder, and the benchmark appends to it: the latest run is its last row.
std::vector<std::string> reproduceArguments(const Config& config, const std::string& model);
/// reproduceCommand is that list as one line for a POSIX shell, quoted where it must be.
std::string reproduceCommand(const Config& config, const std::string& model);
/// checkCommands are the lines that hold the result against the baseline afterwards, one per check script; none without
/// a baseline.
std::vector<std::string> checkCommands(const Config& config);
/// reproduceNeeds says with what build, in one sentence; "" where any build with the right device will do.
std::string reproduceNeeds(const Config& config);

}  // namespace plumbline::configs
