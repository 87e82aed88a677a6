// SPDX-License-Identifier: GPL-3.0-or-later
// Where the plot, its grid, its numbers and its names go. Labels never overlap and never leave the picture: names of
// models turn, shorten, or make room for those that are marked; hovering shows the rest.
//
//   AxisPlan plan = planMargins(chart, whole, area, theme);     // once per size: nothing jumps while zooming
//   map.setPlot(plan.plot);
//   placeLabels(plan, chart, map, theme);                       // after each zoom
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/charts/plot_map.h"
#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

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
