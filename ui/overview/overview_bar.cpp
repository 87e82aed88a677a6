// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_bar.h"

#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/support/filter_field.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/filter_bar.h"

namespace plumbline::ui {

using overview::Headline;
using verdicts::VerdictClass;

OverviewHead::OverviewHead(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_glyph(new PlainLabel(this)),
      m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_completeness(new ElidedLabel(Qt::ElideRight, this)),
      m_review(makePushButton(u"review"_s, tr("Review"), tr("Look at the edits and save them (R)"), this)),
      m_matrix(makePushButton(u"matrix"_s, tr("Matrix"), tr("All configs as a grid (M)"), this)),
      m_sources(makePushButton(u"sources"_s, tr("Sources"),
                               tr("What was opened, what each file was taken for, and what is missing"), this)) {
  auto* top = makeRow(nullptr, {}, kGrid, {m_glyph, {m_sentence, 1}, m_review, m_matrix, m_sources});
  makeColumn(this, {2 * kGrid, kGrid, kGrid, kGrid}, kGrid / 2, {top, m_completeness});
  connect(m_review, &QPushButton::clicked, this, &OverviewHead::reviewRequested);
  connect(m_matrix, &QPushButton::clicked, this, &OverviewHead::matrixRequested);
  connect(m_sources, &QPushButton::clicked, this, &OverviewHead::sourcesRequested);
  m_review->hide();
  styleText({m_sentence}, {.size = TextSize::Large});
  styleText({m_glyph}, {.size = TextSize::Large, .isBold = true});
  styleText({m_completeness}, {.isMuted = true});
  applyTheme(*this, theme);
}

void OverviewHead::setTheme(const Theme& theme) {
  m_theme = theme;
  paintSentence();
}

/// The glyph shows pass or fail without colour; there is none when nothing was judged.
void OverviewHead::paintSentence() {
  const bool fails = m_answer == Headline::Answer::Fail;
  const ClassStyle& style = m_theme.classStyle(fails ? VerdictClass::Fail : VerdictClass::Pass);
  QPalette coloured = m_theme.palette();
  coloured.setColor(QPalette::WindowText, style.chip);
  m_glyph->setPalette(coloured);
  m_glyph->setText(style.glyph);
  m_glyph->setVisible(m_answer != Headline::Answer::NotJudged);
}

void OverviewHead::showHeadline(const Headline& line) {
  m_answer = line.answer;
  paintSentence();
  m_sentence->setText(fromUtf8(line.sentence));
  m_completeness->setText(fromUtf8(line.completeness));
}

void OverviewHead::setDone(bool done) { m_review->setVisible(done); }

QList<QWidget*> OverviewHead::focusOrder() const { return {m_review, m_matrix, m_sources}; }

OverviewBar::OverviewBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_chips(new ClassChips(classes(), theme, this)),
      m_text(new FilterField(
          {.placeholder = tr("Filter: metric, change, model, config"),
           .tooltip = tr("Words that must all occur in a group: its metric, its change, a model, a config (/)"),
           .minWidth = 96},
          this)),
      m_shown(new PlainLabel(this)),
      m_clear(clearFilterButton(tr("Show every group (0)"), this)) {
  auto* layout = makeRow(this, {kGrid, kGrid, kGrid, kGrid}, kGrid);
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
  styleText({m_shown}, {.isMuted = true});
  applyTheme(*this, theme);
}

QList<VerdictClass> OverviewBar::classes() {
  QList<VerdictClass> shown;
  for (const VerdictClass cls : verdicts::kAllClasses)
    if (cls != VerdictClass::Pass && cls != VerdictClass::ExpectedFail) shown << cls;
  return shown;
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
