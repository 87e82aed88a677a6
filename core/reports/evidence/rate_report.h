// SPDX-License-Identifier: GPL-3.0-or-later
// A failure rate as one line of text and as JSON.
//
//   rateText(count, options)   // "3 of 20: 15.0 % (95 % Jeffreys: 4.4 % to 34.9 %), flaky\n"
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/statistics/rates.h"

namespace plumbline::reports {

/// ratePercent has one decimal, and below 1 % two significant digits: 4 of 10,000 is "0.040 %".
std::string ratePercent(double share);
/// moreRunsText is "70 more runs decide if the rate stays", for RateJudgement::moreRuns.
std::string moreRunsText(const std::optional<std::size_t>& moreRuns);
std::string rateText(const statistics::RunCount& count, const statistics::RateOptions& options);
std::string rateJson(const statistics::RunCount& count, const statistics::RateOptions& options);

}  // namespace plumbline::reports
