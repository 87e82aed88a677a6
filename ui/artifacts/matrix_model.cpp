// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_model.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/support/utf8_text.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

using overview::MatrixCell;
using overview::MatrixColumn;
using overview::MatrixRow;

namespace {

bool isOf(const MatrixRow& row, const configs::Config& place) {
  return row.suite == place.suite && row.mode == place.mode;
}
bool isOf(const MatrixColumn& column, const configs::Config& place) {
  return column.platform == place.platform && column.test == place.test && column.dtype == place.dtype;
}

std::uint32_t countOf(const MatrixCell& cell) {
  switch (styleOf(cell)) {
    case verdicts::VerdictClass::Fail: return cell.fail;
    case verdicts::VerdictClass::Invalid: return cell.invalid;
    case verdicts::VerdictClass::Missing: return cell.missing + cell.lost;
    case verdicts::VerdictClass::Flaky: return cell.flaky;
    case verdicts::VerdictClass::Improved: return cell.improved;
    default: return 0;
  }
}

bool worse(const MatrixCell& one, const MatrixCell& other) {
  const auto a = styleOf(one);
  const auto b = styleOf(other);
  return a != b ? a < b : countOf(one) > countOf(other);
}

}  // namespace

using overview::MatrixCell;
using verdicts::VerdictClass;

CellKind kindOf(const MatrixCell& cell) {
  if (!cell.config) return CellKind::NoConfig;
  if (!cell.problem.empty()) return CellKind::Problem;
  if (!cell.hasRun) return CellKind::NotRun;
  if (!cell.hasBaseline) return CellKind::NoBaseline;
  const bool matters = cell.fail + cell.invalid + cell.missing + cell.lost + cell.flaky + cell.improved > 0;
  return matters ? CellKind::Matters : CellKind::Calm;
}

QList<CellMark> marksOf(const MatrixCell& cell) {
  QList<CellMark> marks;
  const auto add = [&marks](VerdictClass cls, std::uint32_t count) {
    if (count > 0) marks << CellMark{cls, classMark(cls).glyph + grouped(count), count};
  };
  const CellKind kind = kindOf(cell);
  if (kind == CellKind::Calm) {
    add(VerdictClass::Pass, cell.pass);
    add(VerdictClass::ExpectedFail, cell.expectedFail);
  } else if (kind == CellKind::Matters) {
    add(VerdictClass::Fail, cell.fail);
    add(VerdictClass::Invalid, cell.invalid);
    add(VerdictClass::Missing, cell.missing + cell.lost);  // one glyph for both; the words differ
    add(VerdictClass::Flaky, cell.flaky);
    add(VerdictClass::Improved, cell.improved);
  } else if (kind == CellKind::Problem) {
    marks << CellMark{VerdictClass::Invalid, classMark(VerdictClass::Invalid).glyph, 0};
  }
  return marks;
}

double shareOf(const MatrixCell& cell) {
  constexpr double kFaintest = 0.35;
  constexpr double kFullRows = 16;  // as many rows have the whole tint
  const std::uint32_t count = countOf(cell);
  if (count == 0) return 1;
  return std::min(1.0, kFaintest + (1 - kFaintest) * std::log2(count) / std::log2(kFullRows));
}

VerdictClass styleOf(const MatrixCell& cell) {
  const QList<CellMark> marks = kindOf(cell) == CellKind::Calm ? QList<CellMark>() : marksOf(cell);
  return marks.isEmpty() ? VerdictClass::Pass : marks.first().cls;
}

QString shardText(const MatrixCell& cell) {
  if (!cell.hasRun || cell.shardsWanted == 0 || cell.shardsHere >= cell.shardsWanted) return {};
  return u"%1/%2"_s.arg(cell.shardsHere).arg(cell.shardsWanted);
}

QString shortText(const MatrixCell& cell) {
  switch (kindOf(cell)) {
    case CellKind::NoConfig: return {};
    case CellKind::NotRun: return MatrixModel::tr("not run");
    case CellKind::NoBaseline: return MatrixModel::tr("no baseline");
    default: break;
  }
  QStringList parts;
  for (const CellMark& mark : marksOf(cell)) parts << mark.text;
  if (const QString shards = shardText(cell); !shards.isEmpty()) parts << shards;
  return parts.join(u' ');
}

QString placeText(const configs::Config& place) { return QString::fromStdString(configs::configName(place)); }

void MatrixModel::setMatrix(overview::Matrix matrix) {
  beginResetModel();
  m_matrix = std::move(matrix);
  m_rowTotals.clear();
  m_columnTotals.clear();
  for (std::size_t row = 0; row < m_matrix.rows.size(); ++row) m_rowTotals.push_back(rowTotal(m_matrix, row));
  for (std::size_t column = 0; column < m_matrix.columns.size(); ++column)
    m_columnTotals.push_back(columnTotal(m_matrix, column));
  endResetModel();
}

const MatrixCell& MatrixModel::cell(const QModelIndex& index) const {
  return m_matrix.at(static_cast<std::size_t>(index.row()), static_cast<std::size_t>(index.column()));
}

std::optional<std::uint32_t> MatrixModel::configAt(const QModelIndex& index) const {
  return index.isValid() ? cell(index).config : std::nullopt;
}

configs::Config MatrixModel::place(const QModelIndex& index) const {
  const MatrixRow& row = m_matrix.rows[static_cast<std::size_t>(index.row())];
  const MatrixColumn& column = m_matrix.columns[static_cast<std::size_t>(index.column())];
  return {
      .test = column.test, .suite = row.suite, .mode = row.mode, .platform = column.platform, .dtype = column.dtype};
}

QModelIndex MatrixModel::find(const configs::Config& place) const {
  if (rowCount() == 0 || columnCount() == 0) return {};
  int row = -1;
  int column = -1;
  for (int r = 0; r < rowCount() && row < 0; ++r)
    if (isOf(m_matrix.rows[static_cast<std::size_t>(r)], place)) row = r;
  for (int c = 0; c < columnCount() && column < 0; ++c)
    if (isOf(m_matrix.columns[static_cast<std::size_t>(c)], place)) column = c;
  if (row < 0 && column < 0) return firstToLookAt();
  return index(std::max(0, row), std::max(0, column));
}

QModelIndex MatrixModel::firstToLookAt() const {
  QModelIndex best;
  for (int row = 0; row < rowCount(); ++row) {
    for (int column = 0; column < columnCount(); ++column) {
      const QModelIndex at = index(row, column);
      if (!cell(at).config) continue;
      if (!best.isValid() || worse(cell(at), cell(best))) best = at;
    }
  }
  return best.isValid() ? best : index(0, 0);
}

std::optional<CellMark> MatrixModel::total(int section, Qt::Orientation orientation) const {
  const auto& totals = orientation == Qt::Horizontal ? m_columnTotals : m_rowTotals;
  const MatrixCell& cell = totals[static_cast<std::size_t>(section)];
  if (kindOf(cell) != CellKind::Matters) return std::nullopt;
  return marksOf(cell).first();
}

bool MatrixModel::startsGroup(int column) const {
  const auto& columns = m_matrix.columns;
  const auto at = static_cast<std::size_t>(column);
  return column == 0 || columns[at].group != columns[at - 1].group;
}

bool MatrixModel::startsSuite(int row) const {
  const auto at = static_cast<std::size_t>(row);
  return row == 0 || m_matrix.rows[at].suite != m_matrix.rows[at - 1].suite;
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_matrix.rows.size());
}
int MatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_matrix.columns.size());
}

QString MatrixModel::words(const QModelIndex& index) const {
  if (!cell(index).config) return tr("CI has no such config");
  return QString::fromStdString(overview::cellText(cell(index)));
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return shortText(cell(index));
    case Qt::ToolTipRole: return QString(placeText(place(index)) + u'\n' + words(index));
    case Qt::AccessibleTextRole: return QString(placeText(place(index)) + u": "_s + words(index));
    case TintRole: return static_cast<int>(styleOf(cell(index)));
    default: return {};
  }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool across = orientation == Qt::Horizontal;
  if (section < 0 || section >= (across ? columnCount() : rowCount())) return {};
  if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole) {
    const QString sum = QString::fromStdString(
        overview::cellText((across ? m_columnTotals : m_rowTotals)[static_cast<std::size_t>(section)]));
    if (role == Qt::AccessibleDescriptionRole) return sum;
    return QString(headerData(section, orientation, Qt::AccessibleTextRole).toString() + u'\n' + sum);
  }
  const bool whole = role == Qt::AccessibleTextRole;
  if (role != Qt::DisplayRole && !whole) return {};
  if (!across) return QString::fromStdString(m_matrix.rows[static_cast<std::size_t>(section)].title);
  const MatrixColumn& column = m_matrix.columns[static_cast<std::size_t>(section)];
  const QString title = QString::fromStdString(column.title);
  return whole ? QString::fromStdString(column.group) + u", "_s + title : title;
}

}  // namespace plumbline::ui
