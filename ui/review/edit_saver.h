// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the pending edits, and hands them over as a patch or a commit message. Before check scripts are saved, Python
// is asked whether they still compile.
//
//   auto* saver = new EditSaver(edits, *commitPanel, *notices, prompt, page);
//   saver->save();
#pragma once

#include <QObject>
#include <QStringList>

#include "core/session/python_check.h"

namespace plumbline::session {
class PendingEdits;
}

namespace plumbline::ui {

class CommitPanel;
class FilePrompt;
class NoticeStrip;

class EditSaver : public QObject {
  Q_OBJECT

 public:
  /// All parts must outlive the saver.
  EditSaver(session::PendingEdits& edits, CommitPanel& commit, NoticeStrip& notices, FilePrompt& prompt,
            QWidget* parent);

  /// save writes all edited files, or shows a notice that says why not.
  void save();
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
  NoticeStrip& m_notices;
  FilePrompt& m_prompt;
  session::PythonCheck m_python;
};

}  // namespace plumbline::ui
