// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of compare_loops.h, without branches and early exits so that compilers vectorize them. Included by one
// source per instruction set, each of which needs its own copy: everything is in an unnamed namespace, and nothing of
// the standard library is called, since the linker could share such a function with a processor that lacks the
// instructions.
#pragma once

#include "core/numerics/kernels/compare_loops.h"

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

/// addRows adds term(i) of the following rows * kRow elements, and carries to the next level when a step is full.
template <typename T, typename Term>
inline void addRows(CascadeState<T>& state, std::size_t rows, const Term& term) {
  constexpr std::size_t kRow = CascadeState<T>::kRow;
  const std::int64_t step = std::int64_t{1} << state.power, mask = step - 1;
  std::size_t at = 0;
  for (std::size_t left = rows; left > 0;) {
    const auto upToCarry = static_cast<std::size_t>(step - (state.row & mask));
    const std::size_t run = left < upToCarry ? left : upToCarry;
    T sums[kRow];
    for (std::size_t lane = 0; lane < kRow; ++lane) sums[lane] = state.sums[0][lane];
    for (std::size_t row = 0; row < run; ++row, at += kRow)
      for (std::size_t lane = 0; lane < kRow; ++lane) sums[lane] += term(at + lane);
    for (std::size_t lane = 0; lane < kRow; ++lane) state.sums[0][lane] = sums[lane];
    left -= run;
    state.row += static_cast<std::int64_t>(run);
    if ((state.row & mask) != 0) continue;
    for (std::size_t level = 1; level < CascadeState<T>::kLevels; ++level) {
      for (std::size_t lane = 0; lane < kRow; ++lane) {
        state.sums[level][lane] += state.sums[level - 1][lane];
        state.sums[level - 1][lane] = 0;
      }
      if ((state.row & (mask << (static_cast<int>(level) * state.power))) != 0) break;
    }
  }
}

template <typename Format>
void squaredDifferences(CascadeState<double>& state, const double* x, const void* stored, std::size_t rows) {
  const auto* y = static_cast<const typename Format::Stored*>(stored);
  addRows(
      state, rows, [ x, y ](std::size_t i) __attribute__((always_inline)) {
        const double difference = x[i] - static_cast<double>(Format::widen(y[i]));
        return difference * difference;
      });
}

void addSquaredDifferencesOf(CascadeState<double>& state, const double* x, Dtype dtype, const void* y,
                             std::size_t rows) {
  switch (dtype) {
    case Dtype::Float32: return squaredDifferences<WholeFloat<float>>(state, x, y, rows);
    case Dtype::Float16: return squaredDifferences<HalfFloat>(state, x, y, rows);
    case Dtype::BFloat16: return squaredDifferences<BrainFloat>(state, x, y, rows);
    default: return squaredDifferences<WholeFloat<double>>(state, x, y, rows);
  }
}

void addNumbersOf(CascadeState<float>& state, const float* values, std::size_t rows) {
  addRows(
      state, rows, [values](std::size_t i) __attribute__((always_inline)) { return values[i]; });
}

/// areAllWithin: every error is finite and within its bound, as in most blocks. closeFloats also handles equal
/// infinities, NaN and equality without a bound. A NaN bound (0 * infinity) is replaced, since its error is not finite.
template <typename Format>
bool areAllWithin(const typename Format::Stored* x, const typename Format::Stored* y, std::size_t count,
                  typename Format::Number rtol, typename Format::Number atol) {
  using Number = typename Format::Number;
  using Flag = typename FlagOf<Number>::Type;
  constexpr Number kMaxFinite = FlagOf<Number>::kMaxFinite;
  Flag far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Number a = Format::widen(x[i]), b = Format::widen(y[i]);
    const Number error = sizeOf(Format::rounded(a - b));
    const Number allowed = Format::rounded(atol + sizeOf(Format::rounded(rtol * b)));
    const Number bound = allowed < kMaxFinite ? allowed : kMaxFinite;
    far |= error <= bound ? Flag{0} : Flag{1};
  }
  return far == 0;
}

template <typename Format>
bool closeFloats(const void* ref, const void* res, std::size_t count, const CloseBounds& bounds) {
  using Number = typename Format::Number;
  using Flag = typename FlagOf<Number>::Type;
  const auto* x = static_cast<const typename Format::Stored*>(ref);
  const auto* y = static_cast<const typename Format::Stored*>(res);
  const auto rtol = static_cast<Number>(bounds.rtol), atol = static_cast<Number>(bounds.atol);
  if (areAllWithin<Format>(x, y, count, rtol, atol)) return true;
  const Flag equalNan = bounds.equalNan ? 1 : 0;
  Flag far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Number a = Format::widen(x[i]), b = Format::widen(y[i]);
    const Number error = sizeOf(Format::rounded(a - b));
    const Number allowed = Format::rounded(atol + sizeOf(Format::rounded(rtol * b)));
    const Flag isEqual = a == b ? 1 : 0, isWithin = error <= allowed ? 1 : 0;
    const Flag isFinite = error <= FlagOf<Number>::kMaxFinite ? 1 : 0;
    const Flag aNan = a != a ? 1 : 0, bNan = b != b ? 1 : 0;
    far |= (isEqual | (isWithin & isFinite) | (aNan & bNan & equalNan)) ^ Flag { 1 };
  }
  return far == 0;
}

/// closeIntegers: torch converts both sides to float32.
template <typename Integer>
bool closeIntegers(const void* ref, const void* res, std::size_t count, const CloseBounds& bounds) {
  const auto* x = static_cast<const Integer*>(ref);
  const auto* y = static_cast<const Integer*>(res);
  const auto rtol = static_cast<float>(bounds.rtol), atol = static_cast<float>(bounds.atol);
  unsigned far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<float>(x[i]), b = static_cast<float>(y[i]);
    const float error = sizeOf(a - b), allowed = atol + sizeOf(rtol * b);
    const unsigned isEqual = x[i] == y[i] ? 1 : 0, isWithin = error <= allowed ? 1 : 0;
    far |= (isEqual | isWithin) ^ 1U;
  }
  return far == 0;
}

bool closeTruths(const void* ref, const void* res, std::size_t count, const CloseBounds& bounds) {
  const auto* x = static_cast<const std::uint8_t*>(ref);
  const auto* y = static_cast<const std::uint8_t*>(res);
  const auto rtol = static_cast<float>(bounds.rtol), atol = static_cast<float>(bounds.atol);
  // Index: is res true. Value: may it differ from ref.
  const bool mayDiffer[2] = {1.0F <= atol, 1.0F <= atol + rtol};
  unsigned far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned a = x[i] != 0 ? 1 : 0, b = y[i] != 0 ? 1 : 0;
    const unsigned allowed = (b & (mayDiffer[1] ? 1U : 0U)) | ((b ^ 1U) & (mayDiffer[0] ? 1U : 0U));
    far |= (a ^ b) & (allowed ^ 1U);
  }
  return far == 0;
}

bool allCloseOf(Dtype dtype, const void* ref, const void* res, std::size_t count, const CloseBounds& bounds) {
  switch (dtype) {
    case Dtype::Float64: return closeFloats<WholeFloat<double>>(ref, res, count, bounds);
    case Dtype::Float32: return closeFloats<WholeFloat<float>>(ref, res, count, bounds);
    case Dtype::Float16: return closeFloats<HalfFloat>(ref, res, count, bounds);
    case Dtype::BFloat16: return closeFloats<BrainFloat>(ref, res, count, bounds);
    case Dtype::Bool: return closeTruths(ref, res, count, bounds);
    case Dtype::UInt8: return closeIntegers<std::uint8_t>(ref, res, count, bounds);
    case Dtype::Int8: return closeIntegers<std::int8_t>(ref, res, count, bounds);
    case Dtype::Int16: return closeIntegers<std::int16_t>(ref, res, count, bounds);
    case Dtype::Int32: return closeIntegers<std::int32_t>(ref, res, count, bounds);
    case Dtype::Int64: return closeIntegers<std::int64_t>(ref, res, count, bounds);
    case Dtype::UInt16: return closeIntegers<std::uint16_t>(ref, res, count, bounds);
    case Dtype::UInt32: return closeIntegers<std::uint32_t>(ref, res, count, bounds);
    case Dtype::UInt64: return closeIntegers<std::uint64_t>(ref, res, count, bounds);
    default: return false;
  }
}

template <typename T>
bool nanAmong(const void* values, std::size_t count) {
  using Flag = typename FlagOf<T>::Type;
  const auto* x = static_cast<const T*>(values);
  Flag found = 0;
  for (std::size_t i = 0; i < count; ++i) found |= x[i] != x[i] ? Flag{1} : Flag{0};
  return found != 0;
}

bool nanAmongNarrow(const void* values, std::size_t count, std::uint16_t infinity) {
  const auto* x = static_cast<const std::uint16_t*>(values);
  std::uint16_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto magnitude = static_cast<std::uint16_t>(x[i] & 0x7FFFU);
    found = static_cast<std::uint16_t>(found | (magnitude > infinity ? 1U : 0U));
  }
  return found != 0;
}

bool hasNanOf(Dtype dtype, const void* values, std::size_t count) {
  switch (dtype) {
    case Dtype::Float64: return nanAmong<double>(values, count);
    case Dtype::Float32: return nanAmong<float>(values, count);
    case Dtype::Float16: return nanAmongNarrow(values, count, 0x7C00U);
    case Dtype::BFloat16: return nanAmongNarrow(values, count, 0x7F80U);
    default: return false;
  }
}

}  // namespace

}  // namespace plumbline::numerics
