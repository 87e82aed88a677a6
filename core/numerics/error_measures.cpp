// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/error_measures.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

namespace plumbline::numerics {
namespace {

constexpr std::size_t kLanes = 8, kChunk = 256;
// Sums of products of a block between these are as exact in double as its lanes allow.
constexpr double kSafeLeast = 1e-250, kSafeMost = 1e250;

/// laneSum adds in eight lanes, so that the sum does not wait for itself, and goes over to a wider number often enough
/// that no long chain of roundings grows.
template <typename Term>
long double laneSum(std::size_t count, const Term& term) {
  long double sum = 0;
  std::size_t i = 0;
  while (i < count) {
    const std::size_t end = std::min(count, i + kChunk);
    std::array<double, kLanes> lanes{};
    for (; i + kLanes <= end; i += kLanes)
      for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += term(i + k);
    for (std::size_t k = 0; i < end; ++i, ++k) lanes[k] += term(i);
    sum += ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
  }
  return sum;
}

bool isSafe(long double sum) { return sum > kSafeLeast && sum < kSafeMost; }

/// Decades knows in which power of ten a number lies, without a logarithm.
class Decades {
 public:
  Decades() {
    for (int power = kLeastPower; power <= kMostPower; ++power) {
      const std::string text = "1e" + std::to_string(power);
      double value = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
      if (read.ec != std::errc()) value = power > 0 ? std::numeric_limits<double>::infinity() : 0;
      m_powers[static_cast<std::size_t>(power - kLeastPower)] = value;
    }
    // No power of two but 1 is one of ten, so that rounding the product does no harm.
    for (int exponent = kLeastExponent; exponent <= kMostExponent; ++exponent)
      m_decades[static_cast<std::size_t>(exponent - kLeastExponent)] =
          static_cast<std::int16_t>(std::floor(exponent * std::log10(2.0)));
  }
  /// of a finite number above 0
  int of(double value) const {
    constexpr int kMantissaBits = 52, kBias = 1023;
    int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> kMantissaBits) - kBias;
    if (exponent == -kBias) exponent = std::ilogb(value);  // subnormal
    const int decade = m_decades[static_cast<std::size_t>(exponent - kLeastExponent)];
    return decade + (value >= m_powers[static_cast<std::size_t>(decade + 1 - kLeastPower)] ? 1 : 0);
  }

 private:
  static constexpr int kLeastPower = -324, kMostPower = 309, kLeastExponent = -1074, kMostExponent = 1023;
  std::array<double, kMostPower - kLeastPower + 1> m_powers{};
  std::array<std::int16_t, kMostExponent - kLeastExponent + 1> m_decades{};
};

}  // namespace

void absoluteErrors(const double* r, const double* res, std::size_t count, double* errors) {
  // Only infinities and NaN make a difference NaN; without them it is the error.
  double nan = 0;
  for (std::size_t i = 0; i < count; ++i) {
    errors[i] = std::abs(res[i] - r[i]);
    nan += errors[i] * 0;
  }
  if (nan == 0) return;
  for (std::size_t i = 0; i < count; ++i) errors[i] = absoluteError(r[i], res[i]);
}

void relativeErrors(const double* r, const double* errors, std::size_t count, double* relative) {
  // Nor does 0 / 0 come from anything but a 0 on both sides.
  double nan = 0;
  for (std::size_t i = 0; i < count; ++i) {
    relative[i] = errors[i] / std::abs(r[i]);
    nan += relative[i] * 0;
  }
  if (nan == 0) return;
  for (std::size_t i = 0; i < count; ++i) relative[i] = relativeError(r[i], errors[i]);
}

void Largest::add(const double* values, std::size_t count, std::int64_t flat) {
  if (count == 0 || (m_flat >= 0 && m_value != m_value)) return;  // nothing is worse than NaN
  double most = values[0];
  bool hasNan = false;
  for (std::size_t i = 0; i < count; ++i) {
    hasNan |= values[i] != values[i];
    most = values[i] > most ? values[i] : most;
  }
  if (!hasNan && m_flat >= 0 && !(most > m_value)) return;
  for (std::size_t i = 0; i < count; ++i) addOne(values[i], flat + static_cast<std::int64_t>(i));
}

void BinCounter::add(const double* errors, std::size_t count) {
  static const Decades decades;
  for (std::size_t i = 0; i < count; ++i) {
    const double error = errors[i];
    if (error == 0) {
      ++m_zero;
    } else if (!(error <= std::numeric_limits<double>::max())) {
      ++m_notFinite;
    } else {
      ++m_counts[static_cast<std::size_t>(decades.of(error) - kLeast)];
    }
  }
}

ErrorBins BinCounter::bins() const {
  ErrorBins bins;
  bins.zero = m_zero;
  bins.notFinite = m_notFinite;
  const auto isUsed = [](std::int64_t count) { return count != 0; };
  const auto first = std::ranges::find_if(m_counts, isUsed);
  if (first == m_counts.end()) return bins;
  const auto last = std::find_if(m_counts.rbegin(), m_counts.rend(), isUsed).base();
  bins.firstExponent = kLeast + static_cast<int>(first - m_counts.begin());
  bins.counts.assign(first, last);
  return bins;
}

long double productSum(const double* a, const double* b, std::size_t count) {
  // The sum of what is added without its sign tells whether a product may have been too small or too large.
  const long double sum = laneSum(count, [a, b](std::size_t i) { return a[i] * b[i]; });
  const long double size = a == b ? sum : laneSum(count, [a, b](std::size_t i) { return std::abs(a[i] * b[i]); });
  if (isSafe(size)) return sum;
  long double exact = 0;
  for (std::size_t i = 0; i < count; ++i) exact += static_cast<long double>(a[i]) * b[i];
  return exact;
}

long double plainSum(const double* values, std::size_t count) {
  const long double sum = laneSum(count, [values](std::size_t i) { return values[i]; });
  if (std::isfinite(sum)) return sum;
  long double exact = 0;
  for (std::size_t i = 0; i < count; ++i) exact += values[i];
  return exact;
}

void SideCounter::add(const double* values, std::size_t count, std::int64_t flat) {
  double least = m_least, most = m_most;
  bool onlyFinite = true;
  for (std::size_t i = 0; i < count; ++i) {
    onlyFinite &= std::abs(values[i]) <= std::numeric_limits<double>::max();
    least = values[i] < least ? values[i] : least;
    most = values[i] > most ? values[i] : most;
  }
  m_onlyFinite = onlyFinite;
  if (!onlyFinite) return addSlowly(values, count, flat);
  m_least = least;
  m_most = most;
  m_finite += static_cast<std::int64_t>(count);
  m_sum += plainSum(values, count);
}

void SideCounter::addSlowly(const double* values, std::size_t count, std::int64_t flat) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t at = flat + static_cast<std::int64_t>(i);
    if (std::isnan(values[i])) {
      ++m_so.nans;
      if (!m_so.firstNan) m_so.firstNan = at;
    } else if (std::isinf(values[i])) {
      ++m_so.infinities;
      if (!m_so.firstInfinity) m_so.firstInfinity = at;
    } else {
      ++m_finite;
      m_sum += values[i];
      m_least = std::min(m_least, values[i]);
      m_most = std::max(m_most, values[i]);
    }
  }
}

SideStatistics SideCounter::statistics() const {
  SideStatistics made = m_so;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  made.least = m_finite > 0 ? m_least : kNone;
  made.most = m_finite > 0 ? m_most : kNone;
  made.mean = m_finite > 0 ? static_cast<double>(m_sum / static_cast<long double>(m_finite)) : kNone;
  return made;
}

}  // namespace plumbline::numerics
