// SPDX-License-Identifier: GPL-3.0-or-later
// Values counted into bins of one width, on a linear or a logarithmic axis: two runs over the same bins can be laid over
// each other.
//
//   const Bins bins = commonBins(before, after, BinScale::Logarithmic, 40);
//   const std::vector<std::size_t> counts = countInto(bins, before);
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plumbline::statistics {

enum class BinScale : unsigned char { Linear, Logarithmic };

/// Bins are edges.size() - 1 bins, edges ascending; empty without a usable value. The last bin includes its upper edge.
struct Bins {
  BinScale scale = BinScale::Linear;
  std::vector<double> edges;
};

/// commonBins covers both sets. Values that are not finite, and on a logarithmic axis those that are not positive, have
/// no place. One value alone gets one bin around it.
Bins commonBins(std::span<const double> one, std::span<const double> other, BinScale scale, std::size_t count);
std::vector<std::size_t> countInto(const Bins& bins, std::span<const double> values);

}  // namespace plumbline::statistics
