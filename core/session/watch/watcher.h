// SPDX-License-Identifier: GPL-3.0-or-later
// A watch: asks its source for what is new, round by round, and reports each new failure once. A report is saved before it
// is written and taken out afterwards, so that after a kill none is missing; one that an output may have already comes
// again with the same id. Belongs to one thread; blocks.
//
//   auto watcher = Watcher::open(options, std::make_unique<BranchSource>(branch), outputs);
//   for (RoundEnd end = watcher->round(progress);; end = watcher->round(progress)) wait(watcher->pauseAfter(end, 600));
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/locked_log.h"
#include "core/session/watch/watch_round.h"

namespace plumbline::session {

/// defaultWatchFile is the state of a watch by its WatchSource::name: $XDG_STATE_HOME/plumbline/watch-NAME.json, else
/// below ~/.local/state.
std::string defaultWatchFile(const std::string& sourceName);

class Watcher {
 public:
  /// open locks and reads the state, which begins empty. Errors: Changed while another watch has it; BadArgument for the
  /// state of another source; those of readWatchState; NotWritable.
  static base::Result<Watcher> open(WatchOptions options, std::unique_ptr<WatchSource> source, std::vector<WatchOutput> outputs);

  /// round writes the reports that are left, then does one round.
  RoundEnd round(const base::Progress& progress = {});
  /// pauseAfter is how many seconds to wait: the interval; after a rate limit what the server says; after other errors
  /// 30 s, doubled from one to the next, up to the interval or half an hour, whichever is longer.
  std::int64_t pauseAfter(const RoundEnd& end, std::int64_t intervalS) const;

  const WatchState& state() const { return m_state; }

 private:
  Watcher(WatchOptions options, std::unique_ptr<WatchSource> source, std::vector<WatchOutput> outputs, files::LockedLog lock, WatchState state)
      : m_options(std::move(options)), m_source(std::move(source)), m_outputs(std::move(outputs)), m_lock(std::move(lock)), m_state(std::move(state)) {}

  WatchOptions m_options;
  std::unique_ptr<WatchSource> m_source;
  std::vector<WatchOutput> m_outputs;
  files::LockedLog m_lock;
  WatchState m_state;
  int m_failures = 0;  ///< rounds in a row that an error ended
};

}  // namespace plumbline::session
