// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the place of a chart that has nothing to draw: why, and where to go.
#include "ui/charts/chart_look.h"
#include "ui/charts/charts_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/empty_state.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using charts::ChartKind;

/// otherKind is the first chart that can be drawn of what is open.
std::optional<ChartKind> ChartsPage::Private::otherKind() const {
  for (int i = 0; i < static_cast<int>(ChartKind::Count); ++i) {
    const auto other = static_cast<ChartKind>(i);
    if (other == kind) continue;
    if (const ChartPtr drawn = made(other, true); drawn && !drawn->isEmpty()) return other;
  }
  return std::nullopt;
}

void ChartsPage::Private::sayNothing() {
  QList<EmptyState::Button> buttons;
  if (const auto other = otherKind())
    buttons << EmptyState::Button{u"Show %1"_s.arg(toQString(charts::kindTitle(*other))), [this, other] {
                                    page->showKind(*other);
                                    view->setFocus(Qt::OtherFocusReason);
                                  }};
  const EmptyState::Button open{u"Open files"_s, [this] { Q_EMIT page->openRequested(); }};
  const EmptyState::Button runs{u"Choose the runs"_s, [this] { Q_EMIT page->compareWanted(); }};
  if (chart) {
    nothing->say(toQString(charts::kindTitle(kind)), toQString(chart->emptyText), buttons << runs << open);
  } else {
    nothing->say(u"Nothing to draw yet"_s,
                 u"Charts show two runs, or a run and its baseline. Open them, or choose runs that are open already."_s,
                 buttons << open << runs);
  }
}

}  // namespace plumbline::ui
