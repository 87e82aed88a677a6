// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs on the page: which rows the filter leaves, where to go in it, how many there are.
#include <algorithm>

#include "ui/runs/run_words.h"
#include "ui/runs/runs_page_private.h"
#include "ui/runs/state_filter.h"
#include "ui/support/count_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void RunsPage::Private::applyFilter() {
  std::vector<runs::RunState> states;
  for (int row = 0; row < model->rowCount(); ++row) {
    states.push_back(model->state(row));
    if (const bool hides = !filter->takes(states.back()); table->isRowHidden(row) != hides) table->setRowHidden(row, hides);
  }
  filter->count(states);
  fitStates();
  const bool none = model->rowCount() > 0 && firstShown() < 0;
  if (none)
    hidden->say(u"No run in these states"_s, u"%1 in others."_s.arg(model->rowCount() == 1 ? u"1 run is"_s : u"%1 runs are"_s.arg(model->rowCount())),
                {{u"Show all runs (0)"_s, [this] { filter->clear(); }}});
  const bool hadFocus = table->hasFocus() || hidden->isAncestorOf(page->focusWidget());
  if (lists->currentIndex() == (none ? 1 : 0)) return;
  lists->setCurrentIndex(none ? 1 : 0);
  if (hadFocus) none ? filter->focusOrder().front()->setFocus(Qt::OtherFocusReason) : table->setFocus(Qt::OtherFocusReason);
}

/// fitStates gives the words for what came of repro runs the room that they need, and no more.
void RunsPage::Private::fitStates() {
  qsizetype longest = 0;
  for (int row = 0; row < model->rowCount(); ++row)
    longest = std::max(longest, model->index(row, QueueModel::State).data().toString().size());
  table->setCharacters(QueueModel::State, std::max(11, static_cast<int>(longest) + 4));
}

/// mostWanted is the run that people look for when they come: the one that is going, else the newest.
int RunsPage::Private::mostWanted() const {
  for (int row = 0; row < model->rowCount(); ++row)
    if (!runs::isOver(model->state(row)) && model->state(row) != runs::RunState::Waiting) return row;
  return model->rowCount() - 1;
}

int RunsPage::Private::firstShown(int from) const {
  for (int row = std::max(0, from); row < model->rowCount(); ++row)
    if (!table->isRowHidden(row)) return row;
  for (int row = std::min(from, model->rowCount()) - 1; row >= 0; --row)
    if (!table->isRowHidden(row)) return row;
  return -1;
}

QString RunsPage::Private::countsText() const {
  int active = 0, waiting = 0, bad = 0, done = 0, cancelled = 0;
  for (int row = 0; row < model->rowCount(); ++row) {
    const runs::RunState state = model->state(row);
    if (isActive(state))
      ++active;
    else if (state == runs::RunState::Waiting)
      ++waiting;
    else if (state == runs::RunState::Done)
      ++done;
    else if (state == runs::RunState::Cancelled)
      ++cancelled;
    else
      ++bad;
  }
  QStringList parts;
  const auto add = [&](int count, const QString& word) {
    if (count > 0) parts << grouped(static_cast<std::size_t>(count)) + u' ' + word;
  };
  add(active, u"running"_s);
  add(waiting, u"waiting"_s);
  add(bad, u"failed"_s);
  add(cancelled, u"cancelled"_s);
  add(done, u"done"_s);
  if (model->rowCount() == 0) return u"No run yet"_s;
  const QString all =
      model->rowCount() == 1 ? u"1 run"_s : u"%1 runs"_s.arg(grouped(static_cast<std::size_t>(model->rowCount())));
  return parts.isEmpty() ? all : all + u": "_s + parts.join(u", "_s);
}

}  // namespace plumbline::ui
