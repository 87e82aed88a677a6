// SPDX-License-Identifier: GPL-3.0-or-later
// A real sshd on this machine for as long as a test wants it: its own config, port, host key and user key, nothing of
// the system's or the user's. Works as root and as an ordinary user. The home folder of those who come in is one of its
// own.
//
//   SshServer server;
//   if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
//   qputenv("PLUMBLINE_SSH_CONFIG", server.clientConfig());      // then "bench" is this machine over ssh
#pragma once

#include <QByteArray>
#include <QList>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace plumbline::support {

class SshServer {
 public:
  ~SshServer();

  /// start starts sshd and waits until somebody can come in. It gives the reason when there is none, or it cannot run.
  QString start();
  /// stop ends sshd and drops all connections; startAgain begins it at the same port, with the same keys.
  void stop();
  QString startAgain();
  /// dropConnections ends what sshd has let in, as a lost network would. What was started there goes on.
  void dropConnections();

  QByteArray clientConfig() const;                                 ///< path of an ssh config that knows the hosts below
  static const char* host() { return "bench"; }                    ///< all is well
  static const char* unknownHost() { return "bench-unknown"; }     ///< its host key is not known
  static const char* strangersHost() { return "bench-stranger"; }  ///< our key is not among those that may come in
  QString home() const { return m_folder.filePath(QStringLiteral("home")); }
  /// loginNoise is printed by the login shell before anything else.
  void setLoginNoise(const QByteArray& script);

 private:
  QString prepare();
  QString begin();
  QList<int> connections() const;

  QTemporaryDir m_folder;
  QProcess m_daemon;
  quint16 m_port = 0;
};

/// processesWith are the pids of processes that have `name=value` in their environment.
QList<qint64> processesWith(const QByteArray& variable);

}  // namespace plumbline::support
