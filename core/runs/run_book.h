// SPDX-License-Identifier: GPL-3.0-or-later
// The runs a program has in its queue, each with its journal and what only this program knows about its tasks. Gives out
// snapshots in which every run that did not change is the same object as before.
//
//   RunBook::Entry& entry = book.insert(std::move(found.run), std::move(found.journal));
//   entry.run->tasks[0].state = RunState::Cold;
//   if (auto written = book.writeTask(entry, 0); !written) tell(written.error());
//   QueuePtr queue = book.snapshot();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"
#include "core/runs/run_state.h"

namespace plumbline::runs {

/// TaskWork is what this program does about a task just now. Times are milliseconds of a steady clock.
struct TaskWork {
  bool isStarting = false;    ///< start() has not answered yet
  bool wantsCancel = false;   ///< somebody asked for its end
  bool isCancelling = false;  ///< cancel() has not answered yet
  bool isUnsure = false;      ///< taken over before anybody knew whether it was started
  bool tellsLook = false;     ///< the task's reason is what the last look said
  std::int64_t since = 0;     ///< when it was started or taken over
  std::int64_t nextLook = 0, nextCancel = 0;
  std::int64_t pause = 0;     ///< before it is asked about again, after an answer that told nothing
  files::FileStamp events;    ///< of the events that were read last
};

class RunBook {
 public:
  struct Entry {
    std::shared_ptr<Run> run;                 ///< as it is now; changed here alone
    std::optional<files::LockedLog> journal;  ///< held until the run is over
    std::vector<TaskWork> work;               ///< one per task
    bool isLooking = false;
    RunPtr shown;                             ///< null: it changed since
  };

  Entry& insert(Run run, std::optional<files::LockedLog> journal);
  /// take removes a run and gives it back. Null when there is none.
  std::unique_ptr<Entry> take(std::string_view id);
  Entry* find(std::string_view id);
  const std::vector<std::unique_ptr<Entry>>& entries() const { return m_entries; }
  /// sort puts them in order: priority first, then as they were queued.
  void sort();

  /// writeTask and writeRun put the present state into the journal; without one (the run is over) they only mark the run
  /// as changed. Errors: NotWritable.
  base::Result<void> writeTask(Entry& entry, std::size_t task);
  base::Result<void> writeRun(Entry& entry);

  /// working is the queue as it is, for decisions on the spot; snapshot is for others to keep.
  Queue working() const;
  QueuePtr snapshot();

 private:
  std::vector<std::unique_ptr<Entry>> m_entries;
  std::uint64_t m_number = 0;
};

}  // namespace plumbline::runs
