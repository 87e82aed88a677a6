// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::ui {
namespace {

constexpr double kDeepestZoom = 1e-4;  ///< of the whole; beyond it the marks' own digits end

/// inside moves a span into a whole, and cuts it where it is larger.
Span inside(Span span, const Span& whole, double least) {
  least = std::min(least, whole.size());
  if (span.size() < least) {
    const double middle = (span.low + span.high) / 2;
    span = {middle - least / 2, middle + least / 2};
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

}  // namespace

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
  const double leastX = m_ways.leastX > 0 ? m_ways.leastX : m_wholeX.size() * kDeepestZoom;
  x = inside(x, m_wholeX, leastX);
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

}  // namespace plumbline::ui
