// SPDX-License-Identifier: GPL-3.0-or-later
// Change points in a chart of values over runs: the levels as steps, a mark with the interval at each step. Found by the default
// method of statistics::seriesChanges, as `plumbline-cli changes` does.
//
//   addChanges(chart, 1, kAlarmRates[kDefaultAlarm], verdicts::Better::Lower);   // of chart.series[0]
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "core/charts/chart_data.h"
#include "core/statistics/change_points.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::charts {

/// kAlarmRates are the stops of a slider: chances of an alarm in a series that does not change, quiet ones first.
inline constexpr std::array kAlarmRates = {0.0005, 0.001, 0.002, statistics::ChangeOptions().maxP, 0.01, 0.02, 0.05, 0.1};
inline constexpr std::size_t kDefaultAlarm = 3;

/// alarmText: "about 1 false alarm in 200 series".
std::string alarmText(double alarmRate);
/// pText has two significant digits: "0.012", "4.5e-08".
std::string pText(double p);
/// changeText: "1.2 -> 1.35, +12 % (95 %: +9 % to +15 %), p 0.0012, q 0.0036"; of a drift "drifted from 1.2 to 1.35, ...".
/// The size is relative to the level before, or where that is 0 the difference: "0 -> 2, +2 (95 %: +1.9 to +2.1)".
std::string changeText(const statistics::Change& change, double q);

/// addChanges looks for changes in the first `count` series; of those only lines have any. It appends two series (levels and
/// marks), an item for each change and a note. A mark stands half a place in front of the first run of the new level; its item has no
/// name, its label names that run. Returns for each change the index of that run among the chart's categories.
std::vector<std::size_t> addChanges(ChartData& chart, std::size_t count, double alarmRate, verdicts::Better better);

}  // namespace plumbline::charts
