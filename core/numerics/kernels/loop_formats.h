// SPDX-License-Identifier: GPL-3.0-or-later
// The number formats of compare_loop_bodies.h: widening, and rounding of a number that stays a float. Without branches,
// and for that header alone: the unnamed namespace gives each instruction set its own copy.
#pragma once

#include <cstdint>

namespace plumbline::numerics {
namespace {

inline float floatOfBits(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
inline std::uint32_t bitsOfFloat(float value) { return __builtin_bit_cast(std::uint32_t, value); }
inline float sizeOf(float value) { return __builtin_fabsf(value); }
inline double sizeOf(double value) { return __builtin_fabs(value); }

/// Number formats: Stored is how it lies in memory, Number what is computed with, rounded() its rounding of a Number.
template <typename T>
struct WholeFloat {
  using Stored = T;
  using Number = T;
  static Number widen(Stored stored) { return stored; }
  static Number rounded(Number value) { return value; }
};

struct BrainFloat {
  using Stored = std::uint16_t;
  using Number = float;
  static float widen(Stored stored) { return floatOfBits(std::uint32_t{stored} << 16); }
  /// A NaN made of bfloat16 numbers has no low bits, so that it stays one here.
  static float rounded(float value) {
    const std::uint32_t bits = bitsOfFloat(value);
    return floatOfBits((bits + 0x7FFFU + ((bits >> 16) & 1U)) & 0xFFFF0000U);
  }
};

struct HalfFloat {
  using Stored = std::uint16_t;
  using Number = float;
  static float widen(Stored stored) {
    const std::uint32_t magnitude = (std::uint32_t{stored} & 0x7FFFU) << 13;
    const std::uint32_t sign = (std::uint32_t{stored} & 0x8000U) << 16;
    // The product is exact, also where the half is subnormal. The largest exponent means infinity or NaN in both.
    const std::uint32_t scaled = bitsOfFloat(floatOfBits(magnitude) * 0x1p112F);
    return floatOfBits(scaled | sign | (magnitude >= 0x0F800000U ? 0x7F800000U : 0U));
  }
  static float rounded(float value) {
    const std::uint32_t bits = bitsOfFloat(value);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    const std::uint32_t normal = (magnitude + 0xFFFU + ((magnitude >> 13) & 1U)) & 0xFFFFE000U;
    // Below the normal halves: the last bit of a float from 1/2 to 1 is that of a subnormal half.
    const std::uint32_t small = bitsOfFloat((floatOfBits(magnitude) + 0.5F) - 0.5F);
    const std::uint32_t finite = magnitude < 0x38800000U ? small : normal;
    const std::uint32_t infinite = magnitude > 0x7F800000U ? magnitude : 0x7F800000U;
    return floatOfBits((finite >= 0x47800000U ? infinite : finite) | (bits & 0x80000000U));
  }
};

/// FlagOf is an integer as wide as the number, so that their vectors match.
template <typename Number>
struct FlagOf {
  using Type = std::uint32_t;
  static constexpr float kMaxFinite = __FLT_MAX__;
};
template <>
struct FlagOf<double> {
  using Type = std::uint64_t;
  static constexpr double kMaxFinite = __DBL_MAX__;
};

}  // namespace
}  // namespace plumbline::numerics
