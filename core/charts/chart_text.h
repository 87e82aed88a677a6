// SPDX-License-Identifier: GPL-3.0-or-later
// A chart in words: for tests and people who cannot see it, and its data as CSV.
#pragma once

#include <string>

#include "core/charts/chart_data.h"

namespace plumbline::charts {

/// chartSummary is what a screen reader says: what is shown, how many models, the extremes, what is marked, what is left
/// out. A few sentences.
std::string chartSummary(const ChartData& chart);
/// chartList is the summary and then a line per item: its glyph, its label, its numbers.
std::string chartList(const ChartData& chart);
/// chartCsv is the data behind it, RFC 4180; cells that a spreadsheet would take for a formula get a leading apostrophe.
std::string chartCsv(const ChartData& chart);
/// chartDump lists axes, guides, series and marks: the approved text of tests.
std::string chartDump(const ChartData& chart);

/// axisTicks gives about `wanted` round positions with their texts: 1, 2, 5 steps; decades and their 2 and 5 on a log axis.
struct Tick {
  double value = 0;
  std::string text;
};
std::vector<Tick> axisTicks(const Axis& axis, std::size_t wanted);

}  // namespace plumbline::charts
