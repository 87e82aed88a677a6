// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/layouts.h"

#include "ui/support/labels.h"

namespace plumbline::ui {
namespace {

template <typename Layout>
Layout* makeBox(QWidget* widget, const QMargins& margins, int spacing, std::initializer_list<LayoutPart> parts) {
  auto* layout = new Layout(widget);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  addParts(*layout, parts);
  return layout;
}

}  // namespace

LayoutPart stretch(int factor) { return {LayoutPart::Space::Stretch, factor}; }
LayoutPart gap(int pixels) { return {LayoutPart::Space::Gap, pixels}; }
LayoutPart divider() { return {LayoutPart::Space::Divider, 0}; }

void LayoutPart::addTo(QBoxLayout& layout) const {
  const bool isColumn = layout.direction() == QBoxLayout::TopToBottom;
  if (m_widget != nullptr) return layout.addWidget(m_widget, m_stretch, m_alignment);
  if (m_layout != nullptr) return layout.addLayout(m_layout, m_stretch);
  switch (m_space) {
    case Space::Stretch: return layout.addStretch(m_stretch);
    case Space::Gap: return layout.addSpacing(m_stretch);
    default: return layout.addWidget(new Divider(isColumn ? Qt::Horizontal : Qt::Vertical, layout.parentWidget()));
  }
}

QVBoxLayout* makeColumn(QWidget* widget, const QMargins& margins, int spacing,
                        std::initializer_list<LayoutPart> parts) {
  return makeBox<QVBoxLayout>(widget, margins, spacing, parts);
}

QHBoxLayout* makeRow(QWidget* widget, const QMargins& margins, int spacing, std::initializer_list<LayoutPart> parts) {
  return makeBox<QHBoxLayout>(widget, margins, spacing, parts);
}

void addParts(QBoxLayout& layout, std::initializer_list<LayoutPart> parts) {
  for (const LayoutPart& part : parts) part.addTo(layout);
}

}  // namespace plumbline::ui
