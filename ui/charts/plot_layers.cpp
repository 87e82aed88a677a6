// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_layers.h"

#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QFontMetricsF>
#include <QLineSeries>
#include <QPainter>
#include <QPainterPath>
#include <QStackedBarSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "ui/charts/chart_style.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using charts::Shape;

namespace {

constexpr std::size_t kLongLine = 4000;   ///< points; a screen has fewer columns
constexpr double kMaxCategories = 1e6;   ///< positions of bars, against damaged data

}  // namespace

ChartSeries::ChartSeries(QChart* chart) : m_chart(chart), m_x(new QValueAxis(chart)), m_y(new QValueAxis(chart)) {
  // The view writes its own labels: Qt's would overlap, and end in dots when there are many.
  for (QValueAxis* axis : {m_x, m_y}) axis->setVisible(false);
  chart->addAxis(m_x, Qt::AlignBottom);
  chart->addAxis(m_y, Qt::AlignLeft);
}

QList<QPointF> ChartSeries::pointsOf(const charts::Series& series, const PlotMap& map) const {
  QList<QPointF> points;
  const auto add = [&](const charts::Mark& mark) { points.emplace_back(map.unitX(mark.x), map.unitY(mark.y) - m_shiftY); };
  if (series.marks.size() <= kLongLine) {
    points.reserve(static_cast<qsizetype>(series.marks.size()));
    for (const charts::Mark& mark : series.marks) add(mark);
    return points;
  }
  // What is on screen and one beyond on each side; of each screen column the first, least, greatest and last.
  const auto before = [&map](const charts::Mark& mark, double x) { return map.unitX(mark.x) < x; };
  auto from = std::lower_bound(series.marks.begin(), series.marks.end(), map.shownX().low, before);
  auto to = std::lower_bound(from, series.marks.end(), map.shownX().high, before);
  if (from != series.marks.begin()) --from;
  if (to != series.marks.end()) ++to;
  const auto count = static_cast<std::size_t>(to - from);
  const std::size_t bucket = std::max<std::size_t>(1, count * 4 / kLongLine);
  for (auto at = from; at < to;) {
    const auto end = at + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bucket, static_cast<std::size_t>(to - at)));
    const auto [lowest, highest] = std::minmax_element(at, end, [](const auto& a, const auto& b) { return a.y < b.y; });
    std::vector<decltype(at)> kept = {at, lowest, highest, end - 1};
    std::ranges::sort(kept);
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    for (const auto mark : kept) add(*mark);
    at = end;
  }
  return points;
}

void ChartSeries::build(const charts::ChartData& data, const PlotMap& map, const Theme& theme) {
  m_chart->removeAllSeries();  // deletes them
  m_bars = nullptr;
  m_barSeries.clear();
  m_lines.clear();
  const bool isWide = hasWideBars(data);
  const bool hasBars = !isWide && std::ranges::find(data.series, Shape::Bars, &charts::Series::shape) != data.series.end();
  m_shiftY = hasBars && map.isLogY() ? map.wholeY().low : 0;
  for (std::size_t s = 0; s < data.series.size(); ++s) {
    const charts::Series& series = data.series[s];
    if (series.shape == Shape::Bars && !isWide) {
      double last = -1;
      for (const charts::Mark& mark : series.marks) last = std::max(last, std::round(mark.x));
      QList<qreal> values(static_cast<qsizetype>(std::clamp(last + 1, 0.0, kMaxCategories)), 0.0);
      for (const charts::Mark& mark : series.marks) {
        const double at = std::round(mark.x);
        if (at >= 0 && at < static_cast<double>(values.size()))
          values[static_cast<qsizetype>(at)] = map.unitY(mark.y) - (series.isStacked ? mark.y2 : m_shiftY);
      }
      auto* set = new QBarSet(fromUtf8(series.title));
      set->append(values);
      if (m_bars == nullptr) {
        m_bars = series.isStacked ? static_cast<QAbstractBarSeries*>(new QStackedBarSeries) : new QBarSeries;
        m_bars->setBarWidth(kBarGroup);
      }
      m_bars->append(set);
      m_barSeries.push_back(s);
    } else if (series.shape == Shape::Line) {
      auto* line = new QLineSeries;
      line->setName(fromUtf8(series.title));
      line->replace(pointsOf(series, map));
      m_lines.push_back({line, s, series.marks.size() > kLongLine});
    }
  }
  setTheme(data, theme);
  const auto add = [this](QAbstractSeries* series) {
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
  };
  // The range first: with it a series is laid out once.
  showRange(data, map);
  if (m_bars != nullptr) add(m_bars);
  for (const Line& line : m_lines) add(line.line);
}

void ChartSeries::showRange(const charts::ChartData& data, const PlotMap& map) {
  for (const Line& line : m_lines)
    if (line.isThinned) line.line->replace(pointsOf(data.series[line.series], map));
  m_x->setRange(map.shownX().low, map.shownX().high);
  m_y->setRange(map.shownY().low - m_shiftY, map.shownY().high - m_shiftY);
}

void ChartSeries::setTheme(const charts::ChartData& data, const Theme& theme) {
  const QList<QBarSet*> sets = m_bars != nullptr ? m_bars->barSets() : QList<QBarSet*>();
  for (qsizetype i = 0; i < sets.size(); ++i) {
    sets[i]->setPen(QPen(Qt::NoPen));
    sets[i]->setBrush(roleColor(theme, data.series[m_barSeries[static_cast<std::size_t>(i)]].role));
  }
  for (const Line& line : m_lines) line.line->setPen(linePen(theme, data.series[line.series].role));
}

using charts::Guide;
using charts::Role;

namespace {

constexpr double kSprite = 20;          ///< px, room of one point
constexpr std::size_t kMaxLineDots = 120;
constexpr double kMinDotPitch = 12;   ///< px between points of a line that get a dot each
constexpr double kMinGapColumn = 4;   ///< px of a category from which wide bars stand apart
constexpr double kMinSpreadColumn = 8;///< px of a category below which spreads would hide the bars
constexpr double kMinGlyphColumn = 3; ///< px of a category below which its tint would be noise

/// groundOf is where bars and steps stand, in units: at 0, or at the edge that is nearer to it.
double groundOf(const PlotMap& map) {
  return map.isLogY() ? map.shownY().low : std::clamp(0.0, map.shownY().low, map.shownY().high);
}

/// slotOf is the place of a bar series among those of a chart.
std::ptrdiff_t slotOf(const charts::ChartData& chart, std::size_t series) {
  return std::count_if(chart.series.begin(), chart.series.begin() + static_cast<std::ptrdiff_t>(series),
                       [](const charts::Series& s) { return s.shape == Shape::Bars && !s.isStacked; });
}

/// wideShare is how much of a model's place a wide bar takes: all of it where there is no room, else those in front are
/// narrower than those behind.
double wideShare(const charts::ChartData& chart, std::size_t series, double pitch) {
  if (pitch < kMinGapColumn) return 1;
  return kBarGroup * std::pow(0.55, static_cast<double>(slotOf(chart, series)));
}

/// Sprites are points drawn once and copied: by class where an item says how it looks, else by role.
class Sprites {
 public:
  Sprites(const Theme& theme, double ratio) : m_theme(theme), m_ratio(ratio) {}

  const QPixmap& of(std::uint8_t look) {
    const charts::Item item{.cls = static_cast<verdicts::VerdictClass>(look / 2), .isMarked = look % 2 == 1};
    return made(look, [&](QPainter& painter) { paintMark(painter, {kSprite / 2, kSprite / 2}, markStyle(m_theme, item), m_theme); });
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
  m_looks.resize(chart.series.size());
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const charts::Series& series = chart.series[s];
    if (series.shape != Shape::Points && series.shape != Shape::Line) continue;
    m_units[s].reserve(series.marks.size());
    for (const charts::Mark& mark : series.marks) m_units[s].emplace_back(map.unitX(mark.x), map.unitY(mark.y));
    for (std::size_t i = 0; i < series.marks.size() && series.shape == Shape::Points; ++i)
      m_looks[s].push_back(lookOf(chart, series.marks[i]));
  }
}

void PlotLayers::paintBehind(QPainter& painter, const View& view) const {
  painter.save();
  painter.setClipRect(view.map.plot());
  const double column = view.map.pixelsPerX();
  if (view.chart.x.isCategory && column >= kMinGlyphColumn) {
    for (std::size_t i = 0; i < std::min(view.chart.categories, view.chart.items.size()); ++i) {
      const charts::Item& item = view.chart.items[i];
      const QColor tint = view.theme.classStyle(item.cls).tint;
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
  const std::vector<std::uint8_t>& looks = m_looks[series];
  const auto pass = [&](bool marked) {
    SeenPixels seen(room, ratio);
    for (std::size_t i = 0; i < looks.size(); ++i) {
      if ((looks[i] % 2 == 1) != marked) continue;
      const QPointF pixel = view.map.toPixel(m_units[series][i]);
      if (!room.contains(pixel) || !seen.isFirst(pixel)) continue;
      const QPixmap& sprite = points.role == Role::ByClass && looks[i] != kNoLook ? sprites.of(looks[i]) : sprites.of(points.role);
      painter.drawPixmap(pixel - QPointF(kSprite / 2, kSprite / 2), sprite);
    }
  };
  pass(false);
  pass(true);  // what stands out lies on top
}

/// paintWideBars fills each column of pixels as far as the longest of its bars, so that none is lost between two pixels.
void PlotLayers::paintWideBars(QPainter& painter, const View& view, std::size_t series) const {
  const QRectF& plot = view.map.plot();
  const auto columns = static_cast<int>(std::ceil(plot.width())), ground = static_cast<int>(std::round(view.map.pixelY(groundOf(view.map))));
  const double half = wideShare(view.chart, series, view.map.pixelsPerX()) / 2;
  const bool isStacked = view.chart.series[series].isStacked;
  std::vector<int> tops(static_cast<std::size_t>(columns), isStacked ? std::numeric_limits<int>::max() : ground);
  std::vector<int> bottoms(tops.size(), isStacked ? std::numeric_limits<int>::min() : ground);
  const auto rowOf = [&](double value) { return static_cast<int>(std::round(std::clamp(view.map.pixelY(view.map.unitY(value)), plot.top() - 1, plot.bottom() + 1))); };
  for (const charts::Mark& mark : view.chart.series[series].marks) {
    const double x = view.map.unitX(mark.x);
    if (view.map.pixelX(x + half) < plot.left() || view.map.pixelX(x - half) > plot.right()) continue;
    // The last one's place may round to nothing: it gets the last column.
    const int from = static_cast<int>(std::clamp(std::round(view.map.pixelX(x - half) - plot.left()), 0.0, columns - 1.0));
    const int to = static_cast<int>(std::clamp(std::round(view.map.pixelX(x + half) - plot.left()), 0.0, static_cast<double>(columns)));
    const int y = rowOf(mark.y), base = isStacked ? rowOf(mark.y2) : y;
    for (int c = from; c < std::min(std::max(to, from + 1), columns); ++c) {
      tops[static_cast<std::size_t>(c)] = std::min(tops[static_cast<std::size_t>(c)], y);
      bottoms[static_cast<std::size_t>(c)] = std::max(bottoms[static_cast<std::size_t>(c)], base);
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
  double last = -kMinDotPitch;
  const bool few = line.marks.size() <= kMaxLineDots;
  for (std::size_t i = 0; i < line.marks.size(); ++i) {
    const QPointF pixel = view.map.toPixel(m_units[series][i]);
    const std::uint32_t at = line.marks[i].item;
    const bool isMarked = at < view.chart.items.size() && view.chart.items[at].isMarked;
    if (!room.contains(pixel) || pixel.x() - last < (isMarked ? 3 : few ? kMinDotPitch / 2 : kMinDotPitch)) continue;
    if (!isMarked && !few) continue;
    last = pixel.x();
    const QColor color = line.role == Role::ByClass && at < view.chart.items.size()
                             ? view.theme.classStyle(view.chart.items[at].cls).chip
                             : roleColor(view.theme, line.role);
    if (isMarked && view.chart.items[at].cls != verdicts::VerdictClass::Pass) {
      paintMark(painter, pixel, markStyle(view.theme, view.chart.items[at]), view.theme);
    } else {
      paintDot(painter, pixel, dotOf(line.role), 7, color, view.theme.color(Tone::Base));
    }
  }
}

void PlotLayers::paintSpreads(QPainter& painter, const View& view, std::size_t series) const {
  const charts::Series& marks = view.chart.series[series];
  if (view.chart.x.isCategory && view.map.pixelsPerX() < kMinSpreadColumn) return;  // they would be all there is to see
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
  const double base = view.chart.series[at.series].isStacked ? view.map.unitY(view.chart.series[at.series].marks[at.mark].y2) : groundOf(view.map);
  const double ground = view.map.pixelY(base);
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

void PlotLayers::paintGuides(QPainter& painter, const View& view) const {
  const QRectF& plot = view.map.plot();
  painter.setFont(view.theme.font(TextSize::Small));
  const QFontMetricsF metrics(painter.font());
  std::vector<QRectF> taken;
  for (const Guide& guide : view.chart.guides) {
    painter.setPen(guidePen(view.theme, guide.role));
    painter.setBrush(Qt::NoBrush);
    const QString title = trueMinus(fromUtf8(guide.title));
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

/// hasPointIn is true when a drawn point lies in a box of the screen.
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
      if (!mark.text.empty()) top.text = trueMinus(fromUtf8(mark.text));
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
      if (top.item != nullptr && top.item->isMarked)
        top.text = (view.theme.classStyle(top.item->cls).glyph + u' ' + top.text).trimmed();
      widest = std::max(widest, metrics.horizontalAdvance(top.text));
    }
  const bool isLevel = widest + kGrid * 0.5 <= pitch;
  double free = plot.left();
  for (const auto& [x, top] : tops) {
    const bool isMarked = top.item != nullptr && top.item->isMarked;
    QString text = pitch >= line ? top.text : isMarked ? view.theme.classStyle(top.item->cls).glyph : QString();
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
    painter.setPen(isMarked ? view.theme.classStyle(top.item->cls).chip : view.theme.color(Tone::Muted));
    painter.save();
    painter.translate(middle, bottom - tall / 2);
    if (isUpright) painter.rotate(-90);
    painter.drawText(QRectF(-width / 2 - 1, -line / 2, width + 2, line), Qt::AlignCenter | Qt::TextSingleLine, text);
    painter.restore();
  }
}

}  // namespace plumbline::ui
