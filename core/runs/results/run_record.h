// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a run leaves: its record and its results (JSON formats: resources/help/json.md).
//
//   const ResultFiles files = resultFiles(run, outputs);
//   for (const ResultFile& file : files.files) save(run.folder + "/" + file.name, file.bytes);
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "core/runs/results/repeat_summary.h"

namespace plumbline::runs {

/// recordText is the record of a run as JSON: spec, command lines, facts, every task with its attempts, steps, exits,
/// times, files with hashes, and the results with the failed repeats.
std::string recordText(const Run& run, const Outputs& outputs);
/// notesOf are those beside a table of the run.
sources::RunNotes notesOf(const Run& run);
/// repeatJson is the summary over repeats.
std::string repeatJson(const Run& run, const std::vector<ModelRepeats>& models);

struct ResultFile {
  std::string name;  ///< below the run's folder: "results/inductor_torchbench_training.csv"
  std::string bytes;
};
struct ResultFiles {
  std::vector<ResultFile> files;  ///< in the order of repeats
  std::vector<ResultFile> beside;  ///< what lies beside the tables (sources/run_notes.h); no results themselves
  std::size_t output = 0;         ///< the one that goes to spec.output: the summary where there are repeats
  std::string problem;            ///< why there are none, or which of them could not be made
};
/// resultFiles: the JSON of cachebench, the merged table of each repeat and the summary over them, or what a command
/// wrote.
ResultFiles resultFiles(const Run& run, const Outputs& outputs);

}  // namespace plumbline::runs
