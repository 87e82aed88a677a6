// SPDX-License-Identifier: GPL-3.0-or-later
// Where a value lies on screen, and what part of a chart is on screen: zoom, pan and the way back. Axes are kept in units:
// the value, or its decimal logarithm on a log axis, so that everything on screen is linear.
//
//   PlotMap map(chart.x, chart.y, {.zoomsY = true});
//   map.setPlot(rect);
//   map.zoomAt(pointer, 1.25);   painter.drawEllipse(map.toPixel({x, y}), 2, 2);
#pragma once

#include <QPointF>
#include <QRectF>

#include "core/charts/chart_data.h"

namespace plumbline::ui {

/// Span is a piece of an axis in units.
struct Span {
  double low = 0, high = 1;
  double size() const { return high - low; }
  bool operator==(const Span&) const = default;
};

class PlotMap {
 public:
  struct Ways {
    bool zoomsY = false;   ///< else only x zooms and pans
    double leastX = 0;     ///< units that stay on screen at least; 0: a ten-thousandth of the whole
  };
  PlotMap() = default;
  PlotMap(const charts::Axis& x, const charts::Axis& y, Ways ways);

  void setPlot(const QRectF& plot) { m_plot = plot; }
  const QRectF& plot() const { return m_plot; }

  double unitX(double value) const { return unit(value, m_logX); }
  double unitY(double value) const { return unit(value, m_logY); }
  bool isLogX() const { return m_logX; }
  bool isLogY() const { return m_logY; }
  double pixelX(double unitX) const { return m_plot.left() + (unitX - m_x.low) / m_x.size() * m_plot.width(); }
  double pixelY(double unitY) const { return m_plot.bottom() - (unitY - m_y.low) / m_y.size() * m_plot.height(); }
  QPointF toPixel(QPointF units) const { return {pixelX(units.x()), pixelY(units.y())}; }
  QPointF toUnits(QPointF pixel) const;
  double pixelsPerX() const { return m_plot.width() / m_x.size(); }

  const Span& shownX() const { return m_x; }
  const Span& shownY() const { return m_y; }
  const Span& wholeX() const { return m_wholeX; }
  const Span& wholeY() const { return m_wholeY; }
  /// shownAxis is what is on screen in the metric's own unit, for ticks.
  charts::Axis shownAxis(const charts::Axis& axis, bool isX) const;
  bool isWhole() const { return m_x == m_wholeX && m_y == m_wholeY; }
  bool zoomsY() const { return m_ways.zoomsY; }

  /// zoomAt shows 1 / factor of it; the value under the pixel stays there. False when nothing changed.
  bool zoomAt(QPointF pixel, double factor);
  /// zoomTo shows what lies in a rectangle of the screen.
  bool zoomTo(const QRectF& pixels);
  /// panBy moves what is shown by that many pixels, as far as there is something.
  bool panBy(QPointF pixels);
  /// reveal pans just as far as a point needs to be on screen.
  bool reveal(QPointF units);
  bool showWhole();
  /// show takes over what another map shows, as far as this one has it.
  void show(const Span& x, const Span& y);

 private:
  static double unit(double value, bool isLog);
  bool take(Span x, Span y);

  QRectF m_plot;
  Span m_x, m_y, m_wholeX, m_wholeY;
  Ways m_ways;
  bool m_logX = false, m_logY = false;
};

}  // namespace plumbline::ui
