// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen run: what it is, its tasks, and of the chosen task the log of each step; of a run that is over, what came
// of it. What runs is followed, task and step, until a person chooses one.
//
//   details->showRun(run, secondsNow());
//   connect(details, &RunDetails::taskChosen, &queue, ...watchLog...);
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QWidget>
#include <memory>

#include "core/runs/run_reading.h"
#include "core/runs/run_state.h"
#include "ui/theme/theme.h"

class QLabel;
class QPlainTextEdit;
class QSplitter;
class QStackedLayout;
class QTabBar;

namespace plumbline::ui {

class ElidedLabel;
class LogView;
class QueueTable;
class ReproShelf;
class ReproView;
struct ReproReading;
class RunReader;
class TaskModel;

class RunDetails : public QWidget {
  Q_OBJECT

 public:
  explicit RunDetails(const Theme& theme, QWidget* parent = nullptr);
  ~RunDetails() override;

  void setTheme(const Theme& theme);
  /// setShelf gives what is known of repro runs; it must outlive the details.
  void setShelf(ReproShelf* shelf);
  void showRun(const runs::RunPtr& run, double now);
  void tick(double now);
  QString runId() const;
  int currentTask() const;  ///< -1: none
  void goToTask(int task);
  /// showStep shows the n-th tab: the logs in the order of the steps, then the result.
  void showStep(int step);
  int stepCount() const;
  LogView* log() const { return m_log; }
  QueueTable* table() const { return m_table; }
  TaskModel* model() const { return m_model; }
  bool isLogShown() const;
  /// showLog leaves the result for the log of the step shown last.
  void showLog();
  QString summary() const;
  ReproView* repro() const { return m_repro; }
  bool hasEvidence() const;
  /// goToEvidence shows the line of the log that tells what came of the chosen task.
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
  QString reproSentence() const;
  const ReproReading* reading() const;

  Theme m_theme;
  runs::RunPtr m_run;
  TaskModel* m_model;
  std::unique_ptr<RunReader> m_reader;
  ElidedLabel* m_title = nullptr;
  ElidedLabel* m_sentence = nullptr;
  QueueTable* m_table = nullptr;
  QSplitter* m_split = nullptr;
  QTabBar* m_tabs = nullptr;
  LogView* m_log = nullptr;
  QPlainTextEdit* m_result = nullptr;
  ReproView* m_repro = nullptr;
  ReproShelf* m_shelf = nullptr;
  QStackedLayout* m_stack = nullptr;
  QHash<QString, int> m_chosen;  ///< task a person chose, by run
  QString m_summary;
  int m_shownTask = -1;
  bool m_moving = false;
  bool m_hasChosenTab = false;  ///< a person chose it while this run was shown
};

}  // namespace plumbline::ui
