// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/field_box.h"

#include <QCheckBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/support/text_field.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

FieldBox::FieldBox(const QString& title, QWidget* field, const QStringList& options, QWidget* parent)
    : QWidget(parent),
      m_field(field),
      m_options(options),
      m_label(new QLabel(title, this)),
      m_problem(new QLabel(this)),
      m_line(new QHBoxLayout) {
  m_label->setBuddy(field);
  if (field->accessibleName().isEmpty()) field->setAccessibleName(title);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(m_label);
  m_label->setVisible(!title.isEmpty());
  m_line->setContentsMargins(0, 0, 0, 0);
  m_line->setSpacing(kGrid / 2);
  m_line->addWidget(field, 1);
  layout->addLayout(m_line);
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->hide();
  layout->addWidget(m_problem);
  layout->addStretch(1);
  if (auto* line = qobject_cast<QLineEdit*>(field)) {
    prepareTextField(*line);
    line->setTextMargins(3, 0, 3, 0);  // as far from the border as the text of a combo box
  }
}

void FieldBox::setTheme(const Theme& theme) {
  QPalette quiet = theme.palette(), wrong = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  wrong.setColor(QPalette::WindowText, theme.palette().color(QPalette::BrightText));
  m_label->setFont(theme.font(TextSize::Small));
  m_label->setPalette(quiet);
  m_problem->setFont(theme.font(TextSize::Small));
  m_problem->setPalette(wrong);
  if (qobject_cast<QCheckBox*>(m_field) != nullptr)  // in line with the fields beside it
    m_field->setFixedHeight(QFontMetrics(theme.font(TextSize::Normal)).height() + kGrid + kGrid / 2);
}

void FieldBox::addBeside(QWidget* widget) { m_line->addWidget(widget); }

void FieldBox::setProblem(const QString& text) {
  if (text == m_problemText) return;
  m_problemText = text;
  m_problem->setText(u"\u2717 "_s + text);
  m_problem->setVisible(!text.isEmpty());
  m_field->setAccessibleDescription(text);
}

}  // namespace plumbline::ui
