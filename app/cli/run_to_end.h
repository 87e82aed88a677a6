// SPDX-License-Identifier: GPL-3.0-or-later
// From a wish to its end: the plan, a look at the place, the queue, progress and Ctrl-C, the outcome.
//
//   return runToEnd(*wish, spec(), context);
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/run_wish.h"

namespace plumbline::runs {
struct Run;
class WaitingQueue;
}

namespace plumbline::cli {

class Interrupt;
class RunProgressLines;

/// RunWatch is what a command does besides: `look` is called while it waits, `tell` at the end instead of tellOutcome.
struct RunWatch {
  std::function<void(const runs::Run& run, RunProgressLines& lines)> look = {};
  std::function<int(const runs::Run& run)> tell = {};
};

/// runToEnd gives the exit status: 0, 1, 2 or kExitNotStarted; else what `tell` says.
int runToEnd(const RunWish& wish, const CommandSpec& spec, Context& context, const RunWatch& watch = {});

/// waitForRuns waits until all of them are over. After Ctrl-C they are cancelled; after a second one no longer is waited
/// than their grace. False when some still run then, which is said.
bool waitForRuns(runs::WaitingQueue& queue, const std::vector<std::string>& ids, const Interrupt& interrupt, Context& context,
                 const RunWatch& watch = {});

}  // namespace plumbline::cli
