// SPDX-License-Identifier: GPL-3.0-or-later
// Progress of runs on standard error: on a terminal one line that is rewritten, and one line per failure; otherwise one
// line per change of a task.
//
//   RunProgressLines lines(context);
//   while (!queue.wait(id, limit)) lines.show(*queue.queue(), {id});
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/progress_line.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/logs/suite_watch.h"

namespace plumbline::cli {

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

}  // namespace plumbline::cli
