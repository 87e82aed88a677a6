// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of PendingEdits, shared by its source files: editing, saving and outside changes, left-over journals.
#pragma once

#include <QFile>
#include <QTimer>
#include <string>

#include "core/session/edit_journal.h"
#include "core/session/edit_marks.h"
#include "core/session/pair_watcher.h"
#include "core/session/pending_edits.h"

namespace plumbline::session {

inline std::string nativePath(const QString& path) { return QFile::encodeName(path).toStdString(); }
inline QString shownPath(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

struct PendingEdits::Private {
  Private(PendingEdits* owner, const QString& stateFolder);

  PendingEdits* self;
  QString folder;
  baselines::Drafts drafts;
  baselines::Decisions savedDecisions;
  EditJournal journal;
  EditMarks marks;
  PairWatcher watcher;
  QTimer watchSoon;
  std::vector<std::string> opened;  ///< what the watcher looks at
  bool troubleTold = false;

  /// told reports a journal that cannot be written, once.
  void told(const base::Result<void>& written);
  /// follow starts to watch a file that has just come into the drafts.
  void follow(const std::string& path);
  void mark(const std::string& path);
  void watchAll();
  void onDiskChange(const std::string& path);
  /// readAgain takes what is on disk when the file has no edits; false when it has.
  bool readAgain(const std::string& path);
  /// takeState makes `onDisk` the saved and `pending` the pending bytes of a file, with journal, marks and watch.
  void takeState(const baselines::Drafts::File& state);
};

}  // namespace plumbline::session
