// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "core/verdicts/view/row_view.h"
#include "ui/support/filter_field.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/class_chip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

OverviewBar::OverviewBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_chips(new ClassChips(classes(), theme, this)),
      m_text(new FilterField(
          {.placeholder = tr("Filter: metric, change, model, config"),
           .tooltip = tr("Words that must all occur in a group: its metric, its change, a model, a config (/)"),
           .minWidth = 96},
          this)),
      m_shown(new QLabel(this)),
      m_clear(clearFilterButton(tr("Show every group (0)"), this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  connect(m_chips, &ClassChips::changed, this, &OverviewBar::read);
  layout->addLayout(m_chips);
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
  m_chips->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_shown->setPalette(quiet);
}

void OverviewBar::setGroups(const std::vector<overview::Group>* groups) {
  m_chips->setCounts([groups](VerdictClass cls) {
    return groups == nullptr ? 0 : static_cast<std::size_t>(std::ranges::count(*groups, cls, &overview::Group::cls));
  });
}

void OverviewBar::setShownCount(std::size_t shown, std::size_t all) {
  m_shown->setText(shown != all ? tr("%1 of %2").arg(grouped(shown), grouped(all))
                   : all == 1   ? tr("1 group")
                                : tr("%1 groups").arg(grouped(all)));
}

GroupFilter OverviewBar::filter() const {
  return {.classes = m_chips->checked(), .words = m_text->text().toLower().split(u' ', Qt::SkipEmptyParts)};
}

void OverviewBar::read() {
  m_clear->setEnabled(!isClear());
  Q_EMIT filterChanged();
}

void OverviewBar::toggleClass(VerdictClass cls) { m_chips->toggle(cls); }

void OverviewBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    m_chips->clear();
    m_text->clear();
  }
  read();
}

bool OverviewBar::isClear() const { return filter() == GroupFilter{}; }

void OverviewBar::focusText() { m_text->focusAll(); }

bool OverviewBar::hasTextFocus() const { return m_text->hasFocus(); }

QList<QWidget*> OverviewBar::focusOrder() const {
  QList<QWidget*> order;
  for (ClassChip* chip : m_chips->chips()) order << chip;
  return order << m_text << m_clear;
}

}  // namespace plumbline::ui
