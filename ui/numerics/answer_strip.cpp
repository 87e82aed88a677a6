// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/answer_strip.h"

#include <QPlainTextEdit>
#include <QToolButton>
#include <algorithm>

#include "ui/numerics/numerics_text.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/layouts.h"
#include "ui/support/labels.h"

namespace plumbline::ui {
namespace {

constexpr int kMaxLogLines = 5;  ///< before it scrolls

TensorStyle styleOfAnswer(numerics::Answer answer) {
  return styleOf(answer == numerics::Answer::Same     ? TensorVerdict::Same
                : answer == numerics::Answer::Raised ? TensorVerdict::Raises
                                                     : TensorVerdict::Differs);
}

}  // namespace

AnswerStrip::AnswerStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_glyph(new PlainLabel(this)), m_text(new ElidedLabel(Qt::ElideRight, this)), m_log(new QPlainTextEdit(this)) {
  setAccessibleName(tr("The answer of same()"));
  auto* line = makeRow(nullptr, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid / 2, {m_glyph, {m_text, 1}});
  m_logButton = makeToolButton(tr("torch's log"), u"log"_s, tr("Show what torch itself would log (P)"), this);
  m_logButton->setCheckable(true);
  m_logCopy = makeIconButton(u"copy"_s, tr("Copy torch's log lines"), this);
  m_options = makeToolButton(tr("Options"), u"options"_s, tr("Show or hide the options of same() (V)"), this);
  m_options->setCheckable(true);
  m_copy = makeToolButton(tr("Copy"), u"copy"_s, tr("Copy the answer as Markdown for an issue (Ctrl+Shift+C)"), this);
  m_save = makeToolButton(tr("Save report"), u"file"_s,
                          tr("Save as Markdown, JSON or text, by the ending of the name (Ctrl+Shift+S)"), this);
  addWidgets(*line, {m_logButton, m_logCopy, m_options, m_copy, m_save});
  auto* column = makeColumn(this, {}, 0, {line});
  m_log->setReadOnly(true);
  m_log->setFrameShape(QFrame::NoFrame);
  m_log->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_log->setTabChangesFocus(true);
  m_log->setAccessibleName(tr("What torch would log"));
  m_log->setPlaceholderText(tr("torch would log nothing."));
  column->addWidget(m_log);
  connect(m_logButton, &QToolButton::clicked, this, &AnswerStrip::setLogShown);
  connect(m_logCopy, &QToolButton::clicked, this, &AnswerStrip::copyLog);
  connect(m_options, &QToolButton::clicked, this, &AnswerStrip::optionsRequested);
  connect(m_copy, &QToolButton::clicked, this, &AnswerStrip::copyRequested);
  connect(m_save, &QToolButton::clicked, this, &AnswerStrip::saveRequested);
  styleText({m_glyph, m_text}, {.isBold = true});
  styleText({m_log}, {.isMonospace = true});
  applyTheme(*this, theme);
  setLogShown(false);
  showMessage({});
}

void AnswerStrip::setTheme(const Theme& theme) {
  m_theme = theme;
  applyStyle();
  setLogShown(m_isLogWanted);
}

void AnswerStrip::applyStyle() {
  const TensorStyle style = styleOfAnswer(m_answer);
  QPalette palette = m_theme.palette();
  palette.setColor(QPalette::WindowText, m_theme.classStyle(style.cls).chip);
  m_glyph->setPalette(palette);
  m_glyph->setText(m_hasAnswer ? style.glyph : QString());
  m_glyph->setVisible(m_hasAnswer);
  if (!m_hasAnswer) palette.setColor(QPalette::WindowText, m_theme.color(Tone::Muted));
  else if (m_answer != numerics::Answer::Same) palette.setColor(QPalette::WindowText, m_theme.color(Tone::Text));
  m_text->setPalette(palette);
}

void AnswerStrip::showAnswer(const SameAnswer& answer) {
  const numerics::SameResult& result = answer.rows->result();
  m_hasAnswer = true;
  m_answer = result.answer;
  m_text->setText(answerText(result));
  m_log->setPlainText(logText(result));
  const std::size_t lines = result.log.size() + (result.answer == numerics::Answer::Raised ? 1 : 0);
  m_logButton->setText(lines == 0 ? tr("torch's log") : tr("torch's log %1").arg(lines));
  for (QToolButton* button : {m_logButton, m_copy, m_save}) button->setEnabled(true);
  m_logCopy->setEnabled(lines > 0);
  applyStyle();
  setLogShown(m_isLogWanted);
}

void AnswerStrip::showMessage(const QString& text) {
  m_hasAnswer = false;
  m_text->setText(text);
  m_log->clear();
  m_logButton->setText(tr("torch's log"));
  for (QToolButton* button : {m_logButton, m_logCopy, m_copy, m_save}) button->setEnabled(false);
  applyStyle();
  setLogShown(m_isLogWanted);
}

QString AnswerStrip::text() const { return m_text->text(); }
QString AnswerStrip::log() const { return m_log->toPlainText(); }
bool AnswerStrip::isLogShown() const { return m_isLogWanted; }

void AnswerStrip::setLogShown(bool shown) {
  const bool isNew = m_isLogWanted != shown;
  m_isLogWanted = shown;
  m_logButton->setChecked(shown);
  m_logCopy->setVisible(shown);
  m_log->setVisible(shown && m_hasAnswer);
  const int lines = std::clamp(m_log->blockCount(), 1, kMaxLogLines);
  m_log->setFixedHeight(lines * QFontMetrics(m_theme.monospace()).lineSpacing() + 2 * kGrid);
  if (isNew) Q_EMIT logShownChanged();
}

void AnswerStrip::copyLog() const { copyText(log()); }
void AnswerStrip::setOptionsShown(bool shown) { m_options->setChecked(shown); }
QList<QWidget*> AnswerStrip::focusOrder() const { return {m_logButton, m_logCopy, m_options, m_copy, m_save, m_log}; }

}  // namespace plumbline::ui
