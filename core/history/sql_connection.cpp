// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sql_connection.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <QSqlDatabase>
#include <QSqlError>
#include <QUuid>
#include <cerrno>
#include <filesystem>

#include "core/files/descriptor.h"
#include "core/files/folders.h"

namespace plumbline::history {
namespace {

using base::ErrorCode;

constexpr std::string_view kSqliteHeader("SQLite format 3\0", 16);

QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

std::uint64_t sizeOf(const std::string& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

/// checkHeader refuses what is no SQLite database before SQLite touches it.
base::Result<void> checkHeader(const std::string& file) {
  const files::Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!open.isOpen() && errno == ENOENT)
    return base::fail(ErrorCode::NotFound, "There is no history yet.",
                      "Make one: plumbline-cli history add, with results or with --git and a checkout.", file);
  struct stat info {};
  if (!open.isOpen() || ::fstat(open.get(), &info) != 0 || !S_ISREG(info.st_mode))
    return base::fail(ErrorCode::NotReadable, "The history cannot be read.", "Check the file and its permissions.", file);
  std::string header(kSqliteHeader.size(), '\0');
  const ssize_t count = ::pread(open.get(), header.data(), header.size(), 0);
  if (count == 0 || header == kSqliteHeader) return {};
  return base::fail(ErrorCode::BadFormat, "This file is no history: it is not a SQLite database.",
                    "Name another file with --store; this one is left as it is.", file);
}

/// checkCompanions refuses files beside the store that SQLite would follow further than to the store itself: it waits
/// for a pipe, and it removes the file that a journal names as that of a transaction over several databases, which
/// Plumbline never makes.
base::Result<void> checkCompanions(const std::string& store) {
  constexpr std::string_view kNamesAnotherFile("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  for (const char* ending : {"-journal", "-wal", "-shm"}) {
    const std::string file = store + ending;
    const files::Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (!open.isOpen() && (errno == ENOENT || errno == EACCES)) continue;
    struct stat info {};
    std::string end(kNamesAnotherFile.size(), '\0');
    if (!open.isOpen() || ::fstat(open.get(), &info) != 0 || !S_ISREG(info.st_mode))
      return base::fail(ErrorCode::NotReadable, "This is no file of the history beside it: a link, a pipe or a device.",
                        "Remove it if you did not make it.", file);
    const auto size = static_cast<off_t>(end.size());
    if (info.st_size >= size && ::pread(open.get(), end.data(), end.size(), info.st_size - size) == size &&
        end == kNamesAnotherFile)
      return base::fail(ErrorCode::BadFormat,
                        "This journal beside the history names another file, which SQLite would remove.",
                        "Plumbline makes no such journal: remove it, or move the history away from it.", file);
  }
  return {};
}

}  // namespace

QVariant toSql(std::string_view text) { return toQString(text); }

QVariant toSqlNumber(std::int64_t number) { return QVariant::fromValue<qlonglong>(number); }

std::string textAt(const QSqlQuery& row, int column) { return row.value(column).toString().toStdString(); }

SqlConnection::SqlConnection(std::string name, QString connection, Access access)
    : m_name(std::move(name)), m_connection(std::move(connection)), m_access(access) {}

SqlConnection::~SqlConnection() {
  QSqlDatabase::database(m_connection, false).close();
  QSqlDatabase::removeDatabase(m_connection);
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::openSqlite(const std::string& file, Access access) {
  // SQLite gives its own files beside it the same mode.
  if (access == Access::ReadWrite)
    if (auto made = files::makePrivateFile(file); !made) return base::fail(std::move(made.error()));
  if (auto checked = checkHeader(file); !checked) return base::fail(std::move(checked.error()));
  if (auto checked = checkCompanions(file); !checked) return base::fail(std::move(checked.error()));
  return connectSqlite(file, access);
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::openMemory() {
  return connectSqlite(":memory:", Access::ReadWrite);
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::connectSqlite(const std::string& file, Access access) {
  const QString driver = QStringLiteral("QSQLITE");
  if (!QSqlDatabase::isDriverAvailable(driver))
    return base::fail(ErrorCode::Internal, "Qt's driver for SQLite is not installed.", "Install libqt6sql6-sqlite.");
  const bool hadUnfinishedLog = sizeOf(file + "-wal") > 0;
  std::unique_ptr<SqlConnection> connection(
      new SqlConnection(file, QUuid::createUuid().toString(QUuid::WithoutBraces), access));
  connection->m_hadUnfinishedLog = hadUnfinishedLog;
  QSqlDatabase database = QSqlDatabase::addDatabase(driver, connection->m_connection);
  database.setDatabaseName(QString::fromStdString(file));
  database.setConnectOptions(access == Access::ReadWrite
                                 ? QStringLiteral("QSQLITE_BUSY_TIMEOUT=20000")
                                 : QStringLiteral("QSQLITE_BUSY_TIMEOUT=20000;QSQLITE_OPEN_READONLY"));
  if (!database.open())
    return base::fail(ErrorCode::NotReadable, "The history cannot be opened: " + database.lastError().text().toStdString() + '.',
                      "Check the file and its permissions.", file);
  std::vector<std::string_view> settings = {"PRAGMA cache_size = -65536", "PRAGMA temp_store = MEMORY",
                                            "PRAGMA cell_size_check = ON", "PRAGMA trusted_schema = OFF"};
  if (access == Access::ReadWrite) settings.insert(settings.end(), {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"});
  for (const std::string_view setting : settings)
    if (auto set = connection->run(setting); !set) return base::fail(std::move(set.error()));
  return connection;
}

base::Error SqlConnection::errorOf(const QSqlQuery& query) const {
  const QSqlError error = query.lastError();
  const std::string text = error.databaseText().toStdString();
  switch (error.nativeErrorCode().toInt() & 0xff) {
    case 5:   // SQLITE_BUSY
    case 6:   // SQLITE_LOCKED
      return {ErrorCode::NotWritable, "Another program is writing to the history and does not finish.", "Try again when it is done.",
              m_name};
    case 8:   // SQLITE_READONLY
      return {ErrorCode::NotWritable, "The history is read-only; nothing was changed.", "Check the permissions of the file and its folder.",
              m_name};
    case 10:  // SQLITE_IOERR
    case 13:  // SQLITE_FULL
      return {ErrorCode::NotWritable, "The history cannot be written: the disk is full or fails (" + text + "). What was stored before is unharmed.",
              "Free some space, then run the same command again.", m_name};
    case 11:  // SQLITE_CORRUPT
    case 26:  // SQLITE_NOTADB
      return {ErrorCode::BadFormat, "The history is damaged (" + text + ").",
              "Move the file away and add the sources again, or restore a copy; nothing was changed.", m_name};
    case 14:  // SQLITE_CANTOPEN
      return {ErrorCode::NotReadable, "The history cannot be opened.", "Check the permissions of the file and its folder.", m_name};
    default:
      return {ErrorCode::Internal, "The database refused a statement: " + text + '.', "", m_name};
  }
}

base::Result<QSqlQuery> SqlConnection::prepare(std::string_view sql) {
  QSqlQuery query(QSqlDatabase::database(m_connection, false));
  query.setForwardOnly(true);
  if (!query.prepare(toQString(sql))) return base::fail(errorOf(query));
  return query;
}

base::Result<void> SqlConnection::runPrepared(QSqlQuery& statement, const QVariantList& values) {
  for (qsizetype i = 0; i < values.size(); ++i) statement.bindValue(static_cast<int>(i), values[i]);
  if (!statement.exec()) return base::fail(errorOf(statement));
  return {};
}

base::Result<QSqlQuery> SqlConnection::query(std::string_view sql, const QVariantList& values) {
  auto statement = prepare(sql);
  if (!statement) return statement;
  if (auto ran = runPrepared(*statement, values); !ran) return base::fail(std::move(ran.error()));
  return statement;
}

base::Result<void> SqlConnection::run(std::string_view sql, const QVariantList& values) {
  auto done = query(sql, values);
  if (!done) return base::fail(std::move(done.error()));
  return {};
}

base::Result<std::int64_t> SqlConnection::number(std::string_view sql, const QVariantList& values) {
  auto row = query(sql, values);
  if (!row) return base::fail(std::move(row.error()));
  return row->next() ? row->value(0).toLongLong() : 0;
}

base::Result<void> SqlConnection::transaction(const std::function<base::Result<void>()>& work) {
  // IMMEDIATE waits for the other writer at the start; a transaction that begins by reading could not wait later.
  if (auto begun = run("BEGIN IMMEDIATE"); !begun) return begun;
  auto done = work();
  if (done) done = run("COMMIT");
  if (!done) static_cast<void>(run("ROLLBACK"));  // the first error is the one to report
  return done;
}

}  // namespace plumbline::history
