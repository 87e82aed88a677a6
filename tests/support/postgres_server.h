// SPDX-License-Identifier: GPL-3.0-or-later
// A PostgreSQL server of this test's own: in a temporary folder, on a port of 127.0.0.1, gone with the object. Root
// lends it to another user, since PostgreSQL does not run as root.
//
//   PostgresServer server;
//   if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
//   server.newDatabase();                     // "postgresql://plumbline@127.0.0.1:23456/d1"
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <memory>
#include <string>

namespace plumbline::support {

class PostgresServer {
 public:
  ~PostgresServer();

  /// start runs it. The user "plumbline" needs the password "let me in", which start puts into PGPASSWORD of this
  /// process. Returns why it cannot run here.
  QString start();
  /// stop ends it as a crash does; startAgain begins it at the same port.
  void stop();
  QString startAgain();
  /// newDatabase returns the URL of an empty one; `options` go behind CREATE DATABASE and its name.
  std::string newDatabase(const QString& options = {});
  std::string url(const QString& database) const;
  quint16 port() const { return m_port; }

 private:
  QString prepare();
  QString run(const QString& program, const QStringList& arguments);
  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_programs;
  quint16 m_port = 0;
  int m_databases = 0;
};

/// HistoryEngines has a test run twice: on a file, and on a server that is started once.
///
///   void initTestCase_data() { support::HistoryEngines::addRows(); }
///   void initTestCase() { m_engines.start(); }
///   void init() {
///     if (const QString why = m_engines.missing(); !why.isEmpty()) QSKIP(qPrintable(why));
class HistoryEngines {
 public:
  static void addRows();
  void start() { m_noServer = m_server.start(); }
  /// isServer: of the two, the present run has the server.
  static bool isServer();
  /// missing returns why the engine of the present run is not here; empty when it is.
  QString missing() const { return isServer() ? m_noServer : QString(); }
  /// emptyStore returns a store that holds nothing yet: a file in `folder`, or a database of the server.
  std::string emptyStore(const QTemporaryDir& folder);
  PostgresServer& server() { return m_server; }

 private:
  PostgresServer m_server;
  QString m_noServer;
};

}  // namespace plumbline::support
