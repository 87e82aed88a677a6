// SPDX-License-Identifier: GPL-3.0-or-later
// A real git repository in a temporary folder, for tests that ask git itself.
//
//   support::GitRepository git;
//   if (!git.isUsable()) QSKIP("git is not there");
//   git.write("ci/e.csv", "name\n"); git.commitAll(); QVERIFY(git.run({"apply", "--check", patch}).ok);
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace plumbline::support {

class GitRepository {
 public:
  GitRepository();
  bool isUsable() const { return m_usable; }
  QString path(const QString& inside = {}) const;
  std::string pathOf(const QString& inside) const { return path(inside).toStdString(); }

  struct Ran {
    bool ok = false;
    QByteArray out, err;
  };
  Ran run(const QStringList& words, const QByteArray& input = {}) const;
  void write(const QString& inside, const QByteArray& bytes) const;
  QByteArray read(const QString& inside) const;
  /// commitAll commits everything there is; `date` ("2026-01-31T12:00:00Z") is that of author and commit, "" is now.
  bool commitAll(const QString& subject = QStringLiteral("state"), const QString& date = {}) const;
  /// makeTreeBomb points HEAD to a commit whose trees hold each other: a few kB that unfold to 10^8 files named "ci...".
  bool makeTreeBomb() const;

 private:
  QTemporaryDir m_dir;
  bool m_usable = false;
  mutable QString m_date;  ///< of the commit that is being made
};

}  // namespace plumbline::support
