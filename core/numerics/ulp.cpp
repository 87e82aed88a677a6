// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/ulp.h"

#include <cstring>
#include <limits>

namespace plumbline::numerics {
namespace {

/// Format of a floating dtype: its bits, and the magnitude of infinity, above which there is only NaN.
template <typename Bits, Bits Infinite>
struct Format {
  static constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));

  static std::uint64_t distance(Bits a, Bits b) {
    const std::uint64_t sizeA = static_cast<Bits>(a & static_cast<Bits>(~kSign));
    const std::uint64_t sizeB = static_cast<Bits>(b & static_cast<Bits>(~kSign));
    const bool isNanA = sizeA > Infinite;
    const bool isNanB = sizeB > Infinite;
    if (isNanA || isNanB) return isNanA && isNanB ? 0 : kNoUlps;
    if (((a ^ b) & kSign) != 0) return sizeA + sizeB;
    return sizeA > sizeB ? sizeA - sizeB : sizeB - sizeA;
  }

  static LargestUlp largest(const std::byte* a, const std::byte* b, std::size_t count) {
    LargestUlp found;
    for (std::size_t i = 0; i < count; ++i) {
      Bits x, y;
      std::memcpy(&x, a + i * sizeof(Bits), sizeof x);
      std::memcpy(&y, b + i * sizeof(Bits), sizeof y);
      const std::uint64_t far = distance(x, y);
      if (far > found.distance) found = {far, i};
    }
    return found;
  }
};

using Float64 = Format<std::uint64_t, 0x7FF0000000000000U>;
using Float32 = Format<std::uint32_t, 0x7F800000U>;
using Float16 = Format<std::uint16_t, 0x7C00U>;
using BFloat16 = Format<std::uint16_t, 0x7F80U>;

}  // namespace

bool hasUlps(Dtype dtype) {
  return dtype == Dtype::Float64 || dtype == Dtype::Float32 || dtype == Dtype::Float16 || dtype == Dtype::BFloat16;
}

LargestUlp largestUlp(Dtype dtype, const std::byte* a, const std::byte* b, std::size_t count) {
  if (dtype == Dtype::Float64) return Float64::largest(a, b, count);
  if (dtype == Dtype::Float32) return Float32::largest(a, b, count);
  if (dtype == Dtype::Float16) return Float16::largest(a, b, count);
  if (dtype == Dtype::BFloat16) return BFloat16::largest(a, b, count);
  return {};
}

double ulpValue(std::uint64_t distance) {
  return distance == kNoUlps ? std::numeric_limits<double>::infinity() : static_cast<double>(distance);
}

}  // namespace plumbline::numerics
