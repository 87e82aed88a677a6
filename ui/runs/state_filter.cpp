// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/state_filter.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <array>

#include "ui/runs/run_words.h"
#include "ui/support/mark_chip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using runs::RunState;

namespace {

constexpr std::array kStates{RunState::Running, RunState::Waiting, RunState::Failed, RunState::Cancelled, RunState::Done};
constexpr int kSpace = kGrid / 2;

}  // namespace

StateFilter::StateFilter(const Theme& theme, QWidget* parent) : QWidget(parent) {
  setAccessibleName(u"States of the runs"_s);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kSpace);
  for (const RunState state : kStates) {
    const RunLook look = runLook(state);
    const QString more = state == RunState::Failed ? u", took too long or were lost"_s : QString();
    auto* chip = new MarkChip(theme,
                              {.glyph = look.glyph,
                               .word = look.word,
                               .tooltip = u"Only runs that are %1%2 (0 shows all)"_s.arg(look.word, more),
                               .look = look.look},
                              this);
    if (state == RunState::Failed) chip->setToolTip(u"Only runs that failed, took too long or were lost (0 shows all)"_s);
    connect(chip, &QAbstractButton::toggled, this, &StateFilter::changed);
    layout->addWidget(chip);
    m_chips << chip;
  }
  layout->addStretch(1);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

StateFilter::Kind StateFilter::kindOf(RunState state) {
  switch (state) {
    case RunState::Waiting:
      return Kind::Waiting;
    case RunState::Done:
      return Kind::Done;
    case RunState::Cancelled:
      return Kind::Cancelled;
    case RunState::Failed:
    case RunState::TimedOut:
    case RunState::Lost:
      return Kind::Failed;
    default:
      return Kind::Running;
  }
}

void StateFilter::setTheme(const Theme& theme) {
  for (MarkChip* chip : std::as_const(m_chips)) chip->setTheme(theme);
  chooseWords();
}

void StateFilter::count(const std::vector<RunState>& states) {
  std::array<std::size_t, kStates.size()> counts{};
  for (const RunState state : states) ++counts[static_cast<std::size_t>(kindOf(state))];
  for (qsizetype i = 0; i < m_chips.size(); ++i) m_chips[i]->setCount(counts[static_cast<std::size_t>(i)]);
  chooseWords();
}

bool StateFilter::isClear() const {
  return std::ranges::none_of(m_chips, [](const MarkChip* chip) { return chip->isChecked(); });
}

bool StateFilter::takes(RunState state) const {
  return isClear() || m_chips[static_cast<qsizetype>(kindOf(state))]->isChecked();
}

void StateFilter::toggle(Kind kind) { m_chips[static_cast<qsizetype>(kind)]->toggle(); }

void StateFilter::clear() {
  for (MarkChip* chip : std::as_const(m_chips)) {
    const QSignalBlocker quiet(chip);
    chip->setChecked(false);
    chip->update();
  }
  Q_EMIT changed();
}

QList<QWidget*> StateFilter::focusOrder() const { return {m_chips.begin(), m_chips.end()}; }

/// The words go where there is no room for all of them; the glyphs stay, and where even they are too many those that
/// count nothing go.
void StateFilter::chooseWords() {
  int wanted = kSpace * static_cast<int>(m_chips.size() - 1);
  for (const MarkChip* chip : std::as_const(m_chips)) wanted += chip->fullWidth();
  for (MarkChip* chip : std::as_const(m_chips)) chip->setShort(wanted > width());
  int glyphs = kSpace * static_cast<int>(m_chips.size() - 1);
  for (const MarkChip* chip : std::as_const(m_chips)) glyphs += chip->sizeHint().width();
  for (MarkChip* chip : std::as_const(m_chips))
    chip->setHidden(wanted > width() && glyphs > width() && chip->count() == 0 && !chip->isChecked() && !chip->hasFocus());
}

QSize StateFilter::minimumSizeHint() const { return {1, QWidget::minimumSizeHint().height()}; }

void StateFilter::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  chooseWords();
}

}  // namespace plumbline::ui
