// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a cluster would take a run: its programs here, its partitions, and Slurm's own check of the very job
// (sbatch --test-only). The machine's facts come later, from the node that a task gets.
#pragma once

#include <string>

#include "core/runs/executor.h"
#include "core/runs/slurm_talk.h"

namespace plumbline::runs {

void probeSlurm(SlurmTalk& talk, const RunSpec& spec, const std::string& folder, Executor::Probed done);

}  // namespace plumbline::runs
