// SPDX-License-Identifier: GPL-3.0-or-later
// Where runs of whole suites are, from the logs of their running tasks. One thread at a time.
//
//   SuiteWatch watch;
//   line += watch.update(run, now, [](const SuiteProgress::Ended& model) { print(model.name, model.status); });
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/runs/engine/run_state.h"
#include "core/runs/logs/suite_progress.h"

namespace plumbline::runs {

class SuiteWatch {
 public:
  using Ended = std::function<void(const SuiteProgress::Ended&)>;
  /// update reads what was logged since and returns "12 of 46 models, about 3:05 left, llama"; "" for a run of named models
  /// and where no task runs.
  std::string update(const Run& run, double now, const Ended& ended = {});

 private:
  struct Suite {
    SuiteProgress progress;
    std::size_t models = 0;  ///< of the baseline; 0: unknown
  };
  std::map<std::string, Suite> m_suites;  ///< by the folder of the task
};

}  // namespace plumbline::runs
