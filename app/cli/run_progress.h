// SPDX-License-Identifier: GPL-3.0-or-later
// How far runs are, on standard error: on a terminal one line written over and over, and a lasting one for what went wrong;
// otherwise a line per change of a task.
//
//   RunProgressLines lines(context);
//   while (!queue.wait(id, limit)) lines.show(*queue.queue(), {id});
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "core/runs/run_state.h"

namespace plumbline::cli {

class RunProgressLines {
 public:
  explicit RunProgressLines(Context& context) : m_context(context) {}
  /// The line of a terminal is wiped away.
  ~RunProgressLines() { rewrite(""); }
  RunProgressLines(const RunProgressLines&) = delete;
  RunProgressLines& operator=(const RunProgressLines&) = delete;

  /// show tells what changed since the last call. `now`: seconds since 1970.
  void show(const runs::Queue& queue, const std::vector<std::string>& ids, double now);
  /// say writes a sentence that stays.
  void say(const std::string& sentence);

 private:
  void tellChanges(const runs::Run& run);
  void rewrite(const std::string& line);

  Context& m_context;
  std::map<std::string, std::vector<std::pair<runs::RunState, int>>> m_told;  ///< by run: state and attempt of each task
  std::string m_shown;
};

/// taskName: "llama", "llama, repeat 2", "part 3 of 8"; fit for a terminal.
std::string taskName(const runs::Run& run, std::size_t task);
/// spanText: "0.4 s", "12 s", "3:05", "2:03:04".
std::string spanText(double seconds);

}  // namespace plumbline::cli
