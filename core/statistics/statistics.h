// SPDX-License-Identifier: GPL-3.0-or-later
// Means with the number of values used and left out, and counts in bins of equal width that two runs can share.
//
//   const Mean mean = geometricMean(speedups);     // mean.value, mean.count, mean.leftOut
//   const std::vector<std::size_t> counts = countInto(commonBins(before, after, BinScale::Logarithmic, 40), before);
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace plumbline::statistics {

struct Mean {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN when count is 0
  std::size_t count = 0;
  std::size_t leftOut = 0;  ///< values that were NaN or infinite, for a geometric mean also zero and negative ones
};

/// geometricMean uses logarithms, so that no product overflows.
Mean geometricMean(std::span<const double> values);
Mean arithmeticMean(std::span<const double> values);
/// median of the finite values; the mean of the two middle ones for an even count.
Mean median(std::span<const double> values);

enum class BinScale : unsigned char { Linear, Logarithmic };

/// Bins has edges.size() - 1 bins, edges ascending; empty without a usable value. The last bin includes its upper edge.
struct Bins {
  BinScale scale = BinScale::Linear;
  std::vector<double> edges;
};

/// commonBins covers both sets, without values that are not finite and, on a logarithmic axis, not positive. A single
/// value gets one bin around it.
Bins commonBins(std::span<const double> one, std::span<const double> other, BinScale scale, std::size_t count);
std::vector<std::size_t> countInto(const Bins& bins, std::span<const double> values);

}  // namespace plumbline::statistics
