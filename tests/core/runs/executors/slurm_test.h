// SPDX-License-Identifier: GPL-3.0-or-later
// One program for Slurm: what it says as text, and tasks on a real one.
#pragma once

#include <QObject>
#include <optional>

#include "tests/support/slurm_cluster.h"

class SlurmTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  // slurm_text_test.cpp
  void wordsOfStates_data();
  void wordsOfStates();
  void wordsOfJobs();
  void wordsOfPartitions();
  void wordsOfTimes_data();
  void wordsOfTimes();
  void wordsOfNumbers();
  void wordsOfScripts();
  // slurm_executor_test.cpp
  void arguments();
  void filesComeBack();
  void waits();
  void cancels();
  void cancelledByOthers();
  void shellWithTheExitOfASignal_data();
  void shellWithTheExitOfASignal();
  void supervisorKilled();
  void controllerDown();
  void found();
  void unknownJob();
  void otherFolder_data();
  void otherFolder();
  void refused();
  void probes();
  void withoutPrograms();
  void timeLimit();

 private:
  std::optional<plumbline::support::SlurmCluster> m_cluster;
  QString m_whyNot;
};
