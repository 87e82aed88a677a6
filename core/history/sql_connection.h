// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to a database through Qt SQL. SQL text stays inside core/history; errors come out as base::Error with
// the store's name, what happened and what to do. A connection belongs to the thread that opened it and needs a
// QCoreApplication, which knows where Qt's drivers are.
//
//   auto connection = SqlConnection::openSqlite(file, SqlConnection::Access::ReadWrite);
//   auto rows = (*connection)->query("SELECT hash FROM baseline_commit WHERE pr = ?", {pr});
//   while (rows->next()) use(rows->value(0));
#pragma once

#include <QSqlQuery>
#include <QString>
#include <QVariant>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::history {

class SqlConnection {
 public:
  enum class Access : std::uint8_t { ReadWrite, ReadOnly };

  /// openSqlite opens a database file, and makes it with ReadWrite: folders for their owner alone, the file with mode 0600. Errors:
  /// NotFound (ReadOnly without a file), BadFormat for a file that is no database, NotWritable, NotReadable, Internal
  /// without Qt's driver.
  static base::Result<std::unique_ptr<SqlConnection>> openSqlite(const std::string& file, Access access);
  /// openMemory makes an empty database that is gone with the object.
  static base::Result<std::unique_ptr<SqlConnection>> openMemory();
  SqlConnection(const SqlConnection&) = delete;
  SqlConnection& operator=(const SqlConnection&) = delete;
  ~SqlConnection();

  const std::string& name() const { return m_name; }
  Access access() const { return m_access; }
  /// hadUnfinishedLog: the last program did not close the database, or another one has it open.
  bool hadUnfinishedLog() const { return m_hadUnfinishedLog; }

  /// query runs one statement; its rows are read once, forward. Errors as errorOf.
  base::Result<QSqlQuery> query(std::string_view sql, const QVariantList& values = {});
  base::Result<void> run(std::string_view sql, const QVariantList& values = {});
  /// number reads one number; 0 for NULL and for no row.
  base::Result<std::int64_t> number(std::string_view sql, const QVariantList& values = {});
  /// prepare makes a statement that is run many times, by runPrepared.
  base::Result<QSqlQuery> prepare(std::string_view sql);
  base::Result<void> runPrepared(QSqlQuery& statement, const QVariantList& values);
  /// transaction runs `work` as one: all of it is stored, or nothing if it fails or the program ends. It waits for another
  /// program that writes.
  base::Result<void> transaction(const std::function<base::Result<void>()>& work);

 private:
  SqlConnection(std::string name, QString connection, Access access);
  static base::Result<std::unique_ptr<SqlConnection>> connectSqlite(const std::string& file, Access access);
  base::Error errorOf(const QSqlQuery& query) const;

  std::string m_name;
  QString m_connection;  ///< Qt's name of it
  Access m_access;
  bool m_hadUnfinishedLog = false;
};

/// toSql and textAt convert texts on their way in and out; NULL is an empty text.
QVariant toSql(std::string_view text);
QVariant toSqlNumber(std::int64_t number);
std::string textAt(const QSqlQuery& row, int column);

}  // namespace plumbline::history
