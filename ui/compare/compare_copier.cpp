// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_copier.h"

#include <QClipboard>
#include <QGuiApplication>
#include <cmath>

#include "ui/compare/diff_text.h"
#include "ui/compare/move_look.h"
#include "ui/support/clipboard_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// plain is a value as a spreadsheet reads it: the file's own text, nothing where there is no value.
QString plain(const diff::Reading& reading) {
  if (!hasValue(reading)) return {};
  if (reading.state != diff::ReadingState::Number) return fromUtf8(reading.text);
  return reading.text.empty() ? QString::number(reading.number, 'g', 12) : fromUtf8(reading.text);
}

QStringList heads(const diff::DiffRows& rows, const CompareColumn& column, CompareCopy format) {
  if (format == CompareCopy::Markdown || column.kind != CompareKind::Metric) return {column.title};
  const QString letters[] = {runLetter(rows.sides().before), runLetter(rows.sides().after)};
  QStringList made{column.title + u' ' + letters[0], column.title + u' ' + letters[1]};
  if (column.isNumeric) made << column.title + u" change"_s << column.title + u" change (%)"_s;
  return made;
}

QStringList cells(const diff::DiffRows& rows, const CompareColumn& column, std::uint32_t row, CompareCopy format) {
  const diff::RunDiff& diff = *rows.diff();
  switch (column.kind) {
    case CompareKind::Move: {
      QString word = moveLook(rows.move(row)).title;
      if (rows.alarmOf(row) != nullptr) word += u", ratio hides"_s;
      return {word};
    }
    case CompareKind::Model: return {fromUtf8(diff.model(row))};
    case CompareKind::Value:
      if (format == CompareCopy::Tsv) return {plain(diff.reading(column.run, row, column.metric))};
      return {readingText(diff.reading(column.run, row, column.metric), diff.metrics()[column.metric])};
    case CompareKind::Metric: break;
  }
  if (format == CompareCopy::Markdown) return {oneLine(diffText(rows, row, column.metric))};
  const auto [before, after] = rows.sides();
  QStringList made{plain(diff.reading(before, row, column.metric)), plain(diff.reading(after, row, column.metric))};
  if (!column.isNumeric) return made;
  const diff::Delta delta = diff::deltaOf(diff, before, after, row, column.metric);
  made << (delta.isNumeric ? QString::number(delta.absolute, 'g', 12) : QString());
  made << (delta.isNumeric && !std::isnan(delta.relative) ? QString::number(delta.relative * 100, 'g', 6) : QString());
  return made;
}

}  // namespace

QString compareText(const diff::DiffRows& rows, const CompareColumns& columns, const QList<int>& shown,
                    const std::vector<std::uint32_t>& sourceRows, CompareCopy format, const base::Progress& progress) {
  TextTable table;
  QStringList header;
  QList<bool> right;
  for (const int column : shown) {
    header += heads(rows, columns.at(column), format);
    right << columns.at(column).isNumeric;
  }
  table << header;
  for (const std::uint32_t row : sourceRows) {
    if (progress.stopRequested()) return {};
    QStringList line;
    for (const int column : shown) line += cells(rows, columns.at(column), row, format);
    table << line;
  }
  return format == CompareCopy::Tsv ? toTsv(table) : toMarkdown(table, right);
}

CompareCopier::CompareCopier(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Text> made) {
        if (made.isValue()) deliver(made.value());
      }) {}

void CompareCopier::copy(const DiffRowsPtr& rows, const CompareColumns& columns, const QList<int>& shown,
                         std::vector<std::uint32_t> sourceRows, CompareCopy format) {
  m_runner.cancel();
  if (!rows || sourceRows.empty() || shown.isEmpty()) return;
  if (sourceRows.size() <= kAtOnce) {
    deliver({compareText(*rows, columns, shown, sourceRows, format), sourceRows.size()});
    return;
  }
  m_runner.run([rows, columns, shown, sourceRows = std::move(sourceRows), format](const base::Progress& p) -> base::Outcome<Text> {
    Text made{compareText(*rows, columns, shown, sourceRows, format, p), sourceRows.size()};
    if (p.stopRequested()) return base::Cancelled{};
    return made;
  });
}

void CompareCopier::deliver(const Text& text) {
  QGuiApplication::clipboard()->setText(text.text);
  Q_EMIT copied(text.rows);
}

}  // namespace plumbline::ui
