// SPDX-License-Identifier: GPL-3.0-or-later
// How many numbers of a floating dtype lie between two of its numbers: the distance in units in the last place. Both
// zeros are one number; numbers of different sign count through it; the largest number and infinity are neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/numerics/dtype.h"

namespace plumbline::numerics {

/// hasUlps: float64, float32, float16, bfloat16.
bool hasUlps(Dtype dtype);

/// kNoUlps is the distance of NaN from a number; NaN from NaN is 0. More than any other.
inline constexpr std::uint64_t kNoUlps = ~std::uint64_t{0};

/// LargestUlp is the first of the largest distances.
struct LargestUlp {
  std::uint64_t distance = 0;
  std::size_t at = 0;
};
/// largestUlp of `count` pairs of a dtype that hasUlps; the bytes need no alignment. All 0: {0, 0}.
LargestUlp largestUlp(Dtype dtype, const std::byte* a, const std::byte* b, std::size_t count);

/// ulpValue is a distance as a number: infinite for kNoUlps.
double ulpValue(std::uint64_t distance);

}  // namespace plumbline::numerics
