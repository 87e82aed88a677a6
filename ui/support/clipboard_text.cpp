// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/clipboard_text.h"

#include <QAbstractItemModel>
#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QString oneLine(QString cell) {
  for (QChar& c : cell)
    if (c == u'\t' || c == u'\n' || c == u'\r') c = u' ';
  return cell;
}

QString escaped(const QString& cell) {
  QString out;
  for (const QChar c : oneLine(cell)) {
    // "_" stays: words are full of it, and inside a word it is no mark.
    if (u"\\|*`<>[]~"_s.contains(c)) out += u'\\';
    out += c;
  }
  return out.trimmed();
}

}  // namespace

TextTable rowTexts(const QAbstractItemModel& model, const QList<int>& rows, QList<int> columns) {
  if (columns.isEmpty()) {
    columns.resize(model.columnCount());
    std::iota(columns.begin(), columns.end(), 0);
  }
  TextTable table(1);
  for (const int column : columns) table[0] << model.headerData(column, Qt::Horizontal).toString();
  for (const int row : rows) {
    table.append(QStringList());
    for (const int column : columns) table.last() << model.index(row, column).data().toString();
  }
  return table;
}

void copyText(const QString& text) { QGuiApplication::clipboard()->setText(text); }

QString toTsv(const TextTable& table) {
  QString out;
  for (const QStringList& row : table) {
    QStringList cells;
    for (const QString& cell : row) cells << oneLine(cell);
    out += cells.join(u'\t') + u'\n';
  }
  return out;
}

QString toMarkdown(const TextTable& table, const QList<bool>& rightAligned) {
  if (table.isEmpty()) return {};
  const qsizetype columns = table.front().size();
  const auto right = [&](qsizetype c) { return c < rightAligned.size() && rightAligned[c]; };
  TextTable cells;
  QList<qsizetype> widths(columns, 3);
  for (const QStringList& row : table) {
    QStringList line;
    for (qsizetype c = 0; c < columns; ++c) {
      line << escaped(row.value(c));
      widths[c] = std::max(widths[c], line.back().size());
    }
    cells << line;
  }
  QString out;
  for (qsizetype r = 0; r < cells.size(); ++r) {
    for (qsizetype c = 0; c < columns; ++c)
      out += u"| "_s + (right(c) ? cells[r][c].rightJustified(widths[c]) : cells[r][c].leftJustified(widths[c])) + u' ';
    out += u"|\n"_s;
    if (r > 0) continue;
    for (qsizetype c = 0; c < columns; ++c)
      out += u"| "_s + QString(widths[c] - (right(c) ? 1 : 0), u'-') + (right(c) ? u": "_s : u" "_s);
    out += u"|\n"_s;
  }
  return out;
}

QString tableText(const TextTable& table, TableFormat format, const QList<bool>& rightAligned) {
  return format == TableFormat::Tsv ? toTsv(table) : toMarkdown(table, rightAligned);
}

RowCopier::RowCopier(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Text> text) {
        if (text.isValue()) deliver(text.value());
      }) {}

void RowCopier::copy(std::size_t rows, MakeText makeText) {
  m_runner.cancel();
  if (rows == 0) return;
  if (rows <= kMaxAtOnce) return deliver({makeText({}), rows});
  m_runner.run([rows, makeText = std::move(makeText)](const base::Progress& progress) -> base::Outcome<Text> {
    Text text{makeText(progress), rows};
    if (progress.stopRequested()) return base::Cancelled{};
    return text;
  });
}

void RowCopier::deliver(const Text& text) {
  copyText(text.text);
  Q_EMIT copied(text.rows);
}

}  // namespace plumbline::ui
