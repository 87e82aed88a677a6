// SPDX-License-Identifier: GPL-3.0-or-later
// One program for tasks over a real ssh to a real sshd on this machine; without one, skipped with a word.
#pragma once

#include <QObject>
#include <optional>
#include <string>
#include <string_view>

#include "core/runs/executors/executor.h"
#include "tests/support/ssh_server.h"

inline const plumbline::runs::RunTarget kBench{.kind = plumbline::runs::TargetKind::Ssh,
                                           .host = plumbline::support::SshServer::host()};

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// textOf is a line for each finding: "blocks: " or "warns: ", text and hint.
std::string textOf(const plumbline::runs::ProbeReport& report);

class SshExecutorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // ssh_executor_test.cpp
  void initTestCase();
  void init();
  void argumentsHere();
  void arguments();
  void filesComeBack();
  void longLogs();
  void startsOnce();
  void found();
  void cancels();
  void releasesOnlyOurs();
  void keepsCaches();
  void probes();
  void otherFolder();
  // ssh_trouble_test.cpp
  void interruptedStarts();
  void neverAnswered();
  void connectionLost();
  void supervisorKilled();
  void nothingThere();
  void probesTrouble_data();
  void probesTrouble();
  void quotes();
  void answers();
  void stops();

 private:
  std::optional<plumbline::support::SshServer> m_server;
  QString m_whyNot;
};
