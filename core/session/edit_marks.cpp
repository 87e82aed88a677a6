// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/edit_marks.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/session/load_support.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

/// keyOf names a file whichever way its path is written. One that does not exist yet has no canonical path.
QString keyOf(const QString& path) {
  const QFileInfo info(path);
  const QString real = info.canonicalFilePath();
  const QByteArray name = QFile::encodeName(real.isEmpty() ? info.absoluteFilePath() : real);
  return QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex().left(20));
}

}  // namespace

EditMarks::EditMarks(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  connect(&m_soon, &QTimer::timeout, this, &EditMarks::look);
  const auto soon = [this] { m_soon.start(); };
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
}

EditMarks::~EditMarks() {
  if (m_own) (void)m_own->remove();
}

bool EditMarks::writeMark(const QString& line) {
  if (m_folder.isEmpty()) return false;
  if (!m_own) {
    if (!files::makeFolders(toNativePath(m_folder), "", files::Missing::MakePrivate)) return false;
    m_ownName = u"window-%1-%2.marks"_s.arg(QCoreApplication::applicationPid())
                    .arg(QUuid::createUuid().toString(QUuid::Id128).left(8));
    auto made = files::LockedLog::create(toNativePath(m_folder + u'/' + m_ownName));
    if (!made) return false;  // The other window gets no mark; saving still refuses to overwrite what it wrote.
    m_own.emplace(std::move(*made));
  }
  return m_own->append(line.toStdString()).has_value();
}

void EditMarks::hold(const QString& path) {
  const QString key = keyOf(path);
  if (m_held.contains(key)) return;
  m_held.insert(key);
  writeMark(u'+' + key + u'\n');
}

void EditMarks::release(const QString& path) {
  const QString key = keyOf(path);
  if (m_held.remove(key)) writeMark(u'-' + key + u'\n');
}

void EditMarks::follow(const QString& path) {
  if (m_folder.isEmpty()) return;
  const QString key = keyOf(path);
  if (m_followed.contains(key)) return;
  m_followed.insert(key, path);
  if (m_watcher.directories().isEmpty()) {
    if (files::makeFolders(toNativePath(m_folder), "", files::Missing::MakePrivate)) m_watcher.addPath(m_folder);
  }
  look();
}

QSet<QString> EditMarks::heldBy(const QString& fileName) const {
  QSet<QString> held;
  const auto read = files::readFile(toNativePath(m_folder + u'/' + fileName));
  if (!read) return held;
  const QString marks = QString::fromStdString(read->bytes);
  for (const QStringView line : QStringView(marks).split(u'\n', Qt::SkipEmptyParts)) {
    if (line.startsWith(u'+')) held.insert(line.mid(1).toString());
    if (line.startsWith(u'-')) held.remove(line.mid(1).toString());
  }
  return held;
}

void EditMarks::look() {
  QList<std::pair<QString, qint64>> news;
  const QStringList windows = QDir(m_folder).entryList({u"window-*.marks"_s}, QDir::Files);
  for (const QString& name : windows) {
    if (name == m_ownName) continue;
    const QString path = m_folder + u'/' + name;
    if (!files::isHeld(toNativePath(path))) {
      (void)files::removeFile(toNativePath(path));  // its program is gone
      m_reported.remove(name);
      continue;
    }
    if (!m_watcher.files().contains(path)) m_watcher.addPath(path);
    const QSet<QString> held = heldBy(name);
    QSet<QString>& reported = m_reported[name];
    reported.intersect(held);
    for (const QString& key : held) {
      if (!m_followed.contains(key) || reported.contains(key)) continue;
      reported.insert(key);
      news.append({m_followed.value(key), name.section(u'-', 1, 1).toLongLong()});
    }
  }
  for (const auto& [path, process] : std::as_const(news)) Q_EMIT heldElsewhere(path, process);
}

}  // namespace plumbline::session
