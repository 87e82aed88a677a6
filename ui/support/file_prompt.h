// SPDX-License-Identifier: GPL-3.0-or-later
// Asking for files without stopping the program: the answer comes later, and a test can be the one who answers.
//
//   prompt.ask(window, {.title = u"Open actual and expected"_s, .several = true}, [=](const QStringList& paths) {...});
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace plumbline::ui {

struct FileQuestion {
  QString title;
  QString folder;            ///< where to start; empty: the system's choice
  bool several = false;      ///< more than one file may be chosen
  QString kinds = {};        ///< name filters as QFileDialog takes them; empty: CSV files, then all
  bool mayBeNew = false;     ///< a name for a file to write; it need not exist, and nothing is written by asking
  bool replaces = false;     ///< with mayBeNew: what is there is replaced at once, so the dialog asks before that
  bool wantsFolder = false;  ///< a folder is asked for instead of a file
};

class FilePrompt {
 public:
  using Answer = std::function<void(const QStringList& paths)>;
  virtual ~FilePrompt() = default;
  /// ask calls answer once with the chosen paths, or never when the user cancels.
  virtual void ask(QWidget* parent, const FileQuestion& question, Answer answer) = 0;
};

/// DialogFilePrompt asks with the system's file dialog, opened without an event loop of its own.
class DialogFilePrompt : public FilePrompt {
 public:
  void ask(QWidget* parent, const FileQuestion& question, Answer answer) override;
};

}  // namespace plumbline::ui
