// SPDX-License-Identifier: GPL-3.0-or-later
// A run's tasks given to a real executor, as the queue would, for tests: folders of a real RunStore, looks until the
// end.
//
//   ExecutorBench bench(place);
//   bench.addTask({{"sh", "-c", "echo a > $0", ...}});
//   QVERIFY2(bench.start(), bench.problem());
//   QVERIFY(bench.waitForEnds());     // bench.lookOf(0).life == TaskLife::Finished; bench.events(0).steps
#pragma once

#include <QByteArray>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/runs/engine/run_store.h"
#include "core/runs/executors/executor.h"
#include "tests/support/test_folder.h"

class ExecutorBench {
 public:
  explicit ExecutorBench(const plumbline::runs::RunTarget& target);
  /// What a cluster writes of a job that is over may still be on its way; the folder goes when nothing comes any more.
  ~ExecutorBench();

  plumbline::runs::RunSpec spec;
  std::unique_ptr<plumbline::runs::Executor> executor;
  std::vector<plumbline::runs::ExecutorTask> tasks;  ///< filled by prepare()

  /// addTask adds a task with one step per list of words; step N is called "stepN" and may write "outN.json".
  void addTask(const std::vector<std::vector<plumbline::runs::Word>>& steps);
  void addShell(const std::string& line);  ///< a task of one step "sh -c LINE"; $0 is its out0.json
  void addCacheUser();                     ///< a task with a fresh cache, that leaves "compiled" in it
  /// prepare makes the folders; start does that too, when it was not done, and asks the executor.
  bool prepare();
  bool start(const std::function<void()>& meanwhile = {});  ///< `meanwhile` is called again and again until the answer
  const char* problem() const { return m_problem.c_str(); }

  /// look asks once about all tasks; false when there is no answer in time.
  bool poll();
  const plumbline::runs::TaskPollResult& lookOf(std::size_t task) const { return m_looks.at(task); }
  bool waitForLife(std::size_t task, plumbline::runs::TaskLife life);
  bool waitForEnds();
  bool waitForStep(std::size_t task);  ///< its first step has begun
  bool cancel(std::size_t task);
  bool release(std::size_t task);
  plumbline::runs::ProbeReport probe();

  plumbline::runs::TaskEvents events(std::size_t task) const;
  QByteArray file(std::size_t task, const std::string& name) const;
  /// makeAnew forgets the executor and makes another, as the next program would. Handles are kept, or forgotten.
  void makeAnew(bool withHandles = true);
  const plumbline::support::TestFolder& folder() const { return m_folder; }
  std::string token(std::size_t task) const { return events(task).token; }

 private:
  plumbline::support::TestFolder m_folder;
  plumbline::runs::RunPlan m_plan;
  std::vector<plumbline::runs::TaskPollResult> m_looks;
  std::string m_problem;
};

/// checkArguments is the property test of all executors: 200 lists of random arguments reach a program unchanged.
void checkArguments(ExecutorBench& bench);
/// allEnded tests that nothing with a task's token runs on this machine.
bool allEnded(const std::string& token);
