// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/compare/diff_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

using diff::RowSort;

/// withDirection adds to a sentence in which direction the metric is better.
QString withDirection(const QString& sentence, const verdicts::MetricInfo& info) {
  switch (info.better) {
    case verdicts::Better::Lower:
      return QCoreApplication::translate("CompareColumns", "%1. Lower is better").arg(sentence);
    case verdicts::Better::Higher:
      return QCoreApplication::translate("CompareColumns", "%1. Higher is better").arg(sentence);
    case verdicts::Better::Neither: break;
  }
  return sentence;
}

bool hasNumbers(const diff::RunDiff& diff, std::size_t metric) {
  for (std::size_t run = 0; run < diff.runs().size(); ++run)
    if (std::ranges::any_of(diff.numbers(run, metric), [](double number) { return !std::isnan(number); })) return true;
  return false;
}

/// differs is true when any model has another value; columns without a difference come last.
bool differs(const diff::RunDiff& diff, diff::Sides sides, std::size_t metric) {
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    const diff::Delta delta = diff::deltaOf(diff, sides.before, sides.after, row, metric);
    if (delta.isWordChange || (delta.isNumeric && delta.absolute != 0)) return true;
  }
  return false;
}

RowSort::By byOf(CompareKind kind) {
  switch (kind) {
    case CompareKind::Move: return RowSort::By::Move;
    case CompareKind::Model: return RowSort::By::Model;
    case CompareKind::Noise: return RowSort::By::Noise;
    case CompareKind::Metric: return RowSort::By::Change;
    case CompareKind::Value: break;
  }
  return RowSort::By::Value;
}

MadeRows compute(const session::CompareState& state, const MadeRows& last) {
  MadeRows made;
  const diff::Sides sides{state.before, state.after};
  const bool same = last.rows && last.rows->diff() == state.diff && last.rows->sides() == sides;
  made.whatIf = same ? last.whatIf : std::make_shared<const diff::WhatIf>(state.diff, sides.before, sides.after);
  if (same) made.summary = last.summary;
  else if (sides.before == sides.after) made.summary = std::make_shared<const std::vector<diff::SummaryLine>>();
  else made.summary = std::make_shared<const std::vector<diff::SummaryLine>>(diff::summaryLines(*state.diff, sides.before, sides.after));
  made.repeats = state.repeats;
  if (same && last.repeats == state.repeats) {
    made.own = last.own;
  } else {
    made.own = std::make_shared<const diff::Repeats>(*state.diff, diff::repeatGroups(*state.diff, sides.before, sides.after, state.repeats));
    if (made.own->isEmpty()) made.own.reset();
  }
  made.rows = std::make_shared<const diff::DiffRows>(*made.whatIf, state.diff, sides, state.thresholds, diff::defaultThresholds(),
                                                     made.own ? made.own : state.earlier);
  return made;
}

/// kTestedAtOnce readings with repeats are tested in place: each takes up to a tenth of a millisecond.
constexpr std::size_t kTestedAtOnce = 100;

bool hasRepeats(const session::CompareState& state) { return state.repeats > 0 || !state.diff->doubled().empty(); }

/// plain is a value as a spreadsheet reads it: the file's own text, nothing where there is no value.
QString plain(const diff::Reading& reading) {
  if (!hasValue(reading)) return {};
  if (reading.state != diff::ReadingState::Number) return fromUtf8(reading.text);
  return reading.text.empty() ? QString::number(reading.number, 'g', 12) : fromUtf8(reading.text);
}

QStringList heads(const diff::DiffRows& rows, const CompareColumn& column, TableFormat format) {
  if (format == TableFormat::Markdown || column.kind != CompareKind::Metric) return {column.title};
  const QString letters[] = {runLetter(rows.sides().before), runLetter(rows.sides().after)};
  QStringList made{column.title + u' ' + letters[0], column.title + u' ' + letters[1]};
  if (column.isNumeric)
    made << QCoreApplication::translate("CompareText", "%1 change").arg(column.title)
         << QCoreApplication::translate("CompareText", "%1 change (%)").arg(column.title);
  return made;
}

QStringList cells(const diff::DiffRows& rows, const CompareColumn& column, std::uint32_t row, TableFormat format) {
  const diff::RunDiff& diff = *rows.diff();
  switch (column.kind) {
    case CompareKind::Move: {
      const QString word = moveStyle(rows.move(row)).title;
      return {rows.alarmOf(row) == nullptr ? word
                                           : QCoreApplication::translate("CompareText", "%1, ratio hides").arg(word)};
    }
    case CompareKind::Model: return {fromUtf8(diff.model(row))};
    case CompareKind::Noise: return {noiseWord(rows, row)};
    case CompareKind::Value:
      if (format == TableFormat::Tsv) return {plain(diff.reading(column.run, row, column.metric))};
      return {readingText(diff.reading(column.run, row, column.metric), diff.metrics()[column.metric])};
    case CompareKind::Metric: break;
  }
  if (format == TableFormat::Markdown) return {oneLine(diffText(rows, row, column.metric))};
  const auto [before, after] = rows.sides();
  QStringList made{plain(diff.reading(before, row, column.metric)), plain(diff.reading(after, row, column.metric))};
  if (!column.isNumeric) return made;
  const diff::Delta delta = diff::deltaOf(diff, before, after, row, column.metric);
  made << (delta.isNumeric ? QString::number(delta.absolute, 'g', 12) : QString());
  made << (delta.isNumeric && !std::isnan(delta.relative) ? QString::number(delta.relative * 100, 'g', 6) : QString());
  return made;
}

}  // namespace

QString runLetter(std::size_t run) { return QString(QChar(static_cast<char16_t>(u'A' + run))); }

CompareColumns::CompareColumns(const diff::RunDiff& diff, diff::Sides sides, bool hasNoise) {
  const bool hasPair = sides.before != sides.after;
  if (hasPair)
    m_columns.push_back({CompareKind::Move, 0, 0, u"move"_s, QCoreApplication::translate("CompareColumns", "Move"),
                         QCoreApplication::translate("CompareColumns",
                                                     "The worst that became of the model over all metrics; sorts "
                                                     "worst first, the largest change first"), false});
  m_columns.push_back({CompareKind::Model, 0, 0, u"model"_s, QCoreApplication::translate("CompareColumns", "Model"),
                       QCoreApplication::translate("CompareColumns", "The model's name in the files"), false});
  if (hasNoise)
    m_columns.push_back({CompareKind::Noise, 0, 0, u"noise"_s, QCoreApplication::translate("CompareColumns", "q"),
                         QCoreApplication::translate("CompareColumns",
                                                     "Of the model's metrics the smallest q-value, over all cells with "
                                                     "repeats, or of what moved against the runs in the history: among those up to "
                                                     "0.05 at most 5 % are expected to be noise"),
                         true});
  std::vector<std::size_t> order(diff.metrics().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (hasPair) std::stable_partition(order.begin(), order.end(), [&](std::size_t metric) { return differs(diff, sides, metric); });
  for (const std::size_t metric : order) {
    const verdicts::MetricInfo& info = diff.metrics()[metric];
    const QString name = fromUtf8(info.name), title = metricTitle(info);
    const bool numeric = hasNumbers(diff, metric);
    if (hasPair)
      m_columns.push_back({CompareKind::Metric, metric, 0, u"metric:"_s + name, title,
                           withDirection(QCoreApplication::translate("CompareColumns",
                                                                     "%1: %2 \u2192 %3, the change and per cent. A "
                                                                     "click sorts by the change")
                                             .arg(shortened(name), runLetter(sides.before), runLetter(sides.after)),
                                         info),
                           numeric});
    for (std::size_t run = 0; run < diff.runs().size(); ++run) {
      if (hasPair && (run == sides.before || run == sides.after)) continue;
      const QString label = shortened(fromUtf8(diff.runs()[run].label), 60);
      m_columns.push_back({CompareKind::Value, metric, run, u"value:%1:%2"_s.arg(name).arg(run),
                           hasPair ? u"%1 %2"_s.arg(runLetter(run), shortened(fromUtf8(info.title.empty() ? info.name : info.title), 60)) : title,
                           withDirection(QCoreApplication::translate("CompareColumns", "%1 of run %2, %3")
                                             .arg(shortened(name), runLetter(run), label), info), numeric});
    }
  }
}

int CompareColumns::indexOf(const QString& key) const {
  const auto found = std::ranges::find(m_columns, key, &CompareColumn::key);
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

int CompareColumns::indexOf(CompareKind kind) const {
  const auto found = std::ranges::find(m_columns, kind, &CompareColumn::kind);
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

RowSort CompareColumns::sortFor(int column, bool descending) const {
  if (column < 0 || column >= count()) return {};
  const CompareColumn& about = at(column);
  return {byOf(about.kind), about.metric, about.run, descending};
}

int CompareColumns::columnOf(const RowSort& sort) const {
  const auto found = std::ranges::find_if(m_columns, [&sort](const CompareColumn& column) {
    if (byOf(column.kind) != sort.by) return false;
    if (sort.by == RowSort::By::Change) return column.metric == sort.metric;
    return sort.by != RowSort::By::Value || (column.metric == sort.metric && column.run == sort.run);
  });
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

CompareModel::CompareModel(QObject* parent) : FilteredModel(parent) {}

void CompareModel::setRows(DiffRowsPtr rows) {
  const bool sameRuns = rows && m_rows && rows->diff() == m_rows->diff() && rows->sides() == m_rows->sides() &&
                        (rows->repeats() == nullptr) == (m_rows->repeats() == nullptr);
  if (sameRuns) {
    m_rows = std::move(rows);
    return refresh();
  }
  beginResetRows();
  // Metrics are numbered per diff: an order by metric is carried over by the column's key.
  const int sorted = m_sort == diff::RowSort{} ? -1 : m_columns.columnOf(m_sort);
  const QString sortedKey = sorted >= 0 ? m_columns.at(sorted).key : QString();
  const bool descending = m_sort.descending;
  m_rows = std::move(rows);
  m_columns = m_rows ? CompareColumns(*m_rows->diff(), m_rows->sides(), m_rows->repeats() != nullptr) : CompareColumns();
  m_sort = m_columns.sortFor(sortedKey.isEmpty() ? -1 : m_columns.indexOf(sortedKey), descending);
  endResetRows(m_rows ? m_rows->shown(m_filter, m_sort) : std::vector<std::uint32_t>());
  Q_EMIT orderChanged();
}

void CompareModel::setFilter(const diff::DiffRowFilter& filter) {
  if (filter == m_filter) return;
  m_filter = filter;
  refresh();
}

void CompareModel::setSort(const diff::RowSort& sort) {
  if (sort == m_sort) return;
  m_sort = sort;
  refresh();
  Q_EMIT orderChanged();
}

void CompareModel::refresh() {
  if (!m_rows) return;
  std::vector<std::uint32_t> rows = m_rows->shown(m_filter, m_sort);
  if (rows != shownRows()) return showRows(std::move(rows));
  // The same rows, but their values may differ.
  emitAllChanged(*this);
  Q_EMIT rowsShown();
}

std::size_t CompareModel::sourceRowCount() const { return m_rows ? m_rows->diff()->rowCount() : 0; }
std::string_view CompareModel::sourceName(std::uint32_t sourceRow, std::string&) const {
  return m_rows->diff()->model(sourceRow);
}

QString CompareModel::modelName(int row) const { return fromUtf8(m_rows->diff()->model(sourceRow(row))); }

int CompareModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_columns.count(); }

QString CompareModel::marks(std::uint32_t row) const {
  QStringList marks;
  if (!m_rows->flipsOf(row).empty()) marks << flipMark();
  if (m_rows->alarmOf(row) != nullptr) marks << alarmMark();
  return marks.join(u' ');
}

QString CompareModel::cellText(int row, int column) const {
  const std::uint32_t source = sourceRow(row);
  const CompareColumn& about = m_columns.at(column);
  switch (about.kind) {
    case CompareKind::Move: return moveStyle(m_rows->move(source)).title;
    case CompareKind::Model: return modelName(row);
    case CompareKind::Noise: return noiseWord(*m_rows, source);
    case CompareKind::Metric: return oneLine(diffText(*m_rows, source, about.metric));
    case CompareKind::Value: break;
  }
  return readingText(m_rows->diff()->reading(about.run, source, about.metric), m_rows->diff()->metrics()[about.metric]);
}

QString CompareModel::tooltip(int row, int column) const {
  const std::uint32_t source = sourceRow(row);
  const CompareColumn& about = m_columns.at(column);
  if (about.kind == CompareKind::Metric) return moveSentence(*m_rows, source, about.metric);
  QStringList lines{shortened(modelName(row), 600)};
  if (m_rows->sides().before != m_rows->sides().after) {
    lines << moveStyle(m_rows->move(source)).tooltip;
    lines << rowSentences(*m_rows, source);
  }
  return lines.join(u'\n');
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::uint32_t source = sourceRow(index.row());
  const CompareColumn& about = m_columns.at(index.column());
  switch (role) {
    case Qt::DisplayRole: return cellText(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row(), index.column());
    case Qt::AccessibleTextRole: {
      QString text = about.title + u": "_s + cellText(index.row(), index.column());
      if (about.kind == CompareKind::Move) {
        if (!m_rows->flipsOf(source).empty()) text = tr("%1, turns over with these thresholds").arg(text);
        if (m_rows->alarmOf(source) != nullptr) text = tr("%1, the ratio hides what moved").arg(text);
      }
      if (about.kind == CompareKind::Noise)
        if (const diff::CellShift* cell = m_rows->repeats()->surestOf(source))
          text = u"%1, %2: %3"_s.arg(text, metricTitle(m_rows->diff()->metrics()[cell->metric]), trueMinus(fromUtf8(diff::shiftText(*cell))));
      return text;
    }
    case Qt::TextAlignmentRole: return alignmentOf(about.isNumeric);
    case MoveRole: return int(m_rows->move(source));
    case MarksRole: return marks(source);
    case TextRole:
      return about.kind == CompareKind::Metric ? QVariant::fromValue(diffText(*m_rows, source, about.metric)) : QVariant();
    default: return {};
  }
}

ColumnHead CompareModel::columnHead(int column) const {
  const CompareColumn& about = m_columns.at(column);
  return {about.title, about.tooltip, about.isNumeric};
}

void CompareModel::sort(int column, Qt::SortOrder order) {
  setSort(m_columns.sortFor(column, order == Qt::DescendingOrder));
}

RowsBuilder::RowsBuilder(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<MadeRows> outcome) {
        if (outcome.isValue()) deliver(std::move(outcome.value()));
      }) {}

void RowsBuilder::make(const session::CompareStatePtr& state) {
  m_runner.cancel();
  const std::size_t readings = state && state->diff ? state->diff->rowCount() * state->diff->metrics().size() : 0;
  if (!state || !state->diff) {
    deliver({nullptr, std::make_shared<const std::vector<diff::SummaryLine>>(), nullptr, 0, nullptr});
  } else if (readings <= (hasRepeats(*state) ? kTestedAtOnce : kAtOnce)) {
    deliver(compute(*state, m_last));
  } else {
    m_runner.run([state, last = m_last](const base::Progress&) -> base::Outcome<MadeRows> { return compute(*state, last); });
  }
}

void RowsBuilder::deliver(MadeRows rows) {
  m_last = std::move(rows);
  Q_EMIT made(m_last);
}

QString compareText(const diff::DiffRows& rows, const CompareColumns& columns, const QList<int>& shown,
                    const std::vector<std::uint32_t>& sourceRows, TableFormat format, const base::Progress& progress) {
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
  return tableText(table, format, right);
}

}  // namespace plumbline::ui
