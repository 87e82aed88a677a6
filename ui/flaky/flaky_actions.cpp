// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the flaky page can do, for the window's action registry.
#include <QClipboard>
#include <QGuiApplication>

#include "ui/flaky/flaky_page_private.h"
#include "ui/flaky/remark_look.h"
#include "ui/support/clipboard_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QList<ActionSpec> FlakyPage::actions() {
  QList<ActionSpec> specs;
  const QString group = u"Flaky"_s;
  const auto hasCurrent = [this] { return d->hasCurrent(); };
  const auto inTable = [this] { return d->hasCurrent() && !d->form->isAncestorOf(focusWidget()); };
  const auto copy = [this](bool markdown) {
    const QList<int> rows = d->table->selectedRows();
    const TextTable texts = d->model->texts(rows);
    QGuiApplication::clipboard()->setText(markdown ? toMarkdown(texts) : toTsv(texts));
    d->tell(rows.size() == 1 ? u"Copied 1 entry"_s : u"Copied %1 entries"_s.arg(rows.size()));
  };
  specs << ActionSpec{.id = u"flaky.add"_s,
                      .text = u"Add a flaky entry"_s,
                      .tooltip = u"Open the form for a new entry in one of the lists"_s,
                      .group = group,
                      .iconName = u"plus"_s,
                      .shortcuts = {QKeySequence(Qt::Key_Insert), QKeySequence(Qt::CTRL | Qt::Key_N)},
                      .run = [this] { d->startAdd(); },
                      .enabled = [this] { return !d->isEditing(); }};
  specs << ActionSpec{.id = u"flaky.edit"_s,
                      .text = u"Change the flaky entry"_s,
                      .tooltip = u"Open the form for the current entry (also Enter in the table)"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_F2)},
                      .run = [this] { d->startEdit(); },
                      .enabled = inTable};
  specs << ActionSpec{.id = u"flaky.remove"_s,
                      .text = u"Remove the flaky entries"_s,
                      .tooltip = u"Take the selected entries out of their lists; undo brings them back"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_Delete)},
                      .run = [this] { d->removeSelected(); },
                      .enabled = inTable};
  specs << ActionSpec{.id = u"flaky.open"_s,
                      .text = u"Open a flaky list"_s,
                      .tooltip = u"Look at a flaky.toml or a check script that does not belong to the open pair"_s,
                      .group = group,
                      .iconName = u"open"_s,
                      .shortcuts = {QKeySequence(Qt::Key_L)},
                      .run = [this] { d->openList(); }};
  specs << ActionSpec{.id = u"flaky.import"_s,
                      .text = u"Import flaky entries"_s,
                      .tooltip = u"Take entries from another list into one that is in view"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_I)},
                      .run = [this] { d->startImport(); }};
  specs << ActionSpec{.id = u"flaky.export"_s,
                      .text = u"Export flaky entries"_s,
                      .tooltip = u"Put the selected entries, or all shown, into another list"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_X)},
                      .run = [this] { d->startExport(); },
                      .enabled = hasCurrent};
  specs << ActionSpec{.id = u"flaky.filter"_s,
                      .text = u"Filter the flaky entries"_s,
                      .tooltip = u"Words that must all occur in an entry"_s,
                      .group = group,
                      .iconName = u"filter"_s,
                      .shortcuts = {QKeySequence(Qt::Key_Slash)},
                      .run = [this] { d->bar->focusText(); }};
  int key = 0;
  for (const session::RemarkKind kind : session::kAllRemarkKinds) {
    const RemarkLook look = lookOf(kind);
    specs << ActionSpec{.id = u"flaky.only."_s + look.id,
                        .text = u"Only: %1"_s.arg(look.title),
                        .tooltip = look.tooltip,
                        .group = group,
                        .shortcuts = {QKeySequence(Qt::Key_1 + key)},
                        .run = [this, kind] { d->bar->toggleRemark(kind); },
                        .checkable = true,
                        .checked = [this, kind] { return d->bar->isChecked(kind); }};
    ++key;
  }
  specs << ActionSpec{.id = u"flaky.all"_s,
                      .text = u"Show all flaky entries"_s,
                      .tooltip = u"Clear the filter"_s,
                      .group = group,
                      .iconName = u"close"_s,
                      .shortcuts = {QKeySequence(Qt::Key_0)},
                      .run = [this] { d->bar->clearAll(); },
                      .enabled = [this] { return !d->bar->isClear(); }};
  specs << ActionSpec{.id = u"flaky.sort"_s,
                      .text = u"Sort the flaky entries by this column"_s,
                      .tooltip = u"Sort by the column of the current cell; again turns it round"_s,
                      .group = group,
                      .shortcuts = {QKeySequence(Qt::Key_O)},
                      .run = [this] { d->table->sortByCurrent(); },
                      .enabled = hasCurrent};
  specs << ActionSpec{.id = u"flaky.copy"_s,
                      .text = u"Copy the flaky entries"_s,
                      .tooltip = u"Copy the selected entries as tab-separated text"_s,
                      .group = group,
                      .iconName = u"copy"_s,
                      .shortcuts = {QKeySequence(QKeySequence::Copy)},
                      .run = [copy] { copy(false); },
                      .enabled = hasCurrent};
  specs << ActionSpec{.id = u"flaky.copyMarkdown"_s,
                      .text = u"Copy the flaky entries as Markdown"_s,
                      .tooltip = u"Copy the selected entries as a Markdown table for an issue"_s,
                      .group = group,
                      .run = [copy] { copy(true); },
                      .enabled = hasCurrent};
  return specs;
}

}  // namespace plumbline::ui
