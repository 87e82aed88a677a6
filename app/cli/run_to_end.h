// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plan to its end: probe, queue, progress, Ctrl-C, outcome.
//
//   return runToEnd(*options, context);
#pragma once

#include <QCoreApplication>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "core/runs/engine/run_state.h"

namespace plumbline::runs {
struct Run;
class BlockingRunQueue;
}

namespace plumbline::cli {

/// printOutcome prints the summary or the record of a run and the comparison with its baseline. Returns the exit status of
/// the run, or 1 if CI would fail.
int printOutcome(const runs::Run& run, bool json, Context& context);

/// QueueProgram is the application that Qt's processes and threads need; its event loop never runs.
class QueueProgram {
 public:
  QueueProgram() {
    if (QCoreApplication::startingUp()) m_application.emplace(m_count, m_words);
  }

 private:
  int m_count = 1;
  char m_name[14] = "plumbline-cli";
  char* m_words[2] = {m_name, nullptr};
  std::optional<QCoreApplication> m_application;
};

class Interrupt;
class RunProgressLines;

/// RunWatch: `poll` is called while waiting, `report` at the end instead of printOutcome.
struct RunWatch {
  std::function<void(const runs::Run& run, RunProgressLines& lines)> poll = {};
  std::function<int(const runs::Run& run)> report = {};
};

/// runToEnd gives the exit status: 0, 1, 2 or kExitNotStarted; else that of `report`.
int runToEnd(const RunOptions& options, Context& context, const RunWatch& watch = {});

/// waitForRuns waits until all are finished. Ctrl-C cancels them; a second one limits the wait to their grace period. False when some still run then, which is reported.
bool waitForRuns(runs::BlockingRunQueue& queue, const std::vector<std::string>& ids, const Interrupt& interrupt, Context& context,
                 const RunWatch& watch = {});

}  // namespace plumbline::cli
