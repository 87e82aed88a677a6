// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/errors/error_measures.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>
#include <string>

namespace plumbline::numerics {
namespace {

// Between these, sums of products of a block neither underflow nor overflow in double.
constexpr double kMinSafe = 1e-250, kMaxSafe = 1e250;

bool isSafe(long double sum) { return sum > kMinSafe && sum < kMaxSafe; }

bool isZero(const Range& range) { return range.areFinite && range.min == 0 && range.max == 0; }

/// exactProducts is for sums that leave the range of double.
long double exactProducts(const double* a, const double* b, std::size_t count) {
  long double exact = 0;
  for (std::size_t i = 0; i < count; ++i) exact += static_cast<long double>(a[i]) * b[i];
  return exact;
}

/// firstEqual is the number itself, with the sign of the first one if it is zero.
double firstEqual(const double* values, std::size_t count, double value) {
  return value != 0 ? value : *std::find(values, values + count, value);
}

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
  if (fastestLoops().absoluteErrors(r, res, count, errors)) return;
  for (std::size_t i = 0; i < count; ++i) errors[i] = absoluteError(r[i], res[i]);
}

Range relativeErrors(const double* r, const double* errors, std::size_t count, double* relative) {
  const Range range = fastestLoops().relativeErrors(r, errors, count, relative);
  if (range.areFinite) return range;
  // 0 / 0 is NaN as well: both sides are 0.
  for (std::size_t i = 0; i < count; ++i) relative[i] = relativeError(r[i], errors[i]);
  return fastestLoops().moments(relative, count).range;
}

void Largest::add(const double* values, std::size_t count, std::int64_t flat) {
  add(fastestLoops().moments(values, count).range, values, count, flat);
}

void Largest::add(const Range& range, const double* values, std::size_t count, std::int64_t flat) {
  if (m_flat >= 0 && m_value != m_value) return;  // NaN is the worst
  if (range.areFinite && m_flat >= 0 && !(range.max > m_value)) return;
  for (std::size_t i = 0; i < count; ++i) addOne(values[i], flat + static_cast<std::int64_t>(i));
}

/// Decades has where each bin begins, and for each exponent of a double the bin of its smallest numbers and where the next
/// bin begins, so that the power of ten of an error is found without a logarithm or a branch.
struct BinCounter::Decades {
  static constexpr std::size_t kExponents = 2048;
  static constexpr int kMantissaBits = 52;
  std::array<double, kZeroBin> begin{};
  std::array<double, kExponents> next{};
  std::array<std::uint16_t, kExponents> bin{};

  Decades() {
    constexpr int kBias = 1023;
    for (std::size_t at = 0; at < begin.size(); ++at) begin[at] = powerOfTen(kMinDecade + static_cast<int>(at));
    for (std::size_t exponent = 1; exponent + 1 < kExponents; ++exponent) {
      // Only 1 is a power of both two and ten, so rounding the product is harmless.
      const int decade = static_cast<int>(std::floor((static_cast<int>(exponent) - kBias) * std::log10(2.0)));
      bin[exponent] = static_cast<std::uint16_t>(decade - kMinDecade);
      next[exponent] = decade < kMaxDecade ? begin[bin[exponent] + std::size_t{1}] : std::numeric_limits<double>::infinity();
    }
    next.front() = next.back() = std::numeric_limits<double>::quiet_NaN();
    bin.front() = kZeroBin;
    bin.back() = kNotFiniteBin;
  }
  static const Decades& all() {
    static const Decades kAll;
    return kAll;
  }
  static double powerOfTen(int power) {
    const std::string text = "1e" + std::to_string(power);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() ? value : 0;
  }
  std::size_t binOf(double error) const {
    const auto exponent = static_cast<std::size_t>(std::bit_cast<std::uint64_t>(error) >> kMantissaBits) % kExponents;
    if (exponent == 0 && error != 0)
      return static_cast<std::size_t>(std::ranges::upper_bound(begin, error) - begin.begin()) - 1;
    return bin[exponent] + (error >= next[exponent] ? std::size_t{1} : 0);
  }
};

void BinCounter::add(const Range& range, const double* errors, std::size_t count) {
  // The errors of a block mostly share a few bins. To count those from the beginning of a bin on is much faster than to
  // find the bin of each error.
  constexpr std::size_t kMaxCounted = 12;
  const CompareLoops& loops = fastestLoops();
  const std::size_t nonZero = loops.countAtLeast(errors, count, std::numeric_limits<double>::denorm_min());
  std::array<std::size_t, kMaxCounted + 1> found{};
  std::size_t counted = 0;
  const std::size_t top = Decades::all().binOf(range.max);
  if (range.areFinite && nonZero > 0)
    for (; found[counted] < nonZero && counted < std::min(kMaxCounted, top + 1); ++counted)
      found[counted + 1] = loops.countAtLeast(errors, count, Decades::all().begin[top - counted]);
  if (!range.areFinite || found[counted] < nonZero) return add(errors, count);
  m_counts[0][kZeroBin] += static_cast<std::int64_t>(count - nonZero);
  for (std::size_t i = 0; i < counted; ++i) m_counts[0][top - i] += static_cast<std::int64_t>(found[i + 1] - found[i]);
}

void BinCounter::add(const double* errors, std::size_t count) {
  const Decades& decades = Decades::all();
  for (std::size_t i = 0; i < count; ++i) ++m_counts[i % m_counts.size()][decades.binOf(errors[i])];
}

void BinCounter::merge(const BinCounter& later) {
  for (const auto& counts : later.m_counts)
    for (std::size_t bin = 0; bin < counts.size(); ++bin) m_counts[0][bin] += counts[bin];
}

ErrorBins BinCounter::bins() const {
  std::array<std::int64_t, kBins> all{};
  for (const auto& counts : m_counts)
    for (std::size_t bin = 0; bin < counts.size(); ++bin) all[bin] += counts[bin];
  ErrorBins bins;
  bins.zero = all[kZeroBin];
  bins.notFinite = all[kNotFiniteBin];
  const std::span<const std::int64_t> decades(all.data(), kZeroBin);
  const auto isUsed = [](std::int64_t count) { return count != 0; };
  const auto first = std::ranges::find_if(decades, isUsed);
  if (first == decades.end()) return bins;
  const auto last = std::find_if(decades.rbegin(), decades.rend(), isUsed).base();
  bins.firstExponent = kMinDecade + static_cast<int>(first - decades.begin());
  bins.counts.assign(first, last);
  return bins;
}

BlockSums blockSums(const double* values, std::size_t count) {
  const Moments moments = fastestLoops().moments(values, count);
  BlockSums sums{moments.range, moments.sum, moments.squares};
  if (!std::isfinite(sums.sum)) {
    sums.sum = 0;
    for (std::size_t i = 0; i < count; ++i) sums.sum += values[i];
  }
  if (!isSafe(sums.squares)) sums.squares = isZero(sums.range) ? 0 : exactProducts(values, values, count);
  return sums;
}

long double productSum(const double* a, const double* b, std::size_t count) {
  // The sum of absolute values detects underflow and overflow.
  const Products products = fastestLoops().products(a, b, count);
  return isSafe(products.size) ? products.sum : exactProducts(a, b, count);
}

long double SideCounter::add(const double* values, std::size_t count, std::int64_t flat) {
  const BlockSums sums = blockSums(values, count);
  m_onlyFinite = sums.range.areFinite;
  if (!m_onlyFinite) {
    addSlowly(values, count, flat);
    return sums.squares;
  }
  if (sums.range.min < m_min) m_min = firstEqual(values, count, sums.range.min);
  if (sums.range.max > m_max) m_max = firstEqual(values, count, sums.range.max);
  m_finite += static_cast<std::int64_t>(count);
  m_sum += sums.sum;
  return sums.squares;
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
