// SPDX-License-Identifier: GPL-3.0-or-later
// A margin as a bar with a mark where the bound is, and its number beside it. What is over the bound reaches beyond the
// mark, so nobody needs the colour.
#pragma once

#include <QRect>

#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

struct MarginLook {
  double margin = 0;       ///< NaN and infinite ones fill the bar
  bool isDeciding = true;  ///< it is what decided: else the bar is only an outline
  bool isStronger = false; ///< the row is selected or under the mouse
};
/// paintMargin draws into `room`, the number right of the bar.
void paintMargin(QPainter& painter, const QRect& room, const MarginLook& look, const Theme& theme);
/// marginWidth is what it takes at least to be read.
int marginWidth(const Theme& theme);

}  // namespace plumbline::ui
