// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plan to its end: probe, queue, progress, Ctrl-C, outcome.
//
//   return runToEnd(*options, context);
#pragma once

#include <QCoreApplication>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/logs/suite_progress.h"

namespace plumbline::runs {
struct Run;
class BlockingRunQueue;
}

namespace plumbline::cli {

/// Progress of runs on standard error: on a terminal one line that is rewritten, and one line per failure; otherwise one
/// line per change of a task.
///
///   RunProgressLines lines(context);
///   while (!queue.wait(id, limit)) lines.show(*queue.queue(), {id});
class RunProgressLines {
 public:
  explicit RunProgressLines(Context& context) : m_context(context), m_line(context) {}
  /// show prints the changes since the last call. `now`: seconds since 1970.
  void show(const runs::Queue& queue, const std::vector<std::string>& ids, double now);
  /// print writes a line that stays.
  void print(const std::string& sentence);

 private:
  void printChanges(const runs::Run& run);

  Context& m_context;
  ProgressLine m_line;
  runs::SuiteWatch m_suites;
  std::map<std::string, std::vector<std::pair<runs::RunState, int>>> m_printed;  ///< by run: state and attempt of each task
};

/// taskName: "llama", "llama, repeat 2", "part 3 of 8"; fit for a terminal.
std::string taskName(const runs::Run& run, std::size_t task);
/// spanText: "0.4 s", "12 s", "3:05", "2:03:04".
std::string spanText(double seconds);

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

/// rememberRun adds the results of a run to the history that the settings name.
void rememberRun(const runs::Run& run, Context& context);

/// waitForRuns waits until all are finished. Ctrl-C cancels them; a second one limits the wait to their grace period. False when some still run then, which is reported.
bool waitForRuns(runs::BlockingRunQueue& queue, const std::vector<std::string>& ids, const Interrupt& interrupt, Context& context,
                 const RunWatch& watch = {});

}  // namespace plumbline::cli
