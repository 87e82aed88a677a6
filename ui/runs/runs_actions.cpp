// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the page of runs can do, for the window's action registry.
#include <algorithm>

#include "ui/runs/run_words.h"
#include "ui/runs/runs_page_private.h"
#include "ui/runs/state_filter.h"
#include "ui/runs/task_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

bool isRunOver(const runs::Run& run) { return runs::isOver(runs::stateOf(run)); }
bool isGoing(const runs::Run& run) { return !isRunOver(run); }
/// hasResult: a table, or a file for charts; what came of a repro run is told on the page.
bool hasResult(const runs::Run& run) { return !run.results.empty() && run.spec.kind != runs::RunKind::Repro; }
bool any(const runs::Run&) { return true; }
bool canRetry(const runs::Run& run) {
  return isRunOver(run) && std::ranges::any_of(run.tasks, [](const runs::TaskStatus& task) {
           return task.state != runs::RunState::Done;
         });
}

}  // namespace

QList<ActionSpec> RunsPage::actions() {
  QList<ActionSpec> specs;
  const auto add = [&](const QString& id, const QString& text, const QString& tooltip, const QList<QKeySequence>& keys,
                       std::function<void()> run, std::function<bool()> enabled = {}) {
    specs << ActionSpec{.id = u"runs."_s + id,
                        .text = text,
                        .tooltip = tooltip,
                        .group = u"Runs"_s,
                        .shortcuts = keys,
                        .run = std::move(run),
                        .enabled = std::move(enabled)};
  };
  const auto which = [this](bool (*test)(const runs::Run&)) { return [this, test] { return d->anySelected(test); }; };
  const auto hasLog = [this] { return d->details->isLogShown(); };
  using runs::RunQueue;

  add(u"new"_s, u"New run"_s, u"Show the form and go into it"_s, {QKeySequence(Qt::Key_N)}, [this] {
    d->setFormShown(true);
    d->form->focusFirst();
  });
  add(u"start"_s, u"Start the run of the form"_s, u"Put it into the queue; where that cannot be, say why"_s,
      {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)}, [this] {
        if (!d->form->canStart()) return d->tell(d->form->whyNot());
        d->form->start();
      });
  add(u"form"_s, u"Show or hide the form of a new run"_s, {}, {QKeySequence(Qt::Key_H)},
      [this] { d->setFormShown(d->form->isHidden()); });
  specs.last().checkable = true;
  specs.last().checked = [this] { return !d->form->isHidden(); };
  add(
      u"cancel"_s, u"Cancel the runs"_s, u"End the selected runs with everything they started; they can be run again"_s,
      {QKeySequence(Qt::Key_X)}, [this] { d->forSelected(isGoing, &RunQueue::cancel, u"Cancelling %1"_s); },
      which(isGoing));
  add(
      u"cancelTask"_s, u"Cancel the task"_s, u"End the chosen task only"_s, {QKeySequence(Qt::SHIFT | Qt::Key_X)},
      [this] { d->queue.cancelTask(d->details->runId(), d->details->currentTask()); },
      [this] {
        const runs::RunPtr run = d->current();
        const int task = d->details->currentTask();
        return run && task >= 0 && static_cast<std::size_t>(task) < run->tasks.size() &&
               !runs::isOver(run->tasks[static_cast<std::size_t>(task)].state);
      });
  add(
      u"retry"_s, u"Retry what failed"_s, u"Run those tasks of the selected runs once more that failed, took too long, were lost or cancelled"_s,
      {QKeySequence(Qt::Key_F)},
      [this] { d->forSelected(canRetry, &RunQueue::retryFailed, u"Retrying what failed of %1"_s); }, which(canRetry));
  add(
      u"again"_s, u"Run again"_s, u"Queue the same anew"_s, {QKeySequence(Qt::Key_A)},
      [this] { d->forSelected(any, &RunQueue::again, u"Queued %1 again"_s); }, which(any));
  add(
      u"change"_s, u"Change and run again"_s, u"Fill the form with what this run was"_s, {QKeySequence(Qt::Key_W)},
      [this] { showSpec(d->current()->spec); }, [this] { return d->current() != nullptr; });
  add(
      u"pause"_s, u"Pause or resume the runs"_s, u"Hold the waiting tasks back; what runs goes on"_s,
      {QKeySequence(Qt::Key_P)}, [this] { d->togglePaused(); }, which(isGoing));
  add(
      u"sooner"_s, u"Run sooner"_s, u"Raise the priority of the selected runs"_s, {QKeySequence(Qt::ALT | Qt::Key_Up)},
      [this] { d->movePriority(+1); }, which(isGoing));
  add(
      u"later"_s, u"Run later"_s, u"Lower the priority of the selected runs"_s, {QKeySequence(Qt::ALT | Qt::Key_Down)},
      [this] { d->movePriority(-1); }, which(isGoing));
  add(
      u"remove"_s, u"Remove the runs"_s, u"Take runs that are over away, with their logs; U brings them back"_s,
      {QKeySequence(Qt::Key_Delete)}, [this] { d->removeSelected(); },
      [this] { return d->anySelected(isRunOver) && !d->form->isAncestorOf(focusWidget()); });
  add(
      u"clear"_s, u"Remove all runs that are over"_s, u"Those that the filter shows, with their logs; U brings them back"_s,
      {QKeySequence(Qt::SHIFT | Qt::Key_Delete)}, [this] { d->removeFinished(); },
      [this] {
        for (int row = 0; row < d->model->rowCount(); ++row)
          if (runs::isOver(d->model->state(row)) && !d->table->isRowHidden(row)) return !d->form->isAncestorOf(focusWidget());
        return false;
      });
  add(
      u"bringBack"_s, u"Bring the removed runs back"_s, u"Those that were removed last"_s, {QKeySequence(Qt::Key_U)},
      [this] { d->bringBack(); }, [this] { return !d->removed.isEmpty(); });
  add(
      u"open"_s, u"Open the result"_s, u"Hold the result against its baseline in triage (also Enter in the table)"_s,
      {QKeySequence(Qt::Key_T)}, [this] { d->openResult(); },
      [this] { return d->current() && hasResult(*d->current()); });
  add(
      u"charts"_s, u"Show the results in charts"_s, u"Those of the selected runs together"_s, {QKeySequence(Qt::Key_V)},
      [this] { d->openCharts(); }, which(hasResult));
  static constexpr const char16_t* kKinds[] = {u"running", u"waiting", u"failed", u"cancelled", u"done"};
  for (int kind = 0; kind < 5; ++kind) {
    const QString word = QString::fromUtf16(kKinds[kind]);
    add(u"only."_s + word, u"Show or hide by state: %1"_s.arg(word), u"Only runs in the states that are chosen"_s, {},
        [this, kind] { d->filter->toggle(static_cast<StateFilter::Kind>(kind)); });
  }
  add(
      u"all"_s, u"Show all runs"_s, u"Whatever their state"_s, {QKeySequence(Qt::Key_0)}, [this] { d->filter->clear(); },
      [this] { return !d->filter->isClear(); });
  add(u"nextWrong"_s, u"Next run that failed"_s, {}, {QKeySequence(Qt::Key_J)}, [this] { d->stepToWrong(+1); });
  add(u"previousWrong"_s, u"Previous run that failed"_s, {}, {QKeySequence(Qt::Key_K)}, [this] { d->stepToWrong(-1); });
  add(
      u"firstError"_s, u"First error in the log"_s, u"Go to the first line that looks like an error"_s,
      {QKeySequence(Qt::Key_I)},
      [this] {
        d->details->showLog();
        d->details->log()->goToFirstError();
      },
      [this] { return d->details->stepCount() > 1; });
  add(
      u"search"_s, u"Search the log"_s, {}, {QKeySequence(Qt::Key_Slash)},
      [this] {
        d->details->showLog();
        d->details->log()->focusSearch();
      },
      [this] { return d->details->stepCount() > 1; });
  add(
      u"findNext"_s, u"Next match in the log"_s, {}, {QKeySequence(Qt::Key_F3)},
      [this] { d->details->log()->findNext(); }, hasLog);
  add(
      u"findPrevious"_s, u"Previous match in the log"_s, {}, {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
      [this] { d->details->log()->findPrevious(); }, hasLog);
  add(
      u"logEnd"_s, u"End of the log"_s, u"Go to the end of the log and follow it"_s, {QKeySequence(Qt::Key_L)},
      [this] {
        d->details->showLog();
        d->details->log()->goToEnd();
      },
      [this] { return d->details->stepCount() > 1; });
  static constexpr Qt::Key kSteps[] = {Qt::Key_1, Qt::Key_2, Qt::Key_3};
  for (int step = 0; step < 3; ++step)
    add(
        u"step.%1"_s.arg(step + 1), u"Show log or result %1"_s.arg(step + 1),
        u"The logs in the order of the steps, then the result"_s, {QKeySequence(kSteps[step])},
        [this, step] { d->details->showStep(step); }, [this, step] { return step < d->details->stepCount(); });
  add(
      u"copy"_s, u"Copy the runs"_s, u"Copy the selected rows as tab-separated text"_s,
      {QKeySequence(QKeySequence::Copy)},
      [this] {
        if (d->details->log()->isAncestorOf(focusWidget()) || d->details->log()->hasFocus())
          d->details->log()->copySelection();
        else
          d->copyRuns(false);
      },
      [this] { return d->current() != nullptr; });
  specs.last().iconName = u"copy"_s;
  add(
      u"copyMarkdown"_s, u"Copy the runs as Markdown"_s, u"Copy the selected rows as a table for an issue"_s, {},
      [this] { d->copyRuns(true); }, [this] { return d->current() != nullptr; });
  add(u"copyCommands"_s, u"Copy the commands"_s,
      u"Those of the form while you are in it, else those of the chosen run"_s,
      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, [this] { d->copyCommands(); });
  addReproActions(specs);
  return specs;
}

}  // namespace plumbline::ui
