// SPDX-License-Identifier: GPL-3.0-or-later
// The page of runs: the form of a new run at the left; at the right the queue, and below it the current run with its
// tasks, logs and result. All decisions are made in core/runs.
//
//   auto* page = new RunsPage(theme, queue, prompt, presetFolder);
//   connect(&queue, &RunQueue::changed, page, &RunsPage::showQueue);
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>
#include <memory>

#include "core/runs/engine/run_queue.h"
#include "core/runs/logs/suite_progress.h"
#include "core/tasks/latest_runner.h"
#include "ui/support/page.h"

class QSplitter;
class QStackedLayout;
class QToolButton;

namespace plumbline::ui {

class EmptyState;
class FilePrompt;
class NoticeStrip;
class QueueModel;
class ReproResults;
class RunCommands;
class RunDetails;
class RunForm;
class RunList;

class RunsPage : public Page {
  Q_OBJECT

 public:
  RunsPage(const Theme& theme, runs::RunQueue& queue, FilePrompt& prompt, const QString& presetFolder,
           QWidget* parent = nullptr);

  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  QString statusText() const override;
  QByteArray saveState() const override;
  bool restoreState(const QByteArray& state) override;
  /// spec is the present content of the form.
  runs::RunSpec spec() const;

 public Q_SLOTS:
  void showQueue(const plumbline::runs::QueuePtr& queue);
  /// showSpec fills the form and shows it; nothing starts.
  void showSpec(const plumbline::runs::RunSpec& spec);
  /// showReproRun is showSpec for a run that leaves a repro script when its accuracy fails.
  void showReproRun(const plumbline::runs::RunSpec& spec);
  /// showScript fills the form with a repro script.
  void showScript(const QString& path, int repeats = 1);

 Q_SIGNALS:
  /// pairRequested: a CSV result; expected may be "". models are the requested ones, empty for the whole suite.
  void pairRequested(const QString& actual, const QString& expected, const QStringList& models);
  void chartsRequested(const QStringList& results);
  void noticeRequested(const plumbline::base::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  QWidget* mainView() const override;
  void dragEnterEvent(QDragEnterEvent* event) override;  ///< accepts a Python script
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* buildRuns();
  QLayout* buildHead(QWidget* parent);
  void connectForm();
  void connectRuns();
  void connectCommands();
  void connectButtons();
  void orderFocus();
  void showRuns();
  void showCurrent();
  void setFormShown(bool shown);
  void tick();
  void updateClock();
  using SuiteTexts = QHash<QString, QString>;  ///< by run
  void readSuites();
  void showSuites(const base::Outcome<SuiteTexts>& texts);

  runs::RunQueue& m_queue;
  runs::QueuePtr m_shown;
  QueueModel* m_model;
  ReproResults* m_reproResults;
  QSplitter* m_columns;  ///< form | runs
  RunForm* m_form;
  RunList* m_list = nullptr;
  RunDetails* m_details = nullptr;
  RunCommands* m_commands = nullptr;
  QSplitter* m_rows = nullptr;        ///< runs / tasks and log
  QStackedLayout* m_pages = nullptr;  ///< empty state, or runs
  EmptyState* m_nothing = nullptr;    ///< there is no run yet
  NoticeStrip* m_notices = nullptr;
  QToolButton* m_formButton = nullptr;
  QList<QToolButton*> m_buttons;
  QTimer m_clock;
  std::shared_ptr<runs::SuiteWatch> m_suites = std::make_shared<runs::SuiteWatch>();
  tasks::LatestRunner<SuiteTexts> m_suiteReader{[this](const base::Outcome<SuiteTexts>& texts) { showSuites(texts); }};
  QString m_pendingRun;         ///< a run that was just added: becomes current when the queue has it
  bool m_isShaped = false;      ///< the splitter has its initial sizes
  bool m_isStarting = false;    ///< the form just started a run: the focus moves to the list
};

/// Reports each run that ends, once, when its final state is known, not the runs that were over before; and how many runs
/// of an earlier process can be resumed.
///
///   auto* notifier = new RunEndNotifier(queue, this);
///   connect(notifier, &RunEndNotifier::ended, this, [&](const QString& title, const QString& text) {
///   desktop.send(title, text); });
class RunEndNotifier : public QObject {
  Q_OBJECT

 public:
  RunEndNotifier(runs::RunQueue& queue, QObject* parent);

 Q_SIGNALS:
  void ended(const QString& title, const QString& text, bool good, const QStringList& results);
  /// abandonedChanged: text is "" when there is none.
  void abandonedChanged(const QString& text);

 private:
  void check(const runs::QueuePtr& queue);

  qsizetype m_abandoned = 0;
  QSet<QString> m_ending;  ///< finished, their final state is not known yet
};

}  // namespace plumbline::ui
