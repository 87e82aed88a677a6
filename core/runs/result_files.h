// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a run leaves for people to open, and their content: cachebench's JSON, the merged table of each repeat and
// the summary over them, or what a command wrote.
//
//   const ResultFiles files = resultFiles(run, outputs);
//   for (const ResultFile& file : files.files) save(run.folder + "/" + file.name, file.bytes);
#pragma once

#include <string>
#include <vector>

#include "core/runs/run_results.h"

namespace plumbline::runs {

struct ResultFile {
  std::string name;  ///< below the run's folder: "results/inductor_torchbench_training.csv"
  std::string bytes;
};
struct ResultFiles {
  std::vector<ResultFile> files;  ///< in the order of repeats
  std::size_t output = 0;         ///< which of them goes to spec.output: the summary where there are repeats
  std::string problem;            ///< why there are none, or which of them could not be made
};
ResultFiles resultFiles(const Run& run, const Outputs& outputs);

}  // namespace plumbline::runs
