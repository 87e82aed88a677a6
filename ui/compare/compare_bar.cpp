// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "ui/compare/diff_text.h"
#include "ui/support/filter_field.h"
#include "ui/support/mark_chip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {


using diff::Move;

CompareBar::CompareBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new FilterField({.placeholder = tr("Filter: model"),
                              .tooltip = tr("Words that must all occur in a model's name (/)"),
                              .minWidth = 96},
                             this)),
      m_shown(new QLabel(this)),
      m_changedOnly(new QToolButton(this)),
      m_clear(clearFilterButton(tr("Show every row (0)"), this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  auto* chips = new QHBoxLayout;
  chips->setSpacing(kGrid / 2);
  layout->addLayout(chips);
  const auto addChip = [&](const MarkChip::Mark& mark) {
    auto* made = new MarkChip(theme, mark, this);
    connect(made, &QAbstractButton::toggled, this, &CompareBar::read);
    m_chips << made;
    chips->addWidget(made);
  };
  int key = 0;
  for (const Move move : kMoveChips) {
    const MoveStyle look = moveStyle(move);
    addChip({look.glyph, look.title, tr("Show only these (%1). %2").arg(QString::number(++key), look.tooltip),
             look.cls});
  }
  addChip({alarmMark(), tr("Ratio hides"),
           tr("Speedup stayed while eager and compiled latency both moved: the machine changed, not the compiler (Y)"),
           verdicts::VerdictClass::Flaky});
  connect(m_text, &QLineEdit::textChanged, this, &CompareBar::read);
  connect(m_text, &FilterField::leaveRequested, this, &CompareBar::leaveRequested);
  layout->addWidget(m_text, 1);
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  layout->addWidget(m_shown);
  m_changedOnly->setText(tr("Changed only"));
  m_changedOnly->setCheckable(true);
  m_changedOnly->setChecked(true);
  m_changedOnly->setFocusPolicy(Qt::TabFocus);
  m_changedOnly->setToolTip(tr("Hide models that stayed as they were; those that turn over or have an alarm stay (U)"));
  connect(m_changedOnly, &QToolButton::toggled, this, &CompareBar::read);
  layout->addWidget(m_changedOnly);
  connect(m_clear, &QToolButton::clicked, this, &CompareBar::clearAll);
  layout->addWidget(m_clear);
  setTheme(theme);
}

void CompareBar::setTheme(const Theme& theme) {
  m_theme = theme;
  for (MarkChip* each : m_chips) each->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_shown->setPalette(quiet);
  chooseWords();
}

MarkChip* CompareBar::chip(Move move) const {
  return m_chips[static_cast<qsizetype>(std::ranges::find(kMoveChips, move) - kMoveChips.begin())];
}

void CompareBar::showRows(const DiffRowsPtr& rows) {
  for (const Move move : kMoveChips) chip(move)->setCount(rows ? rows->count(move) : 0);
  m_chips.last()->setCount(rows ? rows->alarms().size() : 0);
  chooseWords();
}

void CompareBar::setShownCount(std::size_t shown, std::size_t all) {
  m_shown->setText(shown == all ? u"%1 %2"_s.arg(grouped(all), all == 1 ? u"model"_s : u"models"_s)
                                : tr("%1 of %2").arg(grouped(shown), grouped(all)));
  chooseWords();
}

/// A bar without room loses the words of the chips, those on the right first.
void CompareBar::chooseWords() {
  int spare = width() - 5 * kGrid - m_text->minimumSizeHint().width() - 96 - m_shown->sizeHint().width() -
              m_changedOnly->sizeHint().width() - m_clear->sizeHint().width();
  const int words = static_cast<int>(m_chips.size());
  for (MarkChip* each : m_chips) {
    each->setShort(true);
    spare -= each->sizeHint().width() + kGrid / 2;
  }
  for (int i = 0; i < words; ++i) {
    const int more = m_chips[i]->fullWidth() - m_chips[i]->sizeHint().width();
    if (more > spare) break;
    spare -= more;
    m_chips[i]->setShort(false);
  }
}

QSize CompareBar::minimumSizeHint() const { return {400, QWidget::minimumSizeHint().height()}; }

void CompareBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  chooseWords();
}

diff::DiffRowFilter CompareBar::wish() const {
  diff::DiffRowFilter wish;
  for (const Move move : kMoveChips)
    if (isOn(move)) wish.moves |= diff::moveBit(move);
  wish.changedOnly = changedOnly();
  wish.alarmsOnly = alarmsOnly();
  const QStringList words = m_text->words();
  for (const QString& word : words) wish.words.push_back(word.toStdString());
  return wish;
}

void CompareBar::read() {
  m_clear->setEnabled(!isClear());
  Q_EMIT filterChanged();
}

void CompareBar::toggleMove(Move move) { chip(move)->toggle(); }
bool CompareBar::isOn(Move move) const { return chip(move)->isChecked(); }
void CompareBar::toggleAlarms() { m_chips.last()->toggle(); }
bool CompareBar::alarmsOnly() const { return m_chips.last()->isChecked(); }
void CompareBar::setChangedOnly(bool on) { m_changedOnly->setChecked(on); }
bool CompareBar::changedOnly() const { return m_changedOnly->isChecked(); }
void CompareBar::setText(const QString& text) { m_text->setText(text); }
bool CompareBar::isClear() const { return wish() == diff::DiffRowFilter{}; }

void CompareBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    for (MarkChip* each : m_chips) each->setChecked(false);
    m_changedOnly->setChecked(false);
    m_text->clear();
  }
  read();
}

void CompareBar::focusText() { m_text->focusAll(); }

QList<QWidget*> CompareBar::focusOrder() const {
  QList<QWidget*> order;
  for (MarkChip* each : m_chips) order << each;
  return order << m_text << m_changedOnly << m_clear;
}

}  // namespace plumbline::ui
