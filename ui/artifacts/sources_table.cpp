// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/artifacts/opened_paths_model.h"
#include "ui/artifacts/plain_cell_delegate.h"
#include "ui/artifacts/sources_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kLeastFile = 200;  // pixels

/// The most a column takes for itself, in average characters; the rest is in the tooltip until somebody pulls.
int mostCharacters(SourceColumn column) {
  switch (column) {
    case SourceColumn::State:
      return 18;
    case SourceColumn::Config:
      return 38;
    case SourceColumn::Why:
      return 44;
    case SourceColumn::File:
      return 60;
    default:
      return 12;
  }
}

}  // namespace

SourcesTable::SourcesTable(SourcesModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new PlainCellDelegate(theme, this)) {
  setAccessibleName(u"Result files"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  horizontalHeader()->setAccessibleName(u"Columns of the result files"_s);
  setSortingEnabled(true);
  connect(this, &RecordTable::hovered, m_delegate, &PlainCellDelegate::setHoveredRow);
  const auto request = [this] {
    if (currentIndex().isValid()) Q_EMIT switchRequested();
  };
  connect(this, &RecordTable::opened, this, request);
  connect(this, &QTableView::doubleClicked, this, request);
  connect(model, &SourcesModel::rowsAboutToChange, this, &SourcesTable::keepPlace);
  connect(model, &SourcesModel::rowsShown, this, &SourcesTable::takePlace);
  setTheme(theme);
}

void SourcesTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  m_shaped = false;
  shapeColumns();
  viewport()->update();
}

void SourcesTable::shapeColumns() {
  if (m_shaped || m_model->rowCount() == 0) return;
  m_shaped = true;
  const QFontMetrics titles(look().font(TextSize::Small));
  for (int column = 0; column < kSourceColumns; ++column) {
    const auto which = static_cast<SourceColumn>(column);
    int title = titles.horizontalAdvance(sourceColumnTitle(which)) + 3 * kGrid;
    // A file that is chosen later must not make its word too long for the column.
    if (which == SourceColumn::State) title = m_delegate->widthOf(u"used by hand"_s, true);
    setColumnWidth(column, std::max(title, m_delegate->wantedWidth(*m_model, column, mostCharacters(which))));
  }
  m_fileWanted = m_fileWidth = columnWidth(static_cast<int>(SourceColumn::File));
  fitFile();
}

/// fitFile gives the file, which is shortened in its middle anyway, what the other columns leave: nothing is cut off at
/// the edge, and a wide window needs no scroll bar. A width that somebody pulled stays.
void SourcesTable::fitFile() {
  const int file = static_cast<int>(SourceColumn::File);
  if (!m_shaped || columnWidth(file) != m_fileWidth) return;
  const int others = horizontalHeader()->length() - m_fileWidth;
  m_fileWidth = std::clamp(viewport()->width() - others, std::min(m_fileWanted, kLeastFile), m_fileWanted);
  setColumnWidth(file, m_fileWidth);
}

void SourcesTable::keepPlace() {
  m_lastRow = currentIndex().row();
  const int top = rowAt(0);
  m_fromTop = m_lastRow >= 0 && top >= 0 ? m_lastRow - top : -1;
  hoverRow(-1);
}

void SourcesTable::takePlace() {
  shapeColumns();
  const int rows = m_model->rowCount();
  if (rows > 0 && !currentIndex().isValid())
    goTo(std::clamp(m_lastRow, 0, rows - 1));
  else if (rows > 0 && m_fromTop >= 0)
    verticalScrollBar()->setValue(std::max(0, currentIndex().row() - m_fromTop));
  viewport()->update();
  Q_EMIT currentMoved();
}

void SourcesTable::sortByCurrent() {
  QHeaderView* header = horizontalHeader();
  const int column = std::max(0, currentIndex().column());
  const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
  header->setSortIndicator(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void SourcesTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  Q_EMIT currentMoved();
}

void SourcesTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  RecordTable::selectionChanged(selected, deselected);
  Q_EMIT currentMoved();
}

void SourcesTable::keyPressEvent(QKeyEvent* event) {
  // In a table whose rows are chosen as a whole, Space would only select what is selected already.
  if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
    if (currentIndex().isValid()) Q_EMIT switchRequested();
    return;
  }
  RecordTable::keyPressEvent(event);
}

void SourcesTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  fitFile();
  // The form below takes room: the file that it is about stays in sight.
  if (!currentIndex().isValid()) return;
  const int sideways = horizontalScrollBar()->value();
  scrollTo(currentIndex());
  horizontalScrollBar()->setValue(sideways);
}

OpenedPathsTable::OpenedPathsTable(OpenedPathsModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new PlainCellDelegate(theme, this)) {
  setAccessibleName(u"Opened paths"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  horizontalHeader()->hide();
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(this, &RecordTable::hovered, m_delegate, &PlainCellDelegate::setHoveredRow);
  connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this,
          [this] { m_lastRow = std::max(0, currentIndex().row()); });
  setTheme(theme);
}

void OpenedPathsTable::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setLook(theme, m_delegate->rowHeight());
  shapeColumns();
  viewport()->update();
}

void OpenedPathsTable::setMostRows(int rows) { setFixedHeight(rows * m_delegate->rowHeight()); }

void OpenedPathsTable::shapeColumns() {
  static constexpr int kMost[] = {32, 8, 44};
  for (int column = 0; column < OpenedPathsModel::Folder; ++column)
    setColumnWidth(column, std::max(48, m_delegate->wantedWidth(*m_model, column, kMost[column])));
}

void OpenedPathsTable::takePlace() {
  shapeColumns();
  if (m_model->rowCount() > 0 && !currentIndex().isValid()) goTo(std::min(m_lastRow, m_model->rowCount() - 1));
  viewport()->update();
}

void OpenedPathsTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  viewport()->update();
  Q_EMIT currentMoved();
}

}  // namespace plumbline::ui
