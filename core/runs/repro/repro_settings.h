// SPDX-License-Identifier: GPL-3.0-or-later
// What a repro script sets: variables of the environment and options of torch, and the text of the script without those that a run
// leaves out.
//
//   readSettings(source, statement, script);               // of each statement
//   const std::string copy = scriptForRun(text, *script, "");
#pragma once

#include <string>
#include <string_view>

#include "core/python/tokens.h"
#include "core/runs/repro/repro_script.h"

namespace plumbline::runs {

/// readSettings adds what a statement sets to the environment and the settings of the script.
void readSettings(std::string_view source, const python::Statement& statement, ReproScript& script);

/// scriptForRun is the text of a script without its settings; all other bytes and line numbers stay, but for a line in front of a
/// script that begins with a compound statement. Python still finds, whatever the script runs first,
/// what lies beside the script in `folder`.
std::string scriptForRun(std::string_view text, const ReproScript& script, const std::string& folder);

}  // namespace plumbline::runs
