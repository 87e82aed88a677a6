// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/number_evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/history/run_intake.h"
#include "core/statistics/change_points.h"
#include "core/statistics/statistics.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::evidence {
namespace {

using statistics::NoiseFloor;
using statistics::NoiseGroups;

constexpr std::size_t kMinRepeats = 10;  ///< runs beyond the first of their commit, to take the noise from them alone
constexpr std::size_t kMinConstant = 20;  ///< values that never moved, to call a tolerance too wide
constexpr double kTooWide = 5;            ///< times the advised tolerance

/// Numbers are the values of a strip, with the points they are of.
struct Numbers {
  std::vector<double> values;
  std::vector<std::size_t> points;
};

Numbers numbersOf(const history::RowStrip& strip) {
  Numbers numbers;
  for (std::size_t i = 0; i < strip.points.size(); ++i) {
    if (!std::isfinite(strip.points[i].number.value_or(std::nan("")))) continue;  // a store of others may hold any
    numbers.values.push_back(*strip.points[i].number);
    numbers.points.push_back(i);
  }
  return numbers;
}

/// repeatsOf groups the values by commit; empty when too few commits ran twice.
NoiseGroups repeatsOf(const Numbers& numbers, const history::RowStrip& strip, std::span<const history::RunInfo> runs) {
  std::map<std::string, std::vector<double>> byCommit;
  for (std::size_t i = 0; i < numbers.values.size(); ++i) {
    const std::string& commit = runs[strip.points[numbers.points[i]].run].commit;
    if (!commit.empty()) byCommit[commit].push_back(numbers.values[i]);
  }
  NoiseGroups groups;
  std::size_t repeats = 0;
  for (auto& [commit, values] : byCommit) {
    if (values.size() < 2) continue;
    repeats += values.size() - 1;
    groups.push_back(std::move(values));
  }
  return repeats < kMinRepeats ? NoiseGroups{} : groups;
}

/// withLevel gives the spread of one floor the level of another.
NoiseFloor withLevel(NoiseFloor spread, const NoiseFloor& level) {
  spread.level = level.level;
  spread.levelValues = level.levelValues;
  return spread;
}

statistics::RateEstimate sumOf(const statistics::RateEstimate& one, const statistics::RateEstimate& other) {
  return {std::min(1.0, one.rate + other.rate), std::min(1.0, one.low + other.low), std::min(1.0, one.high + other.high)};
}

/// classOf a margin whose two ends are distances from the level: of the limit, and of the advised tolerance.
MarginClass classOf(const statistics::RateEstimate& fails, double distance, double advised, double maxRate) {
  if (fails.low > 0.5) return MarginClass::Fails;
  if (fails.low > maxRate) return MarginClass::Flaps;
  if (fails.rate > maxRate) return MarginClass::CannotTell;
  return distance > kTooWide * advised ? MarginClass::TooWide : MarginClass::Safe;
}

/// addConstant: values that are all the same, or nearly all, have no spread; how many of them are beyond is counted.
void addConstant(MarginEvidence& margin, const Limit& limit, const std::vector<double>& level, double maxRate) {
  statistics::RunCount count{.fails = 0, .runs = level.size()};
  for (const double value : level) count.fails += isBeyond(limit, value, margin.expected) ? 1 : 0;
  const statistics::Interval interval = rateInterval(count);
  margin.fails = {static_cast<double>(count.fails) / static_cast<double>(count.runs), interval.low, interval.high};
  margin.method = "counts, Jeffreys";
  const auto [low, high] = std::ranges::minmax(level);
  const bool isConstant = low == high;
  if (isConstant) margin.advised = 0;
  if (margin.fails.low > 0.5)
    margin.marginClass = MarginClass::Fails;
  else if (margin.fails.low > maxRate)
    margin.marginClass = MarginClass::Flaps;
  else if (isConstant && count.fails == 0 && level.size() >= kMinConstant)
    margin.marginClass = limit.tolerance > 0 ? MarginClass::TooWide : MarginClass::Safe;
}

/// unseenBeyond is the share of runs that may be farther than `distance` from their level, whatever the shape of the noise: the
/// upper end by the runs that are.
double unseenBeyond(const NoiseGroups& levels, const MarginEvidence& margin, double distance) {
  statistics::RunCount count;
  for (const std::vector<double>& values : levels) {
    const double level = statistics::median(values).value;
    const Limit limit{.tolerance = 0, .isLower = margin.isLower, .isBoth = margin.isBoth};
    for (const double value : values) count.fails += std::abs(value - level) > distance && isBeyond(limit, value, level) ? 1 : 0;
    count.runs += values.size();
  }
  return rateInterval(count).high;
}

std::optional<MarginEvidence> marginOf(const NoiseGroups& levels, const NoiseFloor& floor, const Limit& limit,
                                       double expected, double maxRate) {
  const double allowed = limit.tolerance * std::abs(expected);
  MarginEvidence margin{.expected = expected,
                        .limit = limit.isLower ? expected - allowed : expected + allowed,
                        .isLower = limit.isLower,
                        .isBoth = limit.isBoth,
                        .tolerance = limit.tolerance};
  if (!(floor.spread > 0)) {
    addConstant(margin, limit, levels.back(), maxRate);
    return margin;
  }
  const statistics::NoiseTail tail(levels, floor);
  const double distance = limit.isLower ? floor.level - margin.limit : margin.limit - floor.level;
  margin.fails = tail.rateBeyond(distance, false);
  double nearest = distance;
  if (limit.isBoth) {
    const double other = limit.isLower ? expected + allowed - floor.level : floor.level - expected + allowed;
    margin.fails = sumOf(margin.fails, tail.rateBeyond(other, false));
    nearest = std::min(nearest, other);
  }
  const double advised = tail.distanceFor(maxRate, limit.isBoth);
  if (floor.level != 0) margin.advised = advised / std::abs(floor.level);
  margin.unseen = unseenBeyond(levels, margin, advised);
  margin.marginClass = classOf(margin.fails, nearest, advised, maxRate);
  margin.method = "Student t, weighed over spreads and tails";
  return margin;
}

}  // namespace

std::optional<Limit> limitOf(const std::string& metric, std::optional<double> tolerance) {
  const std::uint8_t index = verdicts::metricIndex(metric);
  const verdicts::Better better = index == verdicts::kNoMetric ? verdicts::Better::Neither
                                                               : verdicts::metricCatalogue()[index].better;
  if (tolerance) return Limit{*tolerance, better != verdicts::Better::Lower, better == verdicts::Better::Neither};
  // Read once: a history has thousands of rows.
  static const auto rules = verdicts::ruleSet(verdicts::generations().back());
  if (!rules) return std::nullopt;
  if (metric == "compression_ratio") return Limit{1 - (*rules)->memory.tolerance, true, false};
  for (const verdicts::TrackedMetric& tracked : (*rules)->graphBreaks.tracked) {
    if (tracked.name != metric) continue;
    if (tracked.compare == verdicts::Compare::DropTolerance) return Limit{(*rules)->graphBreaks.dropTolerance, true, false};
    return Limit{0, tracked.compare == verdicts::Compare::HigherIsBetter, false};
  }
  return std::nullopt;
}

bool isBeyond(const Limit& limit, double value, double expected) {
  const double allowed = limit.tolerance * std::abs(expected);
  const bool isBelow = value < expected - allowed, isAbove = value > expected + allowed;
  return limit.isBoth ? isBelow || isAbove : limit.isLower ? isBelow : isAbove;
}

std::optional<NumberEvidence> numberEvidence(const history::RowStrip& strip, std::span<const history::RunInfo> runs,
                                             const std::optional<Limit>& limit, double& p, double maxRate) {
  const Numbers numbers = numbersOf(strip);
  if (numbers.values.size() < 2) return std::nullopt;
  NumberEvidence evidence;
  evidence.newest = numbers.values.back();
  evidence.changes = statistics::changePoints(numbers.values, {}, &p);
  if (!evidence.changes.empty()) p = evidence.changes.back().p;  // of the claim that is made
  const NoiseGroups levels = statistics::unchangedLevels(numbers.values, evidence.changes);
  const NoiseFloor ofLevels = statistics::noiseFloor(levels);
  NoiseGroups before = levels;
  before.back().pop_back();
  NoiseFloor floorBefore = statistics::noiseFloor(before);
  evidence.noise = ofLevels;
  if (const NoiseGroups repeats = repeatsOf(numbers, strip, runs); !repeats.empty()) {
    evidence.isFromRepeats = true;
    evidence.noise = withLevel(statistics::noiseFloor(repeats), ofLevels);
    floorBefore = withLevel(evidence.noise, floorBefore);
  }
  evidence.levelBefore = floorBefore.level;
  evidence.delta = statistics::judgeDelta(floorBefore, evidence.newest - floorBefore.level,
                                          {.before = floorBefore.levelValues});
  const std::optional<std::string>& expected = strip.points[numbers.points.back()].expected;
  const auto baseline = expected ? history::finiteNumber(*expected) : std::nullopt;
  if (limit && baseline) evidence.margin = marginOf(levels, ofLevels, *limit, *baseline, maxRate);
  for (statistics::Change& change : evidence.changes) change.index = numbers.points[change.index];
  return evidence;
}

RunNoise runNoise(const history::RowStrip& strip, std::span<const history::RunInfo> runs) {
  const Numbers numbers = numbersOf(strip);
  if (numbers.values.empty()) return {};
  NoiseGroups levels = statistics::unchangedLevels(numbers.values, statistics::changePoints(numbers.values));
  NoiseFloor floor = statistics::noiseFloor(levels);
  NoiseGroups repeats = repeatsOf(numbers, strip, runs);
  if (!repeats.empty()) {
    floor = withLevel(statistics::noiseFloor(repeats), floor);
    levels = std::move(repeats);
  }
  return {std::move(levels), std::move(floor), numbers.values.size()};
}

}  // namespace plumbline::evidence
