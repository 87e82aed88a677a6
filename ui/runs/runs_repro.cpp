// SPDX-License-Identifier: GPL-3.0-or-later
// What the page does with repro scripts: take one that is dropped, that a run left or that is new; the same anew.
#include <QClipboard>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QUrl>

#include "ui/runs/repro_shelf.h"
#include "ui/runs/repro_view.h"
#include "ui/runs/runs_page_private.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// droppedScript is the one Python script among what is dragged; "" for anything else.
QString droppedScript(const QMimeData* data) {
  if (data == nullptr || !data->hasUrls() || data->urls().size() != 1) return {};
  const QString path = data->urls().front().toLocalFile();
  return path.endsWith(u".py"_s, Qt::CaseInsensitive) && QFileInfo(path).isFile() ? path : QString();
}

}  // namespace

void RunsPage::Private::connectRepro() {
  const ReproView* view = details->repro();
  connect(view, &ReproView::anewWanted, page, [this](int count) { runAnew(count); });
  connect(view, &ReproView::scriptWanted, page, [this](const QString& path, int repeats) { useScript(path, repeats); });
  connect(view, &ReproView::folderWanted, page,
          [](const QString& path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
  connect(view, &ReproView::copyWanted, page, [this](const QString& path) {
    QGuiApplication::clipboard()->setText(path);
    tell(u"Copied the path of %1"_s.arg(QFileInfo(path).fileName()));
  });
  connect(details->table(), &RecordTable::opened, page, [this] { details->goToEvidence(); });
  connect(shelf, &ReproShelf::changed, page, [this](const QString&) {
    fitStates();
    Q_EMIT page->actionsChanged();
    Q_EMIT page->statusChanged(page->statusText());
  });
}

/// useScript fills the form as the run had it that left the script: its python, its place.
void RunsPage::Private::useScript(const QString& path, int repeats) {
  if (path.isEmpty()) return;
  if (const runs::RunPtr run = current()) {
    runs::RunSpec from = form->spec();
    from.python = run->spec.python;
    from.place = run->spec.place;
    form->setSpec(from);
  }
  form->useScript(path, repeats);
  setFormShown(true);
  form->focusFirst();
  tell(repeats > 1 ? u"The form is filled for %1 runs of %2; nothing has started"_s.arg(repeats).arg(QFileInfo(path).fileName())
                   : u"The form is filled with %1; nothing has started"_s.arg(QFileInfo(path).fileName()));
}

/// runAnew queues the current run once more, with so many repeats: each run of the queue is told by itself.
void RunsPage::Private::runAnew(int repeats) {
  const runs::RunPtr run = current();
  if (!run || repeats < 1) return;
  runs::RunSpec spec = run->spec;
  spec.repeats = repeats;
  spec.title.clear();
  queue.add(spec);
  tell(u"Queued anew, %1 times"_s.arg(repeats));
}

void RunsPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedScript(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void RunsPage::dropEvent(QDropEvent* event) {
  const QString path = droppedScript(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  showScript(path);
}

void RunsPage::showWhy(const runs::RunSpec& spec) {
  showSpec(spec);
  d->tell(u"The form is filled; start it, and when the accuracy fails again it leaves a repro script to look into"_s);
}

void RunsPage::showScript(const QString& path, int repeats) {
  d->form->useScript(path, repeats);
  d->setFormShown(true);
  d->form->focusFirst();
  d->tell(u"The form is filled; nothing has started"_s);
}

void RunsPage::addReproActions(QList<ActionSpec>& specs) {
  const auto add = [&](const QString& id, const QString& text, const QString& tooltip, const QKeySequence& key,
                       std::function<void()> run, std::function<bool()> enabled) {
    specs << ActionSpec{.id = u"runs.repro."_s + id,
                        .text = text,
                        .tooltip = tooltip,
                        .group = u"Runs"_s,
                        .shortcuts = {key},
                        .run = std::move(run),
                        .enabled = std::move(enabled)};
  };
  const auto hasScript = [this] { return !d->details->repro()->currentScript().isEmpty(); };
  add(
      u"new"_s, u"New repro script"_s, u"Write a script that compares a model of yours compiled and not"_s,
      QKeySequence(Qt::SHIFT | Qt::Key_N),
      [this] {
        d->setFormShown(true);
        d->form->writeScript();
      },
      {});
  add(
      u"evidence"_s, u"Show the line that tells"_s, u"The line of the log from which the outcome of the task is known"_s,
      QKeySequence(Qt::Key_Y), [this] { d->details->goToEvidence(); }, [this] { return d->details->hasEvidence(); });
  add(
      u"more"_s, u"Run as often as is needed to tell"_s, u"Queue the whole anew, as often as it should take to tell its reproducibility"_s,
      QKeySequence(Qt::SHIFT | Qt::Key_A), [this] { d->runAnew(d->details->repro()->runsToTell()); },
      [this] { return d->details->repro()->runsToTell() > 0; });
  add(
      u"use"_s, u"Use the script that the run left"_s, u"Fill the form with the chosen checkpoint or script"_s,
      QKeySequence(Qt::Key_S), [this] { d->useScript(d->details->repro()->currentScript(), 1); }, hasScript);
  add(
      u"ten"_s, u"Run the script %1 times"_s.arg(ReproView::kTimes),
      u"Fill the form with the chosen script: is its failure there every time?"_s, QKeySequence(Qt::SHIFT | Qt::Key_S),
      [this] { d->useScript(d->details->repro()->currentScript(), ReproView::kTimes); }, hasScript);
}

}  // namespace plumbline::ui
