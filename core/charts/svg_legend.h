// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart's legend names: each series, of one coloured by class each class that it has, each guide with a title.
#pragma once

#include <vector>

#include "core/charts/svg_layout.h"

namespace plumbline::charts {

inline constexpr double kSampleWidth = 28;  // px that the sample before a text takes

/// legendOf gives the entries in order, with their whole texts and no place yet.
std::vector<LegendEntry> legendOf(const ChartData& chart);

}  // namespace plumbline::charts
