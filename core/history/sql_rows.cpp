// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sql_rows.h"

#include <QString>

#include "core/text/utf8.h"

namespace plumbline::history {

const QSqlQuery* SqlRows::query() const {
  if (const auto* own = std::get_if<QSqlQuery>(&m_rows)) return own;
  const auto* kept = std::get_if<std::unique_ptr<QSqlQuery, Finish>>(&m_rows);
  return kept == nullptr ? nullptr : kept->get();
}

bool SqlRows::next() {
  if (auto* own = std::get_if<QSqlQuery>(&m_rows)) return own->next();
  if (auto* kept = std::get_if<std::unique_ptr<QSqlQuery, Finish>>(&m_rows)) return (*kept)->next();
  const auto& rows = std::get<ServerRows>(m_rows);
  if (m_next >= rows.cells.size()) return false;
  m_next += rows.types.size();
  return true;
}

QVariant SqlRows::value(int column) const {
  if (const QSqlQuery* found = query()) return found->value(column);
  const auto& rows = std::get<ServerRows>(m_rows);
  const auto at = static_cast<std::size_t>(column);
  if (column < 0 || at >= rows.types.size() || m_next == 0) return {};
  const ServerRows::Cell cell = rows.cells[m_next - rows.types.size() + at];
  if (cell.size < 0) return {};
  const QString text = QString::fromUtf8(rows.bytes.data() + cell.offset, static_cast<qsizetype>(cell.size));
  switch (rows.types[at]) {
    case ServerRows::Type::Integer: return text.toLongLong();
    case ServerRows::Type::Real: return text.toDouble();
    case ServerRows::Type::Switch: return text == QStringLiteral("t") ? 1 : 0;
    case ServerRows::Type::Text: break;
  }
  return text;
}

QVariant toSql(std::string_view text) {
  if (text.empty()) return QStringLiteral("");  // a null string would be stored as NULL
  return QString::fromStdString(text::escapedBytes(text));  // names that differ must not become equal
}

QVariant toSqlNumber(std::int64_t number) { return QVariant::fromValue<qlonglong>(number); }

std::string textAt(const SqlRows& row, int column) { return row.value(column).toString().toStdString(); }

}  // namespace plumbline::history
