// SPDX-License-Identifier: GPL-3.0-or-later
// How far a suite came that runs its own list of models, from the log that it is writing (SPEC 11.1).
//
//   SuiteProgress progress;
//   for (const SuiteProgress::Ended& model : progress.update(folder + "/run.log")) show(model.name, model.status);
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/engine/run_state.h"

namespace plumbline::runs {

class SuiteProgress {
 public:
  struct Ended {
    std::string name;
    std::string status;  ///< "pass", "1.234x"; "" when the log has none, as after a crash
  };
  /// update reads what was added to the log and returns the models that ended since. With `isWhole` the log is complete,
  /// and so is its last model. Nothing of what is no regular file. Once stopped, or after 256 MB, the rest is for the next call.
  std::vector<Ended> update(const std::string& log, bool isWhole = false, const std::stop_token& stop = {});
  std::size_t count() const { return m_count; }              ///< models that ended
  /// current is the model that runs; "" for none.
  const std::string& current() const { return m_started.empty() ? m_current : m_started; }

 private:
  void readLine(std::string_view line, std::vector<Ended>& ended);
  void end(std::string status, std::vector<Ended>& ended);

  std::size_t m_offset = 0, m_count = 0;
  std::string m_rest, m_current;  ///< m_rest: a line that has not ended yet
  std::string m_started;          ///< the model that m_rest names, perhaps not to the end
};

/// Where runs of whole suites are, from the logs of their running tasks. One thread at a time.
///
///   SuiteWatch watch;
///   line += watch.update(run, now, [](const SuiteProgress::Ended& model) { print(model.name, model.status); }).text;
class SuiteWatch {
 public:
  using Ended = std::function<void(const SuiteProgress::Ended&)>;
  struct State {
    std::string text;  ///< "12 of 46 models, about 3:05 left, llama", over all tasks (partitions, repeats)
    bool hasTimeLeft = false;
  };
  /// update reads what was logged since. No text for a run of named models and where no task runs or is read.
  State update(const Run& run, double now, const Ended& ended = {}, const std::stop_token& stop = {});

 private:
  struct Part {
    SuiteProgress suite;
    double lastEnd = 0;  ///< when its last model ended, seconds since 1970; 0: none did
  };
  /// updatePart reads the log of a task that has one; null for the others.
  const Part* updatePart(const TaskStatus& task, double now, const Ended& ended, const std::stop_token& stop);

  std::map<std::string, Part> m_parts;          ///< by the folder of the task
  std::map<std::string, std::size_t> m_models;    ///< of all tasks of a run, by its id; 0: unknown
};

}  // namespace plumbline::runs
