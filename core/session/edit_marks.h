// SPDX-License-Identifier: GPL-3.0-or-later
// Marks files with unsaved edits so that other windows can warn about them, and reads the marks of those windows. Each
// window has one locked file in the state folder, with a line per marked file. The lock ends with the process, so the
// marks of a crashed window are ignored.
//
//   EditMarks marks(stateFolder);
//   connect(&marks, &EditMarks::heldElsewhere, ...);
//   marks.follow(path);            // reports when another window edits it
//   marks.hold(path);  marks.release(path);
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>
#include <optional>

#include "core/files/locked_log.h"

namespace plumbline::session {

class EditMarks : public QObject {
  Q_OBJECT

 public:
  /// folder "": no marks are written or read.
  explicit EditMarks(QString folder, QObject* parent = nullptr);
  ~EditMarks() override;

  void hold(const QString& path);
  void release(const QString& path);
  /// follow looks at once: heldElsewhere may come before it returns.
  void follow(const QString& path);

 Q_SIGNALS:
  /// once per window and file, again when that window opens it anew
  void heldElsewhere(const QString& path, qint64 processId);

 private:
  void look();
  bool writeMark(const QString& line);
  QSet<QString> heldBy(const QString& fileName) const;

  QString m_folder;
  std::optional<files::LockedLog> m_own;
  QString m_ownName;
  QSet<QString> m_held;                  ///< keys of our files with edits
  QHash<QString, QString> m_followed;    ///< key -> path
  QHash<QString, QSet<QString>> m_reported;  ///< other window's file -> keys reported
  QFileSystemWatcher m_watcher;
  QTimer m_soon;
};

}  // namespace plumbline::session
