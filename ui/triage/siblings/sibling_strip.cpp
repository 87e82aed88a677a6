// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/siblings/sibling_strip.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/support/labels.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

SiblingStrip::SiblingStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(new ElidedLabel(Qt::ElideRight, this)),
      m_apply(new QPushButton(this)),
      m_choose(new QPushButton(tr("Choose\u2026"), this)) {
  setObjectName(u"siblingStrip"_s);
  setAccessibleName(tr("Siblings"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, kGrid / 2, kGrid, kGrid / 2);
  layout->setSpacing(kGrid);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_apply);
  layout->addWidget(m_choose);
  m_apply->setToolTip(tr("Make the same edit in every sibling whose own run shows it, as one step (S)"));
  m_choose->setToolTip(tr("See every sibling with its evidence and choose (Shift+S)"));
  for (QPushButton* button : {m_apply, m_choose}) {
    button->setAutoDefault(false);
    button->setFocusPolicy(Qt::TabFocus);
  }
  connect(m_apply, &QPushButton::clicked, this, &SiblingStrip::applyRequested);
  connect(m_choose, &QPushButton::clicked, this, &SiblingStrip::chooseRequested);
  setTheme(theme);
  showOffer({}, {}, 0);
}

void SiblingStrip::setTheme(const Theme& theme) {
  m_theme = theme;
  setAutoFillBackground(true);
  QPalette look = theme.palette();
  look.setColor(QPalette::Window, theme.color(Tone::Base));
  setPalette(look);
  m_text->setFont(theme.font(TextSize::Normal));
  setFixedHeight(m_choose->sizeHint().height() + kGrid + 1);
}

void SiblingStrip::showOffer(const overview::SiblingOffer& offer, const QString& model, std::size_t siblings) {
  const bool speaks = !offer.isEmpty();
  QPalette look = m_theme.palette();
  if (!speaks || offer.same == 0) look.setColor(QPalette::WindowText, m_theme.color(Tone::Muted));
  m_text->setPalette(look);
  const QString text = fromUtf8(overview::offerText(offer)) + u'.';
  if (speaks)
    m_text->setText(model.isEmpty() ? text : shortened(model, 60) + u": "_s + text.first(1).toLower() + text.mid(1));
  else
    m_text->setText(siblings == 1 ? tr("What you accept is offered to 1 sibling here.")
                                  : tr("What you accept is offered to %1 siblings here.").arg(grouped(siblings)));
  m_apply->setText(tr("Apply to %1 (S)").arg(grouped(offer.same)));
  m_apply->setVisible(offer.same > 0);
  m_choose->setVisible(offer.hasChoice());
}

QString SiblingStrip::text() const { return m_text->text(); }

void SiblingStrip::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter(this).fillRect(QRect(0, 0, width(), 1), m_theme.color(Tone::Border));
}

}  // namespace plumbline::ui
