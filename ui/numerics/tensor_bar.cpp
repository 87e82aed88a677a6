// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_bar.h"

#include "ui/support/utf8_text.h"

namespace plumbline::ui {

TensorBar::TensorBar(const Theme& theme, QWidget* parent)
    : TableFilterBar({.placeholder = tr("Filter: tensor"),
                      .tooltip = tr("Words that must all occur in the tensor's path (/)"),
                      .minWidth = 96},
                     tr("Show every tensor (0)"), parent) {
  const TensorStyle fails = styleOf(TensorVerdict::Differs), near = styleOf(TensorVerdict::Near);
  m_failing = new MarkChip(theme, {fails.glyph, tr("Failing"), tr("Show only what differs or raises (X)"), fails.cls},
                           this);
  m_near = new MarkChip(theme, {near.glyph, near.title, tr("Show only what passes with a margin of 0.8 or more (N)"),
                                near.cls}, this);
  addChip(m_failing);
  addChip(m_near);
  makeLine();
  applyTheme(*this, theme);
}

void TensorBar::showRows(const TensorRowsPtr& rows) {
  m_failing->setCount(rows ? rows->failing() : 0);
  m_near->setCount(rows ? rows->near() : 0);
}

void TensorBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("value"), tr("values"));
}

TensorFilter TensorBar::filter() const { return {words(), m_failing->isChecked(), m_near->isChecked()}; }

}  // namespace plumbline::ui
