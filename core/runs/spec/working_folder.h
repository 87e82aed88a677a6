// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that the programs of a run work in: the checkout, one that is named, or each task's own, since PyTorch writes
// its repro scripts and debug folders where it works (SPEC 15.2). Reads the disk and the environment.
//
//   planSuite(withWholePaths(spec));
//   chooseFolder(spec, plan);
#pragma once

#include "core/runs/spec/run_plan.h"

namespace plumbline::runs {

/// withWholePaths makes relative paths among the arguments of a suite's script absolute where it works in the task's own
/// folder: below the folder of the user, or below the checkout for what is there alone. A word counts as a path when it
/// begins with ./ or ../, or has a slash and names something in a folder that exists.
RunSpec withWholePaths(RunSpec spec);

/// chooseFolder sets the working folder, the environment that it needs, and a note on where PyTorch's files go.
void chooseFolder(const RunSpec& spec, RunPlan& plan);

}  // namespace plumbline::runs
