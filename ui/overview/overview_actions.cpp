// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the overview can do, for the window's action registry.
#include <array>

#include "core/verdicts/row_view.h"
#include "ui/overview/overview_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::array kClassKeys = {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6, Qt::Key_7};

}  // namespace

QList<ActionSpec> OverviewPage::actions() {
  QList<ActionSpec> specs;
  const QString overview = u"Overview"_s;
  const auto hasCommit = [this] { return d->hasCommit(); };
  const auto hasCurrent = [this] { return d->hasCurrent(); };
  const auto canDecide = [this] { return d->queue->canDecide(); };
  const auto hasMember = [this] { return d->hasCurrent() && d->members->current().has_value(); };
  const auto add = [&](ActionSpec spec) {
    if (!spec.enabled) spec.enabled = hasCommit;
    specs << std::move(spec);
  };
  add({.id = u"overview.next"_s, .text = u"Next group that needs a decision"_s, .tooltip = u"Go to the next cause that is not decided"_s,
       .group = overview, .iconName = u"chevron-down"_s, .shortcuts = {QKeySequence(Qt::Key_J)}, .run = [this] { d->step(+1); }});
  add({.id = u"overview.previous"_s, .text = u"Previous group that needs a decision"_s,
       .tooltip = u"Go back to the previous cause that is not decided"_s, .group = overview,
       .shortcuts = {QKeySequence(Qt::Key_K)}, .run = [this] { d->step(-1); }});
  add({.id = u"overview.members"_s, .text = u"Go to the rows of the group"_s,
       .tooltip = u"Put the keyboard into the rows (Enter or Right in the list; Left leads back)"_s, .group = overview,
       .run = [this] { d->focusMembers(); }, .enabled = hasCurrent});
  add({.id = u"overview.panel"_s, .text = u"Show the rows of the group"_s, .tooltip = u"Show or hide the rows on the right"_s,
       .group = overview, .iconName = u"panel"_s, .shortcuts = {QKeySequence(Qt::Key_D)},
       .run = [this] {
         if (d->members->hasMembersFocus()) d->list->setFocus(Qt::OtherFocusReason);
         d->members->setVisible(d->members->isHidden());
         Q_EMIT actionsChanged();
       },
       .checkable = true, .checked = [this] { return !d->members->isHidden(); }});
  add({.id = u"overview.table"_s, .text = u"Open the config's table"_s,
       .tooltip = u"Show the whole table of this row's config, at this model (Enter on a row)"_s, .group = overview,
       .shortcuts = {QKeySequence(Qt::Key_T)},
       .run = [this] { Q_EMIT tableWanted(d->members->current()->config, d->members->currentModel()); }, .enabled = hasMember});
  add({.id = u"overview.model"_s, .text = u"Show this model in all configs"_s,
       .tooltip = u"Expected and actual of this row's model everywhere, with the commands to run it"_s, .group = overview,
       .shortcuts = {QKeySequence(Qt::Key_V)}, .run = [this] { Q_EMIT modelWanted(d->members->currentModel()); }, .enabled = hasMember});
  add({.id = u"overview.sources"_s, .text = u"What was opened"_s,
       .tooltip = u"The sources of this commit: what each file was taken for, and what is missing"_s, .group = overview,
       .run = [this] { Q_EMIT sourcesWanted(); }});

  const auto decide = [&](const QString& id, const QString& text, const QString& tooltip, Qt::Key key, void (GroupQueue::*run)()) {
    add({.id = id, .text = text, .tooltip = tooltip, .group = overview, .shortcuts = {QKeySequence(key)},
         .run = [this, run] { (d->queue->*run)(); }, .enabled = canDecide});
  };
  decide(u"overview.accept"_s, u"Accept the whole group"_s,
         u"Write the run's values into all baselines of the group, as one step; rows decided singly stay"_s, Qt::Key_A, &GroupQueue::accept);
  decide(u"overview.keep"_s, u"Keep the baselines of the group"_s,
         u"Leave the baselines as they are; edits of these rows are taken back"_s, Qt::Key_X, &GroupQueue::keep);
  decide(u"overview.flaky"_s, u"Mark the group as flaky"_s, u"Add its models to a flaky list, with a reason"_s, Qt::Key_F,
         &GroupQueue::markFlaky);
  decide(u"overview.note"_s, u"Write a note on the group"_s, u"A note for whoever looks next; it changes no file"_s, Qt::Key_N,
         &GroupQueue::note);

  const QString filter = u"Filter the groups"_s;
  add({.id = u"overview.filter"_s, .text = u"Filter the groups"_s, .tooltip = u"Words in metric, change, models and configs"_s,
       .group = filter, .iconName = u"filter"_s, .shortcuts = {QKeySequence(Qt::Key_Slash)}, .run = [this] { d->bar->focusText(); }});
  std::size_t key = 0;
  for (const verdicts::VerdictClass cls : OverviewBar::classes()) {
    const QString title = d->theme.look(cls).title;
    add({.id = u"overview.class%1"_s.arg(key + 1), .text = u"Only: %1"_s.arg(title),
         .tooltip = u"Show only groups of the class %1"_s.arg(title.toLower()), .group = filter,
         .shortcuts = {QKeySequence(kClassKeys[key])}, .run = [this, cls] { d->bar->toggleClass(cls); }, .checkable = true,
         .checked = [this, cls] { return (d->bar->filter().classes & verdicts::classBit(cls)) != 0; }});
    ++key;
  }
  add({.id = u"overview.clear"_s, .text = u"Clear the filter"_s, .tooltip = u"Show every group"_s, .group = filter,
       .iconName = u"close"_s, .shortcuts = {QKeySequence(Qt::Key_0)}, .run = [this] { d->bar->clearAll(); },
       .enabled = [this] { return d->hasCommit() && !d->bar->isClear(); }});
  return specs;
}

}  // namespace plumbline::ui
