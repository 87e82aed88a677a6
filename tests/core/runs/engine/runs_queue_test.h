// SPDX-License-Identifier: GPL-3.0-or-later
// One program for the queue: its engine with a place that does what the test says, and the whole of it with real tasks on
// this machine. The test functions are spread over the files of this folder.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/engine/run_engine.h"
#include "tests/core/runs/engine/fake_executor.h"
#include "tests/support/test_folder.h"

inline QString qs(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// shellSpec runs a line of /bin/sh that writes a CSV to $1; $2 is the task's folder.
plumbline::runs::RunSpec shellSpec(const std::string& line = {});

/// EngineFixture is an engine on the test's own thread, with the signals it emitted.
struct EngineFixture {
  explicit EngineFixture(plumbline::runs::QueueOptions options = {});
  ~EngineFixture();

  /// begin starts the engine, or the next program on the same folder after end().
  void begin();
  void end() { engine.reset(); }
  /// add queues a run; a test that cannot ends.
  std::string add(const plumbline::runs::RunSpec& spec);
  const plumbline::runs::Run& run(const std::string& id) const;
  plumbline::runs::RunState state(const std::string& id) const { return stateOf(run(id)); }
  const plumbline::runs::TaskStatus& task(const std::string& id, std::size_t number = 0) const { return run(id).tasks.at(number); }
  QString reason(const std::string& id, std::size_t number = 0) const { return qs(task(id, number).reason); }
  /// output is the name of what a task's last step shall write.
  QByteArray output(const std::string& id, std::size_t number = 0) const;
  /// kept is the run as the next program would find it.
  plumbline::runs::Run kept(const std::string& id) const;

  plumbline::support::TestFolder folder;
  FakeWorld world;
  plumbline::runs::QueueOptions options;
  plumbline::runs::QueuePtr queue = std::make_shared<const plumbline::runs::Queue>();
  QStringList added, finished;
  std::vector<plumbline::base::Error> failed;
  std::vector<plumbline::runs::ProbeReport> probed;
  int changes = 0;
  std::unique_ptr<plumbline::runs::RunEngine> engine;
};

class RunsQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // engine_test.cpp
  void goesThrough();
  void coldThenWarm();
  void fails_data();
  void fails();
  void startFails();
  void retries();
  void noRetry_data();
  void noRetry();
  void gone_data();
  void gone();
  void asksAgain();
  void damagedEvents();
  void oneCallForACluster();
  void placesForThemselves();
  void priorities();
  void pauses();
  // engine_outputs_test.cpp
  void endsWellForNothing_data();
  void endsWellForNothing();
  void changedOutput();
  // engine_requests_test.cpp
  void cancelsWhatWaits();
  void cancelsWhatRuns();
  void cancelsWhileItStarts();
  void cancelsAgain();
  void cancelsAll();
  void runsAgain();
  void retriesFailed();
  void retriesCancelled();
  void removesAndRestores();
  void probes();
  void refuses();
  void newsAreThrottled();
  void sharesWhatDidNotChange();
  void manyRuns();
  // adopt_test.cpp
  void joins();
  void findsEnds();
  void unsureStarts();
  void unsureButBegun();
  void cancelIsRemembered();
  void resultsAfterACrash();
  void twoPrograms();
  void damagedJournal();
  void noFolder();
  void shownUntilResumed();
  void resumesWhatWasLockedForAMoment();
  void cancelResumesFirst();
  void foreignRunsAreShownAndNeverRun_data();
  void foreignRunsAreShownAndNeverRun();
  // local_queue_test.cpp
  void runsHere();
  void waits();
  void outlivesItsProgram();
  void cancelsHere();
};
