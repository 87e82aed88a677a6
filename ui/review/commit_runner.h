// SPDX-License-Identifier: GPL-3.0-or-later
// Commits saved files with git, because a person pressed Commit: keeps those that are not committed yet, shows that git
// runs and what it printed, and offers to take the commit back. Never pushes.
//
//   runner->addSaved(report.files);     // what was saved
//   runner->commit();                   // with the message that the panel shows
#pragma once

#include <QObject>
#include <map>
#include <stop_token>

#include "core/baselines/commit_message.h"
#include "core/sources/git_commit.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {
class PendingEdits;
}

namespace plumbline::ui {

class CommitPanel;
class NoticeStrip;
struct Notice;

class CommitRunner : public QObject {
  Q_OBJECT

 public:
  CommitRunner(const session::PendingEdits& edits, NoticeStrip& notices, const CommitPanel& panel, QObject* parent);

  /// addSaved keeps those of the files that were written and are in a repository.
  void addSaved(const std::vector<baselines::SavedFile>& files);
  /// fileCount counts the files that were saved and are not committed yet.
  std::size_t fileCount() const { return m_saved.paths.size(); }
  bool hasFiles() const { return fileCount() > 0; }
  /// base is what a commit of these files replaces.
  const baselines::CommitBase& base() const { return m_base; }
  /// hasCommit: the last commit can be taken back.
  bool hasCommit() const { return m_last.isCommitted(); }
  bool isBusy() const { return m_runner.isBusy(); }
  /// lookAgain forgets the files that were committed, or taken back, outside of this window.
  void lookAgain();
  /// mayClose is false while git runs, and shows then how to cancel it.
  bool mayClose();
  /// commit commits the files of one repository, that of the newest; others wait.
  void commit();
  /// undo takes the last commit back; its files stay as they are.
  void undo();

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void changed();                             ///< busy or not, files or none
  void committed(const std::string& message);
  void takenBack(const std::string& message);  ///< the commit with this message

 private:
  void showRunning();
  void showResult(const base::Outcome<sources::CommitResult>& result);
  void showCommitted(const sources::CommitResult& done);
  void showRefused(Notice notice);
  void showUndone(const base::Outcome<sources::CommitResult>& result);

  void wait(const sources::CommitRequest& request, const baselines::CommitBase& base);

  const session::PendingEdits& m_edits;
  NoticeStrip& m_notices;
  const CommitPanel& m_panel;
  baselines::CommitBase m_base;        ///< of m_saved
  baselines::CommitBase m_taking;      ///< of m_running
  baselines::CommitBase m_taken;       ///< of m_committed
  sources::CommitRequest m_saved;      ///< not committed, newest last
  sources::CommitRequest m_running;
  sources::CommitRequest m_committed;  ///< of m_last, for a second try after undo
  sources::CommitResult m_last;
  bool m_isUndoing = false;
  std::stop_source m_stop;  ///< of m_running, whose result counts also when it was stopped too late
  tasks::LatestRunner<sources::CommitResult> m_runner;
  using HeadBytes = std::map<std::string, std::string>;  ///< by path, of the files that differ from them
  tasks::LatestRunner<HeadBytes> m_looker;
};

}  // namespace plumbline::ui
