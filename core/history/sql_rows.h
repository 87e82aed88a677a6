// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of one statement, read once, forward. Those of SQLite come as they are read; those of a server are all here
// and checked.
//
//   auto rows = connection.query("SELECT hash FROM baseline_commit WHERE pr = ?", {pr});
//   while (rows->next()) use(rows->value(0));
#pragma once

#include <QSqlQuery>
#include <QVariant>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::history {

/// ServerRows holds the cells of an answer in the text form of the server.
struct ServerRows {
  enum class Type : std::uint8_t { Text, Integer, Real, Switch };
  struct Cell {
    std::size_t offset = 0;
    std::int64_t size = -1;  ///< -1: NULL
  };
  std::vector<Type> types;  ///< of the columns
  std::string bytes;
  std::vector<Cell> cells;  ///< row after row
};

class SqlRows {
 public:
  explicit SqlRows(QSqlQuery query) : m_rows(std::move(query)) {}
  /// The rows of a statement that is run again later: it ends with them.
  explicit SqlRows(QSqlQuery* statement) : m_rows(std::unique_ptr<QSqlQuery, Finish>(statement)) {}
  explicit SqlRows(ServerRows rows) : m_rows(std::move(rows)) {}

  bool next();
  /// value of the present row; invalid for a column that is not there.
  QVariant value(int column) const;
  bool isNull(int column) const { return value(column).isNull(); }

 private:
  struct Finish {
    void operator()(QSqlQuery* statement) const { statement->finish(); }
  };
  const QSqlQuery* query() const;
  std::variant<QSqlQuery, std::unique_ptr<QSqlQuery, Finish>, ServerRows> m_rows;
  std::size_t m_next = 0;  ///< first cell of the row after this one
};

/// toSql and textAt convert texts on their way in and out; NULL is an empty text. What no database stores (NUL, bytes
/// that are no UTF-8) becomes U+FFFD.
QVariant toSql(std::string_view text);
QVariant toSqlNumber(std::int64_t number);
std::string textAt(const SqlRows& row, int column);

}  // namespace plumbline::history
