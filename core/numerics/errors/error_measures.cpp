// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/errors/error_measures.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

namespace plumbline::numerics {
namespace {

constexpr std::size_t kLanes = 8, kChunk = 256;
// Between these, sums of products of a block neither underflow nor overflow in double.
constexpr double kMinSafe = 1e-250, kMaxSafe = 1e250;

/// laneSum adds in eight independent lanes for speed, and continues in a wider type after each chunk for accuracy.
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

bool isSafe(long double sum) { return sum > kMinSafe && sum < kMaxSafe; }

/// Decades finds the power of ten of a number without a logarithm.
class Decades {
 public:
  Decades() {
    for (int power = kMinPower; power <= kMaxPower; ++power) {
      const std::string text = "1e" + std::to_string(power);
      double value = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
      if (read.ec != std::errc()) value = power > 0 ? std::numeric_limits<double>::infinity() : 0;
      m_powers[static_cast<std::size_t>(power - kMinPower)] = value;
    }
    // Only 1 is a power of both two and ten, so rounding the product is harmless.
    for (int exponent = kMinExponent; exponent <= kMaxExponent; ++exponent)
      m_decades[static_cast<std::size_t>(exponent - kMinExponent)] =
          static_cast<std::int16_t>(std::floor(exponent * std::log10(2.0)));
  }
  /// of a finite number above 0
  int of(double value) const {
    constexpr int kMantissaBits = 52, kBias = 1023;
    int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> kMantissaBits) - kBias;
    if (exponent == -kBias) exponent = std::ilogb(value);  // subnormal
    const int decade = m_decades[static_cast<std::size_t>(exponent - kMinExponent)];
    return decade + (value >= m_powers[static_cast<std::size_t>(decade + 1 - kMinPower)] ? 1 : 0);
  }

 private:
  static constexpr int kMinPower = -324, kMaxPower = 309, kMinExponent = -1074, kMaxExponent = 1023;
  std::array<double, kMaxPower - kMinPower + 1> m_powers{};
  std::array<std::int16_t, kMaxExponent - kMinExponent + 1> m_decades{};
};

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

void absoluteErrors(const double* r, const double* res, std::size_t count, double* errors) {
  // Only infinities and NaN give a NaN difference.
  double nan = 0;
  for (std::size_t i = 0; i < count; ++i) {
    errors[i] = std::abs(res[i] - r[i]);
    nan += errors[i] * 0;
  }
  if (nan == 0) return;
  for (std::size_t i = 0; i < count; ++i) errors[i] = absoluteError(r[i], res[i]);
}

void relativeErrors(const double* r, const double* errors, std::size_t count, double* relative) {
  // 0 / 0 is NaN as well: both sides are 0.
  double nan = 0;
  for (std::size_t i = 0; i < count; ++i) {
    relative[i] = errors[i] / std::abs(r[i]);
    nan += relative[i] * 0;
  }
  if (nan == 0) return;
  for (std::size_t i = 0; i < count; ++i) relative[i] = relativeError(r[i], errors[i]);
}

void Largest::add(const double* values, std::size_t count, std::int64_t flat) {
  if (count == 0 || (m_flat >= 0 && m_value != m_value)) return;  // NaN is the worst
  double max = values[0];
  bool hasNan = false;
  for (std::size_t i = 0; i < count; ++i) {
    hasNan |= values[i] != values[i];
    max = values[i] > max ? values[i] : max;
  }
  if (!hasNan && m_flat >= 0 && !(max > m_value)) return;
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
      ++m_counts[static_cast<std::size_t>(decades.of(error) - kMinDecade)];
    }
  }
}

void BinCounter::merge(const BinCounter& later) {
  for (std::size_t i = 0; i < m_counts.size(); ++i) m_counts[i] += later.m_counts[i];
  m_zero += later.m_zero;
  m_notFinite += later.m_notFinite;
}

ErrorBins BinCounter::bins() const {
  ErrorBins bins;
  bins.zero = m_zero;
  bins.notFinite = m_notFinite;
  const auto isUsed = [](std::int64_t count) { return count != 0; };
  const auto first = std::ranges::find_if(m_counts, isUsed);
  if (first == m_counts.end()) return bins;
  const auto last = std::find_if(m_counts.rbegin(), m_counts.rend(), isUsed).base();
  bins.firstExponent = kMinDecade + static_cast<int>(first - m_counts.begin());
  bins.counts.assign(first, last);
  return bins;
}

long double productSum(const double* a, const double* b, std::size_t count) {
  // The sum of absolute values detects underflow and overflow.
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
  double min = m_min, max = m_max;
  bool onlyFinite = true;
  for (std::size_t i = 0; i < count; ++i) {
    onlyFinite &= std::abs(values[i]) <= std::numeric_limits<double>::max();
    min = values[i] < min ? values[i] : min;
    max = values[i] > max ? values[i] : max;
  }
  m_onlyFinite = onlyFinite;
  if (!onlyFinite) return addSlowly(values, count, flat);
  m_min = min;
  m_max = max;
  m_finite += static_cast<std::int64_t>(count);
  m_sum += plainSum(values, count);
}

void SideCounter::addSlowly(const double* values, std::size_t count, std::int64_t flat) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t at = flat + static_cast<std::int64_t>(i);
    if (std::isnan(values[i])) {
      ++m_statistics.nans;
      if (!m_statistics.firstNan) m_statistics.firstNan = at;
    } else if (std::isinf(values[i])) {
      ++m_statistics.infinities;
      if (!m_statistics.firstInfinity) m_statistics.firstInfinity = at;
    } else {
      ++m_finite;
      m_sum += values[i];
      m_min = std::min(m_min, values[i]);
      m_max = std::max(m_max, values[i]);
    }
  }
}

void SideCounter::merge(const SideCounter& later) {
  m_statistics.nans += later.m_statistics.nans;
  m_statistics.infinities += later.m_statistics.infinities;
  if (!m_statistics.firstNan) m_statistics.firstNan = later.m_statistics.firstNan;
  if (!m_statistics.firstInfinity) m_statistics.firstInfinity = later.m_statistics.firstInfinity;
  m_sum += later.m_sum;
  m_finite += later.m_finite;
  m_min = std::min(m_min, later.m_min);
  m_max = std::max(m_max, later.m_max);
}

SideStatistics SideCounter::statistics() const {
  SideStatistics made = m_statistics;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  made.min = m_finite > 0 ? m_min : kNone;
  made.max = m_finite > 0 ? m_max : kNone;
  made.mean = m_finite > 0 ? static_cast<double>(m_sum / static_cast<long double>(m_finite)) : kNone;
  return made;
}

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
