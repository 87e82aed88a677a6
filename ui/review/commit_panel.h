// SPDX-License-Identifier: GPL-3.0-or-later
// The commit message, proposed until it is edited, and the buttons that save or export all edits.
//
//   panel->propose(text);                 // ignored once the person has written something
//   connect(panel, &CommitPanel::saveRequested, ...);
#pragma once

#include <QObject>
#include <QStringList>
#include <QWidget>

#include "core/baselines/drafts.h"
#include "core/session/python_check.h"
#include "ui/theme/theme.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
namespace plumbline::session {
class PendingEdits;
}

namespace plumbline::ui {

class CommitPanel;
class CommitRunner;
class FilePrompt;
class NoticeStrip;

/// Saves the pending edits, and hands them over as a patch or a commit message. Before check scripts are saved, Python
/// is asked whether they still compile.
class EditSaver : public QObject {
  Q_OBJECT

 public:
  /// All parts must outlive the saver.
  EditSaver(session::PendingEdits& edits, CommitPanel& commit, CommitRunner& runner, NoticeStrip& notices,
            FilePrompt& prompt, QWidget* parent);

  /// save writes all edited files, or shows a notice that says why not.
  void save();
  /// commit saves, then commits what was saved, now and before.
  void commit();
  void exportPatch();
  void copyPatch();
  void copyMessage();

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void written();  ///< files were written, or could not be

 private:
  void write();
  void refuse(const QStringList& problems);

  session::PendingEdits& m_edits;
  CommitPanel& m_commit;
  CommitRunner& m_runner;
  bool m_commits = false;  ///< the save under way ends in a commit
  NoticeStrip& m_notices;
  FilePrompt& m_prompt;
  session::PythonCheck m_python;
};

class CommitPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CommitPanel(const Theme& theme, QWidget* parent = nullptr);

  /// propose shows a new proposal unless the message was edited.
  void propose(const QString& message);
  /// proposeAgain takes back what was typed.
  void proposeAgain();
  /// useMessage shows a message as if it had been typed, unless one was.
  void useMessage(const QString& message);
  /// setHasEdits: there are edits to export, and something to save.
  void setHasEdits(bool hasEdits, bool canSave);
  /// setCommitObstacle says why nothing can be committed now; "": it can.
  void setCommitObstacle(const QString& why);
  QString message() const;
  bool isEdited() const { return m_edited; }
  void focusMessage();

 Q_SIGNALS:
  void messageChanged();
  void saveRequested();
  void commitRequested();
  void exportRequested();
  void copyPatchRequested();
  void copyMessageRequested();

 private:
  void onTyped();
  void measureSubject();

  QLabel* m_title;
  QLabel* m_hint;
  QPlainTextEdit* m_text;
  QPushButton* m_again = nullptr;
  QPushButton* m_save = nullptr;
  QPushButton* m_commit = nullptr;
  QPushButton* m_export = nullptr;
  QPushButton* m_copyPatch = nullptr;
  QString m_proposal;
  bool m_edited = false;
  bool m_setting = false;
};

}  // namespace plumbline::ui
