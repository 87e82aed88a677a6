// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of one run as a table: model, repeat, state, measurements, how they ended. A new state of the same run
// changes rows in place; another run resets the model.
//
//   model->setRun(run, secondsNow());
//   model->setReading(reading);       // the content of its files, read on another thread
#pragma once

#include <QAbstractTableModel>

#include "core/runs/engine/run_state.h"
#include "core/runs/repro/repro_outcome.h"
#include "core/runs/results/run_summary.h"
#include "ui/support/clipboard_text.h"

namespace plumbline::ui {

class ReproResults;

class TaskModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { State, Name, Repeat, Cold, Warm, Status, Elapsed, Attempt, Reason, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setRun(const runs::RunPtr& run, double now);
  const runs::RunPtr& run() const { return m_run; }
  void setReading(const runs::RunReading& reading);
  /// setReproResults sets the outcomes of repro runs; refreshOutcomes updates the rows after they changed.
  void setReproResults(const ReproResults* reproResults) { m_reproResults = reproResults; }
  void refreshOutcomes();
  void tick(double now);
  /// isUseful: the column has values for this kind of run.
  bool isUseful(int column) const;
  /// activeTask is the first that is neither waiting nor over; firstFailed the first that failed; -1: none.
  int activeTask() const;
  int firstFailed() const;
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
  /// outcome of a finished task of a repro run; null until it is read.
  const runs::ReproOutcome* outcome(std::size_t row) const;

  runs::RunPtr m_run;
  runs::RunReading m_reading;
  const ReproResults* m_reproResults = nullptr;
  double m_now = 0;
};

}  // namespace plumbline::ui
