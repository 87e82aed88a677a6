// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the triage page can do, for the window's action registry.
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <array>

#include "ui/triage/triage_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::array kClassKeys = {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6, Qt::Key_7};

}  // namespace

QList<ActionSpec> TriagePage::actions() {
  QList<ActionSpec> specs;
  const QString triage = u"Triage"_s;
  const QString filter = u"Filter"_s;
  const QString tableGroup = u"Table"_s;
  const auto hasPair = [this] { return d->hasPair(); };
  const auto hasCurrent = [this] { return d->hasPair() && d->current != verdicts::kNoRow; };
  const auto add = [&](ActionSpec spec) {
    if (!spec.enabled) spec.enabled = hasPair;
    specs << std::move(spec);
  };
  add({.id = u"triage.next"_s, .text = u"Next that needs a decision"_s,
       .tooltip = u"Go to the next model that fails, improved, is missing or invalid"_s, .group = triage,
       .iconName = u"chevron-down"_s, .shortcuts = {QKeySequence(Qt::Key_J)}, .run = [this] { d->step(+1); }});
  add({.id = u"triage.previous"_s, .text = u"Previous that needs a decision"_s,
       .tooltip = u"Go back to the previous model that needs a decision"_s, .group = triage,
       .shortcuts = {QKeySequence(Qt::Key_K)}, .run = [this] { d->step(-1); }});
  add({.id = u"triage.details"_s, .text = u"Go to the details"_s,
       .tooltip = u"Put the keyboard into the details (Enter in the table; Escape leads back)"_s, .group = triage,
       .run = [this] { Q_EMIT d->table->detailsRequested(); }, .enabled = hasCurrent});
  add({.id = u"triage.panel"_s, .text = u"Show the details"_s, .tooltip = u"Show or hide the details on the right"_s,
       .group = triage, .iconName = u"panel"_s, .shortcuts = {QKeySequence(Qt::Key_D)},
       .run = [this] {
         d->details->setVisible(d->details->isHidden());
         Q_EMIT actionsChanged();
       },
       .checkable = true, .checked = [this] { return !d->details->isHidden(); }});
  add({.id = u"triage.output"_s, .text = u"What CI printed"_s,
       .tooltip = u"Show the text of each check script in turn"_s, .group = triage,
       .shortcuts = {QKeySequence(Qt::Key_P)},
       .run = [this] {
         d->details->show();
         d->details->showOutput();
       }});
  add({.id = u"triage.copyDetails"_s, .text = u"Copy the reason and the scripts' lines"_s,
       .tooltip = u"Copy verdict, reason and the scripts' own lines of the current model"_s, .group = triage,
       .iconName = u"copy"_s, .run = [this] { QGuiApplication::clipboard()->setText(d->details->summary()); },
       .enabled = hasCurrent});

  specs << d->decisionActions() << d->siblingActions();

  add({.id = u"filter.text"_s, .text = u"Filter by text"_s,
       .tooltip = u"Part of a name, /regex/, metric>value, class:, finding:, flaky:, changed:, decided:, suite:"_s, .group = filter,
       .iconName = u"filter"_s, .shortcuts = {QKeySequence(Qt::Key_Slash)}, .run = [this] { d->bar->focusText(); }});
  std::size_t key = 0;
  for (verdicts::VerdictClass cls : verdicts::kAllClasses) {
    const QString title = d->theme.look(cls).title;
    add({.id = u"filter.class%1"_s.arg(key + 1), .text = u"Only: %1"_s.arg(title),
         .tooltip = u"Show only rows of the class %1"_s.arg(title.toLower()), .group = filter,
         .shortcuts = {QKeySequence(kClassKeys[key])}, .run = [this, cls] { d->bar->toggleClass(cls); },
         .checkable = true,
         .checked = [this, cls] { return (d->bar->filter().classes & verdicts::classBit(cls)) != 0; }});
    ++key;
  }
  add({.id = u"filter.changed"_s, .text = u"Changed only"_s,
       .tooltip = u"Hide rows that pass or fail as expected, equal their baseline and have no finding of note"_s, .group = filter,
       .shortcuts = {QKeySequence(Qt::Key_U)}, .run = [this] { d->bar->setChangedOnly(!d->bar->changedOnly()); },
       .checkable = true, .checked = [this] { return d->bar->changedOnly(); }});
  add({.id = u"filter.clear"_s, .text = u"Clear the filter"_s, .tooltip = u"Show every row"_s, .group = filter,
       .iconName = u"close"_s, .shortcuts = {QKeySequence(Qt::Key_0)}, .run = [this] { d->bar->clearAll(); },
       .enabled = [this] { return d->hasPair() && !d->bar->isClear(); }});

  add({.id = u"table.copy"_s, .text = u"Copy the cells"_s, .tooltip = u"Copy the selected rows as tab-separated text"_s,
       .group = tableGroup, .iconName = u"copy"_s, .shortcuts = {QKeySequence(QKeySequence::Copy)},
       .run = [this] { d->copy(CopyFormat::Tsv); }});
  add({.id = u"table.copyMarkdown"_s, .text = u"Copy the cells as Markdown"_s,
       .tooltip = u"Copy the selected rows as a Markdown table for an issue"_s, .group = tableGroup,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, .run = [this] { d->copy(CopyFormat::Markdown); }});
  add({.id = u"table.sortColumn"_s, .text = u"Sort by the current column"_s,
       .tooltip = u"Sort by the column of the current cell (arrow keys move it); once more turns the order round"_s,
       .group = tableGroup, .shortcuts = {QKeySequence(Qt::Key_O)},
       .run = [this] {
         const int column = d->table->currentIndex().column();
         const QHeaderView* header = d->table->horizontalHeader();
         const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
         d->table->sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
       },
       .enabled = [this] { return d->hasPair() && d->table->currentIndex().isValid(); }});
  add({.id = u"table.sortDefault"_s, .text = u"Sort worst first"_s,
       .tooltip = u"Back to the default order: worst first, then file order"_s, .group = tableGroup,
       .run = [this] { d->model->setOrder({}); },
       .enabled = [this] { return d->hasPair() && !(d->model->order() == verdicts::RowOrder{}); }});
  add({.id = u"table.columns"_s, .text = u"Choose the columns"_s, .tooltip = u"Show, hide and move columns"_s,
       .group = tableGroup, .iconName = u"columns"_s, .run = [this] { d->chooseColumns(); }});
  add({.id = u"table.resetColumns"_s, .text = u"Reset the columns"_s,
       .tooltip = u"Forget widths, order and hidden columns"_s, .group = tableGroup,
       .run = [this] { d->table->resetColumns(); }});
  return specs;
}

}  // namespace plumbline::ui
