// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_layers.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "ui/charts/chart_look.h"

namespace plumbline::ui {

using charts::Guide;
using charts::Role;
using charts::Shape;

namespace {

constexpr double kSprite = 20;          ///< px, room of one point
constexpr std::size_t kMostLineDots = 120;
constexpr double kLeastDotPitch = 12;   ///< px between points of a line that get a dot each
constexpr double kLeastGapColumn = 4;   ///< px of a category from which wide bars stand apart
constexpr double kLeastSpreadColumn = 8;///< px of a category below which spreads would hide the bars
constexpr double kLeastGlyphColumn = 3; ///< px of a category below which its tint would be noise

/// groundOf is where bars and steps stand, in units: at 0, or at the edge that is nearer to it.
double groundOf(const PlotMap& map) {
  return map.isLogY() ? map.shownY().low : std::clamp(0.0, map.shownY().low, map.shownY().high);
}

/// slotOf is the place of a bar series among those of a chart.
std::ptrdiff_t slotOf(const charts::ChartData& chart, std::size_t series) {
  return std::count_if(chart.series.begin(), chart.series.begin() + static_cast<std::ptrdiff_t>(series),
                       [](const charts::Series& s) { return s.shape == Shape::Bars; });
}

/// wideShare is how much of a model's place a wide bar takes: all of it where there is no room, else those in front are
/// narrower than those behind.
double wideShare(const charts::ChartData& chart, std::size_t series, double pitch) {
  if (pitch < kLeastGapColumn) return 1;
  return kBarGroup * std::pow(0.55, static_cast<double>(slotOf(chart, series)));
}

/// Sprites are points drawn once and copied: by class where an item says how it looks, else by role.
class Sprites {
 public:
  Sprites(const Theme& theme, double ratio) : m_theme(theme), m_ratio(ratio) {}

  const QPixmap& of(const charts::Item& item) {
    const int key = static_cast<int>(item.cls) * 2 + (item.isMarked ? 1 : 0);
    return made(key, [&](QPainter& painter) { paintMark(painter, {kSprite / 2, kSprite / 2}, markLook(m_theme, item), m_theme); });
  }
  const QPixmap& of(Role role) {
    const int key = 100 + static_cast<int>(role);
    return made(key, [&](QPainter& painter) {
      QColor color = roleColor(m_theme, role);
      if (dotOf(role) == Dot::Disc) color.setAlphaF(0.75F);
      paintDot(painter, {kSprite / 2, kSprite / 2}, dotOf(role), 6, color, {});
    });
  }

 private:
  template <typename Paint>
  const QPixmap& made(int key, Paint paint) {
    const auto [at, isNew] = m_made.try_emplace(key);
    if (isNew) {
      const int side = static_cast<int>(std::ceil(kSprite * m_ratio));
      QPixmap pixmap(side, side);
      pixmap.setDevicePixelRatio(m_ratio);
      pixmap.fill(Qt::transparent);
      QPainter painter(&pixmap);
      painter.setRenderHint(QPainter::Antialiasing);
      paint(painter);
      painter.end();
      at->second = pixmap;
    }
    return at->second;
  }

  const Theme& m_theme;
  double m_ratio;
  std::map<int, QPixmap> m_made;
};

/// Once per pixel is enough: of points that lie on each other only one is drawn.
class SeenPixels {
 public:
  SeenPixels(const QRectF& plot, double ratio)
      : m_left(plot.left()), m_top(plot.top()), m_ratio(ratio), m_width(static_cast<std::size_t>(plot.width() * ratio) + 2),
        m_seen(m_width * (static_cast<std::size_t>(plot.height() * ratio) + 2)) {}
  bool isFirst(QPointF at) {
    const auto x = static_cast<std::size_t>((at.x() - m_left) * m_ratio);
    const auto y = static_cast<std::size_t>((at.y() - m_top) * m_ratio);
    const std::size_t i = y * m_width + x;
    if (i >= m_seen.size() || m_seen[i]) return false;
    m_seen[i] = true;
    return true;
  }

 private:
  double m_left, m_top, m_ratio;
  std::size_t m_width;
  std::vector<bool> m_seen;
};

}  // namespace

PlotLayers::PlotLayers(const charts::ChartData& chart, const PlotMap& map) {
  m_units.resize(chart.series.size());
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const charts::Series& series = chart.series[s];
    if (series.shape != Shape::Points && series.shape != Shape::Line) continue;
    m_units[s].reserve(series.marks.size());
    for (const charts::Mark& mark : series.marks) m_units[s].emplace_back(map.unitX(mark.x), map.unitY(mark.y));
  }
}

void PlotLayers::paintBehind(QPainter& painter, const View& view) const {
  painter.save();
  painter.setClipRect(view.map.plot());
  const double column = view.map.pixelsPerX();
  if (view.chart.x.isCategory && column >= kLeastGlyphColumn) {
    for (std::size_t i = 0; i < std::min(view.chart.categories, view.chart.items.size()); ++i) {
      const charts::Item& item = view.chart.items[i];
      const QColor tint = view.theme.look(item.cls).tint;
      if (!item.isMarked || !tint.isValid()) continue;
      const auto x = static_cast<double>(i);
      const double left = std::round(view.map.pixelX(x - 0.5));
      const double right = std::round(view.map.pixelX(x + 0.5));
      painter.fillRect(QRectF(left, view.map.plot().top(), right - left, view.map.plot().height()), tint);
    }
  }
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Guide& guide : view.chart.guides) {
    if (guide.form != Guide::Form::DiagonalBand) continue;
    const Span& x = view.map.shownX();
    const auto edge = [&](double unit, double side) {
      const double value = view.map.isLogX() ? std::pow(10.0, unit) : unit;
      return view.map.toPixel({unit, view.map.unitY(value + side * (std::abs(value) * guide.value + guide.room))});
    };
    QPolygonF band;
    std::vector<double> bends = {x.low, x.high};
    if (!view.map.isLogX() && x.low < 0 && x.high > 0) bends.insert(bends.begin() + 1, 0.0);
    for (const double bend : bends) band << edge(bend, 1);
    for (auto it = bends.rbegin(); it != bends.rend(); ++it) band << edge(*it, -1);
    QColor fill = roleColor(view.theme, guide.role);
    fill.setAlphaF(0.10F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(band);
  }
  painter.restore();
}

void PlotLayers::paintAbove(QPainter& painter, const View& view) const {
  painter.save();
  painter.setClipRect(view.map.plot());
  painter.setRenderHint(QPainter::Antialiasing);
  const bool isWide = hasWideBars(view.chart);
  for (std::size_t s = 0; s < view.chart.series.size(); ++s) {
    if (view.chart.series[s].shape == Shape::Steps) paintSteps(painter, view, s);
    if (view.chart.series[s].shape == Shape::Bars && isWide) paintWideBars(painter, view, s);
  }
  paintGuides(painter, view);
  for (std::size_t s = 0; s < view.chart.series.size(); ++s) {
    switch (view.chart.series[s].shape) {
      case Shape::Points: paintPoints(painter, view, s); break;
      case Shape::Segments: paintSegments(painter, view, s); break;
      case Shape::Line: paintLineDots(painter, view, s); break;
      case Shape::Bars:
      case Shape::Steps: break;
    }
    paintSpreads(painter, view, s);
  }
  paintTops(painter, view);
  painter.restore();
}

void PlotLayers::paintPoints(QPainter& painter, const View& view, std::size_t series) const {
  const charts::Series& points = view.chart.series[series];
  const double ratio = painter.device()->devicePixelRatioF();
  Sprites sprites(view.theme, ratio);
  const QRectF room = view.map.plot().adjusted(-1, -1, 1, 1);
  const auto pass = [&](bool marked) {
    SeenPixels seen(room, ratio);
    for (std::size_t i = 0; i < points.marks.size(); ++i) {
      const std::uint32_t at = points.marks[i].item;
      const charts::Item* item = at < view.chart.items.size() ? &view.chart.items[at] : nullptr;
      if ((item != nullptr && item->isMarked) != marked) continue;
      const QPointF pixel = view.map.toPixel(m_units[series][i]);
      if (!room.contains(pixel) || !seen.isFirst(pixel)) continue;
      const QPixmap& sprite = points.role == Role::ByClass && item != nullptr ? sprites.of(*item) : sprites.of(points.role);
      painter.drawPixmap(pixel - QPointF(kSprite / 2, kSprite / 2), sprite);
    }
  };
  pass(false);
  pass(true);  // what stands out lies on top
}

/// paintWideBars fills each column of pixels as far as the longest of its bars, so that none is lost between two pixels.
void PlotLayers::paintWideBars(QPainter& painter, const View& view, std::size_t series) const {
  const QRectF& plot = view.map.plot();
  const auto columns = static_cast<int>(std::ceil(plot.width()));
  const int ground = static_cast<int>(std::round(view.map.pixelY(groundOf(view.map))));
  const double half = wideShare(view.chart, series, view.map.pixelsPerX()) / 2;
  std::vector<int> tops(static_cast<std::size_t>(columns), ground), bottoms = tops;
  for (const charts::Mark& mark : view.chart.series[series].marks) {
    const double x = view.map.unitX(mark.x);
    if (view.map.pixelX(x + half) < plot.left() || view.map.pixelX(x - half) > plot.right()) continue;
    // The last one's place may round to nothing: it gets the last column.
    const int from = static_cast<int>(std::clamp(std::round(view.map.pixelX(x - half) - plot.left()), 0.0, columns - 1.0));
    const int to = static_cast<int>(std::clamp(std::round(view.map.pixelX(x + half) - plot.left()), 0.0, static_cast<double>(columns)));
    const int y = static_cast<int>(std::round(std::clamp(view.map.pixelY(view.map.unitY(mark.y)), plot.top() - 1, plot.bottom() + 1)));
    for (int c = from; c < std::min(std::max(to, from + 1), columns); ++c) {
      const auto at = static_cast<std::size_t>(c);
      tops[at] = std::min(tops[at], y);
      bottoms[at] = std::max(bottoms[at], y);
    }
  }
  QColor color = roleColor(view.theme, view.chart.series[series].role);
  // Where bars lie on each other, those behind show through.
  if (half * 2 >= 1 && slotOf(view.chart, series) > 0) color.setAlphaF(0.72F);
  const int left = static_cast<int>(std::round(plot.left()));
  painter.setRenderHint(QPainter::Antialiasing, false);  // whole pixels: with it each would be a path
  for (int c = 0; c < columns;) {
    const auto at = static_cast<std::size_t>(c);
    int end = c + 1;
    while (end < columns && tops[static_cast<std::size_t>(end)] == tops[at] && bottoms[static_cast<std::size_t>(end)] == bottoms[at]) ++end;
    if (bottoms[at] > tops[at]) painter.fillRect(QRect(left + c, tops[at], end - c, bottoms[at] - tops[at]), color);
    c = end;
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

void PlotLayers::paintSteps(QPainter& painter, const View& view, std::size_t series) const {
  const charts::Series& steps = view.chart.series[series];
  if (steps.marks.size() < 2) return;
  const double ground = view.map.pixelY(groundOf(view.map));
  QPainterPath path;
  double last = 0;
  path.moveTo(view.map.pixelX(view.map.unitX(steps.marks.front().x)), ground);
  double y = ground;
  for (const charts::Mark& mark : steps.marks) {
    last = view.map.pixelX(view.map.unitX(mark.x));
    path.lineTo(last, y);
    y = &mark == &steps.marks.back() ? ground : view.map.pixelY(view.map.unitY(mark.y));
    path.lineTo(last, y);
  }
  QColor fill = roleColor(view.theme, steps.role);
  painter.setPen(Qt::NoPen);
  fill.setAlphaF(0.22F);
  painter.setBrush(fill);
  painter.drawPath(path);
  QPen pen = linePen(view.theme, steps.role);
  pen.setWidthF(1.5);
  pen.setJoinStyle(Qt::MiterJoin);
  if (steps.role == Role::Before) pen.setDashPattern({4, 2});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
}

void PlotLayers::paintSegments(QPainter& painter, const View& view, std::size_t series) const {
  const Role role = view.chart.series[series].role;
  QColor color = roleColor(view.theme, role);
  const bool isBand = role == Role::Band;
  if (isBand) color.setAlphaF(0.2F);
  // A tolerance is room to be in, a limit a line not to cross.
  QPen pen(color, isBand ? std::clamp(view.map.pixelsPerX() * 0.5, 2.0, 14.0) : 1.75);
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  for (const charts::Mark& mark : view.chart.series[series].marks) {
    const QPointF a = view.map.toPixel({view.map.unitX(mark.x), view.map.unitY(mark.y)});
    const QPointF b = view.map.toPixel({view.map.unitX(mark.x2), view.map.unitY(mark.y2)});
    if (b.x() < view.map.plot().left() || a.x() > view.map.plot().right()) continue;
    painter.drawLine(a, b);
  }
}

void PlotLayers::paintLineDots(QPainter& painter, const View& view, std::size_t series) const {
  const charts::Series& line = view.chart.series[series];
  if (line.role == Role::Limit) return;
  const QRectF room = view.map.plot().adjusted(-4, -4, 4, 4);
  double last = -kLeastDotPitch;
  const bool few = line.marks.size() <= kMostLineDots;
  for (std::size_t i = 0; i < line.marks.size(); ++i) {
    const QPointF pixel = view.map.toPixel(m_units[series][i]);
    const std::uint32_t at = line.marks[i].item;
    const bool isMarked = at < view.chart.items.size() && view.chart.items[at].isMarked;
    if (!room.contains(pixel) || pixel.x() - last < (isMarked ? 3 : few ? kLeastDotPitch / 2 : kLeastDotPitch)) continue;
    if (!isMarked && !few) continue;
    last = pixel.x();
    const QColor color = line.role == Role::ByClass && at < view.chart.items.size()
                             ? view.theme.look(view.chart.items[at].cls).chip
                             : roleColor(view.theme, line.role);
    if (isMarked && view.chart.items[at].cls != verdicts::VerdictClass::Pass) {
      paintMark(painter, pixel, markLook(view.theme, view.chart.items[at]), view.theme);
    } else {
      paintDot(painter, pixel, dotOf(line.role), 7, color, view.theme.color(Tone::Base));
    }
  }
}

void PlotLayers::paintSpreads(QPainter& painter, const View& view, std::size_t series) const {
  const charts::Series& marks = view.chart.series[series];
  if (view.chart.x.isCategory && view.map.pixelsPerX() < kLeastSpreadColumn) return;  // they would be all there is to see
  painter.setPen(QPen(view.theme.color(Tone::Text), 1));
  for (std::size_t i = 0; i < marks.marks.size(); ++i) {
    const charts::Mark& mark = marks.marks[i];
    if (!(mark.low < mark.high) || mark.low > mark.y || mark.high < mark.y) continue;
    const QPointF units = view.finder.units({static_cast<std::uint32_t>(series), static_cast<std::uint32_t>(i)});
    const double x = std::round(view.map.pixelX(units.x())) + 0.5;
    const double top = view.map.pixelY(view.map.unitY(mark.high));
    const double bottom = view.map.pixelY(view.map.unitY(mark.low));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    const double cap = std::min(3.0, view.map.pixelsPerX() * kBarGroup / 6);
    if (cap < 1) continue;
    painter.drawLine(QPointF(x - cap, top), QPointF(x + cap, top));
    painter.drawLine(QPointF(x - cap, bottom), QPointF(x + cap, bottom));
  }
}

QRectF PlotLayers::barRect(const View& view, MarkAt at) const {
  Span span = view.finder.barUnits(at);
  if (hasWideBars(view.chart) && view.chart.series[at.series].shape == Shape::Bars) {
    const double half = wideShare(view.chart, at.series, view.map.pixelsPerX()) / 2;
    span = {view.finder.units(at).x() - half, view.finder.units(at).x() + half};
  }
  const double ground = view.map.pixelY(groundOf(view.map));
  const double top = view.map.pixelY(view.finder.units(at).y());
  return QRectF(QPointF(view.map.pixelX(span.low), std::min(top, ground)), QPointF(view.map.pixelX(span.high), std::max(top, ground)));
}

QRectF PlotLayers::markRect(const View& view, MarkAt at) const {
  constexpr double kRing = 9;
  if (view.finder.barUnits(at).size() > 0) return barRect(view, at).adjusted(-4, -4, 4, 4);
  const QPointF pixel = view.map.toPixel(view.finder.units(at));
  return {pixel.x() - kRing, pixel.y() - kRing, 2 * kRing, 2 * kRing};
}

void PlotLayers::paintRing(QPainter& painter, const View& view, MarkAt at, const QColor& color, double width) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, width));
  painter.setBrush(Qt::NoBrush);
  if (view.finder.barUnits(at).size() > 0) {
    const double out = width / 2 + 1;
    painter.drawRoundedRect(barRect(view, at).adjusted(-out, -out, out, out).intersected(view.map.plot().adjusted(-2, -2, 2, 2)), 2, 2);
    return;
  }
  painter.drawEllipse(view.map.toPixel(view.finder.units(at)), 7.0, 7.0);
}

}  // namespace plumbline::ui
