// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pair_watcher.h"

#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <utility>

namespace plumbline::session {

PairWatcher::PairWatcher(Waits waits, QObject* parent) : QObject(parent) {
  m_settle.setSingleShot(true);
  connect(&m_settle, &QTimer::timeout, this, &PairWatcher::look);
  m_latest.setSingleShot(true);
  connect(&m_latest, &QTimer::timeout, this, &PairWatcher::look);
  // The timer is started anew by every notice, so that a file is looked at when its writer has come to rest. A writer
  // that never rests must not put the look off for ever.
  const auto settle = [this, waits] {
    m_settle.start(waits.settle);
    if (!m_latest.isActive()) m_latest.start(waits.longest);
  };
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
}

void PairWatcher::watch(std::vector<Watched> files) {
  const QStringList before = m_watcher.files() + m_watcher.directories();
  if (!before.isEmpty()) m_watcher.removePaths(before);
  m_files = std::move(files);
  addPaths();
  m_settle.start(0);
}

void PairWatcher::addPaths() {
  QStringList missing;
  for (const Watched& file : m_files) {
    const QFileInfo info(file.path);
    // A file that is replaced by rename drops out of the watch, so its folder is watched too and it is added again.
    if (info.isFile() && !m_watcher.files().contains(file.path)) missing << file.path;
    const QString folder = info.absolutePath();
    if (QFileInfo(folder).isDir() && !m_watcher.directories().contains(folder) && !missing.contains(folder))
      missing << folder;
  }
  if (!missing.isEmpty()) m_watcher.addPaths(missing);
}

void PairWatcher::look() {
  m_settle.stop();
  m_latest.stop();
  addPaths();
  std::vector<std::pair<QString, bool>> news;
  for (Watched& file : m_files) {
    const auto stamp = files::stampOf(QFile::encodeName(file.path).toStdString());
    std::optional<files::FileStamp> now;
    if (stamp) now = *stamp;
    if (now == file.stamp) continue;
    file.stamp = now;
    news.emplace_back(file.path, !now);
  }
  // A receiver may call watch(), so nothing of m_files is held here.
  for (const auto& [path, removed] : news) Q_EMIT changed(path, removed);
}

}  // namespace plumbline::session
