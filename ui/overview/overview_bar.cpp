// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_bar.h"

#include <QPushButton>
#include <algorithm>

#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

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
    : ClassFilterBar({.placeholder = tr("Filter: metric, change, model, config"),
                      .tooltip = tr("Words that must all occur in a group: its metric, its change, a model, a config (/)"),
                      .minWidth = 96},
                     tr("Show every group (0)"), classes(), theme, parent) {
  makeLine();
  applyTheme(*this, theme);
}

QList<VerdictClass> OverviewBar::classes() {
  QList<VerdictClass> shown;
  for (const VerdictClass cls : verdicts::kAllClasses)
    if (cls != VerdictClass::Pass && cls != VerdictClass::ExpectedFail) shown << cls;
  return shown;
}

void OverviewBar::setGroups(const std::vector<overview::Group>* groups) {
  setCounts([groups](VerdictClass cls) {
    return groups == nullptr ? 0 : static_cast<std::size_t>(std::ranges::count(*groups, cls, &overview::Group::cls));
  });
}

void OverviewBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("group"), tr("groups"));
}

GroupFilter OverviewBar::filter() const {
  return {.classes = checkedClasses(), .words = text().toLower().split(u' ', Qt::SkipEmptyParts)};
}

}  // namespace plumbline::ui
