// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/move_details.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/support/labels.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kLines = 2;

}  // namespace

MoveDetails::MoveDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_model(new QLabel(this)), m_text(new QLabel(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  layout->setSpacing(0);
  for (QLabel* label : {m_model, m_text}) {
    label->setTextFormat(Qt::PlainText);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
  }
  m_model->setAccessibleName(tr("Current model"));
  m_text->setWordWrap(true);
  m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setTheme(theme);
}

void MoveDetails::setTheme(const Theme& theme) {
  QFont bold = theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  m_model->setFont(bold);
  m_text->setFont(theme.font(TextSize::Normal));
  m_text->setFixedHeight(kLines * QFontMetrics(m_text->font()).lineSpacing() + 2);
  layOut();
}

void MoveDetails::show(const QString& model, const QStringList& sentences) {
  m_model->setText(model);
  m_sentences = sentences.isEmpty() ? QStringList{tr("Stayed as it was, within the thresholds.")} : sentences;
  layOut();
}

void MoveDetails::showHint(const QString& text) {
  m_model->clear();
  m_sentences = QStringList{text};
  layOut();
}

QString MoveDetails::text() const { return m_sentences.join(u" \u00b7 "_s); }

/// What does not fit is counted, never cut in the middle of a line; all of it is in the tooltip.
void MoveDetails::layOut() {
  const QFontMetrics metrics(m_text->font());
  const int width = std::max(1, m_text->width()), height = m_text->height();
  qsizetype shown = m_sentences.size();
  const auto textOf = [this](qsizetype count) {
    QString text = m_sentences.mid(0, count).join(u" \u00b7 "_s);
    if (count < m_sentences.size()) text += tr(" \u00b7 and %1 more").arg(m_sentences.size() - count);
    return text;
  };
  while (shown > 1 && metrics.boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, textOf(shown)).height() > height) --shown;
  m_text->setText(textOf(shown));
  m_text->setToolTip(m_sentences.join(u'\n'));
  m_text->setAccessibleName(text());
}

void MoveDetails::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
}

}  // namespace plumbline::ui
