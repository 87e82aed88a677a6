// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_table.h"

#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>

#include "ui/flaky/flaky_delegate.h"
#include "ui/flaky/flaky_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

FlakyTable::FlakyTable(FlakyModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new FlakyDelegate(theme, this)) {
  setAccessibleName(u"Flaky entries"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(u"Columns of the flaky entries"_s);
  setSortingEnabled(true);
  connect(this, &RecordTable::hovered, m_delegate, &FlakyDelegate::setHoveredRow);
  connect(this, &RecordTable::opened, this, [this] {
    if (currentIndex().isValid()) Q_EMIT editRequested();
  });

  connect(model, &FlakyModel::rowsAboutToChange, this, &FlakyTable::keepPlace);
  connect(model, &FlakyModel::rowsShown, this, &FlakyTable::takePlace);
  connect(this, &QTableView::doubleClicked, this, &FlakyTable::editRequested);
  setTheme(theme);
}

void FlakyTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  m_shaped = false;
  shapeColumns();
  viewport()->update();
}

void FlakyTable::shapeColumns() {
  if (m_shaped || m_model->rowCount() == 0) return;
  m_shaped = true;
  const QFontMetrics titles(look().font(TextSize::Small));
  for (int column = 0; column < kFlakyColumns; ++column) {
    const int title = titles.horizontalAdvance(columnTitle(static_cast<FlakyColumn>(column))) + 3 * kGrid;
    setColumnWidth(column, std::max(title, m_delegate->wantedWidth(*m_model, column)));
  }
}

void FlakyTable::keepPlace() {
  m_lastRow = currentIndex().row();
  const int top = rowAt(0);
  m_fromTop = m_lastRow >= 0 && top >= 0 ? m_lastRow - top : -1;
  hoverRow(-1);
}

void FlakyTable::takePlace() {
  shapeColumns();
  const int rows = m_model->rowCount();
  if (rows == 0) {
    Q_EMIT currentMoved();
    return;
  }
  if (!currentIndex().isValid())
    goTo(std::clamp(m_lastRow, 0, rows - 1));
  else if (m_fromTop >= 0)
    verticalScrollBar()->setValue(std::max(0, currentIndex().row() - m_fromTop));
  viewport()->update();
  Q_EMIT currentMoved();
}

void FlakyTable::sortByCurrent() {
  QHeaderView* header = horizontalHeader();
  const int column = std::max(0, currentIndex().column());
  const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
  header->setSortIndicator(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void FlakyTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  Q_EMIT currentMoved();
}

void FlakyTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  RecordTable::selectionChanged(selected, deselected);
  Q_EMIT currentMoved();
}

void FlakyTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  // The form below takes room: the entry that it is about stays in sight.
  if (!currentIndex().isValid()) return;
  const int sideways = horizontalScrollBar()->value();
  scrollTo(currentIndex());
  horizontalScrollBar()->setValue(sideways);
}

}  // namespace plumbline::ui
