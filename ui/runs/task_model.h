// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of one run as a table: model, repeat, state, what was measured, how it ended. Another state of the same run
// changes rows in place; another run is a reset.
//
//   model->setRun(run, secondsNow());
//   model->setReading(reading);       // what its files say, read on another thread
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/runs/repro_outcome.h"
#include "core/runs/run_reading.h"
#include "core/runs/run_state.h"
#include "ui/support/clipboard_text.h"

namespace plumbline::ui {

class ReproShelf;

class TaskModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { State, Name, Repeat, Cold, Warm, Status, Elapsed, Attempt, Reason, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setRun(const runs::RunPtr& run, double now);
  const runs::RunPtr& run() const { return m_run; }
  void setReading(const runs::RunReading& reading);
  /// setShelf gives the outcomes of repro runs; retell says that there are others now.
  void setShelf(const ReproShelf* shelf) { m_shelf = shelf; }
  void retell();
  void tick(double now);
  /// isOfUse tells whether a column says anything about this kind of run.
  bool isOfUse(int column) const;
  /// activeTask is the first one that is neither waiting nor over; -1: none. firstWrong the first that ended badly.
  int activeTask() const;
  int firstWrong() const;
  TextTable texts(const QList<int>& rows) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(std::size_t row, int column) const;
  QString tooltip(std::size_t row, int column) const;
  QString elapsed(const runs::TaskStatus& task) const;
  const runs::TaskReading* reading(std::size_t row) const;
  /// outcome of a task of a repro run that is over; null while it is not read.
  const runs::ReproOutcome* outcome(std::size_t row) const;

  runs::RunPtr m_run;
  runs::RunReading m_reading;
  const ReproShelf* m_shelf = nullptr;
  double m_now = 0;
};

}  // namespace plumbline::ui
