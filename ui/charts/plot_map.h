// SPDX-License-Identifier: GPL-3.0-or-later
// Where a value lies on screen, and what part of a chart is on screen: zoom, pan and the way back. Axes are kept in units:
// the value, or its decimal logarithm on a log axis, so that everything on screen is linear.
//
//   PlotMap map(chart.x, chart.y, {.zoomsY = true});
//   map.setPlot(rect);
//   map.zoomAt(pointer, 1.25);   painter.drawEllipse(map.toPixel({x, y}), 2, 2);
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/theme/theme.h"

class QPainter;

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
    double minX = 0;     ///< units that stay on screen at least; 0: a ten-thousandth of the whole
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

// Which mark is meant: by the pointer (the nearest one on screen) and by the arrow keys (the next one in order). Sorted
// once per chart, so that a pointer among 50,000 marks is answered without looking at them all.
//
//   const MarkFinder finder(chart, map);
//   if (const auto at = finder.nearest(pointer, map)) show(chart.items[finder.mark(*at).item]);

/// MarkAt names a mark: series and position in it.
struct MarkAt {
  std::uint32_t series = 0, mark = 0;
  bool operator==(const MarkAt&) const = default;
};

/// kBarGroup is how much of a category its bars take, beside each other. Wide bars take all of it, one behind the other:
/// of thousands only their outlines are seen.
inline constexpr double kBarGroup = 0.76;
/// Above this many bars per series a chart is wide: no gaps, no outlines.
inline constexpr std::size_t kWideBars = 150;
bool hasWideBars(const charts::ChartData& chart);

class MarkFinder {
 public:
  MarkFinder() = default;
  MarkFinder(const charts::ChartData& chart, const PlotMap& map);

  /// nearest gives the mark under or beside a pixel; bars, lines, steps and whatever stands over a name answer to their whole column, other points within
  /// kReach pixels.
  std::optional<MarkAt> nearest(QPointF pixel, const PlotMap& map) const;
  static constexpr double kReach = 12;

  /// next walks in x order; bars and lines stay in their series. Direction is -1 or 1. Nothing at the end.
  std::optional<MarkAt> next(MarkAt from, int direction) const;
  /// across goes to the next series' mark of the same item; among points to the next one in y order.
  std::optional<MarkAt> across(MarkAt from, int direction) const;
  std::optional<MarkAt> first() const;
  std::optional<MarkAt> last() const;
  /// ofItem finds the mark that stands for an item, the later run's before the others'.
  std::optional<MarkAt> ofItem(std::uint32_t item) const;
  /// units is where a mark is pointed at: the top of its bar, the middle of its step.
  QPointF units(MarkAt at) const;
  /// barUnits is the span of x that a bar or step takes; empty for other shapes.
  Span barUnits(MarkAt at) const;
  std::size_t count() const { return m_byX.size(); }

 private:
  struct Entry {
    double x = 0, y = 0, base = 0;  ///< base: the lower end of a stacked bar, else y
    MarkAt at;
    std::uint32_t item = 0;
  };
  std::size_t place(MarkAt at) const;

  std::vector<Entry> m_byX;
  mutable std::vector<std::uint32_t> m_byY;         ///< places in m_byX; points only, and made by the first across()
  std::vector<std::vector<std::uint32_t>> m_places; ///< [series][mark]: place in m_byX, kNowhere
  std::vector<std::vector<Span>> m_bars;            ///< [series][mark] of bars and steps
  bool m_byColumn = false;
  double m_columnReach = 0;                         ///< units that a column reaches to either side
};

/// Where the plot, its grid, its numbers and its names go. Labels never overlap and never leave the picture: names of
/// models turn, shorten, or make room for those that are marked; hovering shows the rest.
struct AxisLabel {
  QString text;
  QPointF anchor = {};     ///< turned labels end here; level ones are centred here (x) or end here (y), in the middle of their height
  double angle = 0;        ///< degrees, anticlockwise
  QRectF box = {};         ///< before turning, relative to the anchor
  std::uint32_t item = 0;  ///< names only
  bool isName = false, isMarked = false;
  /// outline is where it is on screen.
  QPolygonF outline() const;
};

/// NameAt is an item with its place on a category axis.
struct NameAt {
  double x = 0;  ///< units
  std::uint32_t item = 0;
};

struct AxisPlan {
  QRectF area;    ///< all of the picture
  QRectF plot;
  double labelRoom = 0;             ///< px below the plot for numbers or names
  std::vector<NameAt> names;        ///< ascending in x; empty without a category axis
  std::vector<double> gridX, gridY; ///< px
  std::vector<AxisLabel> labels;
  QRectF titleX, titleY;            ///< titleY is turned by 90 degrees
};

AxisPlan planMargins(const charts::ChartData& chart, const PlotMap& map, const QRectF& area, const Theme& theme);
void placeLabels(AxisPlan& plan, const charts::ChartData& chart, const PlotMap& map, const Theme& theme);
/// paintAxes draws grid, labels and titles; only what touches `exposed`.
void paintAxes(QPainter& painter, const AxisPlan& plan, const charts::ChartData& chart, const Theme& theme, const QRectF& exposed);

}  // namespace plumbline::ui
