// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/advice_view.h"

#include <QToolButton>

#include "core/evidence/advice_report.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

AdviceView::AdviceView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_answer(new WordsLabel(this)), m_sentence(new WordsLabel(this)), m_button(new QToolButton(this)), m_evidence(new WordsLabel(this)) {
  setAccessibleName(tr("Advice"));
  m_button->setText(tr("Evidence"));
  m_button->setToolTip(tr("What the advice stands on: counts with their intervals"));
  m_button->setCheckable(true);
  m_button->setAutoRaise(true);
  m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_button->setArrowType(Qt::RightArrow);
  makeColumn(this, {}, kGrid / 2, {m_answer, m_sentence, m_button, m_evidence});
  connect(m_button, &QToolButton::toggled, this, &AdviceView::showEvidence);
  styleText({m_answer, m_evidence}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
  hide();
}

void AdviceView::show(const evidence::RowAdvice* advice) {
  setVisible(advice != nullptr);
  m_text.clear();
  if (advice == nullptr) return;
  const QString answer = tr("Advice: %1").arg(fromUtf8(evidence::answerText(*advice)));
  const QString sentence = shortened(fromUtf8(advice->sentence), 1200);
  QStringList lines;
  for (const evidence::EvidenceLine& line : advice->evidence) lines << fromUtf8(evidence::evidenceText(line));
  m_text = answer + u'\n' + sentence;
  m_answer->setWords(answer);
  m_sentence->setWords(sentence);
  m_sentence->setAccessibleName(tr("Advice: %1").arg(m_text));
  m_evidence->setWords(shortened(lines.join(u'\n'), 4000));
  m_button->setEnabled(!lines.isEmpty());
  showEvidence();
}

void AdviceView::showEvidence() {
  m_button->setArrowType(m_button->isChecked() ? Qt::DownArrow : Qt::RightArrow);
  m_evidence->setVisible(m_button->isChecked() && m_button->isEnabled());
}

bool AdviceView::hasEvidence() const { return !isHidden() && m_button->isEnabled(); }
void AdviceView::toggleEvidence() { m_button->toggle(); }
QString AdviceView::summary() const { return isHidden() ? QString() : m_text; }

}  // namespace plumbline::ui
