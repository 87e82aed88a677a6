// SPDX-License-Identifier: GPL-3.0-or-later
// Would the edited Python scripts still compile? Asks flaky/script_compiles.h about each of them in the background.
// Where there is no python3, or it takes too long, nothing is said.
//
//   PythonCheck check;
//   connect(&check, &PythonCheck::done, ...);
//   check.start(edits.drafts());      // done() comes later, also when there is nothing to check
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <string>

#include "core/baselines/drafts.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {

class PythonCheck : public QObject {
  Q_OBJECT

 public:
  /// program: a Python to ask instead of the python3 of the path; one that does not exist means that there is none.
  explicit PythonCheck(const QString& program = {}, QObject* parent = nullptr);

  /// hasScripts returns whether any edited file is a Python script.
  static bool hasScripts(const baselines::Drafts& drafts);
  /// start checks every edited script; one check at a time, a newer one drops the older.
  void start(const baselines::Drafts& drafts);
  bool isBusy() const { return m_runner.isBusy(); }

 Q_SIGNALS:
  /// problems: one sentence per script that would not compile any more, although its saved version does.
  void done(const QStringList& problems);

 private:
  std::string m_program;
  tasks::LatestRunner<QStringList> m_runner;
};

}  // namespace plumbline::session
