// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_map.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/charts/axis_range.h"
#include "ui/charts/chart_style.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using charts::Shape;

namespace {

constexpr double kGap = kGrid;              ///< between plot and labels, labels and title
constexpr double kTickRoomX = 88;           ///< px for a number below
constexpr double kTickRoomY = 44;
constexpr double kLongestName = 132;
constexpr double kWidePitch = 112;          ///< px between models from which names stay level, shortened where they must
constexpr double kMaxHeightShare = 0.3;       ///< of the picture, for turned names

double sine(double degrees) { return std::sin(degrees * std::numbers::pi / 180); }
double cosine(double degrees) { return std::cos(degrees * std::numbers::pi / 180); }

std::size_t wantedTicks(double length, double room) { return static_cast<std::size_t>(std::clamp(length / room, 2.0, 12.0)); }

std::vector<NameAt> namesOf(const charts::ChartData& chart) {
  std::vector<NameAt> names(std::min(chart.categories, chart.items.size()));
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = {static_cast<double>(i), static_cast<std::uint32_t>(i)};
  return names;
}

QString nameOf(const charts::Item& item, const Theme& theme) {
  const QString label = fromUtf8(item.label.empty() ? item.name : item.label);
  return item.isMarked && item.cls != verdicts::VerdictClass::Pass ? theme.classStyle(item.cls).glyph + u' ' +
      label : label;
}

/// turnFor is the flattest turn at which names that far apart do not touch; 0 when even upright ones would.
double turnFor(double pitch, double lineHeight) {
  for (const double angle : {45.0, 60.0, 90.0})
    if (pitch * sine(angle) >= lineHeight) return angle;
  return 0;
}

void placeNumbers(AxisPlan& plan, const charts::Axis& axis, const PlotMap& map, const QFont& font, bool isX) {
  const QFontMetricsF metrics(font);
  const QRectF& plot = plan.plot;
  const auto ticks = charts::axisTicks(map.shownAxis(axis, isX), isX ? wantedTicks(plot.width(), kTickRoomX) : wantedTicks(plot.height(), kTickRoomY));
  double free = plan.area.left();
  for (const charts::Tick& tick : ticks) {
    const double at = isX ? map.pixelX(map.unitX(tick.value)) : map.pixelY(map.unitY(tick.value));
    if (isX ? at < plot.left() - 0.5 || at > plot.right() + 0.5 : at < plot.top() - 0.5 || at > plot.bottom() + 0.5) continue;
    (isX ? plan.gridX : plan.gridY).push_back(at);
    AxisLabel label{.text = trueMinus(fromUtf8(tick.text))};
    const double width = metrics.horizontalAdvance(label.text);
    if (isX) {
      double left = std::min(at - width / 2, plan.area.right() - width);  // the last one moves in rather than out
      if (left < free) continue;
      free = left + width + kGap;
      label.anchor = {left + width / 2, plot.bottom() + kGap / 2 + metrics.height() / 2};
      label.box = {-width / 2, -metrics.height() / 2, width, metrics.height()};
    } else {
      label.anchor = {plot.left() - kGap, at};
      label.box = {-width, -metrics.height() / 2, width, metrics.height()};
    }
    plan.labels.push_back(std::move(label));
  }
}

void placeNames(AxisPlan& plan, const charts::ChartData& chart, const PlotMap& map, const Theme& theme) {
  const QFontMetricsF metrics(theme.font(TextSize::Small));
  const double line = metrics.height();
  const double pitch = map.pixelsPerX();
  const QRectF& plot = plan.plot;
  const auto begin = std::ranges::lower_bound(plan.names, map.shownX().low - 1e-9, {}, &NameAt::x);
  const auto end = std::ranges::upper_bound(plan.names, map.shownX().high + 1e-9, {}, &NameAt::x);
  double widest = 0;
  if (static_cast<double>(end - begin) * line < plot.width() * 2)
    for (auto it = begin; it != end; ++it) widest = std::max(widest, metrics.horizontalAdvance(nameOf(chart.items[it->item], theme)));
  const bool level = (widest > 0 && widest + kGap <= pitch) || pitch >= kWidePitch;
  double angle = level ? 0 : turnFor(pitch, line);
  const bool allFit = level || angle > 0;
  if (!allFit) angle = 45;
  const double apart = level ? 0 : line / sine(angle);

  std::vector<double> taken;
  const auto isFree = [&taken, apart](double at) {
    const auto next = std::ranges::lower_bound(taken, at);
    return (next == taken.end() || *next - at >= apart) && (next == taken.begin() || at - *std::prev(next) >= apart);
  };
  double freeLevel = plan.area.left();
  const auto place = [&](const NameAt& name) {
    const charts::Item& item = chart.items[name.item];
    double at = map.pixelX(name.x);
    if (!allFit && !isFree(at)) return;
    AxisLabel label{.text = nameOf(item, theme), .angle = angle, .item = name.item, .isName = true, .isMarked = item.isMarked};
    if (level) {
      label.text = metrics.elidedText(label.text, Qt::ElideMiddle, pitch - kGap);
      const double width = metrics.horizontalAdvance(label.text);
      // Those of the outermost models stay inside, also where half of their place is off the screen.
      at = std::clamp(at, plan.area.left() + width / 2, std::max(plan.area.left() + width / 2, plan.area.right() - width / 2));
      if (at - width / 2 < freeLevel) return;
      freeLevel = at + width / 2 + kGap / 2;
      label.anchor = {at, plot.bottom() + kGap / 2 + line / 2};
      label.box = {-width / 2, -line / 2, width, line};
    } else {
      double room = std::min(kLongestName, (plan.labelRoom - kGap / 2 - line * cosine(angle) / 2) / sine(angle));
      if (cosine(angle) > 0.01) room = std::min(room, (at - plan.area.left()) / cosine(angle) - line);
      label.text = metrics.elidedText(label.text, Qt::ElideMiddle, room);
      if (label.text.isEmpty() || label.text == u"\u2026"_s) return;
      const double width = metrics.horizontalAdvance(label.text);
      label.anchor = {at, plot.bottom() + kGap / 2 + line * cosine(angle) / 2};
      label.box = {-width, -line / 2, width, line};
    }
    if (!allFit) taken.insert(std::ranges::lower_bound(taken, at), at);
    plan.labels.push_back(std::move(label));
  };
  if (!allFit)
    for (auto it = begin; it != end; ++it)
      if (chart.items[it->item].isMarked) place(*it);
  for (auto it = begin; it != end; ++it)
    if (allFit || !chart.items[it->item].isMarked) place(*it);
}

constexpr double kDeepestZoom = 1e-4;  ///< of the whole; beyond it the marks' own digits end

/// inside moves a span into a whole, and cuts it where it is larger.
Span inside(Span span, const Span& whole, double minSize) {
  minSize = std::min(minSize, whole.size());
  if (span.size() < minSize) {
    const double middle = (span.low + span.high) / 2;
    span = {middle - minSize / 2, middle + minSize / 2};
  }
  if (span.size() >= whole.size()) return whole;
  if (span.low < whole.low) return {whole.low, whole.low + span.size()};
  if (span.high > whole.high) return {whole.high - span.size(), whole.high};
  return span;
}

Span spanOf(const charts::Axis& axis, double low, double high) {
  if (axis.isLog && !(low > std::numeric_limits<double>::lowest())) low = 0;
  if (!std::isfinite(low) || !std::isfinite(high)) return {0, 1};
  if (!(high > low)) return {low - 0.5, low + 0.5};
  return {low, high};
}

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
constexpr double kSameColumn = 0.5;  ///< px

}  // namespace

QPolygonF AxisLabel::outline() const {
  QTransform turned;
  turned.translate(anchor.x(), anchor.y());
  turned.rotate(-angle);
  return turned.map(QPolygonF(box));
}

AxisPlan planMargins(const charts::ChartData& chart, const PlotMap& map, const QRectF& area, const Theme& theme) {
  AxisPlan plan;
  plan.area = area;
  const QFontMetricsF metrics(theme.font(TextSize::Small));
  const double line = metrics.height();
  if (chart.x.isCategory) plan.names = namesOf(chart);

  double widest = metrics.horizontalAdvance(u"0.000"_s);  // what zooming in brings
  for (const charts::Tick& tick : charts::axisTicks(chart.y, wantedTicks(area.height() * 0.8, kTickRoomY)))
    widest = std::max(widest, metrics.horizontalAdvance(trueMinus(fromUtf8(tick.text))));
  const double titleY = chart.y.title.empty() ? 0 : line + kGap / 2;
  const double left = std::ceil(titleY + widest + kGap);
  const double titleX = chart.x.title.empty() ? 0 : line + kGap / 2;
  const double width = std::max(8.0, area.width() - left);

  plan.labelRoom = line + kGap / 2;
  if (!plan.names.empty()) {
    const double pitch = width / map.wholeX().size();
    double longest = 0;
    const bool few = plan.names.size() <= 400;  // more never stand side by side
    if (few)
      for (const NameAt& name : plan.names) longest = std::max(longest, metrics.horizontalAdvance(nameOf(chart.items[name.item], theme)));
    if (!few || (longest + kGap > pitch && pitch < kWidePitch)) {
      const double turn = turnFor(pitch, line);
      const double angle = turn > 0 ? turn : 45;
      const double length = few ? std::min(longest, kLongestName) : kLongestName;
      const double most = std::max(line + kGap, area.height() * kMaxHeightShare);
      plan.labelRoom = std::min(most, std::ceil(length * sine(angle) + line * cosine(angle) + kGap));
    }
  }
  const double bottom = std::ceil(plan.labelRoom + titleX);
  plan.plot = QRectF(area.left() + left, area.top() + kGap, width, std::max(8.0, area.height() - kGap - bottom));
  if (titleY > 0) plan.titleY = QRectF(area.left(), plan.plot.top(), line, plan.plot.height());
  if (titleX > 0) plan.titleX = QRectF(plan.plot.left(), area.bottom() - line, plan.plot.width(), line);
  return plan;
}

void placeLabels(AxisPlan& plan, const charts::ChartData& chart, const PlotMap& map, const Theme& theme) {
  plan.labels.clear();
  plan.gridX.clear();
  plan.gridY.clear();
  placeNumbers(plan, chart.y, map, theme.font(TextSize::Small), false);
  if (chart.x.isCategory) {
    placeNames(plan, chart, map, theme);
  } else {
    placeNumbers(plan, chart.x, map, theme.font(TextSize::Small), true);
  }
}

void paintAxes(QPainter& painter, const AxisPlan& plan, const charts::ChartData& chart, const Theme& theme, const QRectF& exposed) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  QPen grid(theme.color(Tone::Border), 1);
  grid.setCosmetic(true);
  painter.setPen(grid);
  const QRectF& plot = plan.plot;
  for (const double y : plan.gridY) painter.drawLine(QPointF(plot.left(), std::round(y)), QPointF(plot.right(), std::round(y)));
  for (const double x : plan.gridX) painter.drawLine(QPointF(std::round(x), plot.top()), QPointF(std::round(x), plot.bottom()));
  painter.setPen(QPen(theme.color(Tone::Muted), 1));
  painter.drawLine(QPointF(plot.left(), std::round(plot.bottom())), QPointF(plot.right(), std::round(plot.bottom())));

  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font(TextSize::Small));
  for (const AxisLabel& label : plan.labels) {
    if (!label.outline().boundingRect().intersects(exposed)) continue;
    const charts::Item* item = label.isName && label.isMarked ? &chart.items[label.item] : nullptr;
    painter.setPen(item ? theme.classStyle(item->cls).chip : theme.color(label.isName ? Tone::Text : Tone::Muted));
    painter.save();
    painter.translate(label.anchor);
    painter.rotate(-label.angle);
    painter.drawText(label.box, Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine, label.text);
    painter.restore();
  }
  painter.setPen(theme.color(Tone::Muted));
  const QFontMetricsF metrics(painter.font());
  if (plan.titleX.isValid())
    painter.drawText(plan.titleX, Qt::AlignCenter | Qt::TextSingleLine,
                     metrics.elidedText(fromUtf8(chart.x.title), Qt::ElideRight, plan.titleX.width()));
  if (plan.titleY.isValid()) {
    painter.translate(plan.titleY.center());
    painter.rotate(-90);
    const QRectF turned(-plan.titleY.height() / 2, -plan.titleY.width() / 2, plan.titleY.height(), plan.titleY.width());
    painter.drawText(turned, Qt::AlignCenter | Qt::TextSingleLine,
                     metrics.elidedText(fromUtf8(chart.y.title), Qt::ElideRight, turned.width()));
  }
  painter.restore();
}

PlotMap::PlotMap(const charts::Axis& x, const charts::Axis& y, Ways ways)
    : m_ways(ways), m_logX(x.isLog && x.low > 0), m_logY(y.isLog && y.low > 0) {
  m_wholeX = spanOf(x, unitX(x.low), unitX(x.high));
  m_wholeY = spanOf(y, unitY(y.low), unitY(y.high));
  m_x = m_wholeX;
  m_y = m_wholeY;
}

double PlotMap::unit(double value, bool isLog) {
  // Nothing below zero has a place on a log axis: far off the screen.
  if (isLog) return value > 0 ? std::log10(value) : std::numeric_limits<double>::min_exponent10;
  return value;
}

QPointF PlotMap::toUnits(QPointF pixel) const {
  if (m_plot.isEmpty()) return {m_x.low, m_y.low};
  return {m_x.low + (pixel.x() - m_plot.left()) / m_plot.width() * m_x.size(),
          m_y.low + (m_plot.bottom() - pixel.y()) / m_plot.height() * m_y.size()};
}

charts::Axis PlotMap::shownAxis(const charts::Axis& axis, bool isX) const {
  charts::Axis shown = axis;
  const Span& span = isX ? m_x : m_y;
  const bool isLog = isX ? m_logX : m_logY;
  shown.low = isLog ? std::pow(10.0, span.low) : span.low;
  shown.high = isLog ? std::pow(10.0, span.high) : span.high;
  // Within less than a decade there is hardly a 1, 2 or 5 left: even steps say more.
  shown.isLog = isLog && span.size() > 1.0;
  return shown;
}

bool PlotMap::take(Span x, Span y) {
  const double minX = m_ways.minX > 0 ? m_ways.minX : m_wholeX.size() * kDeepestZoom;
  x = inside(x, m_wholeX, minX);
  y = m_ways.zoomsY ? inside(y, m_wholeY, m_wholeY.size() * kDeepestZoom) : m_wholeY;
  if (x == m_x && y == m_y) return false;
  m_x = x;
  m_y = y;
  return true;
}

bool PlotMap::zoomAt(QPointF pixel, double factor) {
  if (m_plot.isEmpty() || !(factor > 0)) return false;
  const QPointF at = toUnits({std::clamp(pixel.x(), m_plot.left(), m_plot.right()),
                              std::clamp(pixel.y(), m_plot.top(), m_plot.bottom())});
  const auto around = [factor](const Span& span, double middle) {
    return Span{middle - (middle - span.low) / factor, middle + (span.high - middle) / factor};
  };
  return take(around(m_x, at.x()), around(m_y, at.y()));
}

bool PlotMap::zoomTo(const QRectF& pixels) {
  const QRectF wanted = pixels.normalized().intersected(m_plot);
  if (wanted.isEmpty()) return false;
  const QPointF a = toUnits(wanted.bottomLeft());
  const QPointF b = toUnits(wanted.topRight());
  return take({a.x(), b.x()}, {a.y(), b.y()});
}

bool PlotMap::panBy(QPointF pixels) {
  if (m_plot.isEmpty()) return false;
  const double dx = pixels.x() / m_plot.width() * m_x.size();
  const double dy = pixels.y() / m_plot.height() * m_y.size();
  return take({m_x.low - dx, m_x.high - dx}, {m_y.low + dy, m_y.high + dy});
}

bool PlotMap::reveal(QPointF units) {
  const auto moved = [](const Span& span, double to) {
    const double edge = span.size() * 0.05;
    if (to < span.low) return Span{to - edge, to - edge + span.size()};
    if (to > span.high) return Span{to + edge - span.size(), to + edge};
    return span;
  };
  return take(moved(m_x, units.x()), moved(m_y, units.y()));
}

bool PlotMap::showWhole() { return take(m_wholeX, m_wholeY); }

void PlotMap::show(const Span& x, const Span& y) { take(x, y); }

bool hasWideBars(const charts::ChartData& chart) {
  return std::ranges::any_of(chart.series, [](const charts::Series& s) { return s.shape == Shape::Bars && s.marks.size() > kWideBars; });
}

MarkFinder::MarkFinder(const charts::ChartData& chart, const PlotMap& map) {
  const bool isStacked = std::ranges::any_of(chart.series, &charts::Series::isStacked);
  const auto bars = isStacked ? 1.0 : static_cast<double>(std::ranges::count(chart.series, Shape::Bars, &charts::Series::shape));
  const bool isWide = hasWideBars(chart);
  const double group = isWide ? 1.0 : kBarGroup;
  double slot = 0;
  m_places.resize(chart.series.size());
  m_bars.resize(chart.series.size());
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const charts::Series& series = chart.series[s];
    const Shape shape = series.shape;
    if (shape == Shape::Segments) continue;  // guides of single models: they answer to no pointer
    m_byColumn = m_byColumn || shape != Shape::Points || chart.x.isCategory;
    m_places[s].assign(series.marks.size(), kNowhere);
    for (std::size_t i = 0; i < series.marks.size(); ++i) {
      const charts::Mark& mark = series.marks[i];
      double x = map.unitX(mark.x);
      if (shape == Shape::Bars) {
        const double width = isWide ? group : group / bars;
        const double low = isWide ? x - group / 2 : x - group / 2 + slot * width;
        m_bars[s].push_back({low, low + width});
        x = low + width / 2;
      } else if (shape == Shape::Steps) {
        if (i + 1 == series.marks.size()) continue;  // it only closes the outline
        m_bars[s].push_back({x, map.unitX(series.marks[i + 1].x)});
        x = (m_bars[s].back().low + m_bars[s].back().high) / 2;
      }
      if (std::isfinite(x) && std::isfinite(mark.y))
        m_byX.push_back({x, map.unitY(mark.y), map.unitY(series.isStacked ? mark.y2 : mark.y),
                         {static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(i)}, mark.item});
    }
    if (shape == Shape::Bars && !isStacked) slot += 1;
  }
  if (!std::ranges::is_sorted(m_byX, {}, &Entry::x)) std::ranges::stable_sort(m_byX, {}, &Entry::x);
  for (std::size_t i = 0; i < m_byX.size(); ++i)
    m_places[m_byX[i].at.series][m_byX[i].at.mark] = static_cast<std::uint32_t>(i);
  if (m_byColumn) m_columnReach = chart.x.isCategory ? 0.5 : map.wholeX().size();
}

std::optional<MarkAt> MarkFinder::nearest(QPointF pixel, const PlotMap& map) const {
  if (m_byX.empty() || map.plot().isEmpty()) return {};
  const double unit = map.toUnits(pixel).x();
  const auto middle = std::ranges::lower_bound(m_byX, unit, {}, &Entry::x);
  if (!m_byColumn) {
    const double reach = kReach / map.pixelsPerX();
    const auto from = std::ranges::lower_bound(m_byX, unit - reach, {}, &Entry::x);
    std::optional<MarkAt> best;
    double nearest = kReach * kReach;
    for (auto it = from; it != m_byX.end() && it->x <= unit + reach; ++it) {
      const QPointF away = map.toPixel({it->x, it->y}) - pixel;
      const double distance = QPointF::dotProduct(away, away);
      if (distance > nearest) continue;
      nearest = distance;
      best = it->at;
    }
    return best;
  }
  double nearest = std::numeric_limits<double>::max();
  if (middle != m_byX.end()) nearest = middle->x - unit;
  if (middle != m_byX.begin()) nearest = std::min(nearest, unit - std::prev(middle)->x);
  if (nearest > m_columnReach) return {};
  const double reach = nearest + kSameColumn / map.pixelsPerX();
  std::optional<MarkAt> best;
  double nearestY = std::numeric_limits<double>::max();
  for (auto it = std::ranges::lower_bound(m_byX, unit - reach, {}, &Entry::x); it != m_byX.end() && it->x <= unit + reach; ++it) {
    const bool isInside = pixel.y() >= map.pixelY(it->y) && pixel.y() <= map.pixelY(it->base);
    const double away = isInside ? 0 : std::abs(map.pixelY(it->y) - pixel.y());
    if (away >= nearestY) continue;
    nearestY = away;
    best = it->at;
  }
  return best;
}

std::size_t MarkFinder::place(MarkAt at) const {
  if (at.series >= m_places.size() || at.mark >= m_places[at.series].size()) return kNowhere;
  return m_places[at.series][at.mark];
}

std::optional<MarkAt> MarkFinder::next(MarkAt from, int direction) const {
  const std::size_t start = place(from);
  if (start == kNowhere) return direction > 0 ? first() : last();
  for (std::size_t i = start; direction > 0 ? ++i < m_byX.size() : i-- > 0;)
    if (!m_byColumn || m_byX[i].at.series == from.series) return m_byX[i].at;
  return {};
}

std::optional<MarkAt> MarkFinder::across(MarkAt from, int direction) const {
  const std::size_t start = place(from);
  if (start == kNowhere) return first();
  if (!m_byColumn) {
    if (m_byY.empty()) {
      m_byY.resize(m_byX.size());
      std::iota(m_byY.begin(), m_byY.end(), 0U);
      std::ranges::stable_sort(m_byY, {}, [this](std::uint32_t i) { return m_byX[i].y; });
    }
    const auto here = std::ranges::find(m_byY, static_cast<std::uint32_t>(start));
    if (direction > 0) return std::next(here) == m_byY.end() ? std::nullopt : std::optional(m_byX[*std::next(here)].at);
    return here == m_byY.begin() ? std::nullopt : std::optional(m_byX[*std::prev(here)].at);
  }
  const auto count = static_cast<int>(m_places.size());
  for (int step = 1; step < count; ++step) {
    const auto series = static_cast<std::size_t>((static_cast<int>(from.series) + direction * step + count * step) % count);
    for (const std::uint32_t at : m_places[series])
      if (at != kNowhere && m_byX[at].item == m_byX[start].item) return m_byX[at].at;
  }
  return {};
}

std::optional<MarkAt> MarkFinder::first() const {
  return m_byX.empty() ? std::nullopt : std::optional(m_byX.front().at);
}

std::optional<MarkAt> MarkFinder::last() const {
  return m_byX.empty() ? std::nullopt : std::optional(m_byX.back().at);
}

std::optional<MarkAt> MarkFinder::ofItem(std::uint32_t item) const {
  std::optional<MarkAt> found;
  for (const Entry& entry : m_byX)
    if (entry.item == item && (!found || entry.at.series > found->series)) found = entry.at;
  return found;
}

QPointF MarkFinder::units(MarkAt at) const {
  const std::size_t i = place(at);
  return i == kNowhere ? QPointF() : QPointF(m_byX[i].x, m_byX[i].y);
}

Span MarkFinder::barUnits(MarkAt at) const {
  if (at.series >= m_bars.size() || at.mark >= m_bars[at.series].size()) return {0, 0};
  return m_bars[at.series][at.mark];
}

}  // namespace plumbline::ui
