// SPDX-License-Identifier: GPL-3.0-or-later
// The runs on disk, one folder each below $XDG_STATE_HOME/plumbline/runs (or ~/.local/state/...): journal, record,
// results, and a folder per task and attempt. Nothing outside a run's folder is ever removed, nor a folder without our
// mark.
//
//   auto store = RunStore::open(defaultRunFolder());
//   auto run = store->create(spec, plan);
//   for (RunStore::Found& found : store->adoptAbandoned()) adopt(std::move(found));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"
#include "core/runs/engine/run_state.h"

namespace plumbline::runs {

std::string defaultRunFolder();

/// foreignRun is the error for whatever would run or change a run whose access is Foreign.
base::Error foreignRun(const Run& run);

class RunStore {
 public:
  /// Found is a run and the lock that makes it ours.
  struct Found {
    Run run;
    files::LockedLog journal;
  };

  /// open makes the folder. Errors: NotWritable, BadArgument without a folder.
  static base::Result<RunStore> open(const std::string& folder);
  const std::string& folder() const { return m_folder; }

  /// create makes the run's folder and its journal. Errors: NotWritable.
  base::Result<Found> create(const RunSpec& spec, const RunPlan& plan, double now) const;
  /// adoptAbandoned locks the runs whose process ended, finished ones only with `includeFinished`. Damaged ones are
  /// reported in `problems`; foreign ones and those in `without` are skipped.
  std::vector<Found> adoptAbandoned(bool includeFinished, std::vector<base::Error>& problems,
                                   const std::set<std::string>& without = {}) const;
  /// listAbandoned reads the runs that no process has, foreign ones too; with `access` set, without taking any.
  std::vector<Run> listAbandoned(std::vector<base::Error>& problems, const std::set<std::string>& without) const;
  /// lockJournal locks the journal of a finished run, to change it. Errors: Changed when another process has it;
  /// BadArgument for a foreign one.
  base::Result<files::LockedLog> lockJournal(const Run& run) const;
  /// list reads all runs without taking any, newest first, with `access` set.
  std::vector<Run> list(std::vector<base::Error>& problems) const;

  /// journalOf is the file that the process with the run in its queue holds locked (files::isHeld).
  static std::string journalOf(const Run& run);
  /// requestCancel asks the process that has the run in its queue to cancel it, through a file. Errors: NotWritable.
  static base::Result<void> requestCancel(const Run& run);
  static bool consumeCancelRequest(const Run& run);

  /// nameOf is RUN-TASK-ATTEMPT, the name that executors know a task by.
  static std::string nameOf(const Run& run, std::size_t task);
  /// prepareTask makes an attempt's folder with task.json, supervisor.py and probe.py in it. Errors: NotWritable.
  static base::Result<std::string> prepareTask(const Run& run, std::size_t task);
  /// outputsOf reads what the tasks wrote, each file checked against the hash in its events.
  static Outputs outputsOf(const Run& run, std::vector<base::Error>& problems);
  /// problemOfOutput is outputProblem of a task whose steps ended.
  static std::string problemOfOutput(const Run& run, std::size_t task);
  /// saveResults writes results and record into the run's folder and to spec.output; an older spec.output is removed
  /// when there is no result. Fills run.results and run.problem. Errors: NotWritable.
  static base::Result<void> saveResults(Run& run);
  /// removeLeftovers removes the cache folders of finished tasks, unless they are kept.
  static void removeLeftovers(const Run& run);
  static void removeLeftovers(const Run& run, std::size_t task);
  /// remove deletes the folder of a finished run. Errors: BadArgument when it is not finished; NotWritable.
  base::Result<void> remove(const Run& run) const;
  /// moveToTrash and restoreFromTrash move a run's folder; emptyTrash deletes what no running process holds.
  base::Result<void> moveToTrash(const Run& run) const;
  base::Result<void> restoreFromTrash(const Run& run) const;
  void emptyTrash() const;

 private:
  static void readOutputs(const Run& run, std::size_t index, Outputs& outputs, std::vector<base::Error>& problems);
  bool isGuarded() const;
  bool isOwn(const std::string& id) const;
  base::Result<Run> load(const std::string& id) const;
  base::Result<Run> load(const std::string& id, bool isHeld) const;
  base::Result<void> checkFinished(const Run& run) const;
  explicit RunStore(std::string folder) : m_folder(std::move(folder)) {}
  std::string m_folder;
};

// The runs of a queue, each with its journal and this process's own state of its tasks. In a snapshot every run that
// did not change is the same object as in the one before.
//
//   RunRegistry::Entry& entry = registry.insert(std::move(found.run), std::move(found.journal));
//   entry.run->tasks[0].state = RunState::Cold;
//   if (auto written = registry.writeTask(entry, 0); !written) show(written.error());
//   QueuePtr queue = registry.snapshot();

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
