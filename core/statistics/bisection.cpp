// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/bisection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace plumbline::statistics {
namespace {

/// Rates that are tried; the ends stand for never and always, as far as that can be known.
constexpr std::array<double, 13> kRates{0.002, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.995};
constexpr double kEndsAreWrong = 0.01;  ///< prior of either end being other than believed

struct RatePair {
  double good = 0, bad = 0, prior = 0;
};

/// ratePairs prefers a good commit that rarely and a bad one that mostly fails, as those do that are worth a search.
const std::vector<RatePair>& ratePairs() {
  static const std::vector<RatePair> kPairs = [] {
    std::vector<RatePair> pairs;
    double sum = 0;
    for (std::size_t g = 0; g < kRates.size(); ++g) {
      for (std::size_t b = g + 2; b < kRates.size(); ++b) {
        const double prior = (g == 0 ? 4 : 1 - kRates[g]) * (b + 1 == kRates.size() ? 4 : kRates[b]);
        pairs.push_back({.good = kRates[g], .bad = kRates[b], .prior = prior});
        sum += prior;
      }
    }
    for (RatePair& pair : pairs) pair.prior /= sum;
    return pairs;
  }();
  return kPairs;
}

double entropy(double probability) { return probability > 0 ? -probability * std::log2(probability) : 0; }

}  // namespace

Bisection::Bisection(std::size_t commits, const BisectOptions& options)
    : m_options(options), m_fails(std::max<std::size_t>(2, commits)), m_passes(m_fails.size()) {
  update();
}

void Bisection::add(std::span<const CommitRuns> runs) {
  for (const auto& [commit, fails, passes] : runs) {
    m_fails[commit] += fails;
    m_passes[commit] += passes;
    m_runs += fails + passes;
  }
  update();
}

void Bisection::update() {
  const std::size_t n = m_fails.size();
  const double inside = (1 - 2 * kEndsAreWrong) / static_cast<double>(n - 1);
  m_weights.assign(n + 1, std::vector<double>(ratePairs().size()));
  const double allFails = std::accumulate(m_fails.begin(), m_fails.end(), 0.0);
  const double allPasses = std::accumulate(m_passes.begin(), m_passes.end(), 0.0);
  double goodFails = 0, goodPasses = 0, largest = -1e300;
  for (std::size_t first = 0; first <= n; ++first) {
    const double prior = first == 0 || first == n ? kEndsAreWrong : inside;
    for (std::size_t r = 0; r < ratePairs().size(); ++r) {
      const RatePair& pair = ratePairs()[r];
      const double log = std::log(prior * pair.prior) + goodFails * std::log(pair.good) +
                         goodPasses * std::log1p(-pair.good) + (allFails - goodFails) * std::log(pair.bad) +
                         (allPasses - goodPasses) * std::log1p(-pair.bad);
      m_weights[first][r] = log;
      largest = std::max(largest, log);
    }
    if (first < n) {
      goodFails += static_cast<double>(m_fails[first]);
      goodPasses += static_cast<double>(m_passes[first]);
    }
  }
  double sum = 0;
  for (auto& row : m_weights) {
    for (double& weight : row) sum += weight = std::exp(weight - largest);
  }
  m_posterior.assign(n, 0);
  m_unchanged = 0;
  for (std::size_t first = 0; first <= n; ++first) {
    for (std::size_t r = 0; r < ratePairs().size(); ++r) {
      const double weight = m_weights[first][r] /= sum;
      (first < n ? m_posterior[first] : m_unchanged) += weight;
    }
  }
}

std::size_t Bisection::culprit() const {
  return static_cast<std::size_t>(std::ranges::max_element(m_posterior) - m_posterior.begin());
}

BisectAnswer Bisection::belief() const {
  if (m_unchanged >= m_options.confidence) return BisectAnswer::Unchanged;
  if (m_posterior[culprit()] >= m_options.confidence)
    return culprit() == 0 ? BisectAnswer::GoodEndIsBad : BisectAnswer::Culprit;
  // Both explain a test with one rate everywhere equally well.
  return m_posterior[0] + m_unchanged >= m_options.confidence ? BisectAnswer::EqualEnds : BisectAnswer::Open;
}

/// missing returns the first commit that the answer is about and that never ran: the culprit and the commit in front of it, or an end.
std::optional<std::size_t> Bisection::missing(BisectAnswer answer) const {
  const std::size_t last = m_fails.size() - 1;
  std::vector<std::size_t> needed;
  if (answer == BisectAnswer::Culprit) needed = {culprit(), culprit() - 1};
  if (answer == BisectAnswer::GoodEndIsBad || answer == BisectAnswer::EqualEnds) needed.push_back(0);
  if (answer == BisectAnswer::Unchanged || answer == BisectAnswer::EqualEnds) needed.push_back(last);
  const auto never = std::ranges::find_if(needed, [this](std::size_t commit) { return m_fails[commit] + m_passes[commit] == 0; });
  return never == needed.end() ? std::nullopt : std::optional(*never);
}

BisectAnswer Bisection::answer() const {
  const BisectAnswer believed = belief();
  if (believed != BisectAnswer::Open && !missing(believed)) return believed;
  return m_runs >= m_options.maxRuns ? BisectAnswer::TooManyRuns : BisectAnswer::Open;
}

/// informations returns for every commit what the number of failures in `repeats` runs of it is expected to reveal about the
/// first bad one: the entropy of that number less the entropy that is left when the first bad commit is known.
std::vector<double> Bisection::informations(std::size_t repeats) const {
  const std::size_t n = m_fails.size();
  const auto& pairs = ratePairs();
  std::vector<double> gained(n);
  std::vector<double> goodSums(n + 2), badSums(n + 2), goodLeft(n + 2), badLeft(n + 2);
  double choices = 1;
  for (std::size_t k = 0; k <= repeats; ++k) {
    const double fails = static_cast<double>(k), passes = static_cast<double>(repeats - k);
    std::vector<double> ofGood(pairs.size()), ofBad(pairs.size());
    for (std::size_t r = 0; r < pairs.size(); ++r) {
      ofGood[r] = choices * std::pow(pairs[r].good, fails) * std::pow(1 - pairs[r].good, passes);
      ofBad[r] = choices * std::pow(pairs[r].bad, fails) * std::pow(1 - pairs[r].bad, passes);
    }
    choices = choices * passes / (fails + 1);
    for (std::size_t first = 0; first <= n; ++first) {
      const double own = first < n ? m_posterior[first] : m_unchanged;
      const auto& weights = m_weights[first];
      const double good = std::inner_product(weights.begin(), weights.end(), ofGood.begin(), 0.0);
      const double bad = std::inner_product(weights.begin(), weights.end(), ofBad.begin(), 0.0);
      goodSums[first + 1] = goodSums[first] + good;
      badSums[first + 1] = badSums[first] + bad;
      goodLeft[first + 1] = goodLeft[first] + (own > 0 ? own * entropy(good / own) : 0);
      badLeft[first + 1] = badLeft[first] + (own > 0 ? own * entropy(bad / own) : 0);
    }
    // A commit is good for every first bad one behind it.
    for (std::size_t commit = 0; commit < n; ++commit) {
      const double all = badSums[commit + 1] + goodSums[n + 1] - goodSums[commit + 1];
      gained[commit] += entropy(all) - badLeft[commit + 1] - (goodLeft[n + 1] - goodLeft[commit + 1]);
    }
  }
  return gained;
}

BisectStep Bisection::next() const {
  if (const auto commit = missing(belief())) return {.commit = *commit, .repeats = 1};
  BisectStep best;
  double most = -1;
  for (const std::size_t repeats : {std::size_t(1), std::size_t(2), std::size_t(3), std::size_t(5), std::size_t(8)}) {
    const double minutes = m_options.switchMinutes + m_options.runMinutes * static_cast<double>(repeats);
    // Without a price for another commit one run at a time is best: each result can change the next choice.
    if (repeats > 1 && m_options.switchMinutes <= 0) break;
    const std::vector<double> gained = informations(repeats);
    for (std::size_t commit = 0; commit < gained.size(); ++commit) {
      if (const double rate = gained[commit] / minutes; rate > most) {
        most = rate;
        best = {.commit = commit, .repeats = repeats};
      }
    }
  }
  return best;
}

}  // namespace plumbline::statistics
