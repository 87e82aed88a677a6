// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/otava_changes.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace plumbline::statistics {
namespace {

struct LevelMoments {
  double mean = 0;
  double variance = 0;  ///< of the population
};

LevelMoments momentsOf(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  LevelMoments moments;
  // Sums divided once keep the level of equal values exact.
  moments.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  for (const double value : values) moments.variance += (value - moments.mean) * (value - moments.mean);
  moments.variance /= n;
  return moments;
}

/// changeAt tests two neighbouring levels by Student's t. Otava hands it population variances.
Change changeAt(std::span<const double> values, std::size_t from, std::size_t place, std::size_t to) {
  const LevelMoments one = momentsOf(values.subspan(from, place - from));
  const LevelMoments other = momentsOf(values.subspan(place, to - place));
  Change change;
  change.index = place;
  change.before = one.mean;
  change.after = other.mean;
  change.p = 1;
  const double m = static_cast<double>(place - from), n = static_cast<double>(to - place);
  const double freedom = m + n - 2;
  if (freedom <= 0) return change;
  const double pooled = ((m - 1) * one.variance + (n - 1) * other.variance) / freedom;
  const double difference = std::abs(one.mean - other.mean);
  if (pooled <= 0) {
    // SciPy gives NaN, which is no change, for two equal constants.
    change.p = difference > 0 ? 0 : 1;
    return change;
  }
  const double t = difference / std::sqrt(pooled * (1 / m + 1 / n));
  change.p = 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
  return change;
}

double magnitudeOf(const Change& change) {
  const double forward = change.before == 0 ? 0 : std::abs(change.after / change.before - 1);
  const double backward = change.after == 0 ? 0 : std::abs(change.before / change.after - 1);
  return std::max(forward, backward);
}

struct Candidate {
  std::size_t place = 0;
  double energy = -std::numeric_limits<double>::infinity();
};

/// bestEnergy looks for the place and the end of the second part that make the two parts most unlike (Q of the paper).
/// Distances within values[place, end) are those within values[0, end) less the others: O(n^2) in all, O(n) memory.
Candidate bestEnergy(std::span<const double> values) {
  const std::size_t n = values.size();
  Candidate best;
  double withinOne = 0;  // distances within values[0, place)
  std::vector<double> within(n + 1);  // distances within values[0, end)
  for (std::size_t end = 1; end <= n; ++end) {
    within[end] = within[end - 1];
    for (std::size_t i = 0; i + 1 < end; ++i) within[end] += std::abs(values[end - 1] - values[i]);
  }
  std::vector<double> toOne(n);  // of each value to values[0, place)
  for (std::size_t place = 1; place < n; ++place) {
    withinOne += toOne[place - 1];
    for (std::size_t i = place; i < n; ++i) toOne[i] += std::abs(values[i] - values[place - 1]);
    double between = 0;
    const double m = static_cast<double>(place);
    for (std::size_t end = place + 1; end <= n; ++end) {
      between += toOne[end - 1];
      const double withinOther = std::max(0.0, within[end] - withinOne - between);
      const double k = static_cast<double>(end - place);
      double energy = 2 / (m + k) * between;
      if (place > 1) energy -= 2 * k / (m + k) / (m - 1) * withinOne;
      if (end - place > 1) energy -= 2 * m / (m + k) / (k - 1) * withinOther;
      if (energy > best.energy) best = {place, energy};
    }
  }
  return best;
}

/// windowChanges splits the part with the largest energy until its split is not significant.
std::vector<std::size_t> windowChanges(std::span<const double> values, double maxP) {
  std::vector<std::size_t> ends{0, values.size()};
  std::vector<Candidate> candidates{bestEnergy(values)};  // one for each part; place 0: too short
  while (true) {
    std::size_t part = candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].place != 0 && (part == candidates.size() || candidates[i].energy > candidates[part].energy))
        part = i;
    }
    if (part == candidates.size()) break;
    const std::size_t from = ends[part], to = ends[part + 1], place = from + candidates[part].place;
    if (!(changeAt(values, from, place, to).p <= maxP)) break;
    candidates[part] = bestEnergy(values.subspan(from, place - from));
    candidates.insert(candidates.begin() + static_cast<std::ptrdiff_t>(part) + 1,
                      bestEnergy(values.subspan(place, to - place)));
    ends.insert(ends.begin() + static_cast<std::ptrdiff_t>(part) + 1, place);
  }
  return {ends.begin() + 1, ends.end() - 1};
}

void testAgain(std::span<const double> values, std::vector<Change>& changes, std::size_t i) {
  if (i >= changes.size()) return;
  const std::size_t from = i == 0 ? 0 : changes[i - 1].index;
  changes[i] = changeAt(values, from, changes[i].index, i + 1 < changes.size() ? changes[i + 1].index : values.size());
}

/// weakChanges are those of all windows, which overlap unless a change is found in their second half.
std::vector<Change> weakChanges(std::span<const double> values, const OtavaOptions& options) {
  const double factor = options.maxP < 0.05 ? 10 : options.maxP < 0.5 ? 2 : 1;
  const std::size_t window = std::max<std::size_t>(2, options.window);
  std::vector<std::size_t> places;
  for (std::size_t start = 0; start < values.size();) {
    const auto part = values.subspan(start, std::min(window, values.size() - start));
    std::size_t last = 0;
    for (const std::size_t place : windowChanges(part, options.maxP * factor)) {
      last = start + place;
      places.push_back(last);
    }
    start = std::max(last, start + window / 2);
  }
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());  // overlapping windows find a change twice
  std::vector<Change> changes(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) changes[i].index = places[i];
  for (std::size_t i = 0; i < places.size(); ++i) testAgain(values, changes, i);
  return changes;
}

}  // namespace

std::vector<Change> otavaChanges(std::span<const double> values, const OtavaOptions& options) {
  std::vector<Change> changes = weakChanges(values, options);
  while (!changes.empty()) {
    auto weakest = std::ranges::max_element(changes, {}, &Change::p);
    if (weakest->p < options.maxP) {
      weakest = std::ranges::min_element(changes, {}, magnitudeOf);
      if (magnitudeOf(*weakest) > options.minMagnitude) break;
    }
    const auto i = static_cast<std::size_t>(weakest - changes.begin());
    changes.erase(weakest);
    // As in Otava the change in front of the removed one keeps its p.
    testAgain(values, changes, i);
    testAgain(values, changes, i + 1);
  }
  return changes;
}

}  // namespace plumbline::statistics
