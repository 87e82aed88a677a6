// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_table.h"

#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>

#include "ui/triage/column_layout.h"
#include "ui/triage/triage_delegate.h"
#include "ui/triage/triage_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

TriageTable::TriageTable(TriageModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new TriageDelegate(theme, this)),
      m_layout(new ColumnLayout(horizontalHeader())) {
  setAccessibleName(u"Models"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(u"Columns of the models"_s);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& at) {
    Q_EMIT columnMenuRequested(header->logicalIndexAt(at), header->mapToGlobal(at));
  });
  setSortingEnabled(true);
  connect(this, &RecordTable::hovered, m_delegate, &TriageDelegate::setHoveredRow);
  connect(this, &RecordTable::opened, this, &TriageTable::detailsRequested);

  connect(model, &TriageModel::rowsAboutToChange, this, &TriageTable::keepPlace);
  connect(model, &TriageModel::rowsShown, this, &TriageTable::takePlace);
  connect(model, &TriageModel::modelAboutToBeReset, m_layout, &ColumnLayout::hold);
  connect(model, &TriageModel::modelReset, this, &TriageTable::shapeColumns);
  connect(model, &TriageModel::orderChanged, this, &TriageTable::showSortMark);
  setTheme(theme);
}

void TriageTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void TriageTable::shapeColumns() {
  if (!m_model->comparison()) return;
  m_delegate->measure(*m_model);
  m_layout->apply(m_model->columns(), [this](int column) { return m_delegate->wantedWidth(column); });
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

void TriageTable::keepPlace() {
  if (m_moving) return;
  m_moving = true;
  m_anchor.keep(*this, *m_model);
  // Qt would make a persistent index of every selected cell; the anchor knows better.
  selectionModel()->reset();
  hoverRow(-1);
}

void TriageTable::takePlace() {
  const int current = m_anchor.take(*this, *m_model);
  m_moving = false;
  if (current < 0 && !m_anchor.wasFilteredOut() && m_model->rowCount() > 0) {
    goTo(0);
    return;
  }
  viewport()->update();
  Q_EMIT currentModelChanged(current >= 0 ? m_model->sourceRow(current) : verdicts::kNoRow);
}

void TriageTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  if (m_moving || !current.isValid()) return;
  m_anchor.forget();
  Q_EMIT currentModelChanged(m_model->sourceRow(current.row()));
}

QList<int> TriageTable::shownColumns() const {
  QList<int> columns;
  for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
    if (const int logical = horizontalHeader()->logicalIndex(visual); !horizontalHeader()->isSectionHidden(logical))
      columns << logical;
  return columns;
}

bool TriageTable::goToOpen(int step) {
  const int start = currentIndex().isValid() ? currentIndex().row() : (step > 0 ? -1 : m_model->rowCount());
  for (int row = start + step; row >= 0 && row < m_model->rowCount(); row += step)
    if (m_model->isOpen(row)) {
      goTo(row);
      return true;
    }
  return false;
}

}  // namespace plumbline::ui
