// SPDX-License-Identifier: GPL-3.0-or-later
// Narrow floating formats as numbers: float16, bfloat16 and the five float8 ones (OCP FP8, its "UZ" relatives, and the scale E8M0), to
// and from the formats C++ has. Widening is exact; narrowing rounds to nearest, ties to even, as torch does on a CPU.
#pragma once

#include <bit>
#include <cstdint>

#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {

inline float bfloat16ToFloat(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

/// halfToFloat for any of the 65536 patterns, subnormal numbers and NaN included.
inline float halfToFloat(std::uint16_t bits) {
  const std::uint32_t sign = (std::uint32_t{bits} & 0x8000U) << 16;
  const std::uint32_t magnitude = std::uint32_t{bits} & 0x7FFFU;
  if (magnitude >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13));
  if (magnitude < 0x400U) {  // a multiple of 2^-24, exact in float32
    const float value = static_cast<float>(magnitude) * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000U));
}

/// floatToBFloat16: NaN becomes 0x7FC0, whatever its sign, as in torch.
inline std::uint16_t floatToBFloat16(float value) {
  if (value != value) return 0x7FC0U;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

/// floatToHalf: too large becomes infinite; NaN becomes 0x7E00 with its sign.
inline std::uint16_t floatToHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U);
  if (magnitude >= 0x477FF000U) return static_cast<std::uint16_t>(sign | 0x7C00U);  // from 65520 on
  if (magnitude < 0x38800000U) {  // subnormal: adding 1/2 aligns the last bits of half and float
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
  }
  const std::uint32_t rounded = magnitude + 0xFFFU + ((magnitude >> 13) & 1U);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

/// float8ToFloat of one of the float8 dtypes.
float float8ToFloat(std::uint8_t bits, Dtype dtype);
/// floatToFloat8: too large becomes infinite in e5m2 and NaN in the others, which have no infinity. Of e8m0, which has
/// only powers of two, the nearest one.
std::uint8_t floatToFloat8(float value, Dtype dtype);

}  // namespace plumbline::numerics
