// SPDX-License-Identifier: GPL-3.0-or-later
// The queue as a table. A new snapshot changes only the rows that differ, so selection and scroll position stay. The
// time is a parameter for tests.
//
//   model->setQueue(queue, secondsNow());
//   model->tick(secondsNow());            // once a second: elapsed and remaining time
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <optional>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "ui/runs/run_text.h"

namespace plumbline::ui {

class ReproResults;

class QueueModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { State, Title, Progress, Target, Began, Elapsed, Left, Outcome, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setQueue(const runs::QueuePtr& queue, double now);
  void tick(double now);
  /// setSuiteText says where a running suite is; "" for nothing.
  void setSuiteText(const QString& run, const QString& text);
  /// setReproResults: finished repro runs show their result as state. It must outlive the model.
  void setReproResults(const ReproResults* reproResults);
  /// run is never null for a row that exists.
  const runs::RunPtr& run(int row) const { return m_rows[static_cast<std::size_t>(row)].run; }
  const runs::RunProgress& progress(int row) const { return m_rows[static_cast<std::size_t>(row)].progress; }
  runs::RunState state(int row) const { return m_rows[static_cast<std::size_t>(row)].state; }
  int rowOf(const QString& id) const;  ///< -1: not there
  bool hasActive() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    runs::RunPtr run;
    runs::RunState state = runs::RunState::Waiting;
    runs::RunProgress progress;
  };
  Row rowFor(const runs::RunPtr& run) const;
  QString text(const Row& row, int column) const;
  QString tooltip(const Row& row, int column) const;
  std::optional<RunStyle> repro(const Row& row) const;
  void removeGone(const std::vector<runs::RunPtr>& runs);
  void insertNew(const std::vector<runs::RunPtr>& runs);
  void order(const std::vector<runs::RunPtr>& runs);
  void refresh(const std::vector<runs::RunPtr>& runs);

  std::vector<Row> m_rows;
  const ReproResults* m_reproResults = nullptr;
  double m_now = 0;
  QHash<QString, QString> m_suiteTexts;  ///< by run
};

}  // namespace plumbline::ui
