// SPDX-License-Identifier: GPL-3.0-or-later
// The error of one element, and accumulators over many: largest, bins by power of ten, sums that stay accurate for any
// number and magnitude of elements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/numerics/errors/error_statistics.h"
#include "core/numerics/kernels/compare_loops.h"
#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {

/// absoluteError is |res - r|: 0 for equal ones, infinities and two NaN too; NaN when one side alone is NaN.
inline double absoluteError(double r, double res) {
  const double error = res > r ? res - r : r - res;
  return res == r || (res != res && r != r) ? 0 : error;
}
/// relativeError to |r|: 0 without error; infinite when r is 0 or infinite.
inline double relativeError(double r, double error) {
  if (error == 0 || error != error) return error;
  const double size = r < 0 ? -r : r;
  return size == 0 || size > std::numeric_limits<double>::max() ? std::numeric_limits<double>::infinity()
                                                                : error / size;
}
/// absoluteErrors and relativeErrors of many elements. The range is that of the relative errors.
void absoluteErrors(const double* r, const double* res, std::size_t count, double* errors);
Range relativeErrors(const double* r, const double* errors, std::size_t count, double* relative);
/// isWorse orders NaN above all numbers; equal errors are not worse.
inline bool isWorse(double error, double than) { return error > than || (error != error && than == than); }

/// Largest is the largest value so far, the first of equals.
class Largest {
 public:
  void add(const double* values, std::size_t count, std::int64_t flat);
  void add(const Range& range, const double* values, std::size_t count, std::int64_t flat);
  void addOne(double value, std::int64_t flat) {
    if (m_flat >= 0 && !isWorse(value, m_value)) return;
    m_value = value;
    m_flat = flat;
  }
  /// merge adds what was gathered of later elements, as in the classes below.
  void merge(const Largest& later) {
    if (!later.isEmpty()) addOne(later.m_value, later.m_flat);
  }
  bool isEmpty() const { return m_flat < 0; }
  double value() const { return m_value; }
  std::int64_t flat() const { return m_flat; }

 private:
  double m_value = 0;
  std::int64_t m_flat = -1;
};

/// BinCounter counts absolute errors by power of ten; faster with the range of the errors.
class BinCounter {
 public:
  void add(const double* errors, std::size_t count);
  void add(const Range& range, const double* errors, std::size_t count);
  void merge(const BinCounter& later);
  ErrorBins bins() const;

 private:
  struct Decades;
  static constexpr int kMinDecade = -324, kMaxDecade = 308;  ///< powers of ten that a double has
  static constexpr std::size_t kZeroBin = kMaxDecade - kMinDecade + 1, kNotFiniteBin = kZeroBin + 1, kBins = kZeroBin + 2;
  std::array<std::array<std::int64_t, kBins>, 4> m_counts{};  ///< in turn, because neighbours often share a bin
};

/// BlockSums of a block of numbers: their sum and that of their squares, as productSum has it.
struct BlockSums {
  Range range;
  long double sum = 0, squares = 0;
};
BlockSums blockSums(const double* values, std::size_t count);
/// productSum of two blocks: in double, or wider if that would leave the range of double.
long double productSum(const double* a, const double* b, std::size_t count);

/// SideCounter gathers SideStatistics.
class SideCounter {
 public:
  /// add returns the sum of the squares of all numbers of the block.
  long double add(const double* values, std::size_t count, std::int64_t flat);
  void merge(const SideCounter& later);
  SideStatistics statistics() const;
  /// hasOnlyFinite is about the block added last.
  bool hasOnlyFinite() const { return m_onlyFinite; }

 private:
  void addSlowly(const double* values, std::size_t count, std::int64_t flat);
  SideStatistics m_statistics;
  long double m_sum = 0;
  std::int64_t m_finite = 0;
  double m_min = std::numeric_limits<double>::infinity(), m_max = -std::numeric_limits<double>::infinity();
  bool m_onlyFinite = true;
};

// Distances in units in the last place. Both zeros are one number; numbers of different sign count through it; the
// largest number and infinity are neighbours.

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
