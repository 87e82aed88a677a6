// SPDX-License-Identifier: GPL-3.0-or-later
// Counts values in bins of equal width on a linear or logarithmic axis. Two runs can share bins.
//
//   const Bins bins = commonBins(before, after, BinScale::Logarithmic, 40);
//   const std::vector<std::size_t> counts = countInto(bins, before);
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plumbline::statistics {

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
