// SPDX-License-Identifier: GPL-3.0-or-later
// A margin as a bar with a mark at the bound, and its number. A margin over the bound passes the mark, so it is
// readable without colour.
#pragma once

#include <QRect>

#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

struct MarginStyle {
  double margin = 0;       ///< NaN and infinity fill the bar
  bool isDeciding = true;  ///< the margin decided; otherwise the bar is thin
  bool isStronger = false; ///< the row is selected or under the mouse
};
/// paintMargin draws into `room`, the number right of the bar.
void paintMargin(QPainter& painter, const QRect& room, const MarginStyle& style, const Theme& theme);
/// marginWidth is the minimum readable width.
int marginWidth(const Theme& theme);

}  // namespace plumbline::ui
