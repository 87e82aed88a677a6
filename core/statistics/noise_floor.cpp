// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/noise_floor.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/statistics/statistics.h"

namespace plumbline::statistics {
namespace {

/// Median distance of two values from a normal distribution, in standard deviations.
constexpr double kNormalDistance = 0.95387255240894;
constexpr double kShamosEfficiency = 0.86;
constexpr double kMinFreedom = 5;
constexpr double kMaxAutocorrelation = 0.97;
constexpr std::size_t kMaxLags = 100;
constexpr std::size_t kMeanBelow = 5;  ///< of so few values the mean is their level, as their median has no spread

std::vector<double> finiteOf(std::span<const double> values) {
  std::vector<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite.push_back(value);
  return finite;
}

NoiseGroups usableOf(const NoiseGroups& groups) {
  NoiseGroups usable;
  for (const std::vector<double>& group : groups)
    if (auto finite = finiteOf(group); finite.size() > 1) usable.push_back(std::move(finite));
  return usable;
}

/// shamosSpread is the median distance within groups. Of a long group it looks at lags that are spread evenly.
double shamosSpread(const NoiseGroups& groups) {
  std::vector<double> distances;
  for (const std::vector<double>& group : groups) {
    const std::size_t n = group.size();
    const std::size_t step = n <= 2 * kMaxLags ? 1 : n / kMaxLags;
    for (std::size_t lag = 1; lag < n; lag += step)
      for (std::size_t i = lag; i < n; ++i) distances.push_back(std::abs(group[i] - group[i - lag]));
  }
  const std::size_t half = distances.size() / 2;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(half);
  std::nth_element(distances.begin(), middle, distances.end());
  double value = *middle;
  if (distances.size() % 2 == 0) value = std::midpoint(*std::max_element(distances.begin(), middle), value);
  return value / kNormalDistance;
}

/// residualsOf takes the level off a group. They are as wide as the noise: what the estimated level took is given back.
std::vector<double> residualsOf(const std::vector<double>& group) {
  const double n = static_cast<double>(group.size());
  const double level = group.size() < kMeanBelow ? arithmeticMean(group).value : median(group).value;
  std::vector<double> residuals;
  for (const double value : group) residuals.push_back((value - level) * std::sqrt(n / (n - 1)));
  return residuals;
}

/// neighbourCorrelation limits each value to three spreads, so that a spike is no correlation, and is 0 where 95 % of
/// independent series have as much.
double neighbourCorrelation(const NoiseGroups& groups, double spread) {
  double products = 0, squares = 0, values = 0, levels = 0;
  for (const std::vector<double>& group : groups) {
    double last = 0;
    for (const double residual : residualsOf(group)) {
      const double clipped = std::clamp(residual, -3 * spread, 3 * spread);
      products += clipped * last;
      squares += clipped * clipped;
      last = clipped;
    }
    values += static_cast<double>(group.size());
    levels += 1;
  }
  if (squares <= 0) return 0;
  const double raw = products / squares;
  const double unbiased = raw + (1 + 3 * raw) * levels / values;
  if (unbiased * std::sqrt(values) < 1.645) return 0;
  return std::min(unbiased, kMaxAutocorrelation);
}

/// meanVariance is that of a mean of n AR(1) values, in variances of one.
double meanVariance(double phi, std::size_t count) {
  const double n = static_cast<double>(count);
  return ((1 + phi) / (1 - phi) - 2 * phi * (1 - std::pow(phi, n)) / (n * (1 - phi) * (1 - phi))) / n;
}

double studentTail(double t, double freedom) {
  return boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
}

/// oddOf returns how far values are from the one that is in the middle of their group, without those that are equal to it.
std::vector<double> oddOf(const NoiseGroups& groups) {
  std::vector<double> odd;
  for (std::vector<double> group : groups) {
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    std::ranges::nth_element(group, middle);
    for (const double level = *middle; const double value : group)
      if (value != level) odd.push_back(std::abs(value - level));
  }
  std::ranges::sort(odd);
  return odd;
}

/// judgeCounted: of n values that are exchangeable and of which k are as far from their level, another one is so with k + 1 of
/// n + 1; of a level whose own values are few, with at least 1 of theirs.
DeltaJudgement judgeCounted(const NoiseFloor& floor, double delta, double level) {
  const double all = static_cast<double>(floor.values) + 1, least = 1 / (static_cast<double>(floor.levelValues) + 1);
  const auto as = static_cast<double>(floor.odd.end() - std::ranges::lower_bound(floor.odd, std::abs(delta)));
  DeltaJudgement judged{.band = 0, .p = std::max(least, (as + 1) / all), .isCounted = true};
  const auto rare = static_cast<std::size_t>(std::max(0.0, std::floor((1 - level) * all + 1e-9) - 1));
  if (rare < floor.odd.size()) judged.band = floor.odd[floor.odd.size() - 1 - rare];
  const auto needed = static_cast<std::size_t>(std::ceil(1 / (1 - level) - 1e-9)) - 1;
  if (delta == 0) {
    judged.p = 1;
    judged.effect = 0;
    judged.noiseClass = NoiseClass::Within;
  } else if (std::abs(delta) <= judged.band) {
    judged.noiseClass = NoiseClass::Within;
  } else if (floor.levelValues >= needed) {
    judged.noiseClass = NoiseClass::Above;
  } else {
    judged.moreRuns = needed - floor.levelValues;
  }
  return judged;
}

constexpr std::array<double, 9> kFreedoms{2, 3, 4, 6, 9, 14, 22, 35, 60};
constexpr double kScaleStep = 0.05;  ///< of the logarithm of a spread

/// logPrior of kFreedoms, which are about evenly spaced on a logarithmic scale. It leans to heavy tails, so that the advised
/// tolerance of twenty values holds for Student t noise of three degrees too.
double logPrior(double freedom) { return -0.05 * freedom; }

}  // namespace

NoiseGroups unchangedLevels(std::span<const double> values, std::span<const Change> changes) {
  std::vector<double> flat(values.begin(), values.end());
  std::vector<std::size_t> starts;
  std::size_t settled = 0;  // up to here no drift is left
  for (const Change& change : changes) {
    starts.push_back(change.isDrift ? std::max(change.from, settled) : change.index);
    if (!change.isDrift) continue;
    double above = 0;
    for (std::size_t i = change.to; i-- > starts.back();) {
      if (!std::isfinite(flat[i])) continue;
      flat[i] += above;
      above += change.slope;
    }
    settled = std::max(settled, change.to);
  }
  std::ranges::sort(starts);
  NoiseGroups groups(1);
  auto next = starts.begin();
  for (std::size_t i = 0; i < flat.size(); ++i) {
    for (; next != starts.end() && *next <= i; ++next)
      if (!groups.back().empty()) groups.emplace_back();
    if (std::isfinite(flat[i])) groups.back().push_back(flat[i]);
  }
  return groups;
}

NoiseFloor noiseFloor(const NoiseGroups& groups) {
  NoiseFloor floor;
  for (const std::vector<double>& group : groups) {
    const Mean level = median(group);
    if (level.count == 0) continue;
    floor.level = level.value;
    floor.levelValues = level.count;
  }
  const NoiseGroups usable = usableOf(groups);
  floor.groups = usable.size();
  for (const std::vector<double>& group : usable) floor.values += group.size();
  if (usable.empty()) return floor;
  floor.spread = shamosSpread(usable);
  if (floor.spread <= 0) {
    floor.odd = oddOf(usable);
    return floor;
  }
  const double phi = floor.autocorrelation = neighbourCorrelation(usable, floor.spread);
  const double independent = static_cast<double>(floor.values - floor.groups) * (1 - phi * phi) / (1 + phi * phi);
  floor.freedom = kShamosEfficiency * independent;
  const boost::math::chi_squared squares(floor.freedom);
  floor.low = floor.spread * std::sqrt(floor.freedom / boost::math::quantile(squares, 0.975));
  floor.high = floor.spread * std::sqrt(floor.freedom / boost::math::quantile(squares, 0.025));
  return floor;
}

std::string_view noiseClassName(NoiseClass noiseClass) {
  switch (noiseClass) {
    case NoiseClass::Within: return "within";
    case NoiseClass::Above: return "above";
    case NoiseClass::Unknown: break;
  }
  return "unknown";
}

DeltaJudgement judgeDelta(const NoiseFloor& floor, double delta, const DeltaOptions& options) {
  DeltaJudgement judged;
  if (!std::isfinite(delta) || !std::isfinite(floor.spread) || options.before == 0 || options.after == 0) {
    const auto needed = static_cast<std::size_t>(std::ceil(kMinFreedom / kShamosEfficiency)) + 1;
    judged.moreRuns = std::isfinite(floor.spread) ? needed : needed - std::min(needed - 1, floor.levelValues);
    return judged;
  }
  if (floor.spread <= 0) return judgeCounted(floor, delta, options.level);
  const double phi = floor.autocorrelation;
  const double error = floor.spread * std::sqrt(meanVariance(phi, options.before) + meanVariance(phi, options.after));
  const double freedom = std::max(floor.freedom, 1e-3);
  judged.effect = delta / floor.spread;
  if (freedom < kMinFreedom) {
    const double perRun = kShamosEfficiency * (1 - phi * phi) / (1 + phi * phi);
    judged.moreRuns = static_cast<std::size_t>(std::ceil((kMinFreedom - freedom) / perRun));
    return judged;
  }
  const boost::math::students_t noise(freedom);
  judged.band = error * boost::math::quantile(boost::math::complement(noise, (1 - options.level) / 2));
  judged.p = 2 * studentTail(std::abs(delta) / error, freedom);
  judged.noiseClass = std::abs(delta) <= judged.band ? NoiseClass::Within : NoiseClass::Above;
  return judged;
}

NoiseTail::NoiseTail(const NoiseGroups& groups, const NoiseFloor& floor) : m_start(floor.spread) {
  std::vector<double> squares;
  const NoiseGroups usable = usableOf(groups);
  for (const std::vector<double>& group : usable)
    for (const double residual : residualsOf(group)) squares.push_back(residual * residual);
  const double phi = floor.autocorrelation;
  const double independent = static_cast<double>(floor.values - floor.groups) * (1 - phi) / (1 + phi);
  const double each = independent / static_cast<double>(squares.size());
  // A new value has the error of the level in it.
  m_levelError = std::sqrt(std::numbers::pi / 2 * meanVariance(phi, std::max<std::size_t>(1, floor.levelValues)));
  const double wider = std::hypot(1, m_levelError);

  // The likelihood depends on freedom * scale^2 in all terms that cost time: one sum for each of these products.
  const double reach = std::min(3.0, 4 / std::sqrt(2 * std::max(independent, 0.5)));
  const double from = 2 * (std::log(floor.spread) - 0.7 - reach) + std::log(kFreedoms.front());
  const double to = 2 * (std::log(floor.spread) + 0.3 + reach) + std::log(kFreedoms.back());
  double best = -std::numeric_limits<double>::infinity();
  const int steps = static_cast<int>((to - from) / (2 * kScaleStep));
  for (int step = 0; step <= steps; ++step) {
    const double logProduct = from + 2 * kScaleStep * step;
    const double product = std::exp(logProduct);
    double sum = 0;
    for (const double square : squares) sum += std::log1p(square / product);
    for (const double freedom : kFreedoms) {
      const double logScale = (logProduct - std::log(freedom)) / 2;
      if (std::abs(logScale - std::log(floor.spread) + 0.2) > 0.505 + reach) continue;
      const double constant = std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2) - std::log(freedom * std::numbers::pi) / 2;
      const double fit = static_cast<double>(squares.size()) * (constant - logScale) - (freedom + 1) / 2 * sum;
      m_shapes.push_back({freedom, std::exp(logScale) * wider, each * fit + logPrior(freedom)});
      best = std::max(best, m_shapes.back().weight);
    }
  }
  double all = 0;
  for (Shape& shape : m_shapes) all += shape.weight = std::exp(shape.weight - best);
  for (Shape& shape : m_shapes) shape.weight /= all;
  std::erase_if(m_shapes, [](const Shape& shape) { return shape.weight < 1e-18; });
}

double NoiseTail::beyond(const Shape& shape, double distance, bool isTwoSided) const {
  if (isTwoSided) return distance <= 0 ? 1 : 2 * studentTail(distance / shape.scale, shape.freedom);
  return studentTail(distance / shape.scale, shape.freedom);
}

double NoiseTail::meanBeyond(double distance, bool isTwoSided) const {
  double rate = 0;
  for (const Shape& shape : m_shapes) rate += shape.weight * beyond(shape, distance, isTwoSided);
  return rate;
}

RateEstimate NoiseTail::rateBeyond(double distance, bool isTwoSided) const {
  // The interval is over the spread, the tail and the level, which is wrong by `z` times its error.
  constexpr int kSteps = 12;
  constexpr double kStep = 0.25, kMinWeight = 1e-6;
  const auto weightAt = [](int step) { return std::exp(-kStep * step * kStep * step / 2); };
  double all = 0;
  for (int step = -kSteps; step <= kSteps; ++step) all += weightAt(step);
  std::vector<std::pair<double, double>> rates;
  for (const Shape& shape : m_shapes) {
    if (shape.weight < kMinWeight) continue;
    const double scale = shape.scale / std::hypot(1, m_levelError);
    for (int step = -kSteps; step <= kSteps; ++step) {
      const double shift = kStep * step * m_levelError * scale;
      double rate = studentTail((distance + shift) / scale, shape.freedom);
      if (isTwoSided) rate = distance <= 0 ? 1 : rate + studentTail((distance - shift) / scale, shape.freedom);
      rates.emplace_back(rate, shape.weight * weightAt(step) / all);
    }
  }
  RateEstimate estimate{.rate = meanBeyond(distance, isTwoSided)};
  std::ranges::sort(rates);
  double below = 0;
  estimate.low = estimate.high = rates.empty() ? 0 : rates.front().first;
  for (const auto& [rate, weight] : rates) {
    if (below <= 0.025) estimate.low = rate;
    if (below <= 0.975) estimate.high = rate;
    below += weight;
  }
  // The mean is beyond where few shapes have most of it.
  estimate.low = std::min(estimate.low, estimate.rate);
  estimate.high = std::max(estimate.high, estimate.rate);
  return estimate;
}

double NoiseTail::distanceFor(double rate, bool isTwoSided) const {
  // On logarithmic scales the tail of a mixture of Student t distributions is nearly a line.
  const auto excess = [&](double logDistance) {
    return std::log(meanBeyond(std::exp(logDistance), isTwoSided)) - std::log(rate);
  };
  double high = std::log(m_start);
  while (excess(high) > 0) high += 1;
  double low = high - 1;
  while (excess(low) <= 0 && low > std::log(m_start) - 20) low -= 1;
  if (excess(low) <= 0) return 0;  // nearly every value is farther
  std::uintmax_t rounds = 100;
  return std::exp(boost::math::tools::toms748_solve(excess, low, high, boost::math::tools::eps_tolerance<double>(50), rounds).second);
}

void NoisePool::add(const NoiseGroups& groups, const NoiseFloor& floor) {
  if (!(floor.spread > 0)) return;
  m_far.clear();
  for (const std::vector<double>& group : usableOf(groups))
    for (const double residual : residualsOf(group)) m_values.push_back(residual / floor.spread);
}

/// rateBeyond is the larger one of what is counted and of the fitted tail, which goes beyond all that was seen.
double NoisePool::rateBeyond(double distance) {
  if (m_far.empty()) {
    for (const double value : m_values) m_far.push_back(std::abs(value));
    std::ranges::sort(m_far);
    const NoiseGroups all{m_values};
    NoiseFloor floor = noiseFloor(all);
    floor.autocorrelation = 0;
    floor.levelValues = floor.values;
    m_tail.reset();
    if (floor.spread > 0) m_tail.emplace(all, floor);
  }
  const auto count = static_cast<double>(m_far.end() - std::ranges::lower_bound(m_far, distance));
  const double fitted = m_tail ? m_tail->rateBeyond(distance, true).rate : 0;
  return m_far.empty() ? 0 : std::max(fitted, count / static_cast<double>(m_far.size()));
}

DeltaJudgement NoisePool::judge(const NoiseFloor& floor, double delta, const DeltaOptions& options) {
  DeltaJudgement judged = judgeDelta(floor, delta, options);
  if (judged.isCounted || !(judged.p <= 1 - options.level)) return judged;
  // A far difference is one of either value, so that two have it twice as often.
  const double far = rateBeyond(std::abs(delta) / floor.spread);
  judged.p = std::max(judged.p, std::min(1.0, options.before == 1 ? 2 * far : far));
  if (judged.p > 1 - options.level) judged.noiseClass = NoiseClass::Within;
  return judged;
}

}  // namespace plumbline::statistics
