// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the page of runs: start, cancel, repeat, pause, remove and restore runs, open and copy their results,
// use the repro scripts they left.
//
//   auto* commands = new RunCommands({queue, *list, *details, *form}, page);
//   connect(commands, &RunCommands::statusMessage, page, &Page::showMessage);
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

#include "core/runs/engine/run_queue.h"
#include "ui/support/action_spec.h"

namespace plumbline::ui {

class RunDetails;
class RunForm;
class RunList;

class RunCommands : public QObject {
  Q_OBJECT

 public:
  /// The parts that commands work on. All must outlive the commands.
  struct Parts {
    runs::RunQueue& queue;
    RunList& list;
    RunDetails& details;
    RunForm& form;
  };
  RunCommands(const Parts& parts, QObject* parent);

  QList<ActionSpec> actions();
  /// showSpec fills the form and shows it; nothing starts.
  void showSpec(const runs::RunSpec& spec);
  void showScript(const QString& path, int repeats);
  void openResult();
  void restoreRemoved();
  /// useScript fills the form with a script, with python and target of the current run.
  void useScript(const QString& path, int repeats);
  /// rerun queues the current run again with another number of repeats.
  void rerun(int repeats);
  void copyPath(const QString& path);

 Q_SIGNALS:
  void statusMessage(const QString& text);
  void formShownChanged(bool shown);  ///< the form must be shown or hidden
  void runsRemoved(const QString& text);
  void runsRestored(const QString& firstId);
  /// pairRequested: a CSV result; expected may be "". models are the requested ones, empty for the whole suite.
  void pairRequested(const QString& actual, const QString& expected, const QStringList& models);
  void chartsRequested(const QStringList& results);
  void actionsChanged();

 private:
  using Test = bool (*)(const runs::Run& run);
  struct ActionRow;
  static const ActionRow kActions[];

  bool isFormFocused() const;
  bool hasSelected(Test test) const;
  bool canCancelTask() const;
  void showForm();
  /// forSelected calls a function of the queue for the selected runs that pass the test; message has the count as %1.
  void forSelected(Test test, void (runs::RunQueue::*function)(const QString& id), const QString& message);
  void togglePaused();
  void changePriority(int step);
  void removeSelected();
  void removeRuns(const QStringList& ids);
  void openCharts();
  void goToFailed(int direction);
  void copy();
  void copyRuns(bool isMarkdown);
  void copyCommands();

  runs::RunQueue& m_queue;
  RunList& m_list;
  RunDetails& m_details;
  RunForm& m_form;
  QStringList m_removed;  ///< ids of the last removal
};

}  // namespace plumbline::ui
