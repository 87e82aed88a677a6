// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as a chart writes them: the same on every machine, whatever its locale.
//
//   fixedText(1234.5, 2) == "1,234.50"; shortText(0.1 + 0.2) == "0.3"; percentText(-0.031) == "-3.1 %"
#pragma once

#include <cstddef>
#include <string>

#include "core/verdicts/metric_catalogue.h"

namespace plumbline::charts {

/// fixedText has that many decimals, thousands parted by commas; numbers past 1e15 as "1e+20". Never "-0".
std::string fixedText(double value, int decimals);
/// shortText has up to six significant digits and no trailing zeros, thousands parted by commas.
std::string shortText(double value);
/// briefText has four significant digits: for sentences and labels.
std::string briefText(double value);
/// exactText reads back as the same double: for data. "" for what is not finite.
std::string exactText(double value);
/// percentText of a share with one decimal; signedPercentText always has a sign, but for zero.
std::string percentText(double share);
std::string signedPercentText(double share);
/// thresholdText is a share without needless decimals: "5 %".
std::string thresholdText(double share);
std::string countText(std::size_t count);
/// countOf is "1 model", "2,000 models".
std::string countOf(std::size_t count, const std::string& one, const std::string& many);
/// valueText is a metric's value with its decimals and unit: "1.420 x"; small values keep three significant digits.
std::string valueText(const verdicts::MetricInfo& metric, double value);
/// axisTitle is a metric's title with its unit: "compile time (s)".
std::string axisTitle(const verdicts::MetricInfo& metric);

}  // namespace plumbline::charts
