// SPDX-License-Identifier: GPL-3.0-or-later
// Finds runs on disk by their id, by its beginning or end, or by "last".
//
//   const auto run = findRunById(runsFolder(arguments), "k3f9", context);
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/runs/engine/run_state.h"

namespace plumbline::cli {

/// runsIn lists the runs of a folder, newest first, and reports damaged ones. A missing folder has none.
std::vector<runs::Run> runsIn(const std::string& folder, Context& context);
/// findRunById. Errors: NotFound; BadArgument when several fit.
base::Result<runs::Run> findRunById(const std::string& folder, const std::string& word, Context& context);

/// Supervision: whether a program supervises an unfinished run.
enum class Supervision { Finished, Supervised, Abandoned };
Supervision supervisionOf(const runs::Run& run);
/// stateText returns the name of the state, "left behind" for an abandoned run, "not yours" for an unfinished foreign one.
std::string stateText(const runs::Run& run);

}  // namespace plumbline::cli
