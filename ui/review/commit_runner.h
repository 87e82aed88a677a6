// SPDX-License-Identifier: GPL-3.0-or-later
// Commits the files of the last save with git, because a person pressed Commit: shows that it runs, what it printed, and
// offers to take the commit back. Never pushes.
//
//   runner->setFiles(paths, message);   // what was saved
//   runner->commit();
#pragma once

#include <QObject>

#include "core/sources/git_commit.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class NoticeStrip;

class CommitRunner : public QObject {
  Q_OBJECT

 public:
  CommitRunner(NoticeStrip& notices, QObject* parent);

  void setFiles(std::vector<std::string> paths, const std::string& message);
  /// hasFiles: files were saved and are not committed yet.
  bool hasFiles() const { return !m_request.paths.empty(); }
  /// hasCommit: the last commit can be taken back.
  bool hasCommit() const { return m_last.isCommitted(); }
  bool isBusy() const { return m_runner.isBusy(); }
  void commit();
  /// undo takes the last commit back; its files stay as they are.
  void undo();

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void changed();  ///< busy or not, files or none

 private:
  void showResult(const base::Outcome<sources::CommitResult>& result);

  NoticeStrip& m_notices;
  sources::CommitRequest m_request;
  sources::CommitRequest m_committed;  ///< of m_last, for a second try after undo
  sources::CommitResult m_last;
  tasks::LatestRunner<sources::CommitResult> m_runner;
};

}  // namespace plumbline::ui
