// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/record_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace plumbline::ui {

RecordTable::RecordTable(const Theme& theme, QWidget* parent) : QTableView(parent), m_theme(theme) {
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
  header->setSectionsMovable(true);
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  header->setMinimumSectionSize(32);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setTextElideMode(Qt::ElideRight);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
}

void RecordTable::setLook(const Theme& theme, int rowHeight) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  horizontalHeader()->setFont(theme.font(TextSize::Small));
  verticalHeader()->setDefaultSectionSize(rowHeight);
}

QList<int> RecordTable::selectedRows() const {
  QList<int> rows;
  const QItemSelection selection = selectionModel()->selection();
  for (const QItemSelectionRange& range : selection)
    for (int row = range.top(); row <= range.bottom(); ++row) rows << row;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void RecordTable::goTo(int row) {
  if (row < 0 || row >= model()->rowCount()) return;
  const int column = currentIndex().isValid() ? currentIndex().column() : 0;
  const QModelIndex index = model()->index(row, column);
  const int sideways = horizontalScrollBar()->value();
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
  horizontalScrollBar()->setValue(sideways);
}

void RecordTable::hoverRow(int row) {
  if (row == m_hovered) return;
  m_hovered = row;
  Q_EMIT hovered(row);
  viewport()->update();
}

void RecordTable::mouseMoveEvent(QMouseEvent* event) {
  hoverRow(rowAt(event->position().toPoint().y()));
  QTableView::mouseMoveEvent(event);
}

void RecordTable::leaveEvent(QEvent* event) {
  hoverRow(-1);
  QTableView::leaveEvent(event);
}

void RecordTable::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT opened();
    return;
  }
  QTableView::keyPressEvent(event);
}

void RecordTable::paintEvent(QPaintEvent* event) {
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
