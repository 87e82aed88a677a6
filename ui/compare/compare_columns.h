// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the comparison: what became of the row, the model, before → after of each metric, and the values of
// whatever other runs there are.
//
//   CompareColumns columns(*diff, {0, 1});
//   columns.at(2).key        // "metric:speedup"; the third run's: "value:speedup:2"
#pragma once

#include <QString>
#include <vector>

#include "core/diff/diff_rows.h"

namespace plumbline::ui {

enum class CompareKind { Move, Model, Metric, Value };

struct CompareColumn {
  CompareKind kind = CompareKind::Move;
  std::size_t metric = 0;  ///< Metric, Value
  std::size_t run = 0;     ///< Value
  QString key;             ///< stable, for saved layouts
  QString title, tooltip;
  bool isNumeric = false;  ///< right-aligned
};

class CompareColumns {
 public:
  CompareColumns() = default;
  CompareColumns(const diff::RunDiff& diff, diff::Sides sides);

  int count() const { return static_cast<int>(m_columns.size()); }
  const CompareColumn& at(int column) const { return m_columns[static_cast<std::size_t>(column)]; }
  int indexOf(const QString& key) const;  ///< -1 when there is none
  int indexOf(CompareKind kind) const;
  diff::RowSort sortFor(int column, bool descending) const;
  int columnOf(const diff::RowSort& sort) const;

 private:
  std::vector<CompareColumn> m_columns;
};

/// runLetter names a run in heads, chips and legends: A, B ... F.
QString runLetter(std::size_t run);

}  // namespace plumbline::ui
