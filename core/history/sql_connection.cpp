// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sql_connection.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QUuid>
#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "core/fetch/token.h"
#include "core/files/descriptor.h"
#include "core/files/folders.h"

namespace plumbline::history {
namespace {

using base::ErrorCode;

constexpr std::int64_t kWriterLock = 0x706c756d62;  // "plumb"
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
    return base::fail(ErrorCode::NotReadable, "The history cannot be read.", "Check the file and its permissions.",
                      file);
  std::string header(kSqliteHeader.size(), '\0');
  const ssize_t count = ::pread(open.get(), header.data(), header.size(), 0);
  if (count == 0 || header == kSqliteHeader) return {};
  return base::fail(ErrorCode::BadFormat, "This file is no history: it is not a SQLite database.",
                    "Name another file with --store; this one is left as it is.", file);
}

/// checkCompanions refuses files beside the store that SQLite would follow further than to the store itself: it waits
/// for a pipe, and it removes the file that a journal names as that of a transaction over several databases, which
/// Plumbline never makes. Those that a reader of a read-only store left are read-only, too: for a writer they are made
/// writable again.
base::Result<void> checkCompanions(const std::string& store, SqlConnection::Access access) {
  constexpr std::string_view kNamesAnotherFile("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  for (const char* ending : {"-journal", "-wal", "-shm"}) {
    const std::string file = store + ending;
    const files::Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (!open.isOpen() && (errno == ENOENT || errno == EACCES)) continue;
    struct stat info {};
    std::string end(kNamesAnotherFile.size(), '\0');
    if (!open.isOpen() || ::fstat(open.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_nlink > 1)
      return base::fail(ErrorCode::NotReadable, "This is no file of the history beside it: a link, a pipe or a device.",
                        "Remove it if you did not make it.", file);
    if (access == SqlConnection::Access::ReadWrite && info.st_uid == ::geteuid() && (info.st_mode & S_IWUSR) == 0)
      (void)::fchmod(open.get(), info.st_mode | S_IWUSR);  // where this fails, SQLite reports a read-only store
    const auto size = static_cast<off_t>(end.size());
    if (info.st_size >= size && ::pread(open.get(), end.data(), end.size(), info.st_size - size) == size &&
        end == kNamesAnotherFile)
      return base::fail(ErrorCode::BadFormat,
                        "This journal beside the history names another file, which SQLite would remove.",
                        "Plumbline makes no such journal: remove it, or move the history away from it.", file);
  }
  return {};
}

/// kRowsAtOnce rows go into one statement: four or five values each, below SQLite's limit of 32,766.
constexpr std::size_t kRowsAtOnce = 512;

std::string insertStatement(std::size_t rows, bool hasMonth) {
  const std::string row = hasMonth ? "(?, ?, ?, ?, ?)" : "(?, ?, ?, ?)";
  std::string sql = "INSERT INTO sample VALUES " + row;
  for (std::size_t i = 1; i < rows; ++i) sql += ", " + row;
  return sql;
}

/// forServer writes SQL's ? as the server's $1, $2 ...; a ? in quotes stays.
std::string forServer(std::string_view sql) {
  std::string out;
  int count = 0;
  bool isQuoted = false;
  for (const char c : sql) {
    if (c == '\'') isQuoted = !isQuoted;
    if (c == '?' && !isQuoted)
      out += '$' + std::to_string(++count);
    else
      out += c;
  }
  return out;
}

}  // namespace

bool isServer(std::string_view store) { return store.find("://") != store.npos; }

SqlConnection::SqlConnection(std::string name, QString connection, Access access)
    : m_name(std::move(name)), m_connection(std::move(connection)), m_access(access) {}

SqlConnection::~SqlConnection() {
  if (m_link) return;
  QSqlDatabase::database(m_connection, false).close();
  QSqlDatabase::removeDatabase(m_connection);
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const std::string& store, Access access,
                                                                 const ServerLink::Limits& limits) {
  if (!isServer(store)) return openSqlite(store, access);
  if (store.starts_with("postgresql://") || store.starts_with("postgres://")) return openServer(store, access, limits);
  return base::fail(ErrorCode::BadArgument, "A history is a file or postgresql://user@host:port/database.",
                    "ClickHouse is read with history add.");
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::openServer(const std::string& url, Access access,
                                                                       const ServerLink::Limits& limits) {
  auto name = ServerLink::nameOf(url);
  if (!name) return base::fail(std::move(name.error()));
  bool needsPassword = false;
  const bool isReadOnly = access == Access::ReadOnly;
  auto link = ServerLink::open(url, {}, isReadOnly, limits, &needsPassword);
  if (!link && needsPassword)
    if (const fetch::Token password =
            fetch::TokenReader(fetch::Secret{.key = *name, .variables = {}, .isPassword = true}).readNow();
        !password.value.empty())
      link = ServerLink::open(url, password.value, isReadOnly, limits);
  if (!link) return base::fail(std::move(link.error()));
  std::unique_ptr<SqlConnection> connection(new SqlConnection(*std::move(name), {}, access));
  connection->m_link = *std::move(link);
  return connection;
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::openSqlite(const std::string& file, Access access) {
  // SQLite gives its own files beside it the same mode.
  if (access == Access::ReadWrite)
    if (auto made = files::makePrivateFile(file); !made) return base::fail(std::move(made.error()));
  if (auto checked = checkHeader(file); !checked) return base::fail(std::move(checked.error()));
  if (auto checked = checkCompanions(file, access); !checked) return base::fail(std::move(checked.error()));
  // A relative name could be one that SQLite takes otherwise: ":memory:" or "file:...".
  return connectSqlite(file, std::filesystem::absolute(file).string(), access);
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::openMemory() {
  return connectSqlite(":memory:", ":memory:", Access::ReadWrite);
}

base::Result<std::unique_ptr<SqlConnection>> SqlConnection::connectSqlite(const std::string& name, const std::string& file, Access access) {
  const QString driver = QStringLiteral("QSQLITE");
  if (!QSqlDatabase::isDriverAvailable(driver))
    return base::fail(ErrorCode::Internal, "Qt's driver for SQLite is not installed.", "Install libqt6sql6-sqlite.");
  const bool hadUnfinishedLog = sizeOf(file + "-wal") > 0;
  std::unique_ptr<SqlConnection> connection(
      new SqlConnection(name, QUuid::createUuid().toString(QUuid::WithoutBraces), access));
  connection->m_hadUnfinishedLog = hadUnfinishedLog;
  QSqlDatabase database = QSqlDatabase::addDatabase(driver, connection->m_connection);
  database.setDatabaseName(QString::fromStdString(file));
  database.setConnectOptions(access == Access::ReadWrite
                                 ? QStringLiteral("QSQLITE_BUSY_TIMEOUT=20000")
                                 : QStringLiteral("QSQLITE_BUSY_TIMEOUT=20000;QSQLITE_OPEN_READONLY"));
  if (!database.open())
    return base::fail(ErrorCode::NotReadable,
                      "The history cannot be opened: " + database.lastError().text().toStdString() + '.',
                      "Check the file and its permissions.", file);
  std::vector<std::string_view> settings = {"PRAGMA cache_size = -65536", "PRAGMA temp_store = MEMORY",
                                            "PRAGMA cell_size_check = ON", "PRAGMA trusted_schema = OFF",
                                            "PRAGMA case_sensitive_like = ON"};  // as a server's LIKE
  if (access == Access::ReadWrite)
    settings.emplace_back("PRAGMA synchronous = NORMAL");
  for (const std::string_view setting : settings)
    if (auto set = connection->run(setting); !set) return base::fail(std::move(set.error()));
  return connection;
}

base::Error SqlConnection::errorOf(const QSqlQuery& query) const {
  const QSqlError error = query.lastError();
  return errorOf(error.nativeErrorCode().toInt(), error.databaseText().toStdString());
}

base::Error SqlConnection::errorOf(int code, const std::string& text) const {
  switch (code & 0xff) {
    case 5:  // SQLITE_BUSY
    case 6:  // SQLITE_LOCKED
      return {ErrorCode::NotWritable, "Another program is writing to the history and does not finish.",
              "Try again when it is done.", m_name};
    case 8:  // SQLITE_READONLY
      return {ErrorCode::NotWritable, "The history is read-only; nothing was changed.",
              "Check the permissions of the file and its folder.", m_name};
    case 10:  // SQLITE_IOERR
    case 13:  // SQLITE_FULL
      return {ErrorCode::NotWritable,
              "The history cannot be written: the disk is full or fails (" + text +
                  "). What was stored before is unharmed.",
              "Free some space, then run the same command again.", m_name};
    case 11:  // SQLITE_CORRUPT
    case 26:  // SQLITE_NOTADB
      return {ErrorCode::BadFormat, "The history is damaged (" + text + ").",
              "Move the file away and add the sources again, or restore a copy; nothing was changed.", m_name};
    case 14:  // SQLITE_CANTOPEN
      return {ErrorCode::NotReadable, "The history cannot be opened.",
              "Check the permissions of the file and its folder.", m_name};
    default: return {ErrorCode::Internal, "The database refused a statement: " + text + '.', "", m_name};
  }
}

base::Result<SqlStatement> SqlConnection::prepare(std::string_view sql) {
  if (m_link) return SqlStatement{.sql = forServer(sql)};
  QSqlQuery query(QSqlDatabase::database(m_connection, false));
  query.setForwardOnly(true);
  if (!query.prepare(toQString(sql))) return base::fail(errorOf(query));
  return SqlStatement{.query = std::move(query)};
}

base::Result<void> SqlConnection::checkStop() const {
  if (!m_stop.stop_requested()) return {};
  return base::fail(ErrorCode::Internal, "The work was stopped.", "What was not stored yet is left out.", m_name);
}

base::Result<SqlRows> SqlConnection::rows(SqlStatement& statement, const QVariantList& values) {
  if (auto stopped = checkStop(); !stopped) return base::fail(std::move(stopped.error()));
  if (m_link) {
    auto answer = m_link->run(statement.sql, values, true);
    return answer ? base::Result<SqlRows>(SqlRows(*std::move(answer))) : base::fail(std::move(answer.error()));
  }
  for (qsizetype i = 0; i < values.size(); ++i) statement.query->bindValue(static_cast<int>(i), values[i]);
  if (!statement.query->exec()) return base::fail(errorOf(*statement.query));
  return SqlRows(&*statement.query);
}

base::Result<void> SqlConnection::runPrepared(SqlStatement& statement, const QVariantList& values) {
  auto done = rows(statement, values);
  return done ? base::Result<void>() : base::fail(std::move(done.error()));
}

base::Result<SqlRows> SqlConnection::query(std::string_view sql, const QVariantList& values) {
  if (auto stopped = checkStop(); !stopped) return base::fail(std::move(stopped.error()));
  if (m_link) {
    auto rows = m_link->run(forServer(sql), values);
    if (!rows) return base::fail(std::move(rows.error()));
    return SqlRows(*std::move(rows));
  }
  auto statement = prepare(sql);
  if (!statement) return base::fail(std::move(statement.error()));
  QSqlQuery& query = *statement->query;
  for (qsizetype i = 0; i < values.size(); ++i) query.bindValue(static_cast<int>(i), values[i]);
  if (!query.exec()) return base::fail(errorOf(query));
  return SqlRows(std::move(query));
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

sqlite3* SqlConnection::sqlite() {
  const QVariant handle = QSqlDatabase::database(m_connection, false).driver()->handle();
  if (qstrcmp(handle.typeName(), "sqlite3*") != 0) return nullptr;
  // Another SQLite inside of Qt's driver has other structures.
  auto version = query("SELECT sqlite_source_id()");
  if (!version || !version->next() || textAt(*version, 0) != sqlite3_sourceid()) return nullptr;
  return *static_cast<sqlite3* const*>(handle.constData());
}

base::Result<void> SqlConnection::insertSamples(std::span<const SampleRow> rows) {
  sqlite3* const database = m_link ? nullptr : sqlite();
  if (database == nullptr) return insertByVariants(rows);
  const auto failed = [&](int code) { return base::fail(errorOf(code, sqlite3_errmsg(database))); };
  sqlite3_stmt* made = nullptr;
  const int prepared = sqlite3_prepare_v2(database, "INSERT INTO sample VALUES (?, ?, ?, ?)", -1, &made, nullptr);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(made, &sqlite3_finalize);
  if (prepared != SQLITE_OK) return failed(prepared);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kRowsAtOnce == 0)
      if (auto stopped = checkStop(); !stopped) return stopped;
    const SampleRow& row = rows[i];
    sqlite3_bind_int64(made, 1, row.series);
    sqlite3_bind_int64(made, 2, row.run);
    row.number ? sqlite3_bind_double(made, 3, *row.number) : sqlite3_bind_null(made, 3);
    row.number ? sqlite3_bind_null(made, 4) : sqlite3_bind_int64(made, 4, row.word);
    sqlite3_step(made);
    if (const int code = sqlite3_reset(made); code != SQLITE_OK) return failed(code);
  }
  return {};
}

base::Result<void> SqlConnection::insertByVariants(std::span<const SampleRow> rows) {
  std::optional<SqlStatement> statement;
  std::size_t prepared = 0;
  for (std::size_t first = 0; first < rows.size(); first += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, rows.size() - first);
    if (count != prepared) {
      auto next = prepare(insertStatement(count, m_link != nullptr));
      if (!next) return base::fail(std::move(next.error()));
      statement = *std::move(next);
      prepared = count;
    }
    QVariantList values;
    const std::size_t cells = count * (m_link ? 5U : 4U);
    values.reserve(static_cast<qsizetype>(cells));
    for (const SampleRow& row : rows.subspan(first, count)) {
      values << toSqlNumber(row.series) << toSqlNumber(row.run) << (row.number ? QVariant(*row.number) : QVariant())
             << (row.number ? QVariant() : toSqlNumber(row.word));
      if (m_link) values << row.month;
    }
    if (auto done = runPrepared(*statement, values); !done) return done;
  }
  return {};
}

base::Result<void> SqlConnection::workBetween(std::string_view begin, const std::function<base::Result<void>()>& work) {
  if (auto begun = run(begin); !begun) return begun;
  m_isInTransaction = true;
  auto done = work();
  if (done) done = run("COMMIT");
  if (!done) {
    const std::stop_token stop = std::exchange(m_stop, {});  // the end of the transaction is not stopped
    static_cast<void>(run("ROLLBACK"));                      // the first error is the one to report
    m_stop = stop;
  }
  m_isInTransaction = false;
  return done;
}

base::Result<void> SqlConnection::transaction(const std::function<base::Result<void>()>& work) {
  // IMMEDIATE waits for the other writer at the start; a transaction that begins by reading could not wait later. On a
  // server writers wait for one lock: ids are numbers of ours.
  if (!m_link) return workBetween("BEGIN IMMEDIATE", work);
  return workBetween("BEGIN", [&] {
    auto locked = run("SELECT pg_advisory_xact_lock(" + std::to_string(kWriterLock) + ")");
    return locked ? work() : locked;
  });
}

base::Result<void> SqlConnection::snapshot(const std::function<base::Result<void>()>& work) {
  if (m_isInTransaction) return work();
  return workBetween(m_link ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN", work);
}

}  // namespace plumbline::history
