// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers by model name which rows are selected, which one is current and where it stands on the screen, and finds them
// again after the rows were filtered, sorted or replaced.
//
//   anchor.keep(*table, model);  ...rows change...  anchor.take(*table, model);
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/session/snapshot.h"

class QTableView;

namespace plumbline::ui {

class TriageModel;

class RowAnchor {
 public:
  /// keep reads the view before its rows change. A current row that is filtered out stays remembered until the person
  /// goes somewhere else.
  void keep(const QTableView& view, const TriageModel& model);
  /// take puts selection, current row and scroll back. Gives the current position, -1 when that model is not shown.
  int take(QTableView& view, const TriageModel& model);
  /// forget is called when the person chose another row: what the filter hides is then no longer wanted.
  void forget() {
    m_hasCurrent = false;
    m_hidden.clear();
  }
  /// wasFilteredOut is true while the remembered current row is in the snapshot but not shown.
  bool wasFilteredOut() const { return m_hasCurrent; }

 private:
  struct Place {
    std::uint32_t source = 0;
    std::string name;
  };
  Place placeOf(const TriageModel& model, int row) const;
  std::vector<int> positionsOf(const std::vector<std::uint32_t>& sources, const TriageModel& model) const;

  std::weak_ptr<const session::Snapshot> m_snapshot;
  bool m_hasCurrent = false;
  Place m_current;
  int m_currentColumn = 0;
  int m_currentOffset = -1;  ///< rows below the top of the view; -1: it was not visible
  bool m_hasTop = false;
  Place m_top;
  std::vector<Place> m_selected;
  std::vector<Place> m_hidden;  ///< selected, but filtered out just now
};

}  // namespace plumbline::ui
