// SPDX-License-Identifier: GPL-3.0-or-later
// The page of runs: the queue above, below it the form of a new run with its command line, or the chosen run with its
// tasks, and the log of the chosen task. Everything decided in core/runs.
//
//   auto* page = new RunsPage(looks.theme(), queue, prompt, presetFolder);
//   connect(&queue, &RunQueue::changed, page, &RunsPage::showQueue);
//   connect(page, &RunsPage::pairWanted, &session, &Session::open);  // RunEnds tells of the end of runs
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <memory>

#include "core/runs/run_queue.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class FilePrompt;

class RunsPage : public QWidget {
  Q_OBJECT

 public:
  RunsPage(const Theme& theme, runs::RunQueue& queue, FilePrompt& prompt, const QString& presetFolder,
           QWidget* parent = nullptr);
  ~RunsPage() override;

  QList<ActionSpec> actions();  ///< group "Runs"
  QString statusText() const;
  /// spec is what the form says now.
  runs::RunSpec spec() const;
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);

 public Q_SLOTS:
  void showQueue(const plumbline::runs::QueuePtr& queue);
  /// showSpec fills the form ("reproduce this row") and brings it to front; nothing starts by itself.
  void showSpec(const plumbline::runs::RunSpec& spec);
  /// showWhy fills the form with a run that leaves a repro script ("why did it fail?"), and says what to do next.
  void showWhy(const plumbline::runs::RunSpec& spec);
  /// showScript fills the form with a repro script, to be run so often.
  void showScript(const QString& path, int repeats = 1);
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  /// pairWanted: a CSV result; expected may be "". models are those that were asked for; none: the whole suite.
  void pairWanted(const QString& actual, const QString& expected, const QStringList& models);
  void chartsWanted(const QStringList& results);  ///< results to show in charts
  void noticeWanted(const plumbline::base::Error& error);
  void statusChanged(const QString& text);
  void actionsChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;  ///< a Python script names the script of the form
  void dropEvent(QDropEvent* event) override;

 private:
  void addReproActions(QList<ActionSpec>& specs);

  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
