// SPDX-License-Identifier: GPL-3.0-or-later
// Would the edited Python scripts still compile? Asks python3 to compile them (never to run them), without a shell, away
// from the caller's thread of work. Where there is no python3, or it takes too long, nothing is said.
//
//   PythonCheck check;
//   connect(&check, &PythonCheck::done, ...);
//   check.start(edits.drafts());      // done() comes later, also when there is nothing to check
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <deque>
#include <memory>
#include <string>

#include "core/baselines/drafts.h"

class QProcess;

namespace plumbline::session {

class PythonCheck : public QObject {
  Q_OBJECT

 public:
  /// program: a Python to ask instead of the python3 of the path; one that does not exist means that there is none.
  explicit PythonCheck(QString program = {}, QObject* parent = nullptr);
  ~PythonCheck() override;

  /// hasScripts tells whether any edited file is a Python script.
  static bool hasScripts(const baselines::Drafts& drafts);
  /// start checks every edited script; one check at a time, a newer one drops the older.
  void start(const baselines::Drafts& drafts);
  bool isBusy() const { return m_process != nullptr; }

 Q_SIGNALS:
  /// problems: one sentence per script that would not compile any more, although its saved version does.
  void done(const QStringList& problems);

 private:
  struct Script {
    std::string path, pending, saved;
  };
  void next();
  void ask(const std::string& bytes);
  void answered(bool compiles, const QString& why);
  void stop();

  QString m_program;
  std::deque<Script> m_waiting;
  QStringList m_problems;
  QString m_suspicion;  ///< why the pending bytes do not compile, while the saved ones are asked about
  QProcess* m_process = nullptr;
};

}  // namespace plumbline::session
