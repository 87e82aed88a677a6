// SPDX-License-Identifier: GPL-3.0-or-later
// The current run: its facts, its tasks, the log of each step of the current task, and its result when it is over.
// Follows the running task and step until the user chooses one.
//
//   details->showRun(run, secondsNow());
//   connect(details, &RunDetails::taskChosen, &queue, ...watchLog...);
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QWidget>

#include "core/runs/engine/run_state.h"
#include "core/runs/results/run_summary.h"
#include "core/tasks/latest_runner.h"
#include "ui/theme/themed.h"

class QPlainTextEdit;
class QSplitter;
class QStackedLayout;
class QTabBar;

namespace plumbline::ui {

class ElidedLabel;
class LogView;
class QueueTable;
class ReproResults;
class ReproView;
struct ReproReading;
class TaskModel;

class RunDetails : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit RunDetails(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// setReproResults sets the results of repro runs; they must outlive the details.
  void setReproResults(ReproResults* reproResults);
  void showRun(const runs::RunPtr& run, double now);
  void tick(double now);
  QString runId() const;
  int currentTask() const;  ///< -1: none
  /// showStep shows the n-th tab: the logs in the order of the steps, then the result.
  void showStep(int step);
  int stepCount() const;
  LogView* log() const { return m_log; }
  QueueTable* table() const { return m_table; }
  TaskModel* model() const { return m_model; }
  bool isLogShown() const;
  /// showLog shows the first log instead of the result.
  void showLog();
  QString summary() const;
  ReproView* repro() const { return m_repro; }
  bool hasEvidence() const;
  /// goToEvidence shows the line of the log from which the current task's outcome was read.
  void goToEvidence();
  QList<QWidget*> focusOrder() const;
  QJsonObject saveState() const;
  void restoreState(const QJsonObject& saved);

 Q_SIGNALS:
  void taskChosen(const QString& run, int task);

 private:
  QWidget* buildTasks();
  QWidget* buildLog();
  void showHead();
  void showTask();
  void showTabs();
  void showFile();
  void showSummary();
  void follow();
  void followStep();
  void showStepLog();
  void showTab(int tab);
  bool isResultTab() const;
  void showRepro();
  QString reproSummary() const;
  const ReproReading* reading() const;

  Theme m_theme;
  runs::RunPtr m_run;
  TaskModel* m_model;
  tasks::LatestRunner<runs::RunReading> m_reader;
  ElidedLabel* m_title = nullptr;
  ElidedLabel* m_sentence = nullptr;
  QueueTable* m_table = nullptr;
  QSplitter* m_split = nullptr;
  QTabBar* m_tabs = nullptr;
  LogView* m_log = nullptr;
  QPlainTextEdit* m_result = nullptr;
  ReproView* m_repro = nullptr;
  ReproResults* m_reproResults = nullptr;
  QStackedLayout* m_stack = nullptr;
  QHash<QString, int> m_chosen;  ///< task chosen by the user, by run
  QString m_summary;
  int m_shownTask = -1;
  bool m_moving = false;
  bool m_hasChosenTab = false;  ///< the user chose it while this run was shown
};

}  // namespace plumbline::ui
