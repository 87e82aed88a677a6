// SPDX-License-Identifier: GPL-3.0-or-later
// Box layouts in one statement.
//
//   auto* row = makeLayout<QHBoxLayout>(this, {kGrid, 0, kGrid, 0}, kGrid / 2);
//   addWidgets(*row, {m_title, m_counts});
#pragma once

#include <QBoxLayout>
#include <initializer_list>

namespace plumbline::ui {

/// makeLayout returns the layout of a widget; without a widget, one to be added to another layout.
template <typename Layout>
Layout* makeLayout(QWidget* widget, const QMargins& margins, int spacing) {
  auto* layout = new Layout(widget);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}

/// addWidgets adds them in this order to a layout or splitter.
template <typename Container>
void addWidgets(Container& container, std::initializer_list<QWidget*> widgets) {
  for (QWidget* widget : widgets) container.addWidget(widget);
}

}  // namespace plumbline::ui
