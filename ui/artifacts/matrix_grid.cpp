// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_grid.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "ui/artifacts/matrix_delegate.h"
#include "ui/artifacts/matrix_headers.h"
#include "ui/artifacts/matrix_model.h"

namespace plumbline::ui {
namespace {

constexpr int kWidestCell = 120;
constexpr int kHighestRows = 3;  // times half a row: a tall window makes cells higher, to a degree

}  // namespace

MatrixGrid::MatrixGrid(MatrixModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent),
      m_model(model),
      m_delegate(new MatrixDelegate(theme, this)),
      m_columns(new MatrixColumnHeader(theme, this)),
      m_rows(new MatrixRowHeader(theme, this)),
      m_theme(theme) {
  setAccessibleName(tr("Matrix of configs"));
  setHorizontalHeader(m_columns);
  setVerticalHeader(m_rows);
  setModel(model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setMouseTracking(true);
  setTabKeyNavigation(false);
  setCornerButtonEnabled(false);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollMode(ScrollPerPixel);
  connect(this, &QTableView::clicked, this, &MatrixGrid::opened);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    m_delegate->setHovered({});
    m_cellWidth = m_delegate->cellWidth(*m_model);
    fitSections();
  });
  setTheme(theme);
}

void MatrixGrid::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  m_delegate->setTheme(theme);
  m_columns->setTheme(theme);
  m_rows->setTheme(theme);
  m_cellWidth = m_delegate->cellWidth(*m_model);
  fitSections();
  viewport()->update();
}

void MatrixGrid::goTo(const QModelIndex& index) {
  if (!index.isValid()) return;
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
  scrollTo(index);
}

/// Titles are written across while every word of them fits; otherwise upright, and then a cell may be narrow.
void MatrixGrid::fitSections() {
  const int count = m_model->columnCount();
  if (count == 0) return;
  const int room = width() - m_rows->sizeHint().width() - 2 * frameWidth();
  const int wrapped = std::max(m_cellWidth, m_columns->widthWrapped());
  const bool upright = count * wrapped > room;
  const int least = upright ? m_cellWidth : wrapped;
  m_columns->setDefaultSectionSize(std::clamp(room / count, least, std::max(least, kWidestCell)));
  m_columns->setUpright(upright);
  const int row = m_delegate->rowHeight();
  const int high = (height() - m_columns->sizeHint().height()) / std::max(1, m_model->rowCount());
  m_rows->setDefaultSectionSize(std::clamp(high, row, row * kHighestRows / 2));
  updateGeometries();
}

void MatrixGrid::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (width() != m_fitted.width() || height() != m_fitted.height()) {
    m_fitted = size();
    fitSections();
  }
}

void MatrixGrid::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  m_columns->setCurrent(current.isValid() ? current.column() : -1);
  m_rows->setCurrent(current.isValid() ? current.row() : -1);
  viewport()->update();
  Q_EMIT currentMoved(current);
}

void MatrixGrid::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && currentIndex().isValid()) {
    Q_EMIT opened(currentIndex());
    return;
  }
  QTableView::keyPressEvent(event);
}

void MatrixGrid::hover(const QModelIndex& index) {
  m_delegate->setHovered(index);
  viewport()->update();
}

void MatrixGrid::mouseMoveEvent(QMouseEvent* event) {
  hover(indexAt(event->position().toPoint()));
  QTableView::mouseMoveEvent(event);
}

void MatrixGrid::leaveEvent(QEvent* event) {
  hover({});
  QTableView::leaveEvent(event);
}

void MatrixGrid::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (!currentIndex().isValid()) return;
  QPainter painter(viewport());
  painter.setPen(QPen(m_theme.color(hasFocus() ? Tone::Accent : Tone::Muted), 2));
  painter.drawRect(visualRect(currentIndex()).adjusted(1, 1, -2, -2));
}

}  // namespace plumbline::ui
