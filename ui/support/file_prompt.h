// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are dropped on the window or chosen. Asking for files does not stop the program: the answer comes later,
// and a test can give it.
//
//   prompt.request(window, {.title = u"Open actual and expected"_s, .several = true}, [=](const QStringList& paths)
//   {...});
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QMimeData;
class QWidget;

namespace plumbline::ui {

/// localFiles returns the paths of dragged local files; empty when there are none.
QStringList localFiles(const QMimeData* data);

struct FileRequest {
  QString title;
  QString folder = {};       ///< where to start; empty: the system's choice
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
  /// request calls answer once with the chosen paths, or never when the user cancels.
  virtual void request(QWidget* parent, const FileRequest& question, Answer answer) = 0;
};

/// DialogFilePrompt asks with the system's file dialog, opened without an event loop of its own.
class DialogFilePrompt : public FilePrompt {
 public:
  void request(QWidget* parent, const FileRequest& question, Answer answer) override;
};

}  // namespace plumbline::ui
