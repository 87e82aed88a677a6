// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the loops over errors, and the table of all loops. As compare_loop_bodies.h.
#pragma once

#include "core/numerics/kernels/compare_loop_bodies.h"

namespace plumbline::numerics {

namespace {

template <typename Format>
void maskFloats(const void* ref, const void* res, std::size_t count, const CloseBounds& bounds, std::uint8_t* close) {
  using Number = typename Format::Number;
  const auto* x = static_cast<const typename Format::Stored*>(ref);
  const auto* y = static_cast<const typename Format::Stored*>(res);
  const auto rtol = static_cast<Number>(bounds.rtol), atol = static_cast<Number>(bounds.atol);
  const unsigned equalNan = bounds.equalNan ? 1 : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Number a = Format::widen(x[i]), b = Format::widen(y[i]);
    const Number error = sizeOf(Format::rounded(a - b));
    const Number allowed = Format::rounded(atol + sizeOf(Format::rounded(rtol * b)));
    const unsigned isEqual = a == b ? 1 : 0, isWithin = error <= allowed ? 1 : 0;
    const unsigned isFinite = error <= FlagOf<Number>::kMaxFinite ? 1 : 0;
    const unsigned areNan = (a != a ? 1U : 0U) & (b != b ? 1U : 0U);
    close[i] = static_cast<std::uint8_t>(isEqual | (isWithin & isFinite) | (areNan & equalNan));
  }
}

template <typename Integer>
void maskIntegers(const void* ref, const void* res, std::size_t count, const CloseBounds& bounds, std::uint8_t* close) {
  const auto *x = static_cast<const Integer*>(ref), *y = static_cast<const Integer*>(res);
  for (std::size_t i = 0; i < count; ++i) close[i] = closeIntegers<Integer>(x + i, y + i, 1, bounds) ? 1 : 0;
}

void closeMaskOf(Dtype dtype, const void* ref, const void* res, std::size_t count, const CloseBounds& bounds,
                 std::uint8_t* close) {
  switch (dtype) {
    case Dtype::Float64: return maskFloats<WholeFloat<double>>(ref, res, count, bounds, close);
    case Dtype::Float32: return maskFloats<WholeFloat<float>>(ref, res, count, bounds, close);
    case Dtype::Float16: return maskFloats<HalfFloat>(ref, res, count, bounds, close);
    case Dtype::BFloat16: return maskFloats<BrainFloat>(ref, res, count, bounds, close);
    case Dtype::UInt8: return maskIntegers<std::uint8_t>(ref, res, count, bounds, close);
    case Dtype::Int8: return maskIntegers<std::int8_t>(ref, res, count, bounds, close);
    case Dtype::Int16: return maskIntegers<std::int16_t>(ref, res, count, bounds, close);
    case Dtype::Int32: return maskIntegers<std::int32_t>(ref, res, count, bounds, close);
    case Dtype::Int64: return maskIntegers<std::int64_t>(ref, res, count, bounds, close);
    case Dtype::UInt16: return maskIntegers<std::uint16_t>(ref, res, count, bounds, close);
    case Dtype::UInt32: return maskIntegers<std::uint32_t>(ref, res, count, bounds, close);
    case Dtype::UInt64: return maskIntegers<std::uint64_t>(ref, res, count, bounds, close);
    default:
      for (std::size_t i = 0; i < count; ++i) close[i] = 0;
  }
}

template <typename Format>
void widenOf(const void* stored, std::size_t count, double* wide) {
  const auto* values = static_cast<const typename Format::Stored*>(stored);
  for (std::size_t i = 0; i < count; ++i) wide[i] = static_cast<double>(Format::widen(values[i]));
}

void widenBlock(Dtype dtype, const void* values, std::size_t count, double* wide) {
  switch (dtype) {
    case Dtype::Float32: return widenOf<WholeFloat<float>>(values, count, wide);
    case Dtype::Float16: return widenOf<HalfFloat>(values, count, wide);
    case Dtype::BFloat16: return widenOf<BrainFloat>(values, count, wide);
    default: return widenOf<WholeFloat<double>>(values, count, wide);
  }
}

constexpr std::size_t kSumLanes = 8, kSumChunk = 256;

/// forLanes calls use(i, lane) for all elements, and `chunkDone` after each chunk.
template <typename Use, typename ChunkDone>
inline void forLanes(std::size_t count, const Use& use, const ChunkDone& chunkDone) {
  for (std::size_t i = 0; i < count;) {
    const std::size_t end = count - i < kSumChunk ? count : i + kSumChunk;
    for (; i + kSumLanes <= end; i += kSumLanes)
      for (std::size_t k = 0; k < kSumLanes; ++k) use(i + k, k);
    for (std::size_t k = 0; i < end; ++i, ++k) use(i, k);
    chunkDone();
  }
}

/// SumLanes adds in independent lanes for speed, and continues in a wider type after each chunk for accuracy.
struct SumLanes {
  double lanes[kSumLanes] = {};
  long double sum = 0;

  void add(std::size_t lane, double value) { lanes[lane] += value; }
  void carry() {
    sum += ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    for (double& lane : lanes) lane = 0;
  }
};

struct RangeLanes {
  double low[kSumLanes], high[kSumLanes];
  std::uint64_t far[kSumLanes] = {};

  RangeLanes() {
    for (std::size_t k = 0; k < kSumLanes; ++k) {
      low[k] = __builtin_inf();
      high[k] = -__builtin_inf();
    }
  }
  void add(std::size_t lane, double value) {
    low[lane] = value < low[lane] ? value : low[lane];
    high[lane] = value > high[lane] ? value : high[lane];
    far[lane] |= sizeOf(value) <= __DBL_MAX__ ? std::uint64_t{0} : std::uint64_t{1};
  }
  Range range() const {
    Range made{low[0], high[0], far[0] == 0};
    for (std::size_t k = 1; k < kSumLanes; ++k) {
      made.min = low[k] < made.min ? low[k] : made.min;
      made.max = high[k] > made.max ? high[k] : made.max;
      made.areFinite = made.areFinite && far[k] == 0;
    }
    return made;
  }
};

bool absoluteErrorsOf(const double* x, const double* y, std::size_t count, double* errors) {
  std::uint64_t far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    errors[i] = sizeOf(y[i] - x[i]);
    far |= errors[i] <= __DBL_MAX__ ? std::uint64_t{0} : std::uint64_t{1};
  }
  return far == 0;
}

Range relativeErrorsOf(const double* x, const double* errors, std::size_t count, double* relative) {
  RangeLanes lanes;
  forLanes(
      count,
      [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
        relative[i] = errors[i] / sizeOf(x[i]);
        lanes.add(lane, relative[i]);
      },
      [] {});
  return lanes.range();
}

Moments momentsOf(const double* values, std::size_t count) {
  RangeLanes range;
  SumLanes sum, squares;
  forLanes(
      count,
      [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
        const double value = values[i];
        range.add(lane, value);
        sum.add(lane, value);
        squares.add(lane, value * value);
      },
      [&] {
        sum.carry();
        squares.carry();
      });
  return {range.range(), sum.sum, squares.sum};
}

Products productsOf(const double* x, const double* y, std::size_t count) {
  SumLanes sum, size;
  forLanes(
      count,
      [&](std::size_t i, std::size_t lane) __attribute__((always_inline)) {
        const double product = x[i] * y[i];
        sum.add(lane, product);
        size.add(lane, sizeOf(product));
      },
      [&] {
        sum.carry();
        size.carry();
      });
  return {sum.sum, size.sum};
}

/// withinUlps: the bits of a number without its sign count the numbers up to it. `infinite` are those of infinity; twice
/// as much fits in the type.
template <typename Bits>
bool withinUlps(const void* first, const void* second, std::size_t count, Bits infinite, std::uint64_t limit) {
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  const auto *x = static_cast<const Bits*>(first), *y = static_cast<const Bits*>(second);
  const Bits most = limit < static_cast<Bits>(2 * infinite) ? static_cast<Bits>(limit) : static_cast<Bits>(2 * infinite);
  Bits far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<Bits>(x[i] & static_cast<Bits>(~kSign)), b = static_cast<Bits>(y[i] & static_cast<Bits>(~kSign));
    const auto apart = static_cast<Bits>(a > b ? a - b : b - a), through = static_cast<Bits>(a + b);
    const Bits distance = ((x[i] ^ y[i]) & kSign) != 0 ? through : apart;
    far = static_cast<Bits>(far | (distance > most ? 1U : 0U) | (a > infinite ? 1U : 0U) | (b > infinite ? 1U : 0U));
  }
  return far == 0;
}

bool areWithinUlpsOf(Dtype dtype, const void* x, const void* y, std::size_t count, std::uint64_t limit) {
  switch (dtype) {
    case Dtype::Float64: return withinUlps<std::uint64_t>(x, y, count, 0x7FF0000000000000U, limit);
    case Dtype::Float32: return withinUlps<std::uint32_t>(x, y, count, 0x7F800000U, limit);
    case Dtype::Float16: return withinUlps<std::uint16_t>(x, y, count, 0x7C00U, limit);
    case Dtype::BFloat16: return withinUlps<std::uint16_t>(x, y, count, 0x7F80U, limit);
    default: return false;
  }
}

constexpr CompareLoops kLoopsOfThisSource{allCloseOf,       hasNanOf,         closeMaskOf,
                                          addSquaredDifferencesOf, addNumbersOf, widenBlock,
                                          absoluteErrorsOf, relativeErrorsOf, momentsOf,
                                          productsOf,       areWithinUlpsOf};

}  // namespace

}  // namespace plumbline::numerics
