// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_table.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <unordered_map>

#include "ui/triage/column_layout.h"
#include "ui/triage/triage_delegate.h"
#include "ui/triage/triage_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMaxListed = 40;  // a longer menu would not fit the screen

void addSort(QMenu* menu, TriageModel* model, const QString& text, const verdicts::RowOrder& order) {
  QAction* action = menu->addAction(text);
  action->setCheckable(true);
  action->setChecked(model->order() == order);
  QObject::connect(action, &QAction::triggered, model, [model, order] { model->setOrder(order); });
}

void addSorts(QMenu* menu, TriageModel* model, int column) {
  const TriageColumn& about = model->columns().at(column);
  if (about.kind != ColumnKind::Metric) {
    addSort(menu, model, TriageTable::tr("Sort ascending"), model->columns().orderFor(column, false));
    addSort(menu, model, TriageTable::tr("Sort descending"), model->columns().orderFor(column, true));
    return;
  }
  const auto order = [&](verdicts::MetricSide side, bool descending) {
    return verdicts::RowOrder{verdicts::OrderBy::Metric, about.metric, side, descending};
  };
  using verdicts::MetricSide;
  addSort(menu, model, TriageTable::tr("Sort by actual, ascending"), order(MetricSide::Actual, false));
  addSort(menu, model, TriageTable::tr("Sort by actual, descending"), order(MetricSide::Actual, true));
  addSort(menu, model, TriageTable::tr("Sort by expected, ascending"), order(MetricSide::Expected, false));
  addSort(menu, model, TriageTable::tr("Sort by expected, descending"), order(MetricSide::Expected, true));
  if (!about.numeric) return;
  addSort(menu, model, TriageTable::tr("Sort by change, largest rise first"), order(MetricSide::Delta, true));
  addSort(menu, model, TriageTable::tr("Sort by change, largest drop first"), order(MetricSide::Delta, false));
}

}  // namespace

TriageTable::TriageTable(TriageModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new TriageDelegate(theme, this)),
      m_layout(new ColumnLayout(horizontalHeader())) {
  setAccessibleName(tr("Models"));
  setModel(model);
  setRowDelegate(m_delegate);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(tr("Columns of the models"));
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& at) {
    Q_EMIT columnMenuRequested(header->logicalIndexAt(at), header->mapToGlobal(at));
  });
  setSortingEnabled(true);
  connect(this, &RecordTable::opened, this, &TriageTable::detailsRequested);
  keepPlaceByName(*model);
  connect(this, &RecordTable::currentMoved, this, [this] {
    Q_EMIT currentModelChanged(currentIndex().isValid() ? m_model->sourceRow(currentIndex().row()) : verdicts::kNoRow);
  });
  connect(model, &TriageModel::modelAboutToBeReset, m_layout, &ColumnLayout::hold);
  connect(model, &TriageModel::modelReset, this, &TriageTable::shapeColumns);
  connect(model, &TriageModel::orderChanged, this, &TriageTable::showSortMark);
  setTheme(theme);
}

void TriageTable::shapeColumns() {
  if (!m_model->comparison()) return;
  m_delegate->measure(*m_model);
  m_layout->apply(m_model->columns(), [this](int column) { return m_delegate->preferredWidth(column); });
  showSortMark();
}

void TriageTable::resetColumns() {
  m_layout->reset();
  shapeColumns();
}

void TriageTable::showSortMark() {
  const verdicts::RowOrder& order = m_model->order();
  const int column = order == verdicts::RowOrder{} ? -1 : m_model->columns().columnOf(order);
  const QSignalBlocker quiet(horizontalHeader());
  horizontalHeader()->setSortIndicator(column, order.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
  horizontalHeader()->viewport()->update();
}

/// Another column of the same row changes what can be done: the metric that can be accepted.
void TriageTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  if (current.isValid() && current.row() == previous.row()) Q_EMIT currentMoved();
}

bool TriageTable::goToOpen(int step) {
  return goToNext(step, [this](int row) { return m_model->isOpen(row); });
}

QMenu* makeColumnMenu(TriageTable* table, TriageModel* model, int column) {
  auto* menu = new QMenu(table);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (column >= 0 && column < model->columns().count()) {
    addSorts(menu, model, column);
    menu->addSeparator();
  }
  addSort(menu, model, TriageTable::tr("Worst first, then file order"), {});
  menu->addSeparator();
  if (column >= 0 && column < model->columns().count()) {
    menu->addAction(TriageTable::tr("Move left"), table, [table, column] { table->columnLayout().moveBy(column, -1); });
    menu->addAction(TriageTable::tr("Move right"), table,
                    [table, column] { table->columnLayout().moveBy(column, +1); });
    menu->addSeparator();
  }
  for (int c = 0; c < std::min(model->columns().count(), kMaxListed); ++c) {
    QAction* action = menu->addAction(model->columns().at(c).title);
    action->setCheckable(true);
    action->setChecked(table->columnLayout().isShown(c));
    // The name cannot be hidden.
    action->setEnabled(model->columns().at(c).kind != ColumnKind::Model);
    QObject::connect(action, &QAction::toggled, table,
                     [table, c](bool on) { table->columnLayout().setShown(c, on); });
  }
  menu->addSeparator();
  menu->addAction(TriageTable::tr("Reset the columns"), table, [table] { table->resetColumns(); });
  return menu;
}

}  // namespace plumbline::ui
