// SPDX-License-Identifier: GPL-3.0-or-later
// Box layouts in one call.
//
//   auto* column = makeColumn(this, {}, 0);                        // no margins, no spacing
//   auto* row = makeRow(nullptr, {kGrid, 0, kGrid, 0}, kGrid);     // to be added to another layout
#pragma once

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace plumbline::ui {

/// makeColumn and makeRow: spacing -1 is that of the style.
inline QVBoxLayout* makeColumn(QWidget* parent = nullptr, const QMargins& margins = {}, int spacing = -1) {
  auto* layout = new QVBoxLayout(parent);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}
inline QHBoxLayout* makeRow(QWidget* parent = nullptr, const QMargins& margins = {}, int spacing = -1) {
  auto* layout = new QHBoxLayout(parent);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}

}  // namespace plumbline::ui
