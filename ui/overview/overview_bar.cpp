// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "core/verdicts/row_view.h"
#include "ui/support/count_text.h"
#include "ui/support/filter_field.h"
#include "ui/triage/class_chip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

OverviewBar::OverviewBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new FilterField(
          {.placeholder = u"Filter: metric, change, model, config"_s,
           .tooltip = u"Words that must all occur in a group: its metric, its change, a model, a config (/)"_s,
           .smallestWidth = 96},
          this)),
      m_shown(new QLabel(this)),
      m_clear(clearFilterButton(u"Show every group (0)"_s, this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  auto* chips = new QHBoxLayout;
  chips->setSpacing(kGrid / 2);
  for (const VerdictClass cls : classes()) {
    auto* chip = new ClassChip(cls, theme, QString::number(m_chips.size() + 1), this);
    connect(chip, &QAbstractButton::toggled, this, &OverviewBar::read);
    chips->addWidget(chip);
    m_chips << chip;
  }
  layout->addLayout(chips);
  connect(m_text, &QLineEdit::textChanged, this, &OverviewBar::read);
  connect(m_text, &FilterField::leaveRequested, this, &OverviewBar::leaveRequested);
  layout->addWidget(m_text, 1);
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  layout->addWidget(m_shown);
  m_clear->setEnabled(false);
  connect(m_clear, &QToolButton::clicked, this, &OverviewBar::clearAll);
  layout->addWidget(m_clear);
  setTheme(theme);
}

QList<VerdictClass> OverviewBar::classes() {
  QList<VerdictClass> shown;
  for (const VerdictClass cls : verdicts::kAllClasses)
    if (cls != VerdictClass::Pass && cls != VerdictClass::ExpectedFail) shown << cls;
  return shown;
}

void OverviewBar::setTheme(const Theme& theme) {
  m_theme = theme;
  for (ClassChip* chip : m_chips) chip->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_shown->setPalette(quiet);
}

void OverviewBar::setGroups(const std::vector<overview::Group>* groups) {
  for (ClassChip* chip : m_chips) {
    const auto count = groups == nullptr ? 0 : std::ranges::count(*groups, chip->verdictClass(), &overview::Group::cls);
    chip->setCount(static_cast<std::size_t>(count));
  }
}

void OverviewBar::setShownCount(std::size_t shown, std::size_t all) {
  m_shown->setText(shown == all ? u"%1 %2"_s.arg(grouped(all), all == 1 ? u"group"_s : u"groups"_s)
                                : u"%1 of %2"_s.arg(grouped(shown), grouped(all)));
}

GroupFilter OverviewBar::filter() const {
  GroupFilter wanted;
  for (const ClassChip* chip : m_chips)
    if (chip->isChecked()) wanted.classes |= verdicts::classBit(chip->verdictClass());
  wanted.words = m_text->text().toLower().split(u' ', Qt::SkipEmptyParts);
  return wanted;
}

void OverviewBar::read() {
  m_clear->setEnabled(!isClear());
  Q_EMIT filterChanged();
}

void OverviewBar::toggleClass(VerdictClass cls) {
  for (ClassChip* chip : m_chips)
    if (chip->verdictClass() == cls) chip->toggle();
}

void OverviewBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    for (ClassChip* chip : m_chips) chip->setChecked(false);
    m_text->clear();
  }
  read();
}

bool OverviewBar::isClear() const { return filter() == GroupFilter{}; }

void OverviewBar::focusText() { m_text->focusAll(); }

bool OverviewBar::hasTextFocus() const { return m_text->hasFocus(); }

QList<QWidget*> OverviewBar::focusOrder() const {
  QList<QWidget*> order;
  for (ClassChip* chip : m_chips) order << chip;
  return order << m_text << m_clear;
}

}  // namespace plumbline::ui
