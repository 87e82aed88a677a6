// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of one run: what was asked for and every change of state, a JSON line each, in RUN/journal.jsonl. The program
// that has the run in its queue holds the file's lock (files::LockedLog), so another one knows whom it belongs to.
//
//   log.append(journalQueued(run)); log.append(journalTask(run, 3));
//   auto run = replayRun(bytes, folder);      // after a crash
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/runs/run_state.h"

namespace plumbline::runs {

/// journalQueued begins every journal: form, id, spec, plan, time.
std::string journalQueued(const Run& run);
/// journalTask tells one task's present state whole; journalRun priority, paused, facts and results.
std::string journalTask(const Run& run, std::size_t task);
std::string journalRun(const Run& run);

/// replayRun gives the run as it last was. A last line without its line end was cut short and is passed over. Errors:
/// BadFormat with the line for anything else, and for a later form.
base::Result<Run> replayRun(std::string_view bytes, const std::string& folder);

}  // namespace plumbline::runs
