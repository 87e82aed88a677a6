// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_view.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/triage/decision_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

DecisionView::DecisionView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_text(new QLabel(this)), m_more(new QLabel(this)) {
  setAccessibleName(tr("Decision"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid / 2);
  for (QLabel* label : {m_title, m_text, m_more}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
  }
  setTheme(theme);
  hide();
}

void DecisionView::setTheme(const Theme& theme) {
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_title->setFont(theme.font(TextSize::Small));
  m_title->setPalette(quiet);
  m_text->setFont(theme.font(TextSize::Normal));
  m_more->setFont(theme.font(TextSize::Small));
  m_more->setPalette(quiet);
}

void DecisionView::show(const DecisionWords& words) {
  const bool decided = !words.answer.isEmpty();
  QStringList more;
  if (!decided && !words.guard.isEmpty()) more << tr("Asks for a reason: %1.").arg(words.guard);
  if (!decided) more << words.notes;
  if (!words.note.isEmpty()) more << noteMark() + u"  "_s + words.note;
  const QString text = decided ? words.answer : words.consequence;
  m_title->setText(decided ? tr("Decided") : tr("Accepting would write"));
  m_title->setVisible(!text.isEmpty());
  m_text->setText(shortened(text, 1200));
  m_text->setVisible(!text.isEmpty());
  m_more->setText(shortened(more.join(u'\n'), 1200));
  m_more->setVisible(!more.isEmpty());
  setVisible(!text.isEmpty() || !more.isEmpty());
}

}  // namespace plumbline::ui
