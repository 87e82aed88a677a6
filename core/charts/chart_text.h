// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as text for tests and screen readers, and its data as CSV.
#pragma once

#include <string>

#include "core/charts/axis_range.h"
#include "core/charts/chart_data.h"

namespace plumbline::charts {

/// chartSummary describes the chart in a few sentences, for screen readers: models, extremes, marks, omissions.
std::string chartSummary(const ChartData& chart);
/// chartList is the summary and then a line per item: its glyph, its label, its numbers.
std::string chartList(const ChartData& chart);
/// chartCsv is the data behind it, RFC 4180; cells that a spreadsheet would take for a formula get a leading apostrophe.
std::string chartCsv(const ChartData& chart);
/// chartDump lists axes, guides, series and marks: the approved text of tests.
std::string chartDump(const ChartData& chart);

}  // namespace plumbline::charts
