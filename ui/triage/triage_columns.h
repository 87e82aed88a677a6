// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the triage table: verdict and model, the metrics that a check judges, the reason, all other metrics
// that both files have, flags and findings.
//
//   TriageColumns columns(comparison);
//   columns.key(2)     // "metric:graph_breaks": what saved layouts and tests call it
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/verdicts/comparison.h"
#include "core/verdicts/view/row_view.h"

namespace plumbline::ui {

enum class ColumnKind { Verdict, Decision, Model, Metric, Runs, Flaky, Findings, Reason };

struct TriageColumn {
  ColumnKind kind = ColumnKind::Verdict;
  std::size_t metric = 0;     ///< ColumnKind::Metric: which of comparison.metrics()
  QString key;  ///< stable: "verdict", "decision", "model", "metric:accuracy", "runs", "flaky", "findings", "reason"
  QString title;              ///< header, with the unit
  QString tooltip;
  bool numeric = false;       ///< right-aligned
  bool shownByDefault = true; ///< metrics outside the catalogue begin hidden
  bool isAutomatic = false;   ///< shown while it has something to show; the user's layout does not keep that
};

class TriageColumns {
  Q_DECLARE_TR_FUNCTIONS(TriageColumns)

 public:
  TriageColumns() = default;
  /// `withDecisions` adds the column of what was decided, beside the verdict; it is shown once it has something to show.
  explicit TriageColumns(const verdicts::Comparison& comparison, bool withDecisions = false);

  /// setShown shows or hides an automatic column; false where nothing changed.
  bool setShown(ColumnKind kind, bool on);

  int count() const { return static_cast<int>(m_columns.size()); }
  const TriageColumn& at(int column) const { return m_columns[static_cast<std::size_t>(column)]; }
  /// indexOf gives the column of a key, -1 when there is none.
  int indexOf(const QString& key) const;
  QStringList keys() const;
  /// orderFor is the order that a click on a column's header chooses.
  verdicts::RowOrder orderFor(int column, bool descending) const;
  /// columnOf is the reverse, -1 when the metric is not there.
  int columnOf(const verdicts::RowOrder& order) const;

 private:
  std::vector<TriageColumn> m_columns;
};

}  // namespace plumbline::ui
