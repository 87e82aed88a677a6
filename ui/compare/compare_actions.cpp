// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the comparison can do, for the window's action registry.
#include <QHeaderView>
#include <QMenu>

#include "ui/compare/compare_page_private.h"
#include "ui/compare/move_look.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QList<ActionSpec> ComparePage::actions() {
  QList<ActionSpec> specs;
  const auto hasRuns = [this] { return d->hasRuns(); };
  const auto hasPair = [this] { return d->hasPair(); };
  const auto hasCurrent = [this] { return d->hasCurrent(); };
  const auto add = [&](ActionSpec spec) {
    if (!spec.enabled) spec.enabled = hasPair;
    specs << std::move(spec);
  };
  const QString compare = u"Compare"_s;
  add({.id = u"compare.next"_s, .text = u"Next model that moved"_s, .tooltip = u"Go to the next model that moved"_s, .group = compare,
       .iconName = u"chevron-down"_s, .shortcuts = {QKeySequence(Qt::Key_J)}, .run = [this] { d->step(+1); }});
  add({.id = u"compare.previous"_s, .text = u"Previous model that moved"_s, .tooltip = u"Go back to the previous model that moved"_s,
       .group = compare, .shortcuts = {QKeySequence(Qt::Key_K)}, .run = [this] { d->step(-1); }});
  add({.id = u"compare.open"_s, .text = u"Open the model in triage"_s, .tooltip = u"Show the model's row in triage (Enter in the table)"_s,
       .group = compare, .run = [this] { Q_EMIT modelWanted(d->currentModel()); }, .enabled = hasCurrent});
  add({.id = u"compare.chart"_s, .text = u"Show the model in the charts"_s, .tooltip = u"Show the model's mark in the charts (C)"_s,
       .group = compare, .iconName = u"charts"_s, .run = [this] { Q_EMIT chartWanted(d->currentModel()); }, .enabled = hasCurrent});
  add({.id = u"compare.add"_s, .text = u"Add a run"_s, .tooltip = u"Hold one more run beside these: of what is open, or from files"_s,
       .group = compare, .iconName = u"plus"_s, .shortcuts = {QKeySequence(Qt::Key_I)},
       .run = [this] {
         if (d->hasRuns()) d->strip->openAddMenu();
         else d->openFiles();
       },
       .enabled = [this] { return !d->hasRuns() || d->state->diff->runs().size() < diff::kMostRuns; }});
  add({.id = u"compare.openFiles"_s, .text = u"Open files as runs"_s, .tooltip = u"Read files, folders or zips as further runs, up to six in all"_s,
       .group = compare, .iconName = u"open"_s, .run = [this] { d->openFiles(); }, .enabled = [] { return true; }});
  add({.id = u"compare.swap"_s, .text = u"Exchange before and after"_s, .tooltip = u"Look at the change the other way round"_s,
       .group = compare, .iconName = u"swap"_s, .shortcuts = {QKeySequence(Qt::Key_S)}, .run = [this] { d->compare.swapSides(); }});
  add({.id = u"compare.follow"_s, .text = u"Follow the pair on screen"_s,
       .tooltip = u"Compare actual with baseline of whatever pair is on screen"_s, .group = compare, .iconName = u"compare"_s,
       .shortcuts = {QKeySequence(Qt::Key_W)}, .run = [this] { d->compare.followPair(); }, .enabled = [] { return true; },
       .checkable = true, .checked = [this] { return d->state && d->state->followsPair; }});
  add({.id = u"compare.thresholds"_s, .text = u"Go to the thresholds"_s, .tooltip = u"Put the keyboard on the first threshold (Escape leads back)"_s,
       .group = compare, .shortcuts = {QKeySequence(Qt::Key_T)},
       .run = [this] {
         d->summaryWanted = true;
         d->fitBlock();
         d->thresholds->focusFirst();
       }});
  add({.id = u"compare.reset"_s, .text = u"Back to HUD's thresholds"_s, .tooltip = u"Take every change of a threshold back"_s, .group = compare,
       .shortcuts = {QKeySequence(Qt::Key_H)}, .run = [this] { d->thresholds->reset(); },
       .enabled = [this] { return d->hasPair() && !d->thresholds->isUsual(); }});
  add({.id = u"compare.thresholdBack"_s, .text = u"Take back the last change of a threshold"_s,
       .tooltip = u"One step back, also from HUD's thresholds"_s, .group = compare, .shortcuts = {QKeySequence(Qt::Key_Backspace)},
       .run = [this] { d->thresholds->takeBack(); }, .enabled = [this] { return d->hasPair() && d->thresholds->canTakeBack(); }});
  add({.id = u"compare.summary"_s, .text = u"Show summary and thresholds"_s, .tooltip = u"Show or hide the numbers above the table"_s,
       .group = compare, .iconName = u"panel"_s, .shortcuts = {QKeySequence(Qt::Key_D)},
       .run = [this] {
         if (d->block->isAncestorOf(focusWidget())) d->table->setFocus(Qt::OtherFocusReason);
         d->summaryWanted = !d->summaryWanted;
         d->fitBlock();
         Q_EMIT actionsChanged();
       },
       .checkable = true, .checked = [this] { return d->summaryWanted; }});
  add({.id = u"compare.save"_s, .text = u"Save the comparison as a report"_s,
       .tooltip = u"Markdown, HTML, CSV, JSON or text, by the ending of the name"_s, .group = compare, .iconName = u"file"_s,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, .run = [this] { d->saveReport(); }});

  const QString filter = u"Filter"_s;
  add({.id = u"compare.filter"_s, .text = u"Filter the models"_s, .tooltip = u"Words in a model's name"_s, .group = filter,
       .iconName = u"filter"_s, .shortcuts = {QKeySequence(Qt::Key_Slash)}, .run = [this] { d->bar->focusText(); }, .enabled = hasRuns});
  for (std::size_t i = 0; i < kMoveChips.size(); ++i) {
    const diff::Move move = kMoveChips[i];
    const MoveLook look = moveLook(move);
    add({.id = u"compare.move%1"_s.arg(i + 1), .text = u"Only: %1"_s.arg(look.title), .tooltip = look.tooltip, .group = filter,
         .shortcuts = {QKeySequence(Qt::Key_1 + static_cast<int>(i))}, .run = [this, move] { d->bar->toggleMove(move); },
         .checkable = true, .checked = [this, move] { return d->bar->isOn(move); }});
  }
  add({.id = u"compare.alarms"_s, .text = u"Only: the ratio hides what moved"_s,
       .tooltip = u"Speedup stayed while eager and compiled latency both moved"_s, .group = filter,
       .shortcuts = {QKeySequence(Qt::Key_Y)}, .run = [this] { d->bar->toggleAlarms(); }, .checkable = true,
       .checked = [this] { return d->bar->alarmsOnly(); }});
  add({.id = u"compare.flips"_s, .text = u"Only: rows that turn over"_s, .tooltip = u"Rows that are judged otherwise than with HUD's thresholds"_s,
       .group = filter, .shortcuts = {QKeySequence(Qt::Key_L)}, .run = [this] { d->thresholds->setFlipsOnly(!d->thresholds->flipsOnly()); },
       .checkable = true, .checked = [this] { return d->thresholds->flipsOnly(); }});
  add({.id = u"compare.changed"_s, .text = u"Changed only"_s, .tooltip = u"Hide models that stayed as they were"_s, .group = filter,
       .shortcuts = {QKeySequence(Qt::Key_U)}, .run = [this] { d->bar->setChangedOnly(!d->bar->changedOnly()); }, .checkable = true,
       .checked = [this] { return d->bar->changedOnly(); }});
  add({.id = u"compare.clear"_s, .text = u"Clear the filter"_s, .tooltip = u"Show every model"_s, .group = filter, .iconName = u"close"_s,
       .shortcuts = {QKeySequence(Qt::Key_0)},
       .run = [this] {
         d->thresholds->setFlipsOnly(false);
         d->bar->clearAll();
       },
       .enabled = [this] { return d->hasRuns() && !(d->bar->isClear() && !d->thresholds->flipsOnly()); }});

  const QString tableGroup = u"Table"_s;
  add({.id = u"compare.copy"_s, .text = u"Copy the rows"_s,
       .tooltip = u"Copy the selected rows as tab-separated text, every number in a cell of its own"_s, .group = tableGroup,
       .iconName = u"copy"_s, .shortcuts = {QKeySequence(QKeySequence::Copy)}, .run = [this] { d->copy(CompareCopy::Tsv); },
       .enabled = hasCurrent});
  add({.id = u"compare.copyMarkdown"_s, .text = u"Copy the rows as Markdown"_s, .tooltip = u"Copy the selected rows as a Markdown table for an issue"_s,
       .group = tableGroup, .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, .run = [this] { d->copy(CompareCopy::Markdown); },
       .enabled = hasCurrent});
  add({.id = u"compare.sortColumn"_s, .text = u"Sort by the current column"_s,
       .tooltip = u"Sort by the column of the current cell (arrow keys move it); once more turns the order round"_s, .group = tableGroup,
       .shortcuts = {QKeySequence(Qt::Key_O)},
       .run = [this] {
         const int column = d->table->currentIndex().column();
         const QHeaderView* header = d->table->horizontalHeader();
         const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
         d->table->sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
       },
       .enabled = hasCurrent});
  add({.id = u"compare.sortDefault"_s, .text = u"Sort worst first"_s, .tooltip = u"Back to the usual order: worst first, the largest change first"_s,
       .group = tableGroup, .run = [this] { d->model->setSort({}); },
       .enabled = [this] { return d->hasPair() && !(d->model->order() == diff::RowSort{}); }});
  add({.id = u"compare.columns"_s, .text = u"Choose the columns"_s, .tooltip = u"Show and hide columns"_s, .group = tableGroup,
       .iconName = u"columns"_s, .run = [this] { d->table->columnMenu()->popup(d->table->mapToGlobal(QPoint(kGrid, kGrid))); },
       .enabled = hasRuns});
  return specs;
}

}  // namespace plumbline::ui
