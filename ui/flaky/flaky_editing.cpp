// SPDX-License-Identifier: GPL-3.0-or-later
// What the form and the panel of the flaky page do: each is one change on the undo list.
#include <QFile>
#include <algorithm>

#include "ui/flaky/flaky_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

const QString kListFiles = u"Flaky lists (*.toml *.py);;All files (*)"_s;

}  // namespace

bool FlakyPage::Private::push(const base::Result<baselines::Change>& change) {
  if (!change) {
    sayRefused(change.error());
    return false;
  }
  if (const auto done = stack.push(*change); !done) {
    sayRefused(done.error());
    return false;
  }
  notices->dismiss(u"flaky:edit"_s);
  tell(QString::fromStdString(change->text));
  return true;
}

void FlakyPage::Private::closePanels() {
  const bool hadFocus = form->isAncestorOf(page->focusWidget()) || transfer->isAncestorOf(page->focusWidget());
  form->hide();
  transfer->hide();
  notices->dismiss(u"flaky:edit"_s);
  if (hadFocus) table->setFocus(Qt::OtherFocusReason);
  Q_EMIT page->actionsChanged();
}

void FlakyPage::Private::startAdd() {
  const auto targets = targetsWithout({});
  if (targets.empty()) {
    sayRefused({base::ErrorCode::BadArgument,
                "There is no list yet that could take an entry.",
                "Open two files or a list first.",
                {},
                0,
                0});
    return;
  }
  // Where the current entry stands is where the next one mostly goes.
  const std::string path = hasCurrent() ? model->row(table->currentIndex().row()).path : targets.front();
  transfer->hide();
  form->startAdd(path, lists.today());
  form->show();
  form->focusName();
  Q_EMIT page->actionsChanged();
}

void FlakyPage::Private::startEdit() {
  if (!hasCurrent()) return;
  transfer->hide();
  form->startEdit(model->row(table->currentIndex().row()));
  form->show();
  form->focusName();
  Q_EMIT page->actionsChanged();
}

void FlakyPage::Private::sendForm() {
  const auto entry = form->entry();
  if (!entry) {
    sayRefused(entry.error());
    return;
  }
  const std::string path = form->path();
  if (path.empty()) {
    sayRefused({base::ErrorCode::BadArgument, "No list is chosen.", "Choose the list for the entry.", {}, 0, 0});
    return;
  }
  wanted = {path, *entry};
  const auto change = form->edited() ? lists.replacing(*form->edited(), path, *entry) : lists.adding(path, *entry);
  if (!push(change)) {
    wanted.reset();
    return;
  }
  closePanels();
  table->setFocus(Qt::OtherFocusReason);
}

void FlakyPage::Private::removeSelected() {
  std::vector<session::FlakyRow> rows;
  const QList<int> selected = table->selectedRows();
  for (const int row : selected) rows.push_back(model->row(row));
  if (!rows.empty()) push(lists.removing(rows));
}

void FlakyPage::Private::openList() {
  prompt.ask(page, {.title = u"Open a flaky list"_s, .folder = folder(), .kinds = kListFiles},
             [this](const QStringList& paths) {
               for (const QString& path : paths) {
                 if (const auto done = lists.openList(path); !done)
                   sayRefused(done.error());
                 else
                   tell(u"Opened %1"_s.arg(path.section(u'/', -1)));
               }
             });
}

std::vector<std::string> FlakyPage::Private::targetsWithout(const std::string& path) const {
  std::vector<std::string> targets;
  if (const auto& overview = model->overview())
    for (const session::FlakyFile& file : overview->files)
      if (!file.error && file.path != path) targets.push_back(file.path);
  return targets;
}

void FlakyPage::Private::startImport() {
  prompt.ask(page, {.title = u"Import entries from a list"_s, .folder = folder(), .kinds = kListFiles},
             [this](const QStringList& paths) {
               if (paths.isEmpty()) return;
               const std::string from = QFile::encodeName(paths.front()).toStdString();
               const auto source = lists.source(from);
               if (!source) {
                 sayRefused(source.error());
                 return;
               }
               const auto targets = targetsWithout(from);
               if (targets.empty()) {
                 lists.openList(paths.front());
                 return;
               }
               form->hide();
               exportedTo.clear();
               transfer->start(u"Import from %1"_s.arg(paths.front().section(u'/', -1)), source->entries(), targets);
               transfer->chooseBestTarget();
               transfer->show();
               transfer->focusEntries();
               Q_EMIT page->actionsChanged();
             });
}

void FlakyPage::Private::startExport() {
  std::vector<flaky::FlakyEntry> entries;
  QList<int> rows = table->selectedRows();
  if (rows.size() < 2) {
    rows.clear();
    for (int row = 0; row < model->rowCount(); ++row) rows << row;
  }
  for (const int row : rows) entries.push_back(model->row(row).value);
  if (entries.empty()) return;
  prompt.ask(page, {.title = u"Export into a list"_s, .folder = folder(), .kinds = kListFiles, .mayBeNew = true},
             [this, entries](const QStringList& paths) {
               if (paths.isEmpty()) return;
               const QString path = paths.front();
               const std::string native = QFile::encodeName(path).toStdString();
               const auto targets = targetsWithout({});
               if (path.endsWith(u".py"_s) && !QFile::exists(path)) {
                 exportAnew(path, entries);  // a script without a set takes no entry, one that is not there yet does
                 return;
               }
               const bool known = std::ranges::find(targets, native) != targets.end();
               if (const auto opened = lists.openList(path, true); !opened) {
                 sayRefused(opened.error());
                 return;
               }
               exportedTo = known ? QString() : path;
               form->hide();
               const QString count = entries.size() == 1 ? u"1 entry"_s : u"%1 entries"_s.arg(entries.size());
               transfer->start(u"Export %1"_s.arg(count), entries, {native});
               transfer->show();
               transfer->focusEntries();
               Q_EMIT page->actionsChanged();
             });
}

void FlakyPage::Private::exportAnew(const QString& path, const std::vector<flaky::FlakyEntry>& entries) {
  const auto made = lists.writingAnew(entries, path);
  if (!made) {
    sayRefused(made.error());
    return;
  }
  if (!push(made->change)) return;
  if (const auto opened = lists.openList(path, true); !opened) sayRefused(opened.error());
  if (made->leftOut.empty()) return;
  QStringList lines;
  for (const std::string& sentence : made->leftOut) lines << QString::fromStdString(sentence);
  notices->say({.id = u"flaky:export"_s,
                .kind = NoticeKind::Information,
                .text = u"%1 does not hold everything: a check script cannot say it all."_s.arg(path.section(u'/', -1)),
                .details = lines.join(u'\n'),
                .actionText = {}});
}

void FlakyPage::Private::sendTransfer() {
  if (!push(lists.transferring(transfer->chosen(), transfer->target()))) return;
  exportedTo.clear();
  closePanels();
  table->setFocus(Qt::OtherFocusReason);
}

void FlakyPage::Private::cancelTransfer() {
  closePanels();
  if (!exportedTo.isEmpty()) lists.closeList(std::exchange(exportedTo, QString()));
}

}  // namespace plumbline::ui
