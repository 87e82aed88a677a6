// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_bar.h"

#include <QSignalBlocker>
#include <QToolButton>

#include "ui/support/layouts.h"
#include "ui/support/filter_field.h"
#include "ui/support/labels.h"
#include "ui/support/mark_chip.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

TensorBar::TensorBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_text(new FilterField({.placeholder = tr("Filter: tensor"),
                              .tooltip = tr("Words that must all occur in the tensor's path (/)"), .minWidth = 96},
                             this)),
      m_shown(new PlainLabel(this)),
      m_clear(clearFilterButton(tr("Show every tensor (0)"), this)) {
  const TensorStyle fails = styleOf(TensorVerdict::Differs), near = styleOf(TensorVerdict::Near);
  m_failing = new MarkChip(theme, {fails.glyph, tr("Failing"), tr("Show only what differs or raises (X)"), fails.cls},
                           this);
  m_near = new MarkChip(theme, {near.glyph, near.title, tr("Show only what passes with a margin of 0.8 or more (N)"),
                                near.cls}, this);
  auto* line = makeRow(this, {kGrid, kGrid, kGrid, kGrid}, kGrid);
  auto* chips = makeRow(nullptr, {}, kGrid / 2);
  for (MarkChip* chip : {m_failing, m_near}) {
    connect(chip, &QAbstractButton::toggled, this, &TensorBar::read);
    chips->addWidget(chip);
  }
  addParts(*line, {chips, {m_text, 1}});
  m_shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  addWidgets(*line, {m_shown, m_clear});
  connect(m_text, &QLineEdit::textChanged, this, &TensorBar::read);
  connect(m_text, &FilterField::leaveRequested, this, &TensorBar::leaveRequested);
  connect(m_clear, &QToolButton::clicked, this, &TensorBar::clearAll);
  m_clear->setEnabled(false);
  styleText({m_shown}, {.isMuted = true});
  applyTheme(*this, theme);
}

void TensorBar::showRows(const TensorRowsPtr& rows) {
  m_failing->setCount(rows ? rows->failing() : 0);
  m_near->setCount(rows ? rows->near() : 0);
}

void TensorBar::setShownCount(std::size_t shown, std::size_t all) {
  m_shown->setText(shown == all ? valueCountText(all)
                                : tr("%1 of %2").arg(grouped(shown), grouped(all)));
}

TensorFilter TensorBar::filter() const { return {m_text->words(), m_failing->isChecked(), m_near->isChecked()}; }

void TensorBar::read() {
  m_clear->setEnabled(!isClear());
  Q_EMIT filterChanged();
}

void TensorBar::toggleFailing() { m_failing->toggle(); }
void TensorBar::toggleNear() { m_near->toggle(); }
void TensorBar::setText(const QString& text) { m_text->setText(text); }
void TensorBar::focusText() { m_text->focusAll(); }

void TensorBar::clearAll() {
  {
    const QSignalBlocker quiet(this);
    m_failing->setChecked(false);
    m_near->setChecked(false);
    m_text->clear();
  }
  read();
}

QList<QWidget*> TensorBar::focusOrder() const { return {m_failing, m_near, m_text, m_clear}; }

}  // namespace plumbline::ui
