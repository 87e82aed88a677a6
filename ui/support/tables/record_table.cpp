// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/record_table.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "ui/support/tables/filtered_model.h"
#include "ui/support/tables/flat_delegate.h"

namespace plumbline::ui {

namespace {

constexpr int kMaxSelected = 20'000;  ///< a larger selection is not restored
constexpr std::uint32_t kGone = std::numeric_limits<std::uint32_t>::max();

std::vector<int> positionsOf(const std::vector<std::uint32_t>& sources, const FilteredModel& model) {
  // The current row is usually a selected one too, so a source may occur more than once.
  std::unordered_map<std::uint32_t, int> found;
  for (const std::uint32_t source : sources) found.emplace(source, -1);
  for (int row = 0; row < model.rowCount(); ++row)
    if (const auto it = found.find(model.sourceRow(row)); it != found.end()) it->second = row;
  std::vector<int> positions;
  positions.reserve(sources.size());
  for (const std::uint32_t source : sources) positions.push_back(found.at(source));
  return positions;
}

}  // namespace

ViewAnchor::Row ViewAnchor::rowAt(const FilteredModel& model, int position) {
  std::string scratch;
  const std::uint32_t source = model.sourceRow(position);
  return {source, std::string(model.sourceName(source, scratch))};
}

void ViewAnchor::save(const QTableView& view, const FilteredModel& model) {
  m_generation = model.generation();
  m_selected = m_hidden;
  m_hasTop = false;
  if (model.rowCount() == 0) return;
  const int top = view.rowAt(0);
  if (top >= 0) {
    m_hasTop = true;
    m_top = rowAt(model, top);
  }
  if (const QModelIndex current = view.currentIndex(); current.isValid()) {
    m_hasCurrent = true;
    m_current = rowAt(model, current.row());
    m_currentColumn = current.column();
    const int bottom = view.rowAt(view.viewport()->height() - 1);
    const bool isVisible = top >= 0 && current.row() >= top && (bottom < 0 || current.row() <= bottom);
    m_currentOffset = isVisible ? current.row() - top : -1;
  }
  int count = 0;
  const QItemSelection selection = view.selectionModel()->selection();
  for (const QItemSelectionRange& range : selection) count += range.height();
  if (count > kMaxSelected) return;
  for (const QItemSelectionRange& range : selection)
    for (int row = range.top(); row <= range.bottom(); ++row) m_selected.push_back(rowAt(model, row));
}

/// findByName gives rows of an older source their numbers in this one: the first row of that name.
void ViewAnchor::findByName(std::vector<Row>& rows, const FilteredModel& model) {
  std::unordered_map<std::string_view, std::vector<Row*>> missing;
  for (Row& row : rows) {
    row.source = kGone;
    missing[row.name].push_back(&row);
  }
  std::string scratch;
  const auto count = static_cast<std::uint32_t>(missing.empty() ? 0 : model.sourceRowCount());
  for (std::uint32_t i = 0; i < count && !missing.empty(); ++i) {
    const auto found = missing.find(model.sourceName(i, scratch));
    if (found == missing.end()) continue;
    for (Row* row : found->second) row->source = i;
    missing.erase(found);
  }
}

void ViewAnchor::select(QTableView& view, std::vector<int> positions) const {
  std::ranges::sort(positions);
  QItemSelection selection;
  const QAbstractItemModel& model = *view.model();
  const int lastColumn = model.columnCount() - 1;
  for (std::size_t i = 0; i < positions.size();) {
    std::size_t end = i + 1;
    while (end < positions.size() && positions[end] == positions[end - 1] + 1) ++end;
    if (positions[i] >= 0) selection.append({model.index(positions[i], 0), model.index(positions[end - 1], lastColumn)});
    i = end;
  }
  view.selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

int ViewAnchor::restore(QTableView& view, const FilteredModel& model) {
  if (model.sourceRowCount() == 0) return -1;
  std::vector<Row> rows = m_selected;
  if (m_hasCurrent) rows.push_back(m_current);
  if (m_hasTop) rows.push_back(m_top);
  if (m_generation != model.generation()) {
    findByName(rows, model);
    if (m_hasCurrent) m_current.source = rows[m_selected.size()].source;
  }
  std::vector<std::uint32_t> sources;
  for (const Row& row : rows) sources.push_back(row.source);
  std::vector<int> positions = positionsOf(sources, model);
  int topRow = -1, currentRow = -1;
  if (m_hasTop) topRow = std::exchange(positions.back(), -1);
  if (m_hasCurrent) currentRow = positions[m_selected.size()];
  m_hasCurrent = m_hasCurrent && m_current.source != kGone;
  positions.resize(m_selected.size());

  m_hidden.clear();
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (positions[i] < 0 && rows[i].source != kGone) m_hidden.push_back(rows[i]);
  select(view, positions);
  if (currentRow >= 0) {
    const int column = std::min(m_currentColumn, model.columnCount() - 1);
    view.selectionModel()->setCurrentIndex(model.index(currentRow, column), QItemSelectionModel::NoUpdate);
    if (m_currentOffset >= 0) topRow = std::max(0, currentRow - m_currentOffset);
  }
  if (topRow >= 0) view.verticalScrollBar()->setValue(topRow);
  return currentRow;
}

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

void RecordTable::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  horizontalHeader()->setFont(theme.font(TextSize::Small));
  updateRowHeight();
  shapeColumns();
  viewport()->update();
}

void RecordTable::setRowDelegate(RowDelegate* delegate) {
  m_rowDelegate = delegate;
  setItemDelegate(delegate);
  connect(this, &RecordTable::hovered, delegate, &RowDelegate::setHoveredRow);
}

void RecordTable::keepPlaceByIndex(FilteredModel& model) {
  m_place = Place::ByIndex;
  m_rows = &model;
  connect(&model, &FilteredModel::rowsAboutToChange, this, &RecordTable::savePlace);
  connect(&model, &FilteredModel::rowsShown, this, &RecordTable::restorePlace);
}

void RecordTable::keepPlaceByName(FilteredModel& model) {
  keepPlaceByIndex(model);
  m_place = Place::ByName;
}

void RecordTable::savePlace() {
  if (m_place == Place::ByName) {
    if (m_isMoving) return;
    m_isMoving = true;
    m_anchor.save(*this, *m_rows);
    selectionModel()->reset();  // spares a persistent index for every selected cell
  } else {
    m_lastRow = currentIndex().row();
    const int top = rowAt(0);
    m_fromTop = m_lastRow >= 0 && top >= 0 ? m_lastRow - top : -1;
  }
  hoverRow(-1);
}

void RecordTable::restorePlace() {
  if (m_place == Place::ByName) restoreByName();
  else restoreByIndex();
}

void RecordTable::restoreByIndex() {
  shapeColumns();
  const int rows = m_rows->rowCount();
  if (rows > 0 && !currentIndex().isValid()) goTo(std::clamp(m_lastRow, 0, rows - 1));
  else if (rows > 0 && m_fromTop >= 0) verticalScrollBar()->setValue(std::max(0, currentIndex().row() - m_fromTop));
  viewport()->update();
  Q_EMIT currentMoved();
}

void RecordTable::restoreByName() {
  if (!m_isMoving) return viewport()->update();  // the same rows, with other values
  const int current = m_anchor.restore(*this, *m_rows);
  m_isMoving = false;
  if (current < 0 && !m_anchor.wasFilteredOut() && m_rows->rowCount() > 0) return goTo(0);
  viewport()->update();
  Q_EMIT currentMoved();
}

void RecordTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  viewport()->update();
  if (m_place == Place::ByName) {
    if (m_isMoving || !current.isValid()) return;
    m_anchor.forget();
  }
  if (current.row() != previous.row()) Q_EMIT currentMoved();
}

void RecordTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QTableView::selectionChanged(selected, deselected);
  if (m_place == Place::ByIndex) Q_EMIT currentMoved();
}

void RecordTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (m_place != Place::ByIndex || !currentIndex().isValid()) return;
  const int sideways = horizontalScrollBar()->value();
  scrollTo(currentIndex());
  horizontalScrollBar()->setValue(sideways);
}

bool RecordTable::goToNext(int step, const std::function<bool(int row)>& matches) {
  const int start = currentIndex().isValid() ? currentIndex().row() : (step > 0 ? -1 : model()->rowCount());
  for (int row = start + step; row >= 0 && row < model()->rowCount(); row += step) {
    if (!matches(row)) continue;
    goTo(row);
    return true;
  }
  return false;
}

void RecordTable::sortByCurrent() {
  QHeaderView* header = horizontalHeader();
  const int column = std::max(0, currentIndex().column());
  const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
  header->setSortIndicator(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

QList<int> RecordTable::shownColumns() const {
  QList<int> columns;
  for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
    if (const int logical = horizontalHeader()->logicalIndex(visual); !isColumnHidden(logical)) columns << logical;
  return columns;
}

void RecordTable::updateRowHeight() {
  if (m_rowDelegate != nullptr) verticalHeader()->setDefaultSectionSize(m_rowDelegate->rowHeight());
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
  // The first and the last row, where the view would scroll to the first and the last column.
  const bool isHome = event->key() == Qt::Key_Home;
  if (const int rows = model()->rowCount(); rows > 0 && event->modifiers() == Qt::NoModifier && (isHome || event->key() == Qt::Key_End))
    return setCurrentIndex(model()->index(isHome ? 0 : rows - 1, std::max(0, currentIndex().column())));
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

WholeTable::WholeTable(QAbstractItemModel* model, QWidget* parent) : QTableView(parent) {
  setModel(model);
  setFrameShape(QFrame::NoFrame);
  prepareFlatTable(*this);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setMinimumSectionSize(40);
  connect(model, &QAbstractItemModel::modelReset, this, &WholeTable::updateGeometry);
}

QSize WholeTable::sizeHint() const {
  return {QTableView::sizeHint().width(), horizontalHeader()->sizeHint().height() + verticalHeader()->length()};
}

void WholeTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (!hasFocus() || !current.isValid()) return;
  QWidget* above = parentWidget();
  while (above != nullptr && qobject_cast<QScrollArea*>(above) == nullptr) above = above->parentWidget();
  if (above == nullptr) return;
  auto* area = static_cast<QScrollArea*>(above);
  const QPoint at = viewport()->mapTo(area->widget(), visualRect(current).center());
  area->ensureVisible(0, at.y(), 0, rowHeight(current.row()));
}

void prepareFlatTable(QTableView& table) {
  table.setShowGrid(false);
  table.setWordWrap(false);
  table.setTabKeyNavigation(false);
  table.setCornerButtonEnabled(false);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.verticalHeader()->hide();
  table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.verticalHeader()->setMinimumSectionSize(kGrid);
  table.horizontalHeader()->setHighlightSections(false);
}

void setFlatTableStyle(QTableView& table, const Theme& theme) {
  table.horizontalHeader()->setFont(theme.font(TextSize::Small));
  table.verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.font(TextSize::Normal)).height() + kGrid);
}

}  // namespace plumbline::ui
