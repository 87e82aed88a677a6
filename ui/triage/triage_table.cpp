// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "ui/triage/column_layout.h"
#include "ui/triage/triage_delegate.h"
#include "ui/triage/triage_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

TriageTable::TriageTable(TriageModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_model(model), m_theme(theme), m_delegate(new TriageDelegate(theme, this)),
      m_layout(new ColumnLayout(horizontalHeader())) {
  setAccessibleName(u"Models"_s);
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
  header->setAccessibleName(u"Columns of the models"_s);
  header->setSectionsMovable(true);
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  header->setMinimumSectionSize(32);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setTextElideMode(Qt::ElideRight);
  header->setSortIndicatorClearable(true);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& at) {
    Q_EMIT columnMenuRequested(header->logicalIndexAt(at), header->mapToGlobal(at));
  });
  header->setSortIndicator(-1, Qt::AscendingOrder);
  setSortingEnabled(true);

  connect(model, &TriageModel::rowsAboutToChange, this, &TriageTable::keepPlace);
  connect(model, &TriageModel::rowsShown, this, &TriageTable::takePlace);
  connect(model, &TriageModel::modelAboutToBeReset, m_layout, &ColumnLayout::hold);
  connect(model, &TriageModel::modelReset, this, &TriageTable::shapeColumns);
  connect(model, &TriageModel::orderChanged, this, &TriageTable::showSortMark);
  setTheme(theme);
}

void TriageTable::setTheme(const Theme& theme) {
  m_theme = theme;
  m_delegate->setTheme(theme);
  setFont(theme.font(TextSize::Normal));
  horizontalHeader()->setFont(theme.font(TextSize::Small));
  verticalHeader()->setDefaultSectionSize(m_delegate->rowHeight());
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
  m_hovered = -1;
  m_delegate->setHoveredRow(-1);
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
  QTableView::currentChanged(current, previous);
  viewport()->update();
  if (m_moving || !current.isValid()) return;
  m_anchor.forget();
  Q_EMIT currentModelChanged(m_model->sourceRow(current.row()));
}

QList<int> TriageTable::selectedRows() const {
  QList<int> rows;
  for (const QItemSelectionRange& range : selectionModel()->selection())
    for (int row = range.top(); row <= range.bottom(); ++row) rows << row;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

QList<int> TriageTable::shownColumns() const {
  QList<int> columns;
  for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
    if (const int logical = horizontalHeader()->logicalIndex(visual); !horizontalHeader()->isSectionHidden(logical))
      columns << logical;
  return columns;
}

void TriageTable::goTo(int row) {
  if (row < 0 || row >= m_model->rowCount()) return;
  const int column = currentIndex().isValid() ? currentIndex().column() : 0;
  const QModelIndex index = m_model->index(row, column);
  const int sideways = horizontalScrollBar()->value();
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
  horizontalScrollBar()->setValue(sideways);
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

void TriageTable::hoverRow(int row) {
  if (row == m_hovered) return;
  m_hovered = row;
  m_delegate->setHoveredRow(row);
  viewport()->update();
}

void TriageTable::mouseMoveEvent(QMouseEvent* event) {
  hoverRow(rowAt(event->position().toPoint().y()));
  QTableView::mouseMoveEvent(event);
}

void TriageTable::leaveEvent(QEvent* event) {
  hoverRow(-1);
  QTableView::leaveEvent(event);
}

void TriageTable::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT detailsRequested();
    return;
  }
  QTableView::keyPressEvent(event);
}

void TriageTable::paintEvent(QPaintEvent* event) {
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
