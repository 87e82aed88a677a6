// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of one tensor as charts: plain data for ChartView.
//
//   view->showChart(histogramChart(*context.statistics, *context.pair));
#pragma once

#include <cstdint>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/charts/chart_view.h"
#include "ui/numerics/error_context.h"

namespace plumbline::ui {

/// histogramChart has a bar for each power of ten, for those without error, and for what is not finite.
ChartPtr histogramChart(const numerics::ErrorStatistics& statistics, const ErrorPair& pair);

/// PlacedChart knows the element behind each item.
struct PlacedChart {
  ChartPtr chart;
  std::vector<std::int64_t> flats;
};
/// scatterChart: ref against res with the tolerance around the diagonal; as differences, res - ref over ref.
struct ScatterLook {
  bool isDifference = false;
};
PlacedChart scatterChart(const std::vector<numerics::ScatterPoint>& points, const numerics::ErrorStatistics& statistics,
                         const ErrorPair& pair, const ScatterLook& look);

enum class ChannelMeasure : std::uint8_t { MaxAbs, Rmse, Mismatches };
enum class ChannelOrder : std::uint8_t { ByChannel, ByError };
/// channelChart has a bar per channel; of more than kMostBars only those with the largest errors.
inline constexpr std::size_t kMostBars = 4000;
struct ChannelLook {
  int axis = 0;
  ChannelMeasure measure = ChannelMeasure::MaxAbs;
  ChannelOrder order = ChannelOrder::ByChannel;
};
PlacedChart channelChart(const std::vector<numerics::ChannelError>& channels, const ErrorPair& pair, const ChannelLook& look);

/// decadeText is "1e-07" for a power of ten.
QString decadeText(int exponent);

}  // namespace plumbline::ui
