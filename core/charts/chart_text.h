// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/charts/chart_data.h"

namespace plumbline::charts {

/// chartSummary describes the chart in a few sentences, for screen readers: models, extremes, marks, omissions.
std::string chartSummary(const ChartData& chart);

}  // namespace plumbline::charts
