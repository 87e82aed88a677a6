// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a queue, each with its journal and this process's own state of its tasks. In a snapshot every run that
// did not change is the same object as in the one before.
//
//   RunRegistry::Entry& entry = registry.insert(std::move(found.run), std::move(found.journal));
//   entry.run->tasks[0].state = RunState::Cold;
//   if (auto written = registry.writeTask(entry, 0); !written) show(written.error());
//   QueuePtr queue = registry.snapshot();
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
#include "core/runs/engine/run_state.h"

namespace plumbline::runs {

/// TaskWork is this process's own state of a task. Times are milliseconds of a steady clock.
struct TaskWork {
  bool isStarting = false;    ///< start() has not returned a handle yet
  bool isCancelRequested = false;  ///< its end was requested
  bool isCancelling = false;  ///< cancel() has not returned yet
  bool isStartUncertain = false;  ///< adopted without a handle: it may not have been started
  bool isPollReason = false;     ///< the task's reason comes from the last poll
  std::int64_t since = 0;     ///< when it was started or adopted
  std::int64_t nextPoll = 0, nextCancel = 0;
  std::int64_t pause = 0;     ///< before the next poll, after one without a result
  files::FileStamp events;    ///< of the events that were read last
};

class RunRegistry {
 public:
  struct Entry {
    std::shared_ptr<Run> run;                 ///< the current state; changed here only
    std::optional<files::LockedLog> journal;  ///< held until the run is over
    std::vector<TaskWork> work;               ///< one per task
    bool isPolling = false;
    files::FileStamp journalStamp;            ///< of a run that is only shown: abandoned or foreign
    RunPtr shown;                             ///< null: the run changed since the last snapshot
  };

  Entry& insert(Run run, std::optional<files::LockedLog> journal);
  /// take removes a run and returns it; null when there is none.
  std::unique_ptr<Entry> take(std::string_view id);
  Entry* find(std::string_view id);
  const std::vector<std::unique_ptr<Entry>>& entries() const { return m_entries; }
  /// sort orders by priority, then by time.
  void sort();

  /// writeTask and writeRun append the current state to the journal; without one (the run ended) they only mark the run
  /// as changed. Errors: NotWritable.
  base::Result<void> writeTask(Entry& entry, std::size_t task);
  base::Result<void> writeRun(Entry& entry);

  /// working is a view of the current state; snapshot is immutable.
  Queue working() const;
  QueuePtr snapshot();

 private:
  std::vector<std::unique_ptr<Entry>> m_entries;
  std::uint64_t m_number = 0;
};

}  // namespace plumbline::runs
