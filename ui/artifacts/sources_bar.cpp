// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_bar.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/support/count_text.h"
#include "ui/support/filter_field.h"
#include "ui/support/mark_chip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::AttemptRule;
using session::FileState;
using session::kAllFileStates;

namespace {

constexpr int kSmallestWidth = 400;

}  // namespace

SourcesBar::SourcesBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new FilterField({.placeholder = u"Filter: file, config, machine, reason"_s,
                              .tooltip = u"Words that must all occur in a file's origin, config, shard or reason (/)"_s},
                             this)),
      m_shown(new QLabel(this)),
      m_rule(new QComboBox(this)),
      m_clear(clearFilterButton(u"Show every file (0)"_s, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  auto* top = new QHBoxLayout;
  top->setSpacing(kGrid);
  layout->addLayout(top);
  connect(m_text, &QLineEdit::textChanged, this, &SourcesBar::filterChanged);
  connect(m_text, &FilterField::leaveRequested, this, &SourcesBar::leaveRequested);
  top->addWidget(m_text, 1);
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  top->addWidget(m_shown);
  m_rule->setAccessibleName(u"Which attempt counts"_s);
  m_rule->addItem(u"Latest complete attempt"_s, static_cast<int>(AttemptRule::LatestComplete));
  m_rule->addItem(u"First attempt"_s, static_cast<int>(AttemptRule::First));
  m_rule->setItemData(0, u"The newest attempt that has every file its siblings have"_s, Qt::ToolTipRole);
  m_rule->setItemData(1, u"The oldest attempt with a file, as PyTorch's updater takes it"_s, Qt::ToolTipRole);
  m_rule->setToolTip(u"Which attempt of a shard counts, where nobody chose one"_s);
  m_rule->view()->setAccessibleName(m_rule->accessibleName());
  connect(m_rule, &QComboBox::activated, this,
          [this] { Q_EMIT ruleChosen(static_cast<AttemptRule>(m_rule->currentData().toInt())); });
  top->addWidget(m_rule);

  auto* chips = new QHBoxLayout;
  chips->setSpacing(kGrid / 2);
  layout->addLayout(chips);
  int key = 0;
  for (const FileState state : kAllFileStates) {
    const StateLook look = lookOf(state);
    const QString tooltip = u"%1 (%2)"_s.arg(look.tooltip, QString::number(++key));
    auto* made = new MarkChip(theme, {look.glyph, look.title, tooltip, look.cls}, this);
    made->setObjectName(look.id);
    connect(made, &QAbstractButton::toggled, this, &SourcesBar::filterChanged);
    m_chips << made;
    chips->addWidget(made);
  }
  connect(m_clear, &QToolButton::clicked, this, &SourcesBar::clearAll);
  chips->addWidget(m_clear);
  chips->addStretch(1);
  connect(this, &SourcesBar::filterChanged, this, [this] { m_clear->setEnabled(!isClear()); });
  m_clear->setEnabled(false);
  setTheme(theme);
}

void SourcesBar::setTheme(const Theme& theme) {
  m_theme = theme;
  for (MarkChip* made : m_chips) made->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_shown->setPalette(quiet);
  chooseWords();
}

void SourcesBar::setList(const session::SourceList* list) {
  for (const FileState state : kAllFileStates) chip(state)->setCount(list ? list->countOf(state) : 0);
  chooseWords();
}

void SourcesBar::setRule(AttemptRule rule) { m_rule->setCurrentIndex(m_rule->findData(static_cast<int>(rule))); }

/// A bar without room loses the words of the chips.
void SourcesBar::chooseWords() {
  int full = 2 * kGrid + m_clear->sizeHint().width();
  for (const MarkChip* made : m_chips) full += made->fullWidth() + kGrid / 2;
  for (MarkChip* made : m_chips) made->setShort(width() < full);
}

QSize SourcesBar::minimumSizeHint() const { return {kSmallestWidth, QWidget::minimumSizeHint().height()}; }

void SourcesBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  chooseWords();
}

void SourcesBar::setShownCount(std::size_t shown, std::size_t all) {
  m_shown->setText(shown == all ? grouped(all) + (all == 1 ? u" file"_s : u" files"_s)
                                : u"%1 of %2"_s.arg(grouped(shown), grouped(all)));
}

SourceFilter SourcesBar::filter() const {
  SourceFilter filter;
  for (const FileState state : kAllFileStates)
    if (isChecked(state)) filter.states |= stateBit(state);
  filter.words = m_text->words();
  return filter;
}

MarkChip* SourcesBar::chip(FileState state) const {
  return m_chips[std::ranges::find(kAllFileStates, state) - kAllFileStates.begin()];
}

void SourcesBar::toggleState(FileState state) { chip(state)->toggle(); }
bool SourcesBar::isChecked(FileState state) const { return chip(state)->isChecked(); }
void SourcesBar::setText(const QString& text) { m_text->setText(text); }
bool SourcesBar::hasTextFocus() const { return m_text->hasFocus(); }
bool SourcesBar::isClear() const { return filter() == SourceFilter{}; }

void SourcesBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    for (MarkChip* made : m_chips) made->setChecked(false);
    m_text->clear();
  }
  Q_EMIT filterChanged();
}

void SourcesBar::focusText() { m_text->focusAll(); }

QWidgetList SourcesBar::focusOrder() const {
  QWidgetList order{m_text, m_rule};
  for (MarkChip* made : m_chips) order << made;
  return order << m_clear;
}

}  // namespace plumbline::ui
