// SPDX-License-Identifier: GPL-3.0-or-later
// The few shapes that PlainStyle and the pages' own delegates draw alike: boxes, focus rings, chevrons. Crisp at any
// scale; colours come from the caller.
//
//   drawBox(painter, option->rect, {.fill = base, .border = border});
#pragma once

#include <QColor>
#include <QRect>

class QPainter;
class QPalette;

namespace plumbline::ui {

/// kRadius rounds the corners of everything that can be pressed or typed into, in device-independent pixels.
inline constexpr double kRadius = 4.0;

struct Box {
  QColor fill;    ///< invalid: none
  QColor border;  ///< invalid: none
  double width = 1.0;
  double radius = kRadius;
};

/// drawBox draws inside `rect`, the border included.
void drawBox(QPainter* painter, const QRect& rect, const Box& box);
/// drawFocusRing draws the ring that shows where the keyboard is.
void drawFocusRing(QPainter* painter, const QRect& rect, const QPalette& palette, double radius = kRadius);

enum class Pointing { Up, Down, Left, Right };
/// drawChevron draws a thin arrow head, centred in `rect`.
void drawChevron(QPainter* painter, const QRect& rect, Pointing pointing, const QColor& color);
void drawTick(QPainter* painter, const QRect& rect, const QColor& color);

/// IntervalBar is a line over a whole range, with an interval as a box and a value as a stroke; places are 0 to 1 of the range.
struct IntervalBar {
  double low = 0, high = 1;
  double mark = 0;
  QColor box, stroke;
};
void drawInterval(QPainter* painter, const QRect& room, const IntervalBar& bar);

/// mixed gives `under` with a share (0 to 1) of `over` laid on it.
QColor mixed(const QColor& under, const QColor& over, double share);

}  // namespace plumbline::ui
