// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/change_points.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/statistics/ar_steps.h"
#include "core/statistics/levels.h"
#include "core/statistics/pieces.h"
#include "core/statistics/two_samples.h"

namespace plumbline::statistics {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kMinValues = kMinChangePoints;   ///< of a series or of a part that is split
constexpr std::size_t kHampelHalf = 3;  ///< points to each side of the running median
constexpr std::size_t kNearby = 3;      ///< how exactly the place of a step is wanted
// Longer series are split and tidied in fewer passes over all their values.
constexpr std::size_t kLongSeries = 4096;
constexpr std::size_t kMaxDepth = 16, kDeepPart = 256;  ///< splits wherever they are, before a part of more values is split near its middle
constexpr double kPhiStep = 1e-6, kPhiStepOfLong = 1e-4;  ///< change of the autocorrelation after which all starts are tested again
constexpr std::size_t kDropsPerPass = 16;  ///< one of so many starts is dropped in a pass over a long series
// Tuned on generated series of 100 points alone (tests/bench/change_points_bench.cpp).
constexpr double kClipAt = 3.5;         ///< in robust standard deviations: farther values are moved here,
constexpr double kReplaceAt = 4.5;      ///< and those even farther are replaced by the running median
constexpr double kMaxJump = 4;          ///< of the first innovation of a level, in standard deviations
constexpr double kMaxRankP = 0.2;       ///< of maxP: the p that ranks must reach, too; less in series of more than 100 points
constexpr double kMinSeparation = 4.5;  ///< standard deviations between levels without a common value: enough without such a p
constexpr double kMaxRankPhi = 0.8;     ///< autocorrelation up to which ranks are asked
constexpr double kMaxDriftP = 0.02;     ///< of maxP: the p of a drift by ranks
constexpr std::size_t kFewMoved = 50, kManyMoved = 10;  ///< one of so many values is moved as a spike
constexpr double kMinPairGain = 32;     ///< log-likelihood ratio (doubled) of two steps that are found only together

/// withoutSpikes moves single values that stand out of their neighbours; steps and slopes stay as they are, also slopes of more
/// than the noise from point to point if it `hasSlopes`.
Values withoutSpikes(std::span<const double> values, bool hasSlopes = false) {
  const std::size_t n = values.size();
  Values middles(n), distances(n);
  Values window(2 * kHampelHalf + 1);
  const Steps steps = stepsOf(values);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t from = i < kHampelHalf ? 0 : i - kHampelHalf, to = std::min(n, i + kHampelHalf + 1);
    const auto end = std::copy(values.begin() + static_cast<std::ptrdiff_t>(from),
                               values.begin() + static_cast<std::ptrdiff_t>(to), window.begin());
    std::sort(window.begin(), end);
    const std::size_t count = to - from;
    middles[i] = count % 2 == 1 ? window[count / 2] : std::midpoint(window[count / 2 - 1], window[count / 2]);
    // The window is cut at the ends of the series, and a slope without noise has values to one side only.
    if (hasSlopes && steps.stddev == 0)
      middles[i] -= steps.middle * (static_cast<double>(from + to - 1) / 2 - static_cast<double>(i));
    distances[i] = std::abs(values[i] - middles[i]);
  }
  Values sorted = distances;
  // On a steep slope most values are the median of their window.
  const double stddev = std::max(hasSlopes ? steps.stddev : 0, kNormal * medianOf(sorted));
  Values clean(values.begin(), values.end());
  for (std::size_t i = 0; i < n; ++i) {
    if (distances[i] > kReplaceAt * stddev)
      clean[i] = middles[i];
    else if (distances[i] > kClipAt * stddev)
      clean[i] = middles[i] + std::copysign(kClipAt * stddev, values[i] - middles[i]);
  }
  return clean;
}

/// largestGainP is the chance that noise alone has a place with such a gain.
double largestGainP(double gain, double rest, std::size_t count, double freedom) {
  const double n = static_cast<double>(count);
  // Noise that is rounding alone would make the ratio infinite.
  const double ratio = gain / std::max(rest, 1e-13 * (gain + rest));
  const double square = freedom * std::log1p(ratio);
  if (!(square >= 2)) return 1;
  const double edge = static_cast<double>(kMinLevel) / n;
  const double range = 2 * std::log((1 - edge) / edge);
  const double p = std::sqrt(square) * std::exp(-square / 2) / std::sqrt(2 * std::numbers::pi) *
                   (range * (1 - 1 / square) + 4 / square);
  return std::clamp(p, 0.0, 1.0);
}

struct Noise {
  double variance = 0, freedom = 0;  ///< of innovations; freedom 0: unknown
};

/// clippedP is the p of a step at `place`. Its first innovation counts up to kMaxJump standard deviations: one large
/// innovation of a process with a long memory is no step. `noise`, if known, is more than these values show.
double clippedP(std::span<const double> values, double phi, std::size_t place, const Noise& noise = {}) {
  ArSteps steps(values, phi);
  const StepGain plain = steps.gainAt(place);
  const double n = static_cast<double>(values.size());
  const double limit = kMaxJump * std::sqrt(plain.rest / std::max(1.0, n - 3));
  steps.clipInnovation(place, limit);
  const StepGain clipped = steps.gainAt(place);
  if (noise.freedom > 0) return largestGainP(clipped.gain, noise.variance * noise.freedom, values.size(), noise.freedom);
  return largestGainP(clipped.gain, std::max(clipped.rest, plain.rest), values.size(), n - 2);
}

struct Split {
  double p = 1;
  std::size_t place = 0;  ///< most plausible within kNearby points
};

Split bestSplit(std::span<const double> values) {
  if (values.size() < kMinValues) return {};
  std::size_t best = ArSteps(values, 0).best(kMinLevel);
  if (best == 0) return {};
  double phi = levelsPhi(values, std::array{best});
  std::vector<double> gains;
  for (int round = 0; round < 2; ++round) {
    const ArSteps steps(values, phi);
    best = steps.best(kMinLevel);
    if (best == 0) return {};
    gains = steps.gains(kMinLevel);
    const double next = levelsPhi(values, std::array{best});
    if (std::abs(next - phi) < 1e-3) break;
    if (round == 0) phi = next;
  }
  const StepGain at = ArSteps(values, phi).gainAt(best);
  const double variance = at.rest / std::max(1.0, static_cast<double>(values.size()) - 3);
  return {.p = clippedP(values, phi, best), .place = plausiblePlace(gains, variance, kNearby)};
}

/// bestPair looks for two steps that hide each other, such as a regression that was fixed; {0, 0} without.
std::array<std::size_t, 2> bestPair(std::span<const double> values) {
  const std::size_t n = values.size();
  if (n < 3 * kMinLevel + 2) return {};
  double phi = 0;
  std::array<std::size_t, 2> pair{ArSteps(values, 0).best(kMinLevel), 0};
  StepGain found;
  for (int round = 0; round < 3; ++round) {
    const ArSteps steps(values, phi);
    std::size_t last = 0;
    for (int turn = 0; turn < 6 && pair[0] != 0; ++turn) {
      const PairGain other = steps.bestBeside(pair[0], kMinLevel);
      if (other.place == 0) return {};
      found = other.both;
      if (other.place == last) break;
      last = pair[0];
      pair = {other.place, pair[0]};
    }
    if (pair[0] == 0 || pair[1] == 0) return {};
    std::array<std::size_t, 2> ordered = pair;
    std::ranges::sort(ordered);
    if (round < 2) phi = levelsPhi(values, ordered);
  }
  const double ratio = found.gain / std::max(found.rest, 1e-13 * (found.gain + found.rest));
  if (!((static_cast<double>(n) - 4) * std::log1p(ratio) > kMinPairGain)) return {};
  std::ranges::sort(pair);
  return pair;
}

struct Part {
  std::size_t from = 0, to = 0;
  std::size_t depth = 0;  ///< splits above this part
};

/// splitAll collects the starts of new levels from the largest split to the smallest. Splits that each take only a little off
/// a long part would need a pass over the rest for every one of them: deep down such a part is split at the best place of its
/// middle half, whatever the p (keepSignificant tests it).
std::vector<std::size_t> splitAll(std::span<const double> values, double maxP, double* smallestP,
                                  const base::Progress& progress) {
  std::vector<std::size_t> starts;
  std::vector<Part> parts{{.from = 0, .to = values.size(), .depth = 0}};
  std::size_t settled = 0;  // values of parts that are not split
  for (bool isFirst = true; !parts.empty(); isFirst = false) {
    if (!progress.report(settled, values.size())) return {};
    const auto [from, to, depth] = parts.back();
    parts.pop_back();
    const auto part = values.subspan(from, to - from);
    std::vector<std::size_t> found;
    if (values.size() > kLongSeries && depth >= kMaxDepth && part.size() > kDeepPart) {
      const std::size_t best = ArSteps(part, 0).best(part.size() / 4);
      if (best != 0) found = {best};
    } else {
      const Split split = bestSplit(part);
      if (isFirst && smallestP != nullptr) *smallestP = split.p;
      if (split.p < maxP && split.place != 0) {
        found = {split.place};
      } else if (const auto pair = bestPair(part); pair[0] != 0) {
        found = {pair[0], pair[1]};
      }
    }
    std::size_t last = from;
    for (const std::size_t place : found) {
      starts.push_back(from + place);
      parts.push_back({.from = last, .to = from + place, .depth = depth + 1});
      last = from + place;
    }
    if (found.empty())
      settled += part.size();
    else
      parts.push_back({.from = last, .to = to, .depth = depth + 1});
  }
  std::ranges::sort(starts);
  return starts;
}

/// pBetween tests the step near `place` in the two levels beside it.
double pBetween(std::span<const double> values, std::size_t place, double phi, const Noise& noise) {
  const std::vector<double> gains = ArSteps(values, phi).gains(kMinLevel);
  const std::size_t from = place < kNearby ? 0 : place - kNearby;
  const std::size_t to = std::min(values.size(), place + kNearby + 1);
  const auto best = std::max_element(gains.begin() + static_cast<std::ptrdiff_t>(from),
                                     gains.begin() + static_cast<std::ptrdiff_t>(to));
  if (*best <= 0) return 1;
  return clippedP(values, phi, static_cast<std::size_t>(best - gains.begin()), noise);
}

/// weakestStarts are those with the largest p, not below maxP, no two of them neighbours, in the order of the series: at most
/// `count`.
std::vector<std::size_t> weakestStarts(std::span<const double> p, double maxP, std::size_t count) {
  if (count == 1) {
    const auto worst = std::ranges::max_element(p);
    if (*worst < maxP) return {};
    return {static_cast<std::size_t>(worst - p.begin())};
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p[i] < maxP)) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return p[i]; });
  std::vector<std::size_t> weakest;
  std::vector<bool> isTaken(p.size() + 2);  // with one more at each end
  for (const std::size_t i : order) {
    if (weakest.size() == count) break;
    if (isTaken[i] || isTaken[i + 2]) continue;
    isTaken[i + 1] = true;
    weakest.push_back(i);
  }
  std::ranges::sort(weakest);
  return weakest;
}

/// dropStarts takes these out and returns which of the others lost a neighbour.
std::vector<bool> dropStarts(std::span<const std::size_t> dropped, std::vector<std::size_t>& starts, std::vector<double>& p) {
  std::vector<bool> isBeside(starts.size() - dropped.size());
  std::size_t kept = 0;
  auto next = dropped.begin();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (next != dropped.end() && *next == i) {
      if (kept > 0) isBeside[kept - 1] = true;
      if (kept < isBeside.size()) isBeside[kept] = true;
      ++next;
      continue;
    }
    starts[kept] = starts[i];
    p[kept] = p[i];
    ++kept;
  }
  starts.resize(kept);
  p.resize(kept);
  return isBeside;
}

/// keepSignificant tests every start again with the autocorrelation of the whole and drops the weakest, one by one; of a long
/// series a share of them in each pass. With `isPooled` the noise of all levels counts, for short ones show too little of it.
std::vector<double> keepSignificant(std::span<const double> values, std::vector<std::size_t>& starts, double maxP, bool isPooled,
                                    const base::Progress& progress) {
  std::vector<double> p;
  const std::size_t all = starts.size();
  double phi = 0;
  std::vector<bool> isOpen;  // the starts to test again
  for (bool isNew = true; !starts.empty(); isNew = false) {
    if (!progress.report(all - starts.size(), all)) return {};
    const double now = levelsPhi(values, starts);
    if (isNew || std::abs(now - phi) > (values.size() > kLongSeries ? kPhiStepOfLong : kPhiStep)) {
      phi = now;
      p.assign(starts.size(), 1);
      isOpen.assign(starts.size(), true);
    }
    Noise noise;
    if (isPooled) {
      noise.freedom = std::max(1.0, static_cast<double>(values.size()) - static_cast<double>(starts.size()) - 2);
      noise.variance = squaresAround(values, starts) * (1 - phi * phi) / noise.freedom;
    }
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (!isOpen[i]) continue;
      const std::size_t low = i == 0 ? 0 : starts[i - 1];
      const std::size_t high = i + 1 < starts.size() ? starts[i + 1] : values.size();
      p[i] = pBetween(values.subspan(low, high - low), starts[i] - low, phi, noise);
    }
    const std::size_t share = values.size() > kLongSeries ? starts.size() / kDropsPerPass : 0;
    const std::vector<std::size_t> weakest = weakestStarts(p, maxP, 1 + share);
    if (weakest.empty()) break;
    isOpen = dropStarts(weakest, starts, p);
  }
  return p;
}

struct Line {
  double slope = 0, squares = 0;  ///< of the distances from it
};

Line lineThrough(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  double mean = 0, cross = 0, spread = 0, squares = 0;
  for (const double value : values) mean += value / n;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) - (n - 1) / 2;
    cross += x * (values[i] - mean);
    spread += x * x;
    squares += (values[i] - mean) * (values[i] - mean);
  }
  return {.slope = cross / spread, .squares = squares - cross * cross / spread};
}

/// describe fills in the levels, the interval of the step and whether a slope fits better. `values` are the two levels.
Change describe(std::span<const double> values, std::size_t place, double phi) {
  Change change;
  change.before = meanOf(values.first(place));
  change.after = meanOf(values.subspan(place));
  const double squares = squaresAround(values, std::array{place});
  const Line line = lineThrough(values);
  change.isDrift = line.squares < squares;
  change.slope = change.isDrift ? line.slope : 0;
  const double one = static_cast<double>(place), other = static_cast<double>(values.size() - place);
  const double freedom = std::max(1.0, (one + other) * (1 - phi) / (1 + phi) - 2);
  const double variance = squares / std::max(1.0, one + other - 2) * (1 + phi) / (1 - phi) * (1 / one + 1 / other);
  const double half = boost::math::quantile(boost::math::students_t(freedom), 0.975) * std::sqrt(variance);
  change.low = change.after - change.before - half;
  change.high = change.after - change.before + half;
  return change;
}

constexpr std::uint64_t kHalf = base::Progress::kScale / 2;

struct Model {
  std::vector<std::size_t> starts;  ///< of levels
  std::vector<double> p;
  std::vector<Piece> drifts;
  std::vector<double> driftP;
  Values trend;  ///< all drifts so far at each point; empty without
};

/// isSeparate returns whether all values of one level are beyond those of the other, and their means farther apart than
/// values are from their own level.
bool isSeparate(std::span<const double> one, std::span<const double> other, double stddev) {
  const auto [low, high] = std::ranges::minmax(one);
  const auto [otherLow, otherHigh] = std::ranges::minmax(other);
  return (high < otherLow || otherHigh < low) && std::abs(meanOf(other) - meanOf(one)) > kMinSeparation * stddev;
}

/// confirm drops the starts whose two levels, with all spikes, have the same ranks: in noise of few different values the rarer
/// ones are taken for spikes, and what is left of it has no spread. One by one, the weakest first.
void confirm(std::span<const double> values, std::vector<std::size_t>& starts, std::vector<double>& p, double maxP) {
  std::vector<double> ranks(starts.size());
  std::vector<bool> isOpen(starts.size(), true);
  const double limit = kMaxRankP * maxP * std::min(1.0, 100 / static_cast<double>(values.size()));
  while (!starts.empty()) {
    const double stddev = std::sqrt(squaresAround(values, starts) / static_cast<double>(values.size()));
    std::vector<double> weight(starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::size_t low = i == 0 ? 0 : starts[i - 1], high = i + 1 < starts.size() ? starts[i + 1] : values.size();
      const auto before = values.subspan(low, starts[i] - low), after = values.subspan(starts[i], high - starts[i]);
      if (isOpen[i]) ranks[i] = mannWhitneyP(before, after);
      weight[i] = isSeparate(before, after, stddev) ? 0 : ranks[i];
    }
    const std::size_t share = values.size() > kLongSeries ? starts.size() / kDropsPerPass : 0;
    const std::vector<std::size_t> weakest = weakestStarts(weight, limit, 1 + share);
    if (weakest.empty()) break;
    std::vector<std::size_t> same = starts;
    dropStarts(weakest, same, p);
    isOpen = dropStarts(weakest, starts, ranks);
  }
}

std::size_t differing(std::span<const double> one, std::span<const double> other) {
  return std::transform_reduce(one.begin(), one.end(), other.begin(), std::size_t(0), std::plus(),
                               [](double a, double b) { return std::abs(a - b) > kRounding ? std::size_t(1) : 0; });
}

/// fromPieces keeps the drifts among the pieces that ranks confirm, and finds the steps of the values without them.
Model fromPieces(std::span<const double> values, std::span<const double> raw, std::span<const Piece> pieces, double maxP,
                 const base::Progress& progress) {
  Model model;
  model.trend.assign(values.size(), 0);
  Values rest(values.begin(), values.end()), rawRest(raw.begin(), raw.end());
  const double phi = differencesPhi(stepsOf(values));
  double risen = 0;
  for (const Piece& piece : pieces) {
    const double p = piece.slope == 0 ? 1 : rankP(raw.subspan(piece.from, piece.to - piece.from), phi);
    const bool isDrift = p < kMaxDriftP * maxP;
    if (isDrift) {
      model.drifts.push_back(piece);
      model.driftP.push_back(p);
    }
    for (std::size_t i = piece.from; i < piece.to; ++i) {
      if (isDrift && i > 0) risen += piece.slope;
      model.trend[i] = risen;
      rest[i] -= risen;
      rawRest[i] -= risen;
    }
  }
  model.starts = splitAll(rest, maxP, nullptr, progress.part(0, kHalf));
  for (std::size_t i = 1; i < pieces.size(); ++i) model.starts.push_back(pieces[i].from);
  std::ranges::sort(model.starts);
  const auto [from, to] = std::ranges::unique(model.starts);
  model.starts.erase(from, to);
  model.p = keepSignificant(rest, model.starts, maxP, true, progress.part(kHalf, base::Progress::kScale));
  if (progress.stopRequested()) return {};
  confirm(rawRest, model.starts, model.p, maxP);
  return model;
}

/// findModel finds steps, and drifts if they explain more. `raw` has the spikes that `values` lacks.
Model findModel(std::span<const double> values, std::span<const double> raw, double maxP, double* smallestP,
                const base::Progress& progress) {
  Model model;
  double smallest = 1;
  model.starts = splitAll(values, maxP, &smallest, progress.part(0, kHalf / 2));
  model.p = keepSignificant(values, model.starts, maxP, false, progress.part(kHalf / 2, kHalf));
  if (progress.stopRequested()) return {};
  const Values plain = withoutSpikes(raw, true);
  const bool hasSteps = !model.starts.empty();
  // Where many values are moved, the noise that is left is too small to trust.
  std::vector<Piece> pieces;
  if (differing(plain, raw) * kManyMoved <= raw.size() && (!hasSteps || raw.size() <= kLongSeries))
    pieces = findPieces(plain, model.starts);
  if (!pieces.empty()) {
    Model other = fromPieces(plain, raw, pieces, maxP, progress.part(kHalf, base::Progress::kScale));
    if (!other.starts.empty() || !other.drifts.empty()) {
      for (const double p : other.driftP) smallest = std::min(smallest, p);
      if (smallestP != nullptr) *smallestP = smallest;
      return other;
    }
  }
  if (differing(values, raw) * kFewMoved > raw.size() && levelsPhi(raw, model.starts) < kMaxRankPhi)
    confirm(raw, model.starts, model.p, maxP);
  if (hasSteps && model.starts.empty()) smallest = std::max(smallest, maxP);
  if (smallestP != nullptr) *smallestP = smallest;
  return model;
}

/// describeDrift has the ends of the line as levels. `rest` are the values without trends.
Change describeDrift(std::span<const double> rest, const Model& model, std::size_t drift, double phi) {
  const Piece& piece = model.drifts[drift];
  const auto part = rest.subspan(piece.from, piece.to - piece.from);
  const double n = static_cast<double>(part.size()), span = n - 1, mean = meanOf(part);
  Change change;
  change.index = piece.from + part.size() / 2;
  change.isDrift = true;
  change.from = piece.from;
  change.to = piece.to;
  change.slope = piece.slope;
  change.p = model.driftP[drift];
  change.before = mean + model.trend[piece.from];
  change.after = mean + model.trend[piece.to - 1];
  const double freedom = std::max(1.0, n * (1 - phi) / (1 + phi) - 2);
  const double stddev = std::sqrt(squaresAround(part) / std::max(1.0, n - 2) * (1 + phi) / (1 - phi) / (n * (n * n - 1) / 12));
  const double half = boost::math::quantile(boost::math::students_t(freedom), 0.975) * stddev * span;
  change.low = change.after - change.before - half;
  change.high = change.after - change.before + half;
  return change;
}

/// placeNearEnds moves the first and the last start, where they are near an end, to where the values themselves have the
/// step: the running median is cut at the ends and blurs it. A level there may be of two points.
void placeNearEnds(std::span<const double> values, std::vector<std::size_t>& starts) {
  constexpr std::size_t kMinEnd = 2, kEnd = 2 * kNearby;
  const std::size_t n = values.size();
  const auto place = [&](std::size_t which, std::size_t first, std::size_t last) {
    const std::size_t low = which == 0 ? 0 : starts[which - 1], high = which + 1 < starts.size() ? starts[which + 1] : n;
    const auto part = values.subspan(low, high - low);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t start = std::max(first, low + kMinEnd); start <= last && start + kMinEnd <= high; ++start) {
      const double squares = squaresAround(part, std::array{start - low});
      if (squares >= least) continue;
      least = squares;
      starts[which] = start;
    }
  };
  if (!starts.empty() && starts.front() <= kEnd) place(0, kMinEnd, kEnd);
  if (!starts.empty() && starts.back() + kEnd >= n) place(starts.size() - 1, n - kEnd, n - kMinEnd);
}

/// withoutFarValues replaces spikes by the median of their level, however near an end they are; of a short level, and where
/// there are many, nothing is called a spike.
Values withoutFarValues(std::span<const double> values, std::span<const std::size_t> starts) {
  constexpr std::size_t kMinLevelOfSpikes = 5;
  Values medians(values.size()), distances(values.size());
  for (std::size_t level = 0, from = 0; level <= starts.size(); ++level) {
    const std::size_t to = level < starts.size() ? starts[level] : values.size();
    Values sorted(values.begin() + static_cast<std::ptrdiff_t>(from), values.begin() + static_cast<std::ptrdiff_t>(to));
    const double middle = medianOf(sorted);
    for (; from < to; ++from) {
      medians[from] = sorted.size() < kMinLevelOfSpikes ? values[from] : middle;
      distances[from] = std::abs(values[from] - middle);
    }
  }
  Values sorted = distances;
  const double limit = kReplaceAt * kNormal * medianOf(sorted);
  Values clean(values.begin(), values.end());
  for (std::size_t i = 0; i < clean.size(); ++i)
    if (distances[i] > limit) clean[i] = medians[i];
  return differing(clean, values) * kManyMoved > clean.size() ? Values(values.begin(), values.end()) : clean;
}

/// scaleOf returns the power of two nearest to the largest distance from the median. Squares of values divided by it neither
/// overflow nor vanish, and no digit is lost.
int scaleOf(std::span<const double> values) {
  Values sorted(values.begin(), values.end());
  const double middle = medianOf(sorted) / 4;
  double farthest = 0;
  for (const double value : values) farthest = std::max(farthest, std::abs(value / 4 - middle));
  return farthest > 0 ? std::ilogb(farthest) + 2 : std::ilogb(std::max(std::abs(values.front()), 1.0));
}

}  // namespace

std::vector<Change> changePoints(std::span<const double> values, const ChangeOptions& options, double* smallestP,
                                 const base::Progress& progress) {
  Values finite;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    finite.push_back(values[i]);
    places.push_back(i);
  }
  if (smallestP != nullptr) *smallestP = std::numeric_limits<double>::quiet_NaN();
  if (finite.size() < kMinValues) return {};
  const int scale = scaleOf(finite);
  for (double& value : finite) value = std::scalbn(value, -scale);
  const Values clean = withoutSpikes(finite);
  Model model = findModel(clean, finite, options.maxP, smallestP, progress);
  if (progress.stopRequested()) return {};
  Values rest = finite;
  for (std::size_t i = 0; i < model.trend.size(); ++i) rest[i] -= model.trend[i];
  placeNearEnds(rest, model.starts);
  rest = withoutFarValues(rest, model.starts);
  const double phi = levelsPhi(rest, model.starts);
  std::vector<Change> changes;
  for (std::size_t i = 0; i < model.starts.size(); ++i) {
    const std::size_t start = model.starts[i], low = i == 0 ? 0 : model.starts[i - 1];
    const std::size_t high = i + 1 < model.starts.size() ? model.starts[i + 1] : clean.size();
    Change change = describe(std::span(rest).subspan(low, high - low), start - low, phi);
    change.index = start;
    if (change.isDrift) {
      change.from = low;
      change.to = high;
    }
    change.p = model.p[i];
    if (!model.trend.empty()) {
      change.before += model.trend[start];
      change.after += model.trend[start];
    }
    if (model.trend.empty() || std::abs(change.after - change.before) > kRounding) changes.push_back(change);
  }
  for (std::size_t i = 0; i < model.drifts.size(); ++i) changes.push_back(describeDrift(rest, model, i, phi));
  std::ranges::stable_sort(changes, {}, &Change::index);
  std::erase_if(changes, [&](const Change& change) {
    return !(std::abs(change.after - change.before) >= options.minMagnitude * std::abs(change.before));
  });
  for (Change& change : changes) {
    change.index = places[change.index];
    if (change.isDrift) {
      change.from = places[change.from];
      change.to = places[change.to - 1] + 1;
    }
    for (double* level : {&change.before, &change.after, &change.low, &change.high, &change.slope}) *level = std::scalbn(*level, scale);
  }
  return changes;
}

void ChangeTracker::append(double value) {
  m_values.push_back(value);
  m_open = changePoints(m_values, m_options);
  for (Change& change : m_open) {
    for (std::size_t* place : {&change.index, &change.from, &change.to}) *place += m_start;
  }
  // Two levels stay open, so that the last step can still move or go.
  constexpr std::size_t kOpen = 3, kMinOpenValues = 200;
  for (;;) {
    // A drift is settled with the next step only: half of it would be another drift.
    const auto step = std::ranges::find(m_open, false, &Change::isDrift);
    if (m_open.end() - step <= static_cast<std::ptrdiff_t>(kOpen) ||
        m_start + m_values.size() - std::next(step)->index <= kMinOpenValues)
      break;
    const std::size_t from = step->index;
    m_settled.insert(m_settled.end(), m_open.begin(), std::next(step));
    m_open.erase(m_open.begin(), std::next(step));
    m_values.erase(m_values.begin(), m_values.begin() + static_cast<std::ptrdiff_t>(from - m_start));
    m_start = from;
  }
}

std::vector<Change> ChangeTracker::changes() const {
  std::vector<Change> all = m_settled;
  all.insert(all.end(), m_open.begin(), m_open.end());
  return all;
}

}  // namespace plumbline::statistics
