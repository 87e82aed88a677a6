// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of one run: the request and every change of state, one JSON line each, in RUN/journal.jsonl. The process
// with the run in its queue holds the file's lock (files::LockedLog).
//
//   log.append(journalQueued(run)); log.append(journalTask(run, 3));
//   auto run = replayRun(bytes, folder);      // after a crash
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/runs/engine/run_state.h"

namespace plumbline::runs {

/// journalQueued begins every journal: form, id, spec, plan, time.
std::string journalQueued(const Run& run);
/// journalTask is the whole current state of one task; journalRun priority, paused, facts and results.
std::string journalTask(const Run& run, std::size_t task);
std::string journalRun(const Run& run);

/// replayRun returns the last state of a run. A last line without a line end is incomplete and skipped. Errors:
/// BadFormat with the line for anything else, and for a later form.
base::Result<Run> replayRun(std::string_view bytes, const std::string& folder);

}  // namespace plumbline::runs
