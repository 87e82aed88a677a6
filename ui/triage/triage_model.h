// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a snapshot as a table: filtered, sorted, described. Keeps only row numbers of its own, so a million rows
// are quick; over kBackgroundRows the work is done off the GUI thread and an outdated answer is dropped.
//
//   TriageModel model;
//   model.setSnapshot(snapshot);
//   model.setFilter({.changedOnly = true});
//   connect(&model, &TriageModel::rowsShown, bar, [&] { bar->setShown(model.rowCount()); });
#pragma once

#include <memory>

#include "core/session/session.h"
#include "core/verdicts/view/row_view.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/triage/triage_columns.h"

namespace plumbline::ui {

class DecisionController;
class RunHistory;

class TriageModel : public FilteredModel {
  Q_OBJECT

 public:
  static constexpr int MetricTextRole = Qt::UserRole + 1;  ///< MetricText; metric columns only
  /// Above this many rows, filtering and sorting happen in the background.
  static constexpr std::size_t kBackgroundRows = 100'000;

  explicit TriageModel(QObject* parent = nullptr);
  ~TriageModel() override;

  /// setController adds what was decided: a column, the filter words decided:yes and decided:no, the steps to open
  /// rows. The controller must outlive the model and get each snapshot first.
  void setController(const DecisionController* controller);
  const DecisionController* controller() const { return m_controller; }

  /// setHistory adds the column of the last runs, shown while there are some. It must outlive the model and get each snapshot first.
  void setHistory(const RunHistory* history);
  const RunHistory* history() const { return m_history; }

  /// setSnapshot replaces everything (model reset); filter and order stay. Null empties the table.
  void setSnapshot(const session::SnapshotPtr& snapshot);
  const session::SnapshotPtr& snapshot() const { return m_snapshot; }
  const verdicts::Comparison* comparison() const { return m_snapshot ? m_snapshot->comparison.get() : nullptr; }
  const TriageColumns& columns() const { return m_columns; }

  /// setHiddenColumns has the keys of columns that are not on screen: the reason of a row names what changed in them alone.
  void setHiddenColumns(const QStringList& keys);

  void setFilter(const verdicts::RowFilter& filter);
  const verdicts::RowFilter& filter() const { return m_filter; }
  void setOrder(const verdicts::RowOrder& order);
  const verdicts::RowOrder& order() const { return m_order; }
  bool isBusy() const;
  /// cancel stops a filter or sort in the background; the rows stay those from before.
  void cancel();
  /// lastMs is how long the last filter or sort took, milliseconds.
  double lastMs() const { return m_lastMs; }

  QString modelName(int row) const;
  /// isOpen: the row needs a decision and has none.
  bool isOpen(int row) const;
  /// isDecided: the row was answered and still differs from its baseline.
  bool isDecided(int row) const;

  std::size_t sourceRowCount() const override { return comparison() ? comparison()->rowCount() : 0; }
  std::string_view sourceName(std::uint32_t sourceRow, std::string& scratch) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// sort by a column; -1 is the default order: worst first, then file order.
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void busyChanged(bool busy);
  void orderChanged();
  void columnsChanged();  ///< which of them are shown by default
  void cancelled();  ///< after cancel()

 private:
  struct Background;

  void refresh();
  void showDecisions();
  void showRuns();
  ColumnHead columnHead(int column) const override;

  const DecisionController* m_controller = nullptr;
  const RunHistory* m_history = nullptr;
  session::SnapshotPtr m_snapshot;
  std::shared_ptr<const verdicts::RowKeys> m_keys;
  TriageColumns m_columns;
  QStringList m_hidden;  ///< keys of columns
  verdicts::RowFilter m_filter;
  verdicts::RowOrder m_order;
  double m_lastMs = 0;
  std::unique_ptr<Background> m_background;
};

}  // namespace plumbline::ui
