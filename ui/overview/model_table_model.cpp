// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/model_table_model.h"

#include "core/verdicts/metric_catalogue.h"
#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QString valueText(const std::string& value) { return value.empty() ? u"\u2013"_s : fromUtf8(value); }

QString cellText(const overview::ModelRow::Cell& cell) {
  if (cell.notMeasured) return u"%1 (not measured)"_s.arg(valueText(cell.actual));
  if (cell.changed) return valueText(cell.expected) + u" \u2192 "_s + valueText(cell.actual);
  return valueText(cell.actual.empty() ? cell.expected : cell.actual);
}

}  // namespace

ModelTableModel::ModelTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void ModelTableModel::setView(const session::CommitSnapshotPtr& snapshot, overview::ModelView view) {
  beginResetModel();
  m_snapshot = snapshot;
  m_view = std::move(view);
  endResetModel();
}

QString ModelTableModel::configName(int row) const { return configText(*m_snapshot->view, this->row(row).config); }

int ModelTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_view.rows.size());
}

int ModelTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(FirstMetric) + static_cast<int>(m_view.metrics.size()) + 1;
}

QString ModelTableModel::text(int row, int column) const {
  const overview::ModelRow& shown = this->row(row);
  if (column == Verdict) return fromUtf8(shown.statusWord);
  if (column == Config) return configName(row);
  if (column == originColumn()) return fromUtf8(shown.origin);
  const auto metric = static_cast<std::size_t>(column - FirstMetric);
  return metric < shown.cells.size() ? cellText(shown.cells[metric]) : QString();
}

QString ModelTableModel::title(int column) const {
  if (column == Verdict) return u"Verdict"_s;
  if (column == Config) return u"Config"_s;
  if (column == originColumn()) return u"Came from"_s;
  const std::string& name = m_view.metrics[static_cast<std::size_t>(column - FirstMetric)];
  const std::uint8_t known = verdicts::metricIndex(name);
  return fromUtf8(known == 0xff ? name : verdicts::metricCatalogue()[known].title);
}

QString ModelTableModel::said(int row) const {
  QStringList parts{text(row, Verdict), u"in "_s + configName(row)};
  for (int column = FirstMetric; column < originColumn(); ++column) {
    const auto& cells = this->row(row).cells;
    const auto metric = static_cast<std::size_t>(column - FirstMetric);
    if (metric >= cells.size()) continue;
    const overview::ModelRow::Cell& cell = cells[metric];
    if (cell.changed) parts << u"%1 expected %2 actual %3"_s.arg(title(column), valueText(cell.expected), valueText(cell.actual));
  }
  return parts.join(u", "_s);
}

QVariant ModelTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const overview::ModelRow& shown = row(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), column);
    case Qt::ToolTipRole: return title(column) + u": "_s + text(index.row(), column);
    case Qt::AccessibleTextRole: return said(index.row());
    case CellRole::Class: return int(shown.cls);
    case CellRole::Tone: {
      if (column == Verdict) return int(CellTone::ClassWord);
      if (column == Config) return int(CellTone::Plain);
      if (column == originColumn()) return int(CellTone::Muted);
      const auto metric = static_cast<std::size_t>(column - FirstMetric);
      const bool news = metric < shown.cells.size() && shown.cells[metric].changed && !shown.cells[metric].notMeasured;
      return int(news ? CellTone::Plain : CellTone::Muted);
    }
    default: return {};
  }
}

QVariant ModelTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= columnCount()) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(title(section)) : QVariant();
}

}  // namespace plumbline::ui
