// SPDX-License-Identifier: GPL-3.0-or-later
// A chart's content without a picture, for programs and terminals.
#pragma once

#include <string>

#include "core/charts/chart_data.h"

namespace plumbline::reports {

/// chartList is the summary and then a line per item: its glyph, its label, its numbers.
std::string chartList(const charts::ChartData& chart);
/// chartCsv is the data behind the chart.
std::string chartCsv(const charts::ChartData& chart);

}  // namespace plumbline::reports
