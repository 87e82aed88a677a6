// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plain_paint.h"

#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <algorithm>
#include <cmath>

namespace plumbline::ui {
namespace {

/// Saves and restores the painter, with round lines.
class Strokes {
 public:
  Strokes(QPainter* painter, const QColor& color, double width) : m_painter(painter) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
  }
  ~Strokes() { m_painter->restore(); }
  Strokes(const Strokes&) = delete;
  Strokes& operator=(const Strokes&) = delete;

 private:
  QPainter* m_painter;
};

}  // namespace

void drawBox(QPainter* painter, const QRect& rect, const Box& box) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setBrush(box.fill.isValid() ? QBrush(box.fill) : QBrush(Qt::NoBrush));
  painter->setPen(box.border.isValid() ? QPen(box.border, box.width) : QPen(Qt::NoPen));
  const double inset = box.border.isValid() ? box.width / 2 : 0;
  painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), box.radius, box.radius);
  painter->restore();
}

void drawFocusRing(QPainter* painter, const QRect& rect, const QPalette& palette, double radius) {
  drawBox(painter, rect, {.fill = {}, .border = palette.color(QPalette::Link), .width = 2.0, .radius = radius});
}

void drawChevron(QPainter* painter, const QRect& rect, Pointing pointing, const QColor& color) {
  const QPointF c = QRectF(rect).center();
  const double a = 3.5;
  const double b = a / 2;
  QPolygonF line;
  switch (pointing) {
    case Pointing::Up: line << c + QPointF(-a, b) << c + QPointF(0, -b) << c + QPointF(a, b); break;
    case Pointing::Down: line << c + QPointF(-a, -b) << c + QPointF(0, b) << c + QPointF(a, -b); break;
    case Pointing::Left: line << c + QPointF(b, -a) << c + QPointF(-b, 0) << c + QPointF(b, a); break;
    case Pointing::Right: line << c + QPointF(-b, -a) << c + QPointF(b, 0) << c + QPointF(-b, a); break;
  }
  const Strokes strokes(painter, color, 1.5);
  painter->drawPolyline(line);
}

void drawTick(QPainter* painter, const QRect& rect, const QColor& color) {
  const QRectF r(rect);
  const Strokes strokes(painter, color, 2.0);
  painter->drawPolyline(QPolygonF{r.topLeft() + QPointF(r.width() * 0.22, r.height() * 0.52),
                                  r.topLeft() + QPointF(r.width() * 0.42, r.height() * 0.72),
                                  r.topLeft() + QPointF(r.width() * 0.78, r.height() * 0.30)});
}

void drawInterval(QPainter* painter, const QRect& room, const IntervalBar& bar) {
  const auto at = [&](double share) {
    return room.left() + static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (room.width() - 1)));
  };
  const int middle = room.center().y(), low = at(bar.low);
  painter->fillRect(QRect(room.left(), middle, room.width(), 1), bar.box);
  painter->fillRect(QRect(low, middle - 3, at(bar.high) - low + 1, 7), bar.box);
  painter->fillRect(QRect(at(bar.mark), room.top() + 1, 1, room.height() - 2), bar.stroke);
}

QColor mixed(const QColor& under, const QColor& over, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(a + (b - a) * share + 0.5); };
  return {part(under.red(), over.red()), part(under.green(), over.green()), part(under.blue(), over.blue())};
}

}  // namespace plumbline::ui
