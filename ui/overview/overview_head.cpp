// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_head.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/support/labels.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::Headline;
using verdicts::VerdictClass;

OverviewHead::OverviewHead(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_glyph(new QLabel(this)),
      m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_completeness(new ElidedLabel(Qt::ElideRight, this)),
      m_review(button(tr("Review"), tr("Look at the edits and save them (R)"))),
      m_matrix(button(tr("Matrix"), tr("All configs as a grid (M)"))),
      m_sources(button(tr("Sources"), tr("What was opened, what each file was taken for, and what is missing"))) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid / 2);
  auto* top = new QHBoxLayout;
  top->setSpacing(kGrid);
  top->addWidget(m_glyph);
  top->addWidget(m_sentence, 1);
  top->addWidget(m_review);
  top->addWidget(m_matrix);
  top->addWidget(m_sources);
  layout->addLayout(top);
  layout->addWidget(m_completeness);
  connect(m_review, &QPushButton::clicked, this, &OverviewHead::reviewRequested);
  connect(m_matrix, &QPushButton::clicked, this, &OverviewHead::matrixRequested);
  connect(m_sources, &QPushButton::clicked, this, &OverviewHead::sourcesRequested);
  m_review->hide();
  setTheme(theme);
}

QPushButton* OverviewHead::button(const QString& text, const QString& tooltip) {
  auto* made = new QPushButton(text, this);
  made->setAutoDefault(false);
  made->setToolTip(tooltip);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

void OverviewHead::setTheme(const Theme& theme) {
  m_theme = theme;
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_sentence->setFont(theme.font(TextSize::Large));
  QFont bold = theme.font(TextSize::Large);
  bold.setWeight(QFont::DemiBold);
  m_glyph->setFont(bold);
  m_completeness->setFont(theme.font(TextSize::Normal));
  m_completeness->setPalette(quiet);
  paintSentence();
}

/// The glyph shows pass or fail without colour; there is none when nothing was judged.
void OverviewHead::paintSentence() {
  const bool fails = m_answer == Headline::Answer::Fail;
  const ClassStyle& look = m_theme.classStyle(fails ? VerdictClass::Fail : VerdictClass::Pass);
  QPalette coloured = m_theme.palette();
  coloured.setColor(QPalette::WindowText, look.chip);
  m_glyph->setPalette(coloured);
  m_glyph->setText(look.glyph);
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

}  // namespace plumbline::ui
