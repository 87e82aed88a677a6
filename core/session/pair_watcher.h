// SPDX-License-Identifier: GPL-3.0-or-later
// Watches files for changes since they were read: changed, replaced or removed. Emits each change once, and keeps
// watching a file that is replaced atomically or created again.
//
//   watcher.watch({{path, stamp}});   connect(&watcher, &PairWatcher::changed, ...)
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <optional>
#include <vector>

#include "core/files/file_bytes.h"

namespace plumbline::session {

class PairWatcher : public QObject {
  Q_OBJECT

 public:
  struct Watched {
    QString path;
    std::optional<files::FileStamp> stamp;  ///< the version last known; absent: the file is gone
  };

  struct Waits {
    std::chrono::milliseconds settle{100};    ///< after the last notice, until the files are looked at
    std::chrono::milliseconds longest{1000};  ///< for a file whose writer does not come to rest
  };

  explicit PairWatcher(QObject* parent = nullptr) : PairWatcher(Waits(), parent) {}
  explicit PairWatcher(Waits waits, QObject* parent = nullptr);
  /// watch replaces what was watched, and looks at once whether a file has changed since its stamp was taken.
  void watch(std::vector<Watched> files);

 Q_SIGNALS:
  void changed(const QString& path, bool removed);

 private:
  void look();
  void addPaths();

  QFileSystemWatcher m_watcher;
  QTimer m_settle;  ///< several notices of one change come close together
  QTimer m_latest;  ///< runs from the first notice that was not looked at
  std::vector<Watched> m_files;
};

}  // namespace plumbline::session
