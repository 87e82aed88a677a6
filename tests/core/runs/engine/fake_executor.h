// SPDX-License-Identifier: GPL-3.0-or-later
// A place where a test decides what happens: which starts fail, who is alive, who can be asked. By itself a task is alive
// until its events say that it finished; the test writes those with the functions below.
//
//   FakeWorld world;
//   RunEngine engine(options, world.maker());
//   beginStep(folder, "run"); endStep(folder, "run", 0, "result.csv"); finish(folder);
#pragma once

#include <QByteArray>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/runs/executors/executor.h"

struct FakeWorld {
  std::vector<std::vector<plumbline::runs::ExecutorTask>> starts;  ///< one per call
  std::vector<plumbline::runs::ExecutorTask> cancels, releases;
  std::vector<std::string> probes;                           ///< the scripts
  std::map<std::string, plumbline::runs::TaskPollResult> lives;    ///< by the task's name
  std::string startProblem, cancelProblem;                   ///< not empty: it fails
  std::function<void()> onStart;
  bool holdsStarts = false, holdsProbes = false;
  std::vector<std::function<void()>> held;                   ///< answers that wait until the test calls them
  int results = 0;
  std::map<std::string, int> made;                           ///< executors, by the name of their place

  plumbline::runs::MakeExecutor maker();
  /// folderOf is where the task of the n-th start call lies.
  std::string folderOf(std::size_t call, std::size_t task = 0) const { return starts.at(call).at(task).folder; }
};

/// These append to a task's events as its supervisor would.
void beginSupervisor(const std::string& folder, const QByteArray& facts = {});
void beginStep(const std::string& folder, const QByteArray& step);
void endStep(const std::string& folder, const QByteArray& step, int code, bool wrote = true);
void endStepHow(const std::string& folder, const QByteArray& step, const QByteArray& how, int code = 0);
/// writeOutput writes a step's file; finish lists all that were written.
void writeOutput(const std::string& folder, const QByteArray& name, const QByteArray& bytes);
void finish(const std::string& folder, const QByteArray& output = {});
/// endRun ends the step "run" well, and the task; goodRun writes all events of a new task.
void endRun(const std::string& folder, const QByteArray& output);
void goodRun(const std::string& folder, const QByteArray& output);
