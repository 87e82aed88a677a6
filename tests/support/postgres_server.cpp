// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/postgres_server.h"

#include <pwd.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

namespace plumbline::support {
namespace {

constexpr int kPostgresWaitMs = 60'000;
constexpr const char* kPassword = "let me in";

}  // namespace

PostgresServer::~PostgresServer() { stop(); }

std::string PostgresServer::url(const QString& database) const {
  return QStringLiteral("postgresql://plumbline@127.0.0.1:%1/%2").arg(m_port).arg(database).toStdString();
}

QString PostgresServer::run(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.setWorkingDirectory(m_folder->path());
  process.setProcessChannelMode(QProcess::MergedChannels);
  QStringList all{m_programs + QLatin1Char('/') + program};
  // setpriv keeps the environment and takes no session.
  if (::geteuid() == 0)
    all = QStringList{QStringLiteral("setpriv"), QStringLiteral("--reuid=postgres"), QStringLiteral("--regid=postgres"),
                      QStringLiteral("--clear-groups")} +
          all;
  process.start(all.first(), all.mid(1) + arguments);
  if (process.waitForFinished(kPostgresWaitMs) && process.exitStatus() == QProcess::NormalExit &&
      process.exitCode() == 0)
    return {};
  return program + QStringLiteral(": ") + process.errorString() + QString::fromUtf8(process.readAll()).right(400);
}

QString PostgresServer::prepare() {
  const QDir versions(QStringLiteral("/usr/lib/postgresql"));
  for (const QString& version : versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
    if (const QString programs = versions.filePath(version) + QStringLiteral("/bin");
        QFile::exists(programs + QStringLiteral("/initdb")))
      m_programs = programs;
  if (m_programs.isEmpty())
    return QStringLiteral("PostgreSQL is not installed (Debian: postgresql-15 or postgresql-17)");
  m_folder = std::make_unique<QTemporaryDir>();
  if (::geteuid() == 0) {
    const passwd* user = ::getpwnam("postgres");
    if (user == nullptr || ::chown(m_folder->path().toUtf8().constData(), user->pw_uid, user->pw_gid) != 0)
      return QStringLiteral("there is no user postgres");
  }
  QFile password(m_folder->filePath(QStringLiteral("password")));
  if (!password.open(QIODevice::WriteOnly) || password.write(kPassword) < 0) return QStringLiteral("no password file");
  password.setPermissions(password.permissions() | QFileDevice::ReadOther);
  password.close();
  return run(QStringLiteral("initdb"),
             {QStringLiteral("-D"), m_folder->filePath(QStringLiteral("data")), QStringLiteral("-U"),
              QStringLiteral("plumbline"), QStringLiteral("-E"), QStringLiteral("UTF8"), QStringLiteral("--no-locale"),
              QStringLiteral("-N"), QStringLiteral("-A"), QStringLiteral("scram-sha-256"), QStringLiteral("--pwfile"),
              m_folder->filePath(QStringLiteral("password"))});
}

QString PostgresServer::start() {
  if (const QString why = prepare(); !why.isEmpty()) return why;
  qputenv("PGPASSWORD", kPassword);
  QString why;
  // Another program may take the port between our choice and the server's.
  for (int i = 0; i < 5; ++i) {
    m_port = static_cast<quint16>(QRandomGenerator::global()->bounded(20'000, 32'000));
    why = startAgain();
    if (why.isEmpty()) return {};
  }
  return why;
}

QString PostgresServer::startAgain() {
  const QString data = m_folder->filePath(QStringLiteral("data"));
  const QString options = QStringLiteral(
                              "-p %1 -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c "
                              "shared_buffers=64MB -c max_wal_size=4GB")
                              .arg(m_port);
  return run(QStringLiteral("pg_ctl"),
             {QStringLiteral("-D"), data, QStringLiteral("-l"), m_folder->filePath(QStringLiteral("log")),
              QStringLiteral("-w"), QStringLiteral("-o"), options, QStringLiteral("start")});
}

void PostgresServer::stop() {
  if (m_folder && m_port != 0)
    static_cast<void>(run(QStringLiteral("pg_ctl"),
                          {QStringLiteral("-D"), m_folder->filePath(QStringLiteral("data")), QStringLiteral("-m"),
                           QStringLiteral("immediate"), QStringLiteral("-w"), QStringLiteral("stop")}));
}

std::string PostgresServer::newDatabase(const QString& options) {
  const QString name = QStringLiteral("d%1").arg(++m_databases);
  const QString why =
      run(QStringLiteral("psql"),
          {QStringLiteral("-q"), QStringLiteral("-h"), QStringLiteral("127.0.0.1"), QStringLiteral("-p"),
           QString::number(m_port), QStringLiteral("-U"), QStringLiteral("plumbline"), QStringLiteral("-c"),
           QStringLiteral("CREATE DATABASE %1 %2").arg(name, options), QStringLiteral("postgres")});
  if (!why.isEmpty()) qWarning("%s", qPrintable(why));
  return url(name);
}

void HistoryEngines::addRows() {
  QTest::addColumn<bool>("isServer");
  QTest::newRow("SQLite") << false;
  QTest::newRow("PostgreSQL") << true;
}

bool HistoryEngines::isServer() {
  QFETCH_GLOBAL(bool, isServer);
  return isServer;
}

std::string HistoryEngines::emptyStore(const QTemporaryDir& folder) {
  return isServer() ? m_server.newDatabase() : folder.filePath(QStringLiteral("h.sqlite")).toStdString();
}

}  // namespace plumbline::support
