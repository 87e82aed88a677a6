// SPDX-License-Identifier: GPL-3.0-or-later
// The initial range of an axis: all values with some room, never empty. And its ticks.
//
//   AxisRange range; for (double v : values) range.add(v);
//   chart.y = range.axis("speedup (x)");
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/charts/chart_data.h"

namespace plumbline::charts {

class AxisRange {
 public:
  /// add ignores values that are not finite.
  void add(double value);
  bool isEmpty() const { return m_low > m_high; }
  double low() const { return m_low; }
  double high() const { return m_high; }
  /// axis leaves a share of room at either end, but none below 0 where nothing is below 0 and 0 was added.
  Axis axis(std::string title, double roomAbove = 0.05) const;
  /// logAxis; only for ranges above 0.
  Axis logAxis(std::string title) const;

 private:
  double m_low = std::numeric_limits<double>::infinity(), m_high = -std::numeric_limits<double>::infinity();
};

/// categoryAxis has a place of width 1 around each of 0, 1 ... count - 1.
Axis categoryAxis(std::string title, std::size_t count);

struct Tick {
  double value = 0;
  std::string text;
};
/// axisTicks returns about `requested` round positions with their texts: 1, 2, 5 steps; decades and their 2 and 5 on a log axis.
std::vector<Tick> axisTicks(const Axis& axis, std::size_t requested);

}  // namespace plumbline::charts
