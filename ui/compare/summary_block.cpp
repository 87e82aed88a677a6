// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/summary_block.h"

#include "ui/support/labels.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {

using S = SummaryModel;

namespace {

constexpr int kDivider = 1;

QColor changeColor(const Theme& theme, S::Tone tone) {
  switch (tone) {
    case S::Tone::Good: return theme.wordColor(verdicts::VerdictClass::Improved, false);
    case S::Tone::Bad: return theme.wordColor(verdicts::VerdictClass::Fail, false);
    case S::Tone::Plain:
    case S::Tone::Muted: break;
  }
  return theme.color(Tone::Muted);
}

/// wholeRow has every column of a row with its title, for a tooltip.
QString wholeRow(const S& model, int row) {
  QStringList cells{model.index(row, S::Number).data().toString()};
  for (int column = S::HudBefore; column < S::ColumnCount && !model.isSentence(row); ++column)
    cells << model.index(row, column).data(Qt::AccessibleTextRole).toString();
  return cells.join(u" \u00b7 ");
}

}  // namespace

SummaryBlock::SummaryBlock(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_model(new S(this)), m_view(new SummaryView(m_model, theme, this)), m_text(new ColoredLabel(this)) {
  m_view->setFrameShape(QFrame::NoFrame);
  m_text->setObjectName(u"summaryText"_s);
  m_text->setWordWrap(true);
  m_text->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  m_text->hide();
  makeColumn(this, {}, 0, {{m_view, 1}, {m_text, 1}, divider()});
}

void SummaryBlock::setTheme(const Theme& theme) {
  m_theme = theme;
  if (!m_text->isHidden()) showText(true);
}

int SummaryBlock::textHeight() const { return m_text->heightForWidth(width()); }

void SummaryBlock::fit(int limit) {
  const int whole = m_view->wantedHeight(width());
  const bool isText = whole + kDivider > limit;
  m_view->setVisible(!isText);
  m_text->setVisible(isText);
  if (!isText) return setFixedHeight(whole + kDivider);
  showText(true);
  if (textHeight() + kDivider > limit) showText(false);
  setFixedHeight(textHeight() + kDivider);
}

void SummaryBlock::showText(bool withChanges) {
  QList<ColoredLabel::Part> parts;
  QStringList rows;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    rows << wholeRow(*m_model, row);
    if (m_model->isSentence(row)) continue;
    // Lines break between the numbers alone.
    const auto cell = [&](int column) { return m_model->index(row, column).data().toString().replace(u' ', QChar::Nbsp); };
    const auto toneOf = [&](int column) { return static_cast<S::Tone>(m_model->index(row, column).data(S::ToneRole).toInt()); };
    if (!parts.isEmpty()) parts << ColoredLabel::Part{u" \u00b7 "_s, m_theme.color(Tone::Muted)};
    parts << ColoredLabel::Part{tr("%1: %2 \u2192 %3").replace(u' ', QChar::Nbsp).arg(cell(S::Number), cell(S::HudBefore), cell(S::HudAfter)),
                                toneOf(S::Number) == S::Tone::Bad ? changeColor(m_theme, S::Tone::Bad) : QColor()};
    if (withChanges && !cell(S::HudChange).isEmpty())
      parts << ColoredLabel::Part{QChar::Nbsp + u"("_s + cell(S::HudChange) + u')', changeColor(m_theme, toneOf(S::HudChange))};
  }
  m_text->setParts(parts);
  m_text->setToolTip(rows.join(u'\n'));
  m_text->setAccessibleDescription(rows.join(u'\n'));
}

}  // namespace plumbline::ui
