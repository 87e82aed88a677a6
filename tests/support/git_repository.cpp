// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/git_repository.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

namespace plumbline::support {

GitRepository::GitRepository() { m_usable = m_dir.isValid() && run({QStringLiteral("init"), QStringLiteral("-q")}).ok; }

QString GitRepository::path(const QString& inside) const {
  const QString root = QFileInfo(m_dir.path()).canonicalFilePath();
  return inside.isEmpty() ? root : root + QLatin1Char('/') + inside;
}

GitRepository::Ran GitRepository::run(const QStringList& words, const QByteArray& input) const {
  QProcess git;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  // Nobody's own settings (line ends, hooks, signing) may decide a test.
  environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
  environment.insert(QStringLiteral("GIT_CONFIG_SYSTEM"), QStringLiteral("/dev/null"));
  for (const QString& variable :
       {QStringLiteral("GIT_DIR"), QStringLiteral("GIT_WORK_TREE"), QStringLiteral("GIT_INDEX_FILE")})
    environment.remove(variable);
  if (!m_date.isEmpty())
    for (const QString& variable : {QStringLiteral("GIT_AUTHOR_DATE"), QStringLiteral("GIT_COMMITTER_DATE")})
      environment.insert(variable, m_date);
  git.setProcessEnvironment(environment);
  git.setWorkingDirectory(m_dir.path());
  git.start(QStringLiteral("git"), words);
  if (!git.waitForStarted(10'000)) return {};
  git.write(input);
  git.closeWriteChannel();
  if (!git.waitForFinished(60'000)) return {};
  return {git.exitStatus() == QProcess::NormalExit && git.exitCode() == 0, git.readAllStandardOutput(),
          git.readAllStandardError()};
}

void GitRepository::write(const QString& inside, const QByteArray& bytes) const {
  QDir().mkpath(QFileInfo(path(inside)).path());
  QFile file(path(inside));
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("a test file cannot be written");
}

QByteArray GitRepository::read(const QString& inside) const {
  QFile file(path(inside));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool GitRepository::commitAll(const QString& subject, const QString& date) const {
  m_date = date;
  const bool isDone = run({QStringLiteral("add"), QStringLiteral("-A")}).ok &&
         run({QStringLiteral("-c"), QStringLiteral("user.name=test"), QStringLiteral("-c"),
              QStringLiteral("user.email=test@example.invalid"), QStringLiteral("commit"), QStringLiteral("-q"),
              QStringLiteral("-m"), subject})
             .ok;
  m_date.clear();
  return isDone;
}

bool GitRepository::makeTreeBomb() const {
  QByteArray tree = run({QStringLiteral("hash-object"), QStringLiteral("-w"), QStringLiteral("--stdin")}, "x").out.trimmed();
  for (int depth = 0; depth < 8; ++depth) {
    QByteArray list;
    for (char name = 'a'; name < 'k'; ++name)
      list += (depth == 0 ? "100644 blob " : "040000 tree ") + tree + "\tci" + name + "\n";
    tree = run({QStringLiteral("mktree")}, list).out.trimmed();
  }
  const QByteArray commit = run({QStringLiteral("-c"), QStringLiteral("user.name=A"), QStringLiteral("-c"),
                                 QStringLiteral("user.email=a@example.invalid"), QStringLiteral("commit-tree"),
                                 QString::fromLatin1(tree), QStringLiteral("-m"), QStringLiteral("bomb")}).out.trimmed();
  return run({QStringLiteral("update-ref"), QStringLiteral("HEAD"), QString::fromLatin1(commit)}).ok;
}

}  // namespace plumbline::support
