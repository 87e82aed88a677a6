// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to a database: a file through Qt's driver for SQLite, a server through ServerLink. SQL text stays
// inside core/history; errors come out as base::Error with the store's name, what happened and what to do. A connection
// belongs to the thread that opened it and needs a QCoreApplication, which knows where Qt's drivers are.
//
//   auto connection = SqlConnection::open("postgresql://me@db.example/ci", SqlConnection::Access::ReadWrite);
//   auto rows = (*connection)->query("SELECT hash FROM baseline_commit WHERE pr = ?", {pr});
//   while (rows->next()) use(rows->value(0));
#pragma once

#include <QSqlQuery>
#include <QString>
#include <QVariant>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/history/server_link.h"
#include "core/history/sql_rows.h"

struct sqlite3;

namespace plumbline::history {

/// isServer: a store is named by a URL and not by a file.
bool isServer(std::string_view store);

/// SqlStatement is one that is run many times.
struct SqlStatement {
  std::string sql = {};                 ///< as the server takes it
  std::optional<QSqlQuery> query = {};  ///< SQLite's
};

/// SampleRow is a row of the table of values; a word where there is no number.
struct SampleRow {
  std::int64_t series = 0, run = 0;
  std::optional<double> number;
  std::int64_t word = 0;
  int month = 0;  ///< on a server alone
};

class SqlConnection {
 public:
  enum class Access : std::uint8_t { ReadWrite, ReadOnly };
  enum class Engine : std::uint8_t { Sqlite, PostgreSql };

  /// open takes a file or a postgresql:// URL. A password comes from libpq's own places or the keyring. Errors as
  /// openSqlite and ServerLink::open.
  static base::Result<std::unique_ptr<SqlConnection>> open(const std::string& store, Access access,
                                                           const ServerLink::Limits& limits = {});

  /// openSqlite opens a database file, and makes it with ReadWrite: folders for their owner alone, the file with mode
  /// 0600. Errors: NotFound (ReadOnly without a file), BadFormat for a file that is no database, NotWritable,
  /// NotReadable, Internal without Qt's driver.
  static base::Result<std::unique_ptr<SqlConnection>> openSqlite(const std::string& file, Access access);
  /// openMemory makes an empty database that is gone with the object.
  static base::Result<std::unique_ptr<SqlConnection>> openMemory();
  SqlConnection(const SqlConnection&) = delete;
  SqlConnection& operator=(const SqlConnection&) = delete;
  ~SqlConnection();

  /// name is the file, or the URL without its options.
  const std::string& name() const { return m_name; }
  Engine engine() const { return m_link ? Engine::PostgreSql : Engine::Sqlite; }
  Access access() const { return m_access; }
  /// stopWith makes every statement fail from a requested stop on; a transaction is rolled back then.
  void stopWith(std::stop_token stop) { m_stop = std::move(stop); }
  /// hadUnfinishedLog: the last program did not close the database, or another one has it open.
  bool hadUnfinishedLog() const { return m_hadUnfinishedLog; }

  /// query runs one statement; its rows are read once, forward. Errors as errorOf.
  base::Result<SqlRows> query(std::string_view sql, const QVariantList& values = {});
  base::Result<void> run(std::string_view sql, const QVariantList& values = {});
  /// number reads one number; 0 for NULL and for no row.
  base::Result<std::int64_t> number(std::string_view sql, const QVariantList& values = {});
  /// prepare makes a statement that is run many times, by runPrepared.
  base::Result<SqlStatement> prepare(std::string_view sql);
  base::Result<SqlRows> rows(SqlStatement& statement, const QVariantList& values);
  base::Result<void> runPrepared(SqlStatement& statement, const QVariantList& values);
  /// insertSamples stores rows, fastest in the order of the table. SQLite's own interface takes those of a file where Qt's driver uses
  /// the same library: a QVariant for each cell costs more than the storing.
  base::Result<void> insertSamples(std::span<const SampleRow> rows);
  /// transaction runs `work` as one: all of it is stored, or nothing if it fails or the program ends. It waits for
  /// another program that writes.
  base::Result<void> transaction(const std::function<base::Result<void>()>& work);
  /// snapshot runs `work`, which only reads: all its statements see one state of the store, whatever others write
  /// meanwhile. Inside of transaction() or snapshot() it is a part of that.
  base::Result<void> snapshot(const std::function<base::Result<void>()>& work);
  /// read returns what `work` reads in a snapshot.
  template <typename T>
  base::Result<T> read(const std::function<base::Result<T>()>& work) {
    std::optional<base::Result<T>> result;
    const auto done = snapshot([&]() -> base::Result<void> {
      result = work();
      return *result ? base::Result<void>() : base::fail(result->error());
    });
    return done ? *std::move(result) : base::fail(done.error());
  }

 private:
  SqlConnection(std::string name, QString connection, Access access);
  static base::Result<std::unique_ptr<SqlConnection>> connectSqlite(const std::string& name, const std::string& file, Access access);
  static base::Result<std::unique_ptr<SqlConnection>> openServer(const std::string& url, Access access,
                                                                 const ServerLink::Limits& limits);
  base::Error errorOf(const QSqlQuery& query) const;
  base::Result<void> checkStop() const;
  base::Error errorOf(int code, const std::string& text) const;
  sqlite3* sqlite();
  base::Result<void> insertByVariants(std::span<const SampleRow> rows);
  base::Result<void> workBetween(std::string_view begin, const std::function<base::Result<void>()>& work);

  std::string m_name;
  QString m_connection;  ///< Qt's name of it; "" for a server
  std::unique_ptr<ServerLink> m_link;
  Access m_access;
  bool m_hadUnfinishedLog = false;
  bool m_isInTransaction = false;
  std::stop_token m_stop;
};

}  // namespace plumbline::history
