// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/row_anchor.h"

#include <QItemSelectionModel>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <unordered_map>

#include "ui/triage/triage_model.h"

namespace plumbline::ui {
namespace {

/// A larger selection is given up: nobody marked a hundred thousand scattered rows by hand.
constexpr int kMostSelected = 20'000;

}  // namespace

RowAnchor::Place RowAnchor::placeOf(const TriageModel& model, int row) const {
  std::string scratch;
  const std::uint32_t source = model.sourceRow(row);
  return {source, std::string(model.comparison()->modelName(source, scratch))};
}

void RowAnchor::keep(const QTableView& view, const TriageModel& model) {
  m_snapshot = model.snapshot();
  m_selected = m_hidden;
  m_hasTop = false;
  if (!model.comparison() || model.rowCount() == 0) return;
  const int top = view.rowAt(0);
  if (top >= 0) {
    m_hasTop = true;
    m_top = placeOf(model, top);
  }
  if (const QModelIndex current = view.currentIndex(); current.isValid()) {
    m_hasCurrent = true;
    m_current = placeOf(model, current.row());
    m_currentColumn = current.column();
    const int bottom = view.rowAt(view.viewport()->height() - 1);
    const bool visible = top >= 0 && current.row() >= top && (bottom < 0 || current.row() <= bottom);
    m_currentOffset = visible ? current.row() - top : -1;
  }
  int count = 0;
  const QItemSelection selection = view.selectionModel()->selection();
  for (const QItemSelectionRange& range : selection) count += range.height();
  if (count > kMostSelected) return;
  for (const QItemSelectionRange& range : selection)
    for (int row = range.top(); row <= range.bottom(); ++row) m_selected.push_back(placeOf(model, row));
}

std::vector<int> RowAnchor::positionsOf(const std::vector<std::uint32_t>& sources, const TriageModel& model) const {
  // The current row mostly is a selected one too, so a source may be asked for more than once.
  std::unordered_map<std::uint32_t, int> wanted;
  for (const std::uint32_t source : sources) wanted.emplace(source, -1);
  for (int row = 0; row < model.rowCount(); ++row)
    if (const auto found = wanted.find(model.sourceRow(row)); found != wanted.end()) found->second = row;
  std::vector<int> positions;
  positions.reserve(sources.size());
  for (const std::uint32_t source : sources) positions.push_back(wanted.at(source));
  return positions;
}

int RowAnchor::take(QTableView& view, const TriageModel& model) {
  if (!model.comparison()) return -1;
  std::vector<Place> places = m_selected;
  if (m_hasCurrent) places.push_back(m_current);
  if (m_hasTop) places.push_back(m_top);
  if (m_snapshot.lock() != model.snapshot()) {
    // Another snapshot: the same names have other row numbers. A name that occurs twice is found at its first row.
    std::unordered_map<std::string_view, std::vector<Place*>> wanted;
    for (Place& place : places) {
      place.source = verdicts::kNoRow;
      wanted[place.name].push_back(&place);
    }
    std::string scratch;
    const std::size_t rows = wanted.empty() ? 0 : model.comparison()->rowCount();
    for (std::size_t i = 0; i < rows && !wanted.empty(); ++i) {
      const auto found = wanted.find(model.comparison()->modelName(i, scratch));
      if (found == wanted.end()) continue;
      for (Place* place : found->second) place->source = static_cast<std::uint32_t>(i);
      wanted.erase(found);
    }
    if (m_hasCurrent) m_current.source = places[m_selected.size()].source;
    m_hasCurrent = m_hasCurrent && m_current.source != verdicts::kNoRow;
  }
  std::vector<std::uint32_t> sources;
  for (const Place& place : places) sources.push_back(place.source);
  std::vector<int> positions = positionsOf(sources, model);

  int topRow = m_hasTop ? positions.back() : -1;
  if (m_hasTop) positions.pop_back();
  const bool askedForCurrent = places.size() - (m_hasTop ? 1 : 0) > m_selected.size();
  const int currentRow = askedForCurrent ? positions.back() : -1;
  if (askedForCurrent) positions.pop_back();

  m_hidden.clear();
  for (std::size_t i = 0; i < m_selected.size(); ++i)
    if (positions[i] < 0 && places[i].source != verdicts::kNoRow) m_hidden.push_back(places[i]);
  std::sort(positions.begin(), positions.end());
  QItemSelection selection;
  const int lastColumn = model.columnCount() - 1;
  for (std::size_t i = 0; i < positions.size();) {
    std::size_t end = i + 1;
    while (end < positions.size() && positions[end] == positions[end - 1] + 1) ++end;
    if (positions[i] >= 0) selection.append({model.index(positions[i], 0), model.index(positions[end - 1], lastColumn)});
    i = end;
  }
  view.selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  if (currentRow >= 0) {
    const int column = std::min(m_currentColumn, lastColumn);
    view.selectionModel()->setCurrentIndex(model.index(currentRow, column), QItemSelectionModel::NoUpdate);
    if (m_currentOffset >= 0) topRow = std::max(0, currentRow - m_currentOffset);
  }
  if (topRow >= 0) view.verticalScrollBar()->setValue(topRow);
  return currentRow;
}

}  // namespace plumbline::ui
