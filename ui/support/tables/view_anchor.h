// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers by name which rows of a FilteredModel are selected, which one is current and its position on the screen,
// and finds them again after the rows were filtered, sorted or replaced. RecordTable::keepPlaceByName uses it.
//
//   anchor.save(*table, model);  ...rows change...  anchor.restore(*table, model);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

class QTableView;

namespace plumbline::ui {

class FilteredModel;

class ViewAnchor {
 public:
  /// save reads the view before its rows change. A current row that is filtered out stays remembered until forget().
  void save(const QTableView& view, const FilteredModel& model);
  /// restore sets selection, current row and scroll position. Returns the current position, -1 when it is not shown.
  int restore(QTableView& view, const FilteredModel& model);
  /// forget drops the filtered-out rows: the user chose another row.
  void forget() {
    m_hasCurrent = false;
    m_hidden.clear();
  }
  /// wasFilteredOut is true while the remembered current row is in the source but not shown.
  bool wasFilteredOut() const { return m_hasCurrent; }

 private:
  struct Row {
    std::uint32_t source = 0;
    std::string name;
  };
  static Row rowAt(const FilteredModel& model, int position);
  void findByName(std::vector<Row>& rows, const FilteredModel& model);
  void select(QTableView& view, std::vector<int> positions) const;

  int m_generation = -1;
  bool m_hasCurrent = false;
  Row m_current;
  int m_currentColumn = 0;
  int m_currentOffset = -1;  ///< rows below the top of the view; -1: it was not visible
  bool m_hasTop = false;
  Row m_top;
  std::vector<Row> m_selected;
  std::vector<Row> m_hidden;  ///< selected, but filtered out now
};

}  // namespace plumbline::ui
