// SPDX-License-Identifier: GPL-3.0-or-later
// One program for what runs on this machine: the executor, the lookup of programs, the probe and its report.
#pragma once

#include <QObject>

class LocalTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // local_executor_test.cpp
  void initTestCase();
  void startsLooksAndEnds();
  void outlivesItsExecutor();
  void cancels_data();
  void cancels();
  void manyAtOnce();
  void nothingAfterStopAll();
  void withoutPython();
  void badTaskIsTold();
  // probe_test.cpp
  void findsPrograms();
  void neverFromThisFolder();
  void noFilterOfTheCheckout_data();
  void noFilterOfTheCheckout();
  void windowsAreNeverFromThisFolder();
  void realProbe();
  void probesThatFail_data();
  void probesThatFail();
  void hangingProbeIsEnded();
  void probeFacts();
  // probe_report_test.cpp
  void reports_data();
  void reports();
  void brokenAnswers_data();
  void brokenAnswers();
};
