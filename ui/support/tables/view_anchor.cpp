// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/view_anchor.h"

#include <QItemSelectionModel>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "ui/support/tables/filtered_model.h"

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

}  // namespace plumbline::ui
