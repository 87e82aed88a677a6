// SPDX-License-Identifier: GPL-3.0-or-later
// The runs on disk, one folder each below $XDG_STATE_HOME/plumbline/runs (or ~/.local/state/...): journal, record, results,
// and a folder per task and attempt. Nothing outside a run's folder is ever removed, nor a folder without our mark.
//
//   auto store = RunStore::open(defaultRunFolder());
//   auto run = store->create(spec, plan);
//   for (RunStore::Found& found : store->takeAbandoned()) adopt(std::move(found));
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/locked_log.h"
#include "core/runs/run_results.h"
#include "core/runs/run_state.h"

namespace plumbline::runs {

std::string defaultRunFolder();

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
  /// takeAbandoned takes the runs whose program is gone; those that are over come too when `withOver`. Damaged ones are
  /// left alone and told in `problems`, and so are those in `without`.
  std::vector<Found> takeAbandoned(bool withOver, std::vector<base::Error>& problems,
                                   const std::set<std::string>& without = {}) const;
  /// takeJournal locks the journal of a run that is over, to change it. Errors: Changed when another program has it.
  base::Result<files::LockedLog> takeJournal(const Run& run) const;
  /// list reads all runs without taking any, newest first.
  std::vector<Run> list(std::vector<base::Error>& problems) const;

  /// journalOf is the file whose lock says that a program has the run in its queue (files::isHeld).
  static std::string journalOf(const Run& run);
  /// askToCancel leaves a word for the program that has the run in its queue, which takes it. Errors: NotWritable.
  static base::Result<void> askToCancel(const Run& run);
  static bool takeCancelWish(const Run& run);

  /// nameOf is RUN-TASK-ATTEMPT, the name that executors know a task by.
  static std::string nameOf(const Run& run, std::size_t task);
  /// prepareTask makes an attempt's folder with task.json, keeper.py and probe.py in it. Errors: NotWritable.
  static base::Result<std::string> prepareTask(const Run& run, std::size_t task);
  /// outputsOf reads what the tasks wrote, each file checked against the hash its keeper told.
  static Outputs outputsOf(const Run& run, std::vector<base::Error>& problems);
  /// problemOfOutput is outputProblem of a task whose steps ended, over or not.
  static std::string problemOfOutput(const Run& run, std::size_t task);
  /// saveResults writes results and record into the run's folder and to spec.output; a stale spec.output is removed when
  /// nothing came of the run. Fills run.results and run.problem. Errors: NotWritable.
  static base::Result<void> saveResults(Run& run);
  /// removeLeftovers removes the cache folders of tasks that are over, unless they are to be kept.
  static void removeLeftovers(const Run& run);
  static void removeLeftovers(const Run& run, std::size_t task);
  /// remove removes a run that is over, folder and all. Errors: BadArgument when it is not over; NotWritable.
  base::Result<void> remove(const Run& run) const;
  /// putAway moves it out of sight, bringBack undoes that; emptyTrash removes for good what no running program holds.
  base::Result<void> putAway(const Run& run) const;
  base::Result<void> bringBack(const Run& run) const;
  void emptyTrash() const;

 private:
  static void readOutputs(const Run& run, std::size_t index, Outputs& outputs, std::vector<base::Error>& problems);
  base::Result<void> checkOver(const Run& run) const;
  explicit RunStore(std::string folder) : m_folder(std::move(folder)) {}
  std::string m_folder;
};

}  // namespace plumbline::runs
