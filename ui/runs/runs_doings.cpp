// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does with runs that are there: cancel, run again, hold back, remove and bring back, open, copy.
#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <algorithm>

#include "core/runs/run_plan.h"
#include "ui/runs/run_words.h"
#include "ui/runs/runs_page_private.h"
#include "ui/runs/start_panel.h"
#include "ui/runs/task_model.h"
#include "ui/support/clipboard_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

const QString kRemoved = u"runs:removed"_s;

bool over(const runs::Run& run) { return runs::isOver(runs::stateOf(run)); }
bool isTable(const QString& path) { return path.endsWith(u".csv"_s, Qt::CaseInsensitive); }
QString runsWord(qsizetype count) { return count == 1 ? u"1 run"_s : u"%1 runs"_s.arg(count); }

}  // namespace

double RunsPage::Private::now() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000; }

QList<runs::RunPtr> RunsPage::Private::selected() const {
  QList<runs::RunPtr> all;
  const QList<int> rowsNow = table->selectedRows();
  for (const int row : rowsNow)
    if (!table->isRowHidden(row)) all << model->run(row);  // nothing is done to what nobody sees
  return all;
}

runs::RunPtr RunsPage::Private::current() const {
  return table->currentIndex().isValid() ? model->run(table->currentIndex().row()) : nullptr;
}

bool RunsPage::Private::anySelected(bool (*which)(const runs::Run&)) const {
  const QList<runs::RunPtr> all = selected();
  return std::ranges::any_of(all, [&](const runs::RunPtr& run) { return which(*run); });
}

/// forSelected does something to those of the selected runs that it can be done to; `told` takes how many.
void RunsPage::Private::forSelected(bool (*which)(const runs::Run&), void (runs::RunQueue::*what)(const QString&),
                                    const QString& told) {
  qsizetype count = 0;
  const QList<runs::RunPtr> all = selected();
  for (const runs::RunPtr& run : all) {
    if (!which(*run)) continue;
    (queue.*what)(fromUtf8(run->id));
    ++count;
  }
  if (count > 0) tell(told.arg(runsWord(count)));
}

void RunsPage::Private::togglePaused() {
  const QList<runs::RunPtr> all = selected();
  const bool pause = std::ranges::any_of(all, [](const runs::RunPtr& run) { return !over(*run) && !run->isPaused; });
  qsizetype count = 0;
  for (const runs::RunPtr& run : all) {
    if (over(*run) || run->isPaused == pause) continue;
    queue.setPaused(fromUtf8(run->id), pause);
    ++count;
  }
  if (count > 0)
    tell(pause ? u"Paused %1; what runs already goes on"_s.arg(runsWord(count)) : u"Resumed %1"_s.arg(runsWord(count)));
}

void RunsPage::Private::movePriority(int step) {
  const QList<runs::RunPtr> all = selected();
  for (const runs::RunPtr& run : all)
    if (!over(*run)) queue.setPriority(fromUtf8(run->id), run->spec.priority + step);
}

void RunsPage::Private::removeSelected() {
  QStringList ids;
  const QList<runs::RunPtr> all = selected();
  for (const runs::RunPtr& run : all)
    if (over(*run)) ids << fromUtf8(run->id);
  removeRuns(ids);
}

void RunsPage::Private::removeFinished() {
  QStringList ids;
  for (int row = 0; row < model->rowCount(); ++row)
    if (runs::isOver(model->state(row)) && !table->isRowHidden(row)) ids << fromUtf8(model->run(row)->id);
  removeRuns(ids);
}

void RunsPage::Private::removeRuns(const QStringList& ids) {
  if (ids.isEmpty()) return;
  removed = ids;
  const int row = model->rowOf(ids.front());
  const QString what = ids.size() == 1 && row >= 0 ? fromUtf8(model->run(row)->title) : runsWord(ids.size());
  for (const QString& id : ids) queue.remove(id);
  notices->say({.id = kRemoved,
                .text = u"%1 removed, with logs and results."_s.arg(what),
                .details = {},
                .actionText = u"Bring back"_s,
                .action = [this] { bringBack(); }});
  tell(u"Removed %1 (U brings back)"_s.arg(runsWord(ids.size())));
}

void RunsPage::Private::bringBack() {
  if (removed.isEmpty()) return;
  wanted = removed.front();
  for (const QString& id : std::as_const(removed)) queue.restore(id);
  tell(u"Brought back %1"_s.arg(runsWord(removed.size())));
  removed.clear();
  notices->dismiss(kRemoved);
  Q_EMIT page->actionsChanged();
}

void RunsPage::Private::openResult() {
  const runs::RunPtr run = current();
  if (!run) return;
  if (run->spec.kind == runs::RunKind::Repro) {  // its log is its result
    if (!over(*run)) return tell(u"The run is not over yet"_s);
    return details->hasEvidence() ? details->goToEvidence() : details->showStep(details->stepCount() - 1);
  }
  for (const std::string& file : run->results)
    if (const QString path = fromUtf8(file); isTable(path)) {
      QStringList models;
      for (const std::string& each : run->spec.models) models << fromUtf8(each);
      Q_EMIT page->pairWanted(path, fromUtf8(run->spec.baseline.empty() ? run->plan.expected : run->spec.baseline), models);
      return;
    }
  if (!run->results.empty()) return openCharts();
  tell(over(*run) ? u"Nothing came of this run that could be opened"_s : u"The run is not over yet"_s);
  details->table()->setFocus(Qt::OtherFocusReason);
}

void RunsPage::Private::openCharts() {
  QStringList files, tables;
  const QList<runs::RunPtr> all = selected();
  for (const runs::RunPtr& run : all) {
    tables.clear();
    for (const std::string& file : run->results)
      if (isTable(fromUtf8(file))) tables << fromUtf8(file);
    if (tables.isEmpty() && !run->results.empty()) tables << fromUtf8(run->results.front());
    files << tables;  // the summary over repeats is no run
  }
  if (files.isEmpty()) return tell(u"Nothing came of this run that charts could show"_s);
  Q_EMIT page->chartsWanted(files);
}

void RunsPage::Private::stepToWrong(int direction) {
  const int start = table->currentIndex().isValid() ? table->currentIndex().row() : -1;
  for (int row = start + direction; row >= 0 && row < model->rowCount(); row += direction) {
    const runs::RunState state = model->state(row);
    if (state != runs::RunState::Failed && state != runs::RunState::TimedOut && state != runs::RunState::Lost) continue;
    if (table->isRowHidden(row)) continue;
    table->goTo(row);
    table->setFocus(Qt::ShortcutFocusReason);
    return;
  }
  tell(direction > 0 ? u"No failed run further down"_s : u"No failed run further up"_s);
}

void RunsPage::Private::copyRuns(bool markdown) {
  QList<int> rowsNow = table->selectedRows();
  rowsNow.removeIf([this](int row) { return table->isRowHidden(row); });
  const bool tasks = details->table()->hasFocus();
  const QList<int> tasksNow = details->table()->selectedRows();
  const TextTable texts = tasks ? details->model()->texts(tasksNow) : model->texts(rowsNow);
  QGuiApplication::clipboard()->setText(markdown ? toMarkdown(texts) : toTsv(texts));
  tell(tasks ? u"Copied %1 tasks"_s.arg(tasksNow.size()) : u"Copied %1"_s.arg(runsWord(rowsNow.size())));
}

/// copyCommands copies what the form would run while the keyboard is in it, else what the chosen run runs.
void RunsPage::Private::copyCommands() {
  const runs::RunPtr run = current();
  if (!run || form->isAncestorOf(page->focusWidget())) return form->panel()->copyCommands();
  QStringList lines;
  for (const std::string& line : runs::setupLines(run->plan, "OUTPUT")) lines << fromUtf8(line);
  for (const std::string& line : runs::commandLines(run->plan, "OUTPUT")) lines << fromUtf8(line);
  QGuiApplication::clipboard()->setText(lines.join(u'\n'));
  tell(u"Copied the commands of %1"_s.arg(fromUtf8(run->title)));
}

}  // namespace plumbline::ui
