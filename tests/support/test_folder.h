// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one test, gone with it.
//
//   const TestFolder folder;
//   const QString path = folder.write(QStringLiteral("run/a.csv"), "name,accuracy\n");
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <cstdio>

namespace plumbline::support {

class TestFolder {
 public:
  QString path() const { return m_dir.path(); }
  QString path(const QString& name) const { return m_dir.filePath(name); }
  QString write(const QString& name, const QByteArray& bytes) const {
    QDir().mkpath(QFileInfo(path(name)).absolutePath());
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
    return path(name);
  }
  /// replace writes beside the file and renames over it, as careful editors do: another inode, so that a change is seen
  /// whatever the clock says.
  QString replace(const QString& name, const QByteArray& bytes) const {
    const QString fresh = write(name + QStringLiteral(".new"), bytes);
    if (std::rename(QFile::encodeName(fresh).constData(), QFile::encodeName(path(name)).constData()) != 0)
      qFatal("cannot rename a test file");
    return path(name);
  }
  QByteArray read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
  }

 private:
  QTemporaryDir m_dir;
};

}  // namespace plumbline::support
