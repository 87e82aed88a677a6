// SPDX-License-Identifier: GPL-3.0-or-later
// Means with the number of values used and left out.
//
//   const Mean mean = geometricMean(speedups);     // mean.value, mean.count, mean.leftOut
#pragma once

#include <cstddef>
#include <limits>
#include <span>

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

}  // namespace plumbline::statistics
