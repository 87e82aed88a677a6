// SPDX-License-Identifier: GPL-3.0-or-later
// One program for the supervisor; its test functions are spread over the files of this folder. All with real processes.
#pragma once

#include <QObject>

class SupervisorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  // supervisor_test.cpp
  void wordsArriveUnchanged();
  void environmentArrives();
  void ends_data();
  void ends();
  void stepsFollow();
  void staleOutputsGo();
  void badTasks_data();
  void badTasks();
  void oneSupervisorAtATime();
  void runsOnce();
  void startsOverForTheCluster();
  void arrays();
  void oldPythonsReadIt();
  void facts();
  void gpus();
  // supervisor_end_test.cpp
  void politeStop();
  void leavesNobodyBehind();
  void cancels_data();
  void cancels();
  void cancelsAtAnyMoment();
  void ignoresHangups();
  void killedSupervisor();
  void strangersLive();
  void finishedWhenItsSupervisorEnded();
  void nothingIsWrittenAfterTheLastEvent();
  // supervisor_files_test.cpp
  void logs_data();
  void logs();
  void logOfManyMegabytes();
  void cacheGoes_data();
  void cacheGoes();
  void scratch();
  void fullDisk();
  // task_events_test.cpp
  void eventsAreRead();
  void brokenEvents_data();
  void brokenEvents();
  void mutilatedEvents();
};
