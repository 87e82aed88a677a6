// SPDX-License-Identifier: GPL-3.0-or-later
// A failure rate as one line of text and as JSON.
//
//   rateText(count, options)   // "3 of 20: 15.0 % (95 % Jeffreys: 4.4 % to 34.9 %), flaky\n"
#pragma once

#include <string>

#include "core/statistics/rates.h"

namespace plumbline::reports {

std::string rateText(const statistics::RunCount& count, const statistics::RateOptions& options);
std::string rateJson(const statistics::RunCount& count, const statistics::RateOptions& options);

}  // namespace plumbline::reports
