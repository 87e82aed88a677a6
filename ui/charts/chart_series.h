// SPDX-License-Identifier: GPL-3.0-or-later
// The bars and lines of a chart as Qt Charts draws them; wide bars, thousands of them, PlotLayers draws: of bars narrower
// than a pixel Qt shows those that happen to meet the middle of one. One QChart and its two axes live as long as the view; series are
// replaced as a whole (replacing single values costs as much, and a new QChart would leave the old one behind).
//
//   ChartSeries series(chart());
//   series.build(data, map, theme);   series.showRange(map);
#pragma once

#include <QList>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/charts/plot_map.h"
#include "ui/theme/theme.h"

class QBarSeries;
class QChart;
class QLineSeries;
class QValueAxis;

namespace plumbline::ui {

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
  QBarSeries* m_bars = nullptr;          ///< null without bars, and for wide ones
  std::vector<std::size_t> m_barSeries;  ///< index of each bar set in ChartData::series
  std::vector<Line> m_lines;
  double m_shiftY = 0;  ///< bars stand on 0 of Qt's axis: on a log axis that is its lower end
};

}  // namespace plumbline::ui
