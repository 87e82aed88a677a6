// SPDX-License-Identifier: GPL-3.0-or-later
// Which mark is meant: by the pointer (the nearest one on screen) and by the arrow keys (the next one in order). Sorted
// once per chart, so that a pointer among 50,000 marks is answered without looking at them all.
//
//   const MarkFinder finder(chart, map);
//   if (const auto at = finder.nearest(pointer, map)) show(chart.items[finder.mark(*at).item]);
#pragma once

#include <QPointF>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/charts/plot_map.h"

namespace plumbline::ui {

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
  bool answersByColumn() const { return m_byColumn; }

 private:
  struct Entry {
    double x = 0, y = 0;
    MarkAt at;
    std::uint32_t item = 0;
  };
  std::size_t place(MarkAt at) const;

  std::vector<Entry> m_byX;
  std::vector<std::uint32_t> m_byY;                 ///< places in m_byX; points only
  std::vector<std::vector<std::uint32_t>> m_places; ///< [series][mark]: place in m_byX, kNowhere
  std::vector<std::vector<Span>> m_bars;            ///< [series][mark] of bars and steps
  bool m_byColumn = false;
  double m_columnReach = 0;                         ///< units that a column reaches to either side
};

}  // namespace plumbline::ui
