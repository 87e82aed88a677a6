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

/// Eight numbers in two vectors: written out, because g++ leaves loops over arrays of lanes with comparisons scalar.
struct Eight {
  using Four = double __attribute__((vector_size(32)));
  Four a = {}, b = {};

  Eight() = default;
  explicit Eight(double value) : a(Four{} + value), b(a) {}
  /// load `left` numbers, filled up with `rest`.
  void load(const double* from, std::size_t left = kSumLanes, double rest = 0) {
    double some[kSumLanes];
    for (std::size_t k = 0; left < kSumLanes && k < kSumLanes; ++k) some[k] = k < left ? from[k] : rest;
    const double* all = left < kSumLanes ? some : from;
    __builtin_memcpy(&a, all, sizeof a);
    __builtin_memcpy(&b, all + 4, sizeof b);
  }
  double sum() const { return ((a[0] + a[1]) + (a[2] + a[3])) + ((b[0] + b[1]) + (b[2] + b[3])); }
};

/// RangeLanes passes over NaN.
struct RangeLanes {
  Eight low{__builtin_inf()}, high{-__builtin_inf()};

  void add(const Eight& value) {
    low.a = value.a < low.a ? value.a : low.a;
    low.b = value.b < low.b ? value.b : low.b;
    high.a = value.a > high.a ? value.a : high.a;
    high.b = value.b > high.b ? value.b : high.b;
  }
  Range range(bool areFinite) const {
    Range made{low.a[0], high.a[0], areFinite};
    for (std::size_t k = 0; k < kSumLanes; ++k) {
      const double least = k < 4 ? low.a[k] : low.b[k - 4], most = k < 4 ? high.a[k] : high.b[k - 4];
      made.min = least < made.min ? least : made.min;
      made.max = most > made.max ? most : made.max;
    }
    return made;
  }
};

/// forEights calls use(i, left) for eight elements after each other, of which `left` are there, and `chunkDone` after
/// each chunk: sums are taken in eight lanes for speed, and go on in a wider type after each chunk for accuracy.
template <typename Use, typename ChunkDone>
inline void forEights(std::size_t count, const Use& use, const ChunkDone& chunkDone) {
  for (std::size_t i = 0; i < count; chunkDone()) {
    const std::size_t end = count - i < kSumChunk ? count : i + kSumChunk;
    for (; i + kSumLanes <= end; i += kSumLanes) use(i, kSumLanes);
    if (i < end) use(i, end - i);
    i = end;
  }
}

bool absoluteErrorsOf(const double* x, const double* y, std::size_t count, double* errors) {
  std::uint64_t far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    errors[i] = sizeOf(y[i] - x[i]);
    far |= errors[i] <= __DBL_MAX__ ? std::uint64_t{0} : std::uint64_t{1};
  }
  return far == 0;
}

bool areAllFinite(const double* values, std::size_t count) {
  std::uint64_t far = 0;
  for (std::size_t i = 0; i < count; ++i) far |= sizeOf(values[i]) <= __DBL_MAX__ ? std::uint64_t{0} : std::uint64_t{1};
  return far == 0;
}

Moments momentsOf(const double* values, std::size_t count) {
  RangeLanes range;
  Eight sum, squares, value;
  Moments made;
  forEights(
      count,
      [&](std::size_t i, std::size_t left) __attribute__((always_inline)) {
        value.load(values + i, left, values[i]);
        range.add(value);
        if (left < kSumLanes) value.load(values + i, left);
        sum.a += value.a;
        sum.b += value.b;
        squares.a += value.a * value.a;
        squares.b += value.b * value.b;
      },
      [&]() __attribute__((always_inline)) {
        made.sum += sum.sum();
        made.squares += squares.sum();
        sum = squares = Eight();
      });
  // What is not finite makes the sum of squares so, too.
  made.range = range.range(__builtin_isfinite(made.squares) || areAllFinite(values, count));
  return made;
}

Range relativeErrorsOf(const double* x, const double* errors, std::size_t count, double* relative) {
  for (std::size_t i = 0; i < count; ++i) relative[i] = errors[i] / sizeOf(x[i]);
  return momentsOf(relative, count).range;
}

Products productsOf(const double* x, const double* y, std::size_t count) {
  Eight sum, size, a, b;
  Products made;
  forEights(
      count,
      [&](std::size_t i, std::size_t left) __attribute__((always_inline)) {
        a.load(x + i, left);
        b.load(y + i, left);
        const Eight::Four first = a.a * b.a, second = a.b * b.b;
        sum.a += first;
        sum.b += second;
        size.a += first < 0 ? -first : first;
        size.b += second < 0 ? -second : second;
      },
      [&]() __attribute__((always_inline)) {
        made.sum += sum.sum();
        made.size += size.sum();
        sum = size = Eight();
      });
  return made;
}

std::size_t countAtLeastOf(const double* values, std::size_t count, double limit) {
  const Eight bound(limit);
  auto low = bound.a < bound.a, high = low;
  std::size_t i = 0;
  Eight value;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    value.load(values + i);
    low -= value.a >= bound.a;
    high -= value.b >= bound.b;
  }
  low += high;
  auto found = static_cast<std::size_t>(low[0] + low[1] + low[2] + low[3]);
  for (; i < count; ++i) found += values[i] >= limit ? std::size_t{1} : 0;
  return found;
}

/// withinUlps: the bits of a number without its sign count the numbers up to it. `infinite` are those of infinity;
/// twice as much fits in the type.
template <typename Bits>
bool withinUlps(const void* first, const void* second, std::size_t count, Bits infinite, std::uint64_t limit) {
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  const auto *x = static_cast<const Bits*>(first), *y = static_cast<const Bits*>(second);
  const Bits most =
      limit < static_cast<Bits>(2 * infinite) ? static_cast<Bits>(limit) : static_cast<Bits>(2 * infinite);
  Bits far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<Bits>(x[i] & static_cast<Bits>(~kSign)),
               b = static_cast<Bits>(y[i] & static_cast<Bits>(~kSign));
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

constexpr CompareLoops kLoopsOfThisSource{allCloseOf,   hasNanOf,   closeMaskOf,      addSquaredDifferencesOf,
                                          addNumbersOf, widenBlock, absoluteErrorsOf, relativeErrorsOf,
                                          momentsOf,    productsOf, countAtLeastOf,   areWithinUlpsOf};

}  // namespace

}  // namespace plumbline::numerics
