// SPDX-License-Identifier: GPL-3.0-or-later
// What is written into a plot: guides with their titles, and the words above bars. None lies on another.
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/charts/chart_look.h"
#include "ui/charts/plot_layers.h"

namespace plumbline::ui {

using charts::Guide;
using charts::Shape;

void PlotLayers::paintGuides(QPainter& painter, const View& view) const {
  const QRectF& plot = view.map.plot();
  painter.setFont(view.theme.font(TextSize::Small));
  const QFontMetricsF metrics(painter.font());
  std::vector<QRectF> taken;
  for (const Guide& guide : view.chart.guides) {
    painter.setPen(guidePen(view.theme, guide.role));
    painter.setBrush(Qt::NoBrush);
    const QString title = toQString(guide.title);
    const QSizeF room(metrics.horizontalAdvance(title), metrics.height());
    // Where the title may stand, best first: beside its line, on no other title and on no point.
    std::vector<QPointF> places;
    if (guide.form == Guide::Form::Horizontal) {
      const double y = std::round(view.map.pixelY(view.map.unitY(guide.value))) + 0.5;
      if (y < plot.top() || y > plot.bottom()) continue;
      painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
      for (const double x : {plot.right() - room.width() - 4, plot.left() + 4, plot.center().x() - room.width() / 2})
        for (const double top : {y - room.height() - 1, y + 1}) places.emplace_back(x, top);
    } else if (guide.form == Guide::Form::Vertical) {
      const double x = std::round(view.map.pixelX(view.map.unitX(guide.value))) + 0.5;
      if (x < plot.left() || x > plot.right()) continue;
      painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
      for (const double top : {plot.top() + 4, plot.top() + 4 + room.height()})
        for (const double left : {x + 4, x - 4 - room.width()}) places.emplace_back(left, top);
    } else {
      if (guide.form == Guide::Form::Diagonal) {
        const Span& x = view.map.shownX();
        const auto end = [&](double unit) {
          return view.map.toPixel({unit, view.map.unitY(view.map.isLogX() ? std::pow(10.0, unit) : unit)});
        };
        painter.drawLine(end(x.low), end(x.high));
      }
      continue;
    }
    if (title.isEmpty()) continue;
    const auto isFree = [&](QPointF at) {
      const QRectF box(at, room);
      const auto touches = [&box](const QRectF& other) { return other.intersects(box); };
      return plot.contains(box) && std::ranges::none_of(taken, touches) && !hasPointIn(view, box.adjusted(-6, -6, 6, 6));
    };
    const auto place = std::ranges::find_if(places, isFree);
    if (place == places.end()) continue;  // the legend has it
    const QRectF box(*place, room);
    QColor ground = view.theme.color(Tone::Base);
    ground.setAlphaF(0.85F);
    painter.fillRect(box.adjusted(-2, 1, 2, 0), ground);
    painter.setPen(roleColor(view.theme, guide.role));
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, title);
    taken.push_back(box);
  }
}

/// hasPointIn tells whether a drawn point lies in a box of the screen.
bool PlotLayers::hasPointIn(const View& view, const QRectF& box) const {
  const QPointF a = view.map.toUnits(box.bottomLeft());
  const QPointF b = view.map.toUnits(box.topRight());
  for (const std::vector<QPointF>& units : m_units) {
    const auto from = std::ranges::lower_bound(units, a.x(), {}, &QPointF::x);
    for (auto it = from; it != units.end() && it->x() <= b.x(); ++it)
      if (it->y() >= a.y() && it->y() <= b.y()) return true;
  }
  return false;
}

/// paintTops writes above the bars of a model: its class' glyph when it is marked, and the text that the chart has for
/// it; level where all fit, else upright, else only the glyphs that have room.
void PlotLayers::paintTops(QPainter& painter, const View& view) const {
  if (!view.chart.x.isCategory) return;
  struct Top {
    double high = 0;
    const charts::Item* item = nullptr;
    QString text;
  };
  std::map<double, Top> tops;
  for (const charts::Series& series : view.chart.series) {
    if (series.shape != Shape::Bars) continue;
    for (const charts::Mark& mark : series.marks) {
      Top& top = tops[mark.x];
      top.high = std::max({top.high, mark.y, mark.high});
      if (mark.item < view.chart.items.size()) top.item = &view.chart.items[mark.item];
      if (!mark.text.empty()) top.text = toQString(mark.text);
    }
  }
  const QRectF& plot = view.map.plot();
  const double pitch = view.map.pixelsPerX();
  QFont font = view.theme.font(TextSize::Small);
  font.setWeight(QFont::DemiBold);
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  const double line = metrics.height();
  double widest = 0;
  if (pitch >= line)
    for (auto& [x, top] : tops) {
      if (top.item != nullptr && top.item->isMarked) top.text = (view.theme.look(top.item->cls).glyph + u' ' + top.text).trimmed();
      widest = std::max(widest, metrics.horizontalAdvance(top.text));
    }
  const bool isLevel = widest + kGrid * 0.5 <= pitch;
  double free = plot.left();
  for (const auto& [x, top] : tops) {
    const bool isMarked = top.item != nullptr && top.item->isMarked;
    QString text = pitch >= line ? top.text : isMarked ? view.theme.look(top.item->cls).glyph : QString();
    const double middle = view.map.pixelX(view.map.unitX(x));
    if (text.isEmpty() || middle < plot.left() || middle > plot.right()) continue;
    double width = metrics.horizontalAdvance(text);
    const bool isUpright = pitch >= line && !isLevel && width > pitch;
    // The glyph is below the bar too; the number is only here.
    const double above = view.map.pixelY(view.map.unitY(top.high)) - plot.top();
    if (isUpright && isMarked && width > above && text.size() > 2) {
      text = text.sliced(2);
      width = metrics.horizontalAdvance(text);
    }
    const double taken = isUpright ? line : width;
    if (middle - taken / 2 < free - 1) continue;
    free = middle + taken / 2;
    const double tall = isUpright ? width : line;
    const double bottom = std::max(view.map.pixelY(view.map.unitY(top.high)) - 3, plot.top() + tall);
    painter.setPen(isMarked ? view.theme.look(top.item->cls).chip : view.theme.color(Tone::Muted));
    painter.save();
    painter.translate(middle, bottom - tall / 2);
    if (isUpright) painter.rotate(-90);
    painter.drawText(QRectF(-width / 2 - 1, -line / 2, width + 2, line), Qt::AlignCenter | Qt::TextSingleLine, text);
    painter.restore();
  }
}

}  // namespace plumbline::ui
