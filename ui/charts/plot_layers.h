// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt Charts has no shape for, drawn by ourselves below and above its bars and lines: tints behind models that fail,
// bands and guides, points in the shapes of their classes (50,000 of them in a few milliseconds), steps, segments,
// spreads, thousands of bars, and what is written above bars.
//
//   PlotLayers layers(chart, map);
//   layers.paintBehind(painter, view);      // in the background
//   layers.paintAbove(painter, view);       // over the series; cached by the view
#pragma once

#include <QList>
#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/charts/plot_map.h"
#include "ui/theme/theme.h"

class QPainter;
class QAbstractBarSeries;
class QChart;
class QLineSeries;
class QValueAxis;

namespace plumbline::ui {

/// The bars and lines of a chart as Qt Charts draws them; wide bars, thousands of them, PlotLayers draws: of bars narrower
/// than a pixel Qt shows those that happen to meet the middle of one. One QChart and its two axes live as long as the view; series are
/// replaced as a whole (replacing single values costs as much, and a new QChart would leave the old one behind).
class ChartSeries {
 public:
  explicit ChartSeries(QChart* chart);

  void build(const charts::ChartData& data, const PlotMap& map, const Theme& theme);
  /// showRange follows a zoom; long lines are thinned out for what is on screen then.
  void showRange(const charts::ChartData& data, const PlotMap& map);
  void setTheme(const charts::ChartData& data, const Theme& theme);

 private:
  struct Line {
    QLineSeries* line = nullptr;
    std::size_t series = 0;
    bool isThinned = false;
  };
  QList<QPointF> pointsOf(const charts::Series& series, const PlotMap& map) const;

  QChart* m_chart;
  QValueAxis* m_x;
  QValueAxis* m_y;
  QAbstractBarSeries* m_bars = nullptr;          ///< null without bars, and for wide ones
  std::vector<std::size_t> m_barSeries;  ///< index of each bar set in ChartData::series
  std::vector<Line> m_lines;
  double m_shiftY = 0;  ///< bars stand on 0 of Qt's axis: on a log axis that is its lower end
};

class PlotLayers {
 public:
  /// What is on screen now.
  struct View {
    const charts::ChartData& chart;
    const PlotMap& map;
    const MarkFinder& finder;
    const Theme& theme;
  };
  PlotLayers() = default;
  PlotLayers(const charts::ChartData& chart, const PlotMap& map);

  void paintBehind(QPainter& painter, const View& view) const;
  void paintAbove(QPainter& painter, const View& view) const;
  /// paintRing marks a mark: an outline around its bar or step, a ring around its point.
  void paintRing(QPainter& painter, const View& view, MarkAt at, const QColor& color, double width) const;
  /// markRect is the room of a mark and its ring on screen.
  QRectF markRect(const View& view, MarkAt at) const;

 private:
  void paintWideBars(QPainter& painter, const View& view, std::size_t series) const;
  void paintGuides(QPainter& painter, const View& view) const;
  void paintPoints(QPainter& painter, const View& view, std::size_t series) const;
  void paintSteps(QPainter& painter, const View& view, std::size_t series) const;
  void paintSegments(QPainter& painter, const View& view, std::size_t series) const;
  void paintLineDots(QPainter& painter, const View& view, std::size_t series) const;
  void paintSpreads(QPainter& painter, const View& view, std::size_t series) const;
  void paintTops(QPainter& painter, const View& view) const;
  bool hasPointIn(const View& view, const QRectF& box) const;
  QRectF barRect(const View& view, MarkAt at) const;

  std::vector<std::vector<QPointF>> m_units;  ///< [series][mark] of points and lines, so that a frame takes no logarithm
  std::vector<std::vector<std::uint8_t>> m_looks;  ///< of points: class * 2, and 1 for a marked one
};

}  // namespace plumbline::ui
