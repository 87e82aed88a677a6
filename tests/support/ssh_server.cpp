// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ssh_server.h"

#include <signal.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QMultiHash>
#include <QRandomGenerator>
#include <QStandardPaths>

namespace plumbline::support {
namespace {

constexpr int kServerWaitMs = 20'000;

void save(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
}

QByteArray load(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString program(const QString& name) {
  const QString found = QStandardPaths::findExecutable(name);
  if (!found.isEmpty()) return found;
  return QStandardPaths::findExecutable(name, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")});
}

bool makeKey(const QString& path) {
  return QProcess::execute(program(QStringLiteral("ssh-keygen")),
                           {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"), QStringLiteral("-N"),
                            QString(), QStringLiteral("-f"), path}) == 0;
}

QByteArray parentOf(const QString& pid) {
  const QByteArray stat = load(QStringLiteral("/proc/%1/stat").arg(pid));
  return stat.mid(stat.lastIndexOf(')') + 2).split(' ').value(1);
}

QStringList processes() {
  QStringList pids;
  for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
    if (name.at(0).isDigit()) pids.append(name);
  return pids;
}

}  // namespace

SshServer::~SshServer() { stop(); }

QByteArray SshServer::clientConfig() const { return QFile::encodeName(m_folder.filePath(QStringLiteral("ssh.conf"))); }

void SshServer::setLoginNoise(const QByteArray& script) { save(home() + QStringLiteral("/.bashrc"), script); }

QString SshServer::startAgain() { return begin(); }

QString SshServer::start() {
  if (const QString why = prepare(); !why.isEmpty()) return why;
  // Another program may take the port between our choice and sshd's.
  QString why;
  for (int i = 0; i < 5; ++i) {
    m_port = static_cast<quint16>(QRandomGenerator::global()->bounded(20'000, 32'000));
    why = begin();
    if (why.isEmpty()) return {};
  }
  return why;
}

QString SshServer::prepare() {
  for (const char* name : {"ssh", "sftp", "ssh-keygen"})
    if (program(QString::fromLatin1(name)).isEmpty())
      return QStringLiteral("%1 is not installed (Debian: openssh-client)").arg(QLatin1String(name));
  if (program(QStringLiteral("sshd")).isEmpty())
    return QStringLiteral("sshd is not installed (Debian: openssh-server)");
  // As root it wants this folder of the system's, which a package's service would make.
  if (::geteuid() == 0 && !QDir().mkpath(QStringLiteral("/run/sshd"))) return QStringLiteral("there is no /run/sshd");
  QDir().mkpath(home());
  for (const char* key : {"host", "user", "stranger"})
    if (!makeKey(m_folder.filePath(QString::fromLatin1(key)))) return QStringLiteral("ssh-keygen makes no keys");
  save(m_folder.filePath(QStringLiteral("authorized")), load(m_folder.filePath(QStringLiteral("user.pub"))));
  return {};
}

QString SshServer::begin() {
  const QByteArray at = QFile::encodeName(m_folder.path()), port = QByteArray::number(m_port);
  save(m_folder.filePath(QStringLiteral("sshd.conf")),
       "Port " + port + "\nListenAddress 127.0.0.1\nHostKey " + at + "/host\nAuthorizedKeysFile " + at +
           "/authorized\nPidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication "
           "no\nKbdInteractiveAuthentication no\n"
           "PermitRootLogin yes\nPrintMotd no\nSetEnv HOME=" +
           at + "/home XDG_CACHE_HOME=\nSubsystem sftp internal-sftp\n");
  const QByteArray hostKey = load(m_folder.filePath(QStringLiteral("host.pub"))).split(' ').value(1);
  save(m_folder.filePath(QStringLiteral("known")), "bench-key ssh-ed25519 " + hostKey + "\n");
  const auto entry = [&](const char* name, const char* key, const char* known, const char* alias) {
    return QByteArray("Host ") + name + "\n  HostName 127.0.0.1\n  Port " + port + "\n  IdentityFile " + at + "/" +
           key + "\n  IdentitiesOnly yes\n  IdentityAgent none\n  UserKnownHostsFile " + at + "/" + known +
           "\n  GlobalKnownHostsFile /dev/null\n  HostKeyAlias " + alias + "\n  ControlMaster no\n  ControlPath none\n";
  };
  save(m_folder.filePath(QStringLiteral("ssh.conf")), entry(host(), "user", "known", "bench-key") +
                                                          entry(unknownHost(), "user", "nobody", "bench-other") +
                                                          entry(strangersHost(), "stranger", "known", "bench-key"));
  m_daemon.setProcessChannelMode(QProcess::MergedChannels);
  m_daemon.setStandardOutputFile(m_folder.filePath(QStringLiteral("sshd.log")));
  m_daemon.start(program(QStringLiteral("sshd")), {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                                                   m_folder.filePath(QStringLiteral("sshd.conf"))});
  QElapsedTimer clock;
  clock.start();
  while (m_daemon.state() != QProcess::NotRunning && clock.elapsed() < kServerWaitMs) {
    QProcess ssh;
    ssh.start(program(QStringLiteral("ssh")),
              {QStringLiteral("-F"), QFile::decodeName(clientConfig()), QStringLiteral("-o"),
               QStringLiteral("BatchMode=yes"), QString::fromLatin1(host()), QStringLiteral("true")});
    if (ssh.waitForFinished(kServerWaitMs) && ssh.exitStatus() == QProcess::NormalExit && ssh.exitCode() == 0) return {};
    if (ssh.readAllStandardError().contains("Permission denied")) break;
    m_daemon.waitForFinished(50);
  }
  const QByteArray said = load(m_folder.filePath(QStringLiteral("sshd.log"))).trimmed();
  stop();
  return QStringLiteral("sshd does not run here: %1").arg(QString::fromUtf8(said.mid(said.lastIndexOf('\n') + 1)));
}

void SshServer::stop() {
  if (m_daemon.state() == QProcess::NotRunning) return;
  const QList<int> sessions = connections();
  m_daemon.terminate();
  if (!m_daemon.waitForFinished(5'000)) {
    m_daemon.kill();
    m_daemon.waitForFinished(5'000);
  }
  for (const int pid : sessions) ::kill(pid, SIGKILL);
}

void SshServer::dropConnections() {
  for (const int pid : connections()) ::kill(pid, SIGKILL);
}

QList<int> SshServer::connections() const {
  QMultiHash<int, int> children;
  for (const QString& pid : processes())
    if (load(QStringLiteral("/proc/%1/comm").arg(pid)).trimmed() == "sshd")
      children.insert(parentOf(pid).toInt(), pid.toInt());
  QList<int> found, waiting = {static_cast<int>(m_daemon.processId())};
  while (!waiting.isEmpty())
    for (const int pid : children.values(waiting.takeFirst())) {
      found.append(pid);
      waiting.append(pid);
    }
  return found;
}

QList<qint64> processesWith(const QByteArray& variable) {
  QList<qint64> found;
  for (const QString& pid : processes())
    if (load(QStringLiteral("/proc/%1/environ").arg(pid)).split('\0').contains(variable))
      found.append(pid.toLongLong());
  return found;
}

}  // namespace plumbline::support
