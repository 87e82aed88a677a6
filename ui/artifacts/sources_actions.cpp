// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the sources page can do, for the window's action registry.
#include <QClipboard>
#include <QGuiApplication>

#include "ui/artifacts/sources_page_private.h"
#include "ui/support/clipboard_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QList<ActionSpec> SourcesPage::actions() {
  QList<ActionSpec> specs;
  const QString group = u"Sources"_s;
  const auto isOpen = [this] { return d->isOpen(); };
  const auto hasCurrent = [this] { return d->hasCurrent(); };
  const auto letter = [&](const QString& id, const QString& text, const QString& tooltip, Qt::Key key,
                          std::function<void()> run, std::function<bool()> enabled = {}) {
    specs << ActionSpec{.id = u"sources."_s + id,
                        .text = text,
                        .tooltip = tooltip,
                        .group = group,
                        .shortcuts = {QKeySequence(key)},
                        .run = std::move(run),
                        .enabled = std::move(enabled)};
  };
  letter(
      u"fetch"_s, u"Fetch the results of a commit"_s, u"Type a commit, a run or a pull request"_s, Qt::Key_H,
      [this] { d->fetch->focusText(); }, [this] { return d->port != nullptr; });
  specs << ActionSpec{.id = u"sources.cancelFetch"_s,
                      .text = u"Stop fetching"_s,
                      .tooltip = u"Stop the fetch; what was received is kept for the next time"_s,
                      .group = group,
                      .run = [this] { d->cancelFetch(); },
                      .enabled = [this] { return d->fetch->isBusy(); }};
  letter(u"openFolder"_s, u"Open a folder of results"_s, u"Open a folder of results or artifacts beside what is open"_s,
         Qt::Key_F, [this] { d->openFolder(false); });
  letter(u"openFiles"_s, u"Open files of results"_s, u"Open zips, CSVs or other files of results"_s, Qt::Key_L,
         [this] { d->openFiles(); });
  letter(u"openTree"_s, u"Open a tree of baselines"_s, u"Open a PyTorch checkout or another tree of baselines"_s,
         Qt::Key_T, [this] { d->openFolder(true); });
  specs << ActionSpec{.id = u"sources.remove"_s,
                      .text = u"Close the path"_s,
                      .tooltip = u"Take the selected path away; its files on disk stay"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_Delete)},
                      .run = [this] { d->removePath(); },
                      .enabled = [this] { return d->paths->hasFocus() && d->paths->currentIndex().isValid(); }};
  letter(
      u"switch"_s, u"Switch the attempt"_s,
      u"Let this file stand for its shard, or give it back to the rule (also Space and Enter in the table)"_s,
      Qt::Key_X, [this] { d->switchCurrent(); }, hasCurrent);
  specs << ActionSpec{.id = u"sources.giveBack"_s,
                      .text = u"Give all attempts back to the rule"_s,
                      .tooltip = u"Forget every attempt that was chosen by hand"_s,
                      .group = group,
                      .run = [this] { d->session.chooseAttempt({}); },
                      .enabled = [this] { return d->shown && !d->shown->view->options().choices.empty(); }};
  specs << ActionSpec{
      .id = u"sources.firstAttempt"_s,
      .text = u"Let the first attempt count"_s,
      .tooltip = u"As PyTorch's updater chooses; otherwise the latest complete one"_s,
      .group = group,
      .run =
          [this] {
            const bool first = d->shown->view->options().attempts == overview::AttemptRule::First;
            d->useRule(first ? overview::AttemptRule::LatestComplete : overview::AttemptRule::First);
          },
      .enabled = isOpen,
      .checkable = true,
      .checked = [this] { return d->shown && d->shown->view->options().attempts == overview::AttemptRule::First; }};
  specs << ActionSpec{.id = u"sources.assign"_s,
                      .text = u"Assign the file to a config"_s,
                      .tooltip = u"Say which config and shard the current file is"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_A), QKeySequence(Qt::Key_F2)},
                      .run = [this] { d->startAssign(); },
                      .enabled = [this] { return d->canAssign(); }};
  letter(
      u"forget"_s, u"Take the assignment back"_s, u"Let the file's own name decide again"_s, Qt::Key_U,
      [this] { d->forgetAssignment(); }, [this] { return d->hasCurrent() && d->current().assigned; });
  specs << ActionSpec{.id = u"sources.filter"_s,
                      .text = u"Filter the files"_s,
                      .tooltip = u"Words that must all occur in a file's origin, config or reason"_s,
                      .group = group,
                      .iconName = u"filter"_s,
                      .shortcuts = {QKeySequence(Qt::Key_Slash)},
                      .run = [this] { d->bar->focusText(); },
                      .enabled = isOpen};
  int key = 0;
  for (const session::FileState state : session::kAllFileStates) {
    const StateLook look = lookOf(state);
    specs << ActionSpec{.id = u"sources.only."_s + look.id,
                        .text = u"Only: %1"_s.arg(look.title),
                        .tooltip = look.tooltip,
                        .group = group,
                        .shortcuts = {QKeySequence(Qt::Key_1 + key)},
                        .run = [this, state] { d->bar->toggleState(state); },
                        .enabled = isOpen,
                        .checkable = true,
                        .checked = [this, state] { return d->bar->isChecked(state); }};
    ++key;
  }
  letter(
      u"all"_s, u"Show all files"_s, u"Clear the filter"_s, Qt::Key_0, [this] { d->bar->clearAll(); },
      [this] { return !d->bar->isClear(); });
  letter(
      u"sort"_s, u"Sort the files by this column"_s, u"Sort by the column of the current cell; again turns it round"_s,
      Qt::Key_O, [this] { d->table->sortByCurrent(); }, hasCurrent);
  specs << ActionSpec{.id = u"sources.copy"_s,
                      .text = u"Copy the files"_s,
                      .tooltip = u"Copy the selected rows as tab-separated text"_s,
                      .group = group,
                      .iconName = u"copy"_s,
                      .shortcuts = {QKeySequence(QKeySequence::Copy)},
                      .run =
                          [this] {
                            const QList<int> rows = d->table->selectedRows();
                            QGuiApplication::clipboard()->setText(toTsv(d->model->texts(rows)));
                            d->tell(rows.size() == 1 ? u"Copied 1 file"_s : u"Copied %1 files"_s.arg(rows.size()));
                          },
                      .enabled = hasCurrent};
  return specs;
}

}  // namespace plumbline::ui
