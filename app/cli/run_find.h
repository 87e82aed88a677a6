// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on disk, for commands that look at them: by their id, by the beginning or end of it, or "last".
//
//   const auto run = runNamed(runsFolder(arguments), "k3f9", context);
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/runs/run_state.h"

namespace plumbline::cli {

/// runsIn gives them newest first, and complains about damaged ones; no folder, no runs, and none is made.
std::vector<runs::Run> runsIn(const std::string& folder, Context& context);
/// runNamed. Errors: NotFound; BadArgument when several fit.
base::Result<runs::Run> runNamed(const std::string& folder, const std::string& word, Context& context);

/// Keeping says who sees to a run that is not over.
enum class Keeping { Over, Program, Nobody };
Keeping keepingOf(const runs::Run& run);
/// stateText is the state's word, and "left behind" where nobody sees to it.
std::string stateText(const runs::Run& run);

}  // namespace plumbline::cli
