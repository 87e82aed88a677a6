// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of RunsPage, shared by its source files: the page itself, what it does, the list of its actions.
#pragma once

#include <QLabel>
#include <QSet>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>

#include "ui/runs/log_view.h"
#include "ui/runs/queue_model.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/run_details.h"
#include "ui/runs/run_form.h"
#include "ui/runs/runs_page.h"
#include "ui/support/elided_label.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"

namespace plumbline::ui {

class ReproShelf;
class StateFilter;

struct RunsPage::Private {
  Private(RunsPage* owner, const Theme& look, runs::RunQueue& q, FilePrompt& p)
      : page(owner), theme(look), queue(q), prompt(p) {}

  RunsPage* page;
  Theme theme;
  runs::RunQueue& queue;
  FilePrompt& prompt;
  runs::QueuePtr shown;
  QueueModel* model = nullptr;
  RunForm* form = nullptr;
  QueueTable* table = nullptr;
  RunDetails* details = nullptr;
  EmptyState* nothing = nullptr;  ///< no run yet
  EmptyState* hidden = nullptr;   ///< the filter leaves none
  ReproShelf* shelf = nullptr;
  QStackedLayout* lists = nullptr;  ///< the queue, or why it shows nothing
  NoticeStrip* notices = nullptr;
  QSplitter* columns = nullptr;     ///< form | runs
  QSplitter* rows = nullptr;        ///< runs / tasks and log
  QStackedLayout* pages = nullptr;  ///< runs or nothing
  StateFilter* filter = nullptr;
  QToolButton* formButton = nullptr;
  QList<QToolButton*> buttons;
  QList<ActionSpec> specs;  ///< what the buttons do
  QTimer clock;
  QString news;           ///< what just happened, for the status line
  QString wanted;         ///< a run that was just added: chosen as soon as it is there
  QStringList removed;    ///< what bringing back brings back
  bool isShaped = false;  ///< the splitter has its first sizes
  bool watches = false;   ///< the form just started a run: the keyboard goes to it

  void build(const QString& presetFolder);
  QWidget* buildRuns();
  void connectParts();
  void joinButtons();
  void orderFocus();
  void showRuns();
  void showCurrent();
  void applyFilter();
  void fitStates();
  int mostWanted() const;
  int firstShown(int from = 0) const;  ///< row; -1: the filter leaves none
  QString countsText() const;
  void setFormShown(bool shown);
  void tell(const QString& text);
  void tick();

  // what a person does
  QList<runs::RunPtr> selected() const;
  runs::RunPtr current() const;
  bool anySelected(bool (*which)(const runs::Run&)) const;
  void forSelected(bool (*which)(const runs::Run&), void (runs::RunQueue::*what)(const QString&), const QString& told);
  void togglePaused();
  void movePriority(int step);
  void removeSelected();
  void removeFinished();
  void removeRuns(const QStringList& ids);
  void bringBack();
  void openResult();
  void openCharts();
  void stepToWrong(int direction);
  void copyRuns(bool markdown);
  void copyCommands();
  // repro scripts
  void connectRepro();
  void useScript(const QString& path, int repeats);
  void runAnew(int repeats);
  static double now();
};

}  // namespace plumbline::ui
