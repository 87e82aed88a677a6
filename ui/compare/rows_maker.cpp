// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/rows_maker.h"

#include <utility>

namespace plumbline::ui {
namespace {

MadeRows compute(const session::CompareState& state, const MadeRows& last) {
  MadeRows made;
  const diff::Sides sides{state.before, state.after};
  const bool same = last.rows && last.rows->diff() == state.diff && last.rows->sides() == sides;
  made.whatIf = same ? last.whatIf : std::make_shared<const diff::WhatIf>(state.diff, sides.before, sides.after);
  if (same) made.summary = last.summary;
  else if (sides.before == sides.after) made.summary = std::make_shared<const std::vector<diff::SummaryLine>>();
  else made.summary = std::make_shared<const std::vector<diff::SummaryLine>>(diff::summaryLines(*state.diff, sides.before, sides.after));
  made.rows = std::make_shared<const diff::DiffRows>(*made.whatIf, state.diff, sides, state.thresholds, diff::defaultThresholds());
  return made;
}

}  // namespace

RowsMaker::RowsMaker(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<MadeRows> outcome) {
        if (outcome.isValue()) deliver(std::move(outcome.value()));
      }) {}

void RowsMaker::make(const session::CompareStatePtr& state) {
  m_runner.cancel();
  if (!state || !state->diff) {
    deliver({nullptr, std::make_shared<const std::vector<diff::SummaryLine>>(), nullptr});
  } else if (state->diff->rowCount() * state->diff->metrics().size() <= kAtOnce) {
    deliver(compute(*state, m_last));
  } else {
    m_runner.run([state, last = m_last](const base::Progress&) -> base::Outcome<MadeRows> { return compute(*state, last); });
  }
}

void RowsMaker::deliver(MadeRows rows) {
  m_last = std::move(rows);
  Q_EMIT made(m_last);
}

}  // namespace plumbline::ui
