// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/pieces.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/statistics/levels.h"

namespace plumbline::statistics {
namespace {

// Tuned on generated series of 100 points alone (tests/bench/change_points_bench.cpp).
constexpr std::size_t kMinLine = 8;   ///< points of a drift
constexpr double kMinPhiGap = 0.2;    ///< between the autocorrelation around levels and that of differences
constexpr double kMinPieceGain = 16;  ///< log-likelihood ratio (doubled) of drifts and steps that hide each other

/// bestPieces divides the values so that their squared distances from levels and lines plus `penalty` for each slope and each
/// end are smallest.
std::vector<Piece> bestPieces(std::span<const double> values, double penalty) {
  // Of longer series the time would grow with the square of their length, and of more than 50,000 values with a thousand times it.
  constexpr std::size_t kWhole = 4096, kMinOfLonger = 100, kMaxOfLonger = 1000, kMaxTries = 50'000'000;
  const std::size_t n = values.size(), longest = n <= kWhole ? n : std::clamp(kMaxTries / n, kMinOfLonger, kMaxOfLonger);
  std::vector<double> sums(n + 1), squares(n + 1), products(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double value = values[i] - values.front();
    sums[i + 1] = sums[i] + value;
    squares[i + 1] = squares[i] + value * value;
    products[i + 1] = products[i] + static_cast<double>(i) * value;
  }
  std::vector<double> costs(n + 1, std::numeric_limits<double>::infinity());
  std::vector<Piece> last(n + 1);
  costs[0] = -penalty;
  for (std::size_t to = kMinLevel; to <= n; ++to) {
    for (std::size_t from = to > longest ? to - longest : 0; from + kMinLevel <= to; ++from) {
      if (!(costs[from] + penalty < costs[to])) continue;
      const double m = static_cast<double>(to - from), sum = sums[to] - sums[from];
      const double level = squares[to] - squares[from] - sum * sum / m;
      if (const double cost = costs[from] + penalty + level; cost < costs[to]) {
        costs[to] = cost;
        last[to] = {.from = from, .to = to, .slope = 0};
      }
      if (to - from < kMinLine) continue;
      const double cross = products[to] - products[from] - (static_cast<double>(from) + (m - 1) / 2) * sum;
      const double spread = m * (m * m - 1) / 12;
      if (const double cost = costs[from] + 2 * penalty + level - cross * cross / spread; cost < costs[to]) {
        costs[to] = cost;
        last[to] = {.from = from, .to = to, .slope = cross / spread};
      }
    }
  }
  std::vector<Piece> pieces;
  for (std::size_t to = n; to > 0; to = last[to].from) pieces.push_back(last[to]);
  std::ranges::reverse(pieces);
  return pieces;
}

/// innovations is the sum of squares that AR(1) noise leaves of the distances from these pieces.
double innovations(std::span<const double> values, std::span<const Piece> pieces) {
  std::vector<double> rests(values.begin(), values.end());
  double products = 0, squares = 0;
  for (const Piece& piece : pieces) {
    const double half = static_cast<double>(piece.to - piece.from - 1) / 2;
    const double mean = meanOf(values.subspan(piece.from, piece.to - piece.from));
    for (std::size_t i = piece.from; i < piece.to; ++i)
      rests[i] -= mean + piece.slope * (static_cast<double>(i - piece.from) - half);
  }
  for (std::size_t i = 1; i < rests.size(); ++i) {
    products += rests[i] * rests[i - 1];
    squares += rests[i - 1] * rests[i - 1];
  }
  const double phi = squares > 0 ? std::clamp(products / squares, 0.0, kMaxPhi) : 0;
  double sum = (1 - phi * phi) * rests[0] * rests[0];
  for (std::size_t i = 1; i < rests.size(); ++i) sum += (rests[i] - phi * rests[i - 1]) * (rests[i] - phi * rests[i - 1]);
  return sum;
}

}  // namespace

std::vector<Piece> findPieces(std::span<const double> values, std::span<const std::size_t> starts) {
  const Steps steps = stepsOf(values);
  const double phi = differencesPhi(steps);
  // Of few values phi is uncertain by some of its standard errors.
  const double n = static_cast<double>(values.size()), low = phi < 5 / std::sqrt(n) ? 0 : phi;
  if (starts.empty() && levelsPhi(values, starts) - low < kMinPhiGap) return {};
  std::vector<Piece> levels;
  for (std::size_t i = 0, from = 0; i <= starts.size(); ++i) {
    const std::size_t to = i < starts.size() ? starts[i] : values.size();
    levels.push_back({.from = from, .to = to});
    from = to;
  }
  const double each = 2 * std::log(n);
  const double least = 1e-10 * squaresAround(values);  // values on lines are exact up to rounding
  const double before = innovations(values, levels) + least;
  std::vector<Piece> best;
  double most = kMinPieceGain;
  for (const double one : {low, phi}) {
    const double variance = std::max(steps.stddev * steps.stddev * (1 + one) / (1 - one) / (1 - one), least / n);
    std::vector<Piece> pieces = bestPieces(values, each * variance);
    const auto slopes = std::ranges::count_if(pieces, [](const Piece& piece) { return piece.slope != 0; });
    const double more = static_cast<double>(pieces.size()) + static_cast<double>(slopes) - static_cast<double>(levels.size());
    const double gain = n * std::log(before / (innovations(values, pieces) + least)) - each * more;
    if (gain > most) {
      most = gain;
      best = std::move(pieces);
    }
    if (one == phi) break;
  }
  return best;
}

double rankP(std::span<const double> values, double phi) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  const double n = static_cast<double>(values.size()), middle = (n - 1) / 2;
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double rank = static_cast<double>(i + end - 1) / 2 - middle;
    for (; i < end; ++i) {
      products += rank * (static_cast<double>(order[i]) - middle);
      squares += rank * rank;
    }
  }
  if (squares <= 0) return 1;
  const double r = std::abs(products) / std::sqrt(squares * n * (n * n - 1) / 12);
  const double freedom = std::max(1.0, n * (1 - phi) / (1 + phi) - 2);
  const double t = r * std::sqrt(freedom / std::max(1e-12, 1 - r * r));
  return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
}

}  // namespace plumbline::statistics
