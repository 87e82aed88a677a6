// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of this machine from /proc. Process ids are reused, so a process is identified by id and start time,
// within one boot.
//
//   if (const auto process = processOf(4711); process && process->start == start) ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/runs/engine/task_file.h"

namespace plumbline::runs {

struct Process {
  std::int64_t id = 0, group = 0, session = 0;
  std::uint64_t start = 0;  ///< clock ticks since boot
  bool isDead = false;      ///< ended, and not yet waited for
};
/// processOf: none when there is no such process (any more).
std::optional<Process> processOf(std::int64_t id);
/// bootId is the kernel's; "" when unknown.
std::string bootId();

/// isAlive tests whether a process with this start time runs.
bool isAlive(std::int64_t id, std::uint64_t start);
/// sendTerminate sends SIGTERM to the process with this start time; nothing to another one.
void sendTerminate(std::int64_t id, std::uint64_t start);

/// killLeftovers kills what a supervisor that is gone had started. How many processes got the signal.
int killLeftovers(const TaskEvents& events);

}  // namespace plumbline::runs
