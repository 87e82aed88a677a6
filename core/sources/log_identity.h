// SPDX-License-Identifier: GPL-3.0-or-later
// Which config a run in a log is: the log's name says it, as a job's ("test (inductor_torchbench, 1, 2, machine)") or
// as a file of results; the run itself says the mode.
#pragma once

#include <string>

#include "core/sources/sources.h"

namespace plumbline::sources {

/// nameLogRun gives the piece its identity or the reason why it has none. `mode` is "train", "eval", or "" when the run
/// does not say it.
void nameLogRun(Piece& piece, const std::string& origin, const std::string& mode, bool isAccuracy);

}  // namespace plumbline::sources
