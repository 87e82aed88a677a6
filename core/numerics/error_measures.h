// SPDX-License-Identifier: GPL-3.0-or-later
// What one element's error is, and what is gathered over many: largest, bins by power of ten, sums that stay right over
// any number of elements and whatever their size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/numerics/error_statistics.h"

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
  return size == 0 || size > std::numeric_limits<double>::max() ? std::numeric_limits<double>::infinity() : error / size;
}
/// absoluteErrors and relativeErrors of many: what has no simple difference is looked at again one by one.
void absoluteErrors(const double* r, const double* res, std::size_t count, double* errors);
void relativeErrors(const double* r, const double* errors, std::size_t count, double* relative);
/// isWorse puts NaN above all; equal ones are not worse.
inline bool isWorse(double error, double than) { return error > than || (error != error && than == than); }

/// Largest is where something is largest so far, the first of equals.
class Largest {
 public:
  void add(const double* values, std::size_t count, std::int64_t flat);
  void addOne(double value, std::int64_t flat) {
    if (m_flat >= 0 && !isWorse(value, m_value)) return;
    m_value = value;
    m_flat = flat;
  }
  bool isEmpty() const { return m_flat < 0; }
  double value() const { return m_value; }
  std::int64_t flat() const { return m_flat; }

 private:
  double m_value = 0;
  std::int64_t m_flat = -1;
};

/// BinCounter counts absolute errors by power of ten.
class BinCounter {
 public:
  void add(const double* errors, std::size_t count);
  ErrorBins bins() const;

 private:
  static constexpr int kLeast = -324, kMost = 308;  ///< powers of ten that a double has
  std::array<std::int64_t, kMost - kLeast + 1> m_counts{};
  std::int64_t m_zero = 0, m_notFinite = 0;
};

/// productSum of two blocks: in double where that is safe, wider where it would leave double's range.
long double productSum(const double* a, const double* b, std::size_t count);
/// plainSum of a block.
long double plainSum(const double* values, std::size_t count);

/// SideCounter gathers SideStatistics.
class SideCounter {
 public:
  void add(const double* values, std::size_t count, std::int64_t flat);
  SideStatistics statistics() const;
  /// hasOnlyFinite tells about the block added last.
  bool hasOnlyFinite() const { return m_onlyFinite; }

 private:
  void addSlowly(const double* values, std::size_t count, std::int64_t flat);
  SideStatistics m_so;
  long double m_sum = 0;
  std::int64_t m_finite = 0;
  double m_least = std::numeric_limits<double>::infinity(), m_most = -std::numeric_limits<double>::infinity();
  bool m_onlyFinite = true;
};

}  // namespace plumbline::numerics
