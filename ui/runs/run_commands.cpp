// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_commands.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "core/runs/spec/run_plan.h"
#include "ui/runs/form/run_form.h"
#include "ui/runs/form/start_panel.h"
#include "ui/runs/log/log_view.h"
#include "ui/runs/queue_model.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/repro/repro_view.h"
#include "ui/runs/run_details.h"
#include "ui/runs/run_list.h"
#include "ui/runs/run_text.h"
#include "ui/runs/task_model.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::Run;
using runs::RunPtr;
using runs::RunQueue;

namespace {

bool isOwn(const Run& run) { return run.access != runs::RunAccess::Foreign; }
bool isAbandoned(const Run& run) { return run.access == runs::RunAccess::Abandoned; }
bool isFinished(const Run& run) { return runs::isFinished(runs::stateOf(run)); }
bool isUnfinished(const Run& run) { return !isFinished(run); }
bool isCancellable(const Run& run) { return isUnfinished(run) && isOwn(run); }
/// hasResult: a table, or a file for charts. The result of a repro run is shown on the page.
bool hasResult(const Run& run) { return !run.results.empty() && run.spec.kind != runs::RunKind::Repro; }
bool canRetry(const Run& run) {
  const auto isDone = [](const runs::TaskStatus& task) { return task.state == runs::RunState::Done; };
  return isFinished(run) && isOwn(run) && !std::ranges::all_of(run.tasks, isDone);
}

const char* const kFilterTooltip =
    QT_TRANSLATE_NOOP("plumbline::ui::RunCommands", "Only runs in the states that are chosen");
const char* const kStepTooltip =
    QT_TRANSLATE_NOOP("plumbline::ui::RunCommands", "The logs in the order of the steps, then the result");

bool isTable(const QString& path) { return path.endsWith(u".csv"_s, Qt::CaseInsensitive); }

}  // namespace

RunCommands::RunCommands(const Parts& parts, QObject* parent)
    : QObject(parent), m_queue(parts.queue), m_list(parts.list), m_details(parts.details), m_form(parts.form) {}

bool RunCommands::isFormFocused() const { return m_form.isAncestorOf(m_form.window()->focusWidget()); }

bool RunCommands::hasSelected(Test test) const {
  const QList<RunPtr> all = m_list.selected();
  return std::ranges::any_of(all, [&](const RunPtr& run) { return test(*run); });
}

bool RunCommands::canCancelTask() const {
  const RunPtr run = m_list.current();
  const int task = m_details.currentTask();
  return run && task >= 0 && static_cast<std::size_t>(task) < run->tasks.size() &&
         isOwn(*run) && !runs::isFinished(run->tasks[static_cast<std::size_t>(task)].state);
}

void RunCommands::showForm() {
  Q_EMIT formShownChanged(true);
  m_form.focusFirst();
}

void RunCommands::showSpec(const runs::RunSpec& spec) {
  m_form.setSpec(spec);
  showForm();
  Q_EMIT statusMessage(tr("The form is filled; nothing has started"));
}

void RunCommands::showScript(const QString& path, int repeats) {
  m_form.useScript(path, repeats);
  showForm();
  Q_EMIT statusMessage(tr("The form is filled; nothing has started"));
}

void RunCommands::useScript(const QString& path, int repeats) {
  if (path.isEmpty()) return;
  if (const RunPtr run = m_list.current()) {
    runs::RunSpec spec = m_form.spec();
    spec.python = run->spec.python;
    spec.target = run->spec.target;
    m_form.setSpec(spec);
  }
  m_form.useScript(path, repeats);
  showForm();
  const QString name = QFileInfo(path).fileName();
  Q_EMIT statusMessage(repeats > 1
                           ? tr("The form is filled for %1 runs of %2; nothing has started").arg(repeats).arg(name)
                           : tr("The form is filled with %1; nothing has started").arg(name));
}

void RunCommands::rerun(int repeats) {
  const RunPtr run = m_list.current();
  if (!run || repeats < 1 || !isOwn(*run)) return;
  runs::RunSpec spec = run->spec;
  spec.repeats = repeats;
  spec.title.clear();
  m_queue.add(spec);
  Q_EMIT statusMessage(tr("Queued again, %1 times").arg(repeats));
}

void RunCommands::forSelected(Test test, void (RunQueue::*function)(const QString&), const QString& message) {
  qsizetype count = 0;
  const QList<RunPtr> all = m_list.selected();
  for (const RunPtr& run : all) {
    if (!test(*run)) continue;
    (m_queue.*function)(fromUtf8(run->id));
    ++count;
  }
  if (count > 0) Q_EMIT statusMessage(message.arg(runCountText(count)));
}

void RunCommands::togglePaused() {
  const QList<RunPtr> all = m_list.selected();
  const bool pause = std::ranges::any_of(all, [](const RunPtr& run) { return isUnfinished(*run) && !run->isPaused; });
  qsizetype count = 0;
  for (const RunPtr& run : all) {
    if (isFinished(*run) || run->isPaused == pause) continue;
    m_queue.setPaused(fromUtf8(run->id), pause);
    ++count;
  }
  if (count == 0) return;
  Q_EMIT statusMessage((pause ? tr("Paused %1; running tasks continue") : tr("Resumed %1")).arg(runCountText(count)));
}

void RunCommands::changePriority(int step) {
  const QList<RunPtr> all = m_list.selected();
  for (const RunPtr& run : all)
    if (isUnfinished(*run)) m_queue.setPriority(fromUtf8(run->id), run->spec.priority + step);
}

void RunCommands::removeSelected() {
  QStringList ids;
  const QList<RunPtr> all = m_list.selected();
  for (const RunPtr& run : all)
    if (isFinished(*run)) ids << fromUtf8(run->id);
  removeRuns(ids);
}

void RunCommands::removeRuns(const QStringList& ids) {
  if (ids.isEmpty()) return;
  m_removed = ids;
  const int row = m_list.model().rowOf(ids.front());
  const QString what =
      ids.size() == 1 && row >= 0 ? fromUtf8(m_list.model().run(row)->title) : runCountText(ids.size());
  for (const QString& id : ids) m_queue.remove(id);
  Q_EMIT runsRemoved(tr("%1 removed, with logs and results.").arg(what));
  Q_EMIT statusMessage(tr("Removed %1 (U restores)").arg(runCountText(ids.size())));
}

void RunCommands::restoreRemoved() {
  if (m_removed.isEmpty()) return;
  const QStringList ids = std::exchange(m_removed, {});
  Q_EMIT runsRestored(ids.front());
  for (const QString& id : ids) m_queue.restore(id);
  Q_EMIT statusMessage(tr("Restored %1").arg(runCountText(ids.size())));
  Q_EMIT actionsChanged();
}

void RunCommands::openResult() {
  const RunPtr run = m_list.current();
  if (!run) return;
  const QString unfinished = tr("The run is not over yet");
  if (run->spec.kind == runs::RunKind::Repro) {  // its log is its result
    if (isUnfinished(*run)) return Q_EMIT statusMessage(unfinished);
    return m_details.hasEvidence() ? m_details.goToEvidence() : m_details.showStep(m_details.stepCount() - 1);
  }
  for (const std::string& file : run->results) {
    const QString path = fromUtf8(file);
    if (!isTable(path)) continue;
    QStringList models;
    for (const std::string& each : run->spec.models) models << fromUtf8(each);
    const std::string& expected = run->spec.baseline.empty() ? run->plan.expected : run->spec.baseline;
    return Q_EMIT pairRequested(path, fromUtf8(expected), models);
  }
  if (!run->results.empty()) return openCharts();
  Q_EMIT statusMessage(isFinished(*run) ? tr("This run has no result to open") : unfinished);
  m_details.table()->setFocus(Qt::OtherFocusReason);
}

/// openCharts takes the tables of each run; of a run without one its first result, as a summary over repeats is no run.
void RunCommands::openCharts() {
  QStringList files;
  const QList<RunPtr> all = m_list.selected();
  for (const RunPtr& run : all) {
    QStringList tables;
    for (const std::string& file : run->results)
      if (isTable(fromUtf8(file))) tables << fromUtf8(file);
    if (tables.isEmpty() && !run->results.empty()) tables << fromUtf8(run->results.front());
    files << tables;
  }
  if (files.isEmpty()) return Q_EMIT statusMessage(tr("This run has no result that charts could show"));
  Q_EMIT chartsRequested(files);
}

void RunCommands::goToFailed(int direction) {
  if (m_list.goToFailed(direction)) return m_list.table().setFocus(Qt::ShortcutFocusReason);
  Q_EMIT statusMessage(direction > 0 ? tr("No failed run further down") : tr("No failed run further up"));
}

void RunCommands::copy() {
  LogView* log = m_details.log();
  if (log->isAncestorOf(log->window()->focusWidget()) || log->hasFocus()) log->copySelection();
  else copyRuns(false);
}

void RunCommands::copyRuns(bool isMarkdown) {
  const bool ofTasks = m_details.table()->hasFocus();
  const QList<int> rows = ofTasks ? m_details.table()->selectedRows() : m_list.selectedRows();
  const TextTable texts = ofTasks ? m_details.model()->texts(rows) : rowTexts(m_list.model(), rows);
  copyText(tableText(texts, isMarkdown ? TableFormat::Markdown : TableFormat::Tsv));
  Q_EMIT statusMessage(ofTasks ? tr("Copied %1 tasks").arg(rows.size())
                               : tr("Copied %1").arg(runCountText(rows.size())));
}

/// copyCommands copies the commands of the form while it has the focus, otherwise those of the current run.
void RunCommands::copyCommands() {
  const RunPtr run = m_list.current();
  if (!run || isFormFocused()) return m_form.panel()->copyCommands();
  QStringList lines;
  for (const std::string& line : runs::setupLines(run->plan, "OUTPUT")) lines << fromUtf8(line);
  for (const std::string& line : runs::commandLines(run->plan, "OUTPUT")) lines << fromUtf8(line);
  copyText(lines.join(u'\n'));
  Q_EMIT statusMessage(tr("Copied the commands of %1").arg(fromUtf8(run->title)));
}

void RunCommands::copyPath(const QString& path) {
  copyText(path);
  Q_EMIT statusMessage(tr("Copied the path of %1").arg(QFileInfo(path).fileName()));
}

static_assert(ReproView::kTimes == 10);  // an action names it

struct RunCommands::ActionRow {
  const char* id;
  const char* text;
  const char* tooltip;
  const char* keys;  ///< portable text, separated by "; "
  void (*run)(RunCommands&);
  bool (*enabled)(const RunCommands&) = nullptr;
};

const RunCommands::ActionRow
    RunCommands::kActions[] =
        {
            {"new", QT_TR_NOOP("New run"), QT_TR_NOOP("Show the form and move the focus into it"), "N",
             [](RunCommands& c) { c.showForm(); }},
            {"start", QT_TR_NOOP("Start the run of the form"),
             QT_TR_NOOP("Add it to the queue, or show why it cannot start"), "Ctrl+Return; Ctrl+Enter",
             [](RunCommands& c) { c.m_form.start(); }},
            {"form", QT_TR_NOOP("Show or hide the form of a new run"), "", "H",
             [](RunCommands& c) { Q_EMIT c.formShownChanged(c.m_form.isHidden()); }},
            {"cancel", QT_TR_NOOP("Cancel the runs"),
             QT_TR_NOOP("End the selected runs with everything they started; they can be run again"), "X",
             [](RunCommands& c) { c.forSelected(isCancellable, &RunQueue::cancel, tr("Cancelling %1")); },
             [](const RunCommands& c) { return c.hasSelected(isCancellable); }},
            {"resume", QT_TR_NOOP("Resume the runs"),
             QT_TR_NOOP("Continue the selected runs that were left behind by another process"), "",
             [](RunCommands& c) { c.forSelected(isAbandoned, &RunQueue::resume, tr("Resuming %1")); },
             [](const RunCommands& c) { return c.hasSelected(isAbandoned); }},
            {"cancelTask", QT_TR_NOOP("Cancel the task"), QT_TR_NOOP("End the chosen task only"), "Shift+X",
             [](RunCommands& c) { c.m_queue.cancelTask(c.m_details.runId(), c.m_details.currentTask()); },
             [](const RunCommands& c) { return c.canCancelTask(); }},
            {"retry", QT_TR_NOOP("Retry what failed"),
             QT_TR_NOOP("Run again those tasks of the selected runs that failed, timed out, were lost or cancelled"),
             "F",
             [](RunCommands& c) {
               c.forSelected(canRetry, &RunQueue::retryFailed, tr("Retrying the failed tasks of %1"));
             },
             [](const RunCommands& c) { return c.hasSelected(canRetry); }},
            {"again", QT_TR_NOOP("Run again"), QT_TR_NOOP("Queue the selected runs again"), "A",
             [](RunCommands& c) { c.forSelected(isOwn, &RunQueue::again, tr("Queued %1 again")); },
             [](const RunCommands& c) { return c.hasSelected(isOwn); }},
            {"change", QT_TR_NOOP("Change and run again"), QT_TR_NOOP("Fill the form from the current run"), "W",
             [](RunCommands& c) { c.showSpec(c.m_list.current()->spec); },
             [](const RunCommands& c) { return c.m_list.current() != nullptr; }},
            {"pause", QT_TR_NOOP("Pause or resume the runs"),
             QT_TR_NOOP("Hold back the waiting tasks; running tasks continue"), "P",
             [](RunCommands& c) { c.togglePaused(); },
             [](const RunCommands& c) { return c.hasSelected(isUnfinished); }},
            {"sooner", QT_TR_NOOP("Run sooner"), QT_TR_NOOP("Raise the priority of the selected runs"), "Alt+Up",
             [](RunCommands& c) { c.changePriority(+1); },
             [](const RunCommands& c) { return c.hasSelected(isUnfinished); }},
            {"later", QT_TR_NOOP("Run later"), QT_TR_NOOP("Lower the priority of the selected runs"), "Alt+Down",
             [](RunCommands& c) { c.changePriority(-1); },
             [](const RunCommands& c) { return c.hasSelected(isUnfinished); }},
            {"remove", QT_TR_NOOP("Remove the runs"),
             QT_TR_NOOP("Remove the selected runs that are over, with their logs; U restores them"), "Del",
             [](RunCommands& c) { c.removeSelected(); },
             [](const RunCommands& c) { return c.hasSelected(isFinished) && !c.isFormFocused(); }},
            {"clear", QT_TR_NOOP("Remove all runs that are over"),
             QT_TR_NOOP("Those that the filter shows, with their logs; U restores them"), "Shift+Del",
             [](RunCommands& c) { c.removeRuns(c.m_list.finished()); },
             [](const RunCommands& c) { return !c.m_list.finished().isEmpty() && !c.isFormFocused(); }},
            {"bringBack", QT_TR_NOOP("Restore the removed runs"), QT_TR_NOOP("Those that were removed last"), "U",
             [](RunCommands& c) { c.restoreRemoved(); }, [](const RunCommands& c) { return !c.m_removed.isEmpty(); }},
            {"open", QT_TR_NOOP("Open the result"),
             QT_TR_NOOP("Compare the result with its baseline in triage (also Enter in the table)"), "T",
             [](RunCommands& c) { c.openResult(); },
             [](const RunCommands& c) { return c.m_list.current() && hasResult(*c.m_list.current()); }},
            {"charts", QT_TR_NOOP("Show the results in charts"), QT_TR_NOOP("Those of the selected runs together"), "V",
             [](RunCommands& c) { c.openCharts(); }, [](const RunCommands& c) { return c.hasSelected(hasResult); }},
            {"only.running", QT_TR_NOOP("Show or hide by state: running"), kFilterTooltip,
             "", [](RunCommands& c) { c.m_list.filter()->toggle(StateFilter::Kind::Running); }},
            {"only.waiting", QT_TR_NOOP("Show or hide by state: waiting"), kFilterTooltip,
             "", [](RunCommands& c) { c.m_list.filter()->toggle(StateFilter::Kind::Waiting); }},
            {"only.failed", QT_TR_NOOP("Show or hide by state: failed"), kFilterTooltip,
             "", [](RunCommands& c) { c.m_list.filter()->toggle(StateFilter::Kind::Failed); }},
            {"only.cancelled", QT_TR_NOOP("Show or hide by state: cancelled"), kFilterTooltip,
             "", [](RunCommands& c) { c.m_list.filter()->toggle(StateFilter::Kind::Cancelled); }},
            {"only.done", QT_TR_NOOP("Show or hide by state: done"), kFilterTooltip,
             "", [](RunCommands& c) { c.m_list.filter()->toggle(StateFilter::Kind::Done); }},
            {"all", QT_TR_NOOP("Show all runs"), QT_TR_NOOP("Clear the filter by state"), "0",
             [](RunCommands& c) { c.m_list.filter()->clear(); },
             [](const RunCommands& c) { return !c.m_list.filter()->isClear(); }},
            {"nextWrong", QT_TR_NOOP("Next run that failed"), "", "J", [](RunCommands& c) { c.goToFailed(+1); }},
            {"previousWrong", QT_TR_NOOP("Previous run that failed"), "", "K",
             [](RunCommands& c) { c.goToFailed(-1); }},
            {"firstError", QT_TR_NOOP("First error in the log"),
             QT_TR_NOOP("Go to the first line that looks like an error"), "I",
             [](RunCommands& c) { c.m_details.showLog(), c.m_details.log()->goToFirstError(); },
             [](const RunCommands& c) { return c.m_details.stepCount() > 1; }},
            {"search", QT_TR_NOOP("Search the log"), "", "/",
             [](RunCommands& c) { c.m_details.showLog(), c.m_details.log()->focusSearch(); },
             [](const RunCommands& c) { return c.m_details.stepCount() > 1; }},
            {"findNext", QT_TR_NOOP("Next match in the log"), "", "F3",
             [](RunCommands& c) { c.m_details.log()->findNext(); },
             [](const RunCommands& c) { return c.m_details.isLogShown(); }},
            {"findPrevious", QT_TR_NOOP("Previous match in the log"), "", "Shift+F3",
             [](RunCommands& c) { c.m_details.log()->findPrevious(); },
             [](const RunCommands& c) { return c.m_details.isLogShown(); }},
            {"logEnd", QT_TR_NOOP("End of the log"), QT_TR_NOOP("Go to the end of the log and follow it"), "L",
             [](RunCommands& c) { c.m_details.showLog(), c.m_details.log()->goToEnd(); },
             [](const RunCommands& c) { return c.m_details.stepCount() > 1; }},
            {"step.1", QT_TR_NOOP("Show log or result 1"), kStepTooltip, "1",
             [](RunCommands& c) { c.m_details.showStep(0); },
             [](const RunCommands& c) { return c.m_details.stepCount() > 0; }},
            {"step.2", QT_TR_NOOP("Show log or result 2"), kStepTooltip, "2",
             [](RunCommands& c) { c.m_details.showStep(1); },
             [](const RunCommands& c) { return c.m_details.stepCount() > 1; }},
            {"step.3", QT_TR_NOOP("Show log or result 3"), kStepTooltip, "3",
             [](RunCommands& c) { c.m_details.showStep(2); },
             [](const RunCommands& c) { return c.m_details.stepCount() > 2; }},
            {"copy", QT_TR_NOOP("Copy the runs"), QT_TR_NOOP("Copy the selected rows as tab-separated text"), "Ctrl+C",
             [](RunCommands& c) { c.copy(); }, [](const RunCommands& c) { return c.m_list.current() != nullptr; }},
            {"copyMarkdown", QT_TR_NOOP("Copy the runs as Markdown"),
             QT_TR_NOOP("Copy the selected rows as a table for an issue"), "", [](RunCommands& c) { c.copyRuns(true); },
             [](const RunCommands& c) { return c.m_list.current() != nullptr; }},
            {"copyCommands", QT_TR_NOOP("Copy the commands"),
             QT_TR_NOOP("Those of the form while it has the focus, otherwise those of the current run"), "Ctrl+Shift+C",
             [](RunCommands& c) { c.copyCommands(); }},
            {"repro.new", QT_TR_NOOP("New repro script"),
             QT_TR_NOOP("Write a script that compares your model compiled and in eager"), "Shift+N",
             [](RunCommands& c) {
               Q_EMIT c.formShownChanged(true);
               c.m_form.writeScript();
             }},
            {"repro.evidence", QT_TR_NOOP("Show the line of the outcome"),
             QT_TR_NOOP("The line of the log from which the outcome of the task was read"), "Y",
             [](RunCommands& c) { c.m_details.goToEvidence(); },
             [](const RunCommands& c) { return c.m_details.hasEvidence(); }},
            {"repro.more", QT_TR_NOOP("Repeat until the class is known"),
             QT_TR_NOOP("Queue the whole again, as often as its reproducibility should take"), "Shift+A",
             [](RunCommands& c) { c.rerun(c.m_details.repro()->runsNeeded()); },
             [](const RunCommands& c) { return c.m_details.repro()->runsNeeded() > 0; }},
            {"repro.use", QT_TR_NOOP("Use the script that the run left"),
             QT_TR_NOOP("Fill the form with the chosen checkpoint or script"), "S",
             [](RunCommands& c) { c.useScript(c.m_details.repro()->currentScript(), 1); },
             [](const RunCommands& c) { return !c.m_details.repro()->currentScript().isEmpty(); }},
            {"repro.ten", QT_TR_NOOP("Run the script 10 times"),
             QT_TR_NOOP("Fill the form with the chosen script, to see whether it fails every time"), "Shift+S",
             [](RunCommands& c) { c.useScript(c.m_details.repro()->currentScript(), ReproView::kTimes); },
             [](const RunCommands& c) { return !c.m_details.repro()->currentScript().isEmpty(); }},
};

QList<ActionSpec> RunCommands::actions() {
  QList<ActionSpec> specs;
  for (const ActionRow& row : kActions) {
    specs << ActionSpec{.id = u"runs."_s + QLatin1StringView(row.id),
                        .text = tr(row.text),
                        .tooltip = *row.tooltip == '\0' ? QString() : tr(row.tooltip),
                        .group = tr("Runs"),
                        .iconName = QLatin1StringView(row.id) == "copy"_L1 ? u"copy"_s : QString(),
                        .shortcuts = *row.keys == '\0' ? QList<QKeySequence>()
                                                       : QKeySequence::listFromString(QLatin1StringView(row.keys)),
                        .run = [this, run = row.run] { run(*this); },
                        .enabled = row.enabled == nullptr ? std::function<bool()>()
                                                          : [this, enabled = row.enabled] { return enabled(*this); }};
    if (QLatin1StringView(row.id) != "form"_L1) continue;
    specs.last().checkable = true;
    specs.last().checked = [this] { return !m_form.isHidden(); };
  }
  return specs;
}

}  // namespace plumbline::ui
