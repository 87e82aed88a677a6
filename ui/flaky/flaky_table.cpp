// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "ui/flaky/flaky_delegate.h"
#include "ui/flaky/flaky_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

FlakyTable::FlakyTable(FlakyModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_model(model), m_theme(theme), m_delegate(new FlakyDelegate(theme, this)) {
  setAccessibleName(u"Flaky entries"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setMouseTracking(true);
  setTabKeyNavigation(false);
  setCornerButtonEnabled(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setVerticalScrollMode(ScrollPerItem);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setMinimumSectionSize(8);

  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(u"Columns of the flaky entries"_s);
  header->setSectionsMovable(true);
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  header->setMinimumSectionSize(32);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setTextElideMode(Qt::ElideRight);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  setSortingEnabled(true);

  connect(model, &FlakyModel::rowsAboutToChange, this, &FlakyTable::keepPlace);
  connect(model, &FlakyModel::rowsShown, this, &FlakyTable::takePlace);
  connect(this, &QTableView::doubleClicked, this, &FlakyTable::editRequested);
  setTheme(theme);
}

void FlakyTable::setTheme(const Theme& theme) {
  m_theme = theme;
  m_delegate->setTheme(theme);
  setFont(theme.font(TextSize::Normal));
  horizontalHeader()->setFont(theme.font(TextSize::Small));
  verticalHeader()->setDefaultSectionSize(m_delegate->rowHeight());
  m_shaped = false;
  shapeColumns();
  viewport()->update();
}

void FlakyTable::shapeColumns() {
  if (m_shaped || m_model->rowCount() == 0) return;
  m_shaped = true;
  const QFontMetrics titles(m_theme.font(TextSize::Small));
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

QList<int> FlakyTable::selectedRows() const {
  QList<int> rows;
  const QItemSelection selection = selectionModel()->selection();
  for (const QItemSelectionRange& range : selection)
    for (int row = range.top(); row <= range.bottom(); ++row) rows << row;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void FlakyTable::goTo(int row) {
  if (row < 0 || row >= m_model->rowCount()) return;
  const int column = currentIndex().isValid() ? currentIndex().column() : 0;
  const QModelIndex index = m_model->index(row, column);
  const int sideways = horizontalScrollBar()->value();
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
  horizontalScrollBar()->setValue(sideways);
}

void FlakyTable::sortByCurrent() {
  QHeaderView* header = horizontalHeader();
  const int column = std::max(0, currentIndex().column());
  const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
  header->setSortIndicator(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void FlakyTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  viewport()->update();
  Q_EMIT currentMoved();
}

void FlakyTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QTableView::selectionChanged(selected, deselected);
  Q_EMIT currentMoved();
}

void FlakyTable::hoverRow(int row) {
  if (row == m_hovered) return;
  m_hovered = row;
  m_delegate->setHoveredRow(row);
  viewport()->update();
}

void FlakyTable::mouseMoveEvent(QMouseEvent* event) {
  hoverRow(rowAt(static_cast<int>(event->position().y())));
  QTableView::mouseMoveEvent(event);
}

void FlakyTable::leaveEvent(QEvent* event) {
  hoverRow(-1);
  QTableView::leaveEvent(event);
}

void FlakyTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  // The form below takes room: the entry that it is about stays in sight.
  if (!currentIndex().isValid()) return;
  const int sideways = horizontalScrollBar()->value();
  scrollTo(currentIndex());
  horizontalScrollBar()->setValue(sideways);
}

void FlakyTable::keyPressEvent(QKeyEvent* event) {
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
    Q_EMIT editRequested();
    return;
  }
  QTableView::keyPressEvent(event);
}

void FlakyTable::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  const QModelIndex current = currentIndex();
  if (!current.isValid()) return;
  const QRect row(0, rowViewportPosition(current.row()), viewport()->width(), rowHeight(current.row()));
  const QColor color = m_theme.color(hasFocus() ? Tone::Accent : Tone::Muted);
  QPainter painter(viewport());
  painter.fillRect(QRect(row.left(), row.top(), 3, row.height()), color);
  if (!hasFocus()) return;
  painter.fillRect(QRect(row.left(), row.top() - 1, row.width(), 1), color);
  painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), color);
}

}  // namespace plumbline::ui
