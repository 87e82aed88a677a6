// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/executors/executor.h"

namespace plumbline::runs {

/// makeSlurmExecutor: tasks on a Slurm cluster whose sbatch runs here, the tasks of a start() as array jobs. The job is
/// supervisor.py, its folder one that the nodes see too; `folder` is that of the runs, and is probed.
std::unique_ptr<Executor> makeSlurmExecutor(const std::string& folder);

}  // namespace plumbline::runs
