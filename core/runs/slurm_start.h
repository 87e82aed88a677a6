// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks handed to Slurm: their folders made where the nodes see them, then array jobs, no larger than the cluster
// allows.
//
//   startOnSlurm(talk, place, spec, tasks, done);
#pragma once

#include <string>
#include <vector>

#include "core/runs/executor.h"
#include "core/runs/slurm_talk.h"

namespace plumbline::runs {

/// startOnSlurm gives "JOB_ELEMENT" for each task. A submission whose answer is lost is looked up by its name; when
/// even that cannot be asked, its tasks are marked so that a job that does exist does nothing.
void startOnSlurm(SlurmTalk& talk, const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Started done);

/// SlurmEntry is what a task's folder remembers of its submission, so that it is found without its handle.
struct SlurmEntry {
  std::string job;  ///< the array's name
  std::size_t element = 0;
  std::string folder;  ///< where its list and keeper-ELEMENT.out are
};
/// slurmEntry reads it; an empty job when the task was never about to be submitted.
SlurmEntry slurmEntry(const TaskAt& task);

inline constexpr std::string_view kSlurmMark = "plumbline.task";  ///< in folders below Place::folder: they are ours

}  // namespace plumbline::runs
