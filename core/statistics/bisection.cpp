// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/bisection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace plumbline::statistics {
namespace {

// Measured by tests/bench/bisect_bench.cpp: at least 95 % of the culprits named at 95 % are right, for all rates tried there.
constexpr std::size_t kRates = 20;
constexpr double kAlwaysFails = 2.5;        ///< prior of a bad commit that always fails, in priors of another rate
constexpr double kUnchanged = 0.3;         ///< prior of a bad end that is as good as the good one
constexpr double kGoodEndIsBad = 0.15;
constexpr double kDoubtOfLearned = 0.2;     ///< what the doubt has to be less where the rate of the bad commits is learned

struct RatePair {
  double good = 0, bad = 0;
  double logPrior = 0;        ///< of a first bad commit behind the good end
  double logIfUnchanged = 0;  ///< of the bad end being as good as the good one: such a test rarely fails
  double logIfBad = 0;        ///< of the good end being bad already: such a test mostly fails
  double logGood = 0, logGoodPass = 0, logBad = 0, logBadPass = 0;
};

/// ratePairs has all pairs of rates that differ from their neighbours by equally many runs, from nearly never to nearly always. The
/// larger their difference, and the less a good commit fails, the more are they worth a search.
const std::vector<RatePair>& ratePairs() {
  static const std::vector<RatePair> kPairs = [] {
    std::array<double, kRates> rates{}, ofGood{}, ofBad{};
    for (std::size_t i = 0; i < kRates; ++i)
      rates[i] = std::pow(std::sin((static_cast<double>(i) + 0.5) / kRates * std::numbers::pi / 2), 2);
    const auto weight = [&](std::size_t g, std::size_t b) { return (rates[b] - rates[g]) * (1 - rates[g]) * (b + 1 == kRates ? kAlwaysFails : 1); };
    double all = 0;
    for (std::size_t g = 0; g < kRates; ++g) {
      for (std::size_t b = g + 1; b < kRates; ++b) {
        ofGood[g] += weight(g, b);
        ofBad[b] += weight(g, b);
        all += weight(g, b);
      }
    }
    std::vector<RatePair> pairs;
    for (std::size_t g = 0; g < kRates; ++g) {
      for (std::size_t b = g + 1; b < kRates; ++b)
        pairs.push_back({.good = rates[g], .bad = rates[b], .logPrior = std::log(weight(g, b) / all),
                         .logIfUnchanged = std::log(2.0 / kRates * (1 - rates[g]) * weight(g, b) / ofGood[g]),
                         .logIfBad = std::log(2.0 / kRates * rates[b] * weight(g, b) / ofBad[b]),
                         .logGood = std::log(rates[g]), .logGoodPass = std::log1p(-rates[g]),
                         .logBad = std::log(rates[b]), .logBadPass = std::log1p(-rates[b])});
    }
    return pairs;
  }();
  return kPairs;
}

double entropy(double probability) { return probability > 0 ? -probability * std::log2(probability) : 0; }

/// Share is what a first bad commit contributes to the chance of a number of failures, and to the entropy that is left.
struct Share {
  double good = 0, bad = 0, goodLeft = 0, badLeft = 0;
};

std::vector<Share> sharesOf(const std::vector<std::vector<double>>& rows, const std::vector<double>& ofGood, const std::vector<double>& ofBad) {
  std::vector<Share> shares;
  for (const auto& weights : rows) {
    const double own = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double good = std::inner_product(weights.begin(), weights.end(), ofGood.begin(), 0.0);
    const double bad = std::inner_product(weights.begin(), weights.end(), ofBad.begin(), 0.0);
    shares.push_back({good, bad, own > 0 ? own * entropy(good / own) : 0, own > 0 ? own * entropy(bad / own) : 0});
  }
  return shares;
}

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
    m_built = commit;
  }
  update();
}

void Bisection::update() {
  const std::size_t n = m_fails.size();
  const double inside = (1 - kGoodEndIsBad - kUnchanged) / static_cast<double>(n - 1);
  m_weights.clear();
  m_rows.assign(n + 1, 0);
  const double allFails = std::accumulate(m_fails.begin(), m_fails.end(), 0.0);
  const double allPasses = std::accumulate(m_passes.begin(), m_passes.end(), 0.0);
  double goodFails = 0, goodPasses = 0, largest = -1e300;
  for (std::size_t first = 0; first <= n; ++first) {
    if (first > 0) {
      goodFails += static_cast<double>(m_fails[first - 1]);
      goodPasses += static_cast<double>(m_passes[first - 1]);
    }
    // Rows 0 and n have their own priors; the others differ only behind a commit that ran.
    const bool isAsBefore = first > 1 && first < n && m_fails[first - 1] + m_passes[first - 1] == 0;
    if (!isAsBefore) {
      std::vector<double>& row = m_weights.emplace_back(ratePairs().size());
      const double logPrior = std::log(first == 0 ? kGoodEndIsBad : first == n ? kUnchanged : inside);
      for (std::size_t r = 0; r < ratePairs().size(); ++r) {
        const RatePair& pair = ratePairs()[r];
        const double logOfPair = first == 0 ? pair.logIfBad : first == n ? pair.logIfUnchanged : pair.logPrior;
        row[r] = logPrior + logOfPair + goodFails * pair.logGood + goodPasses * pair.logGoodPass +
                 (allFails - goodFails) * pair.logBad + (allPasses - goodPasses) * pair.logBadPass;
        largest = std::max(largest, row[r]);
      }
    }
    m_rows[first] = static_cast<std::uint32_t>(m_weights.size() - 1);
  }
  for (auto& row : m_weights) {
    for (double& weight : row) weight = std::exp(weight - largest);
  }
  double sum = 0;
  for (const std::uint32_t row : m_rows) {
    for (const double weight : m_weights[row]) sum += weight;
  }
  std::vector<double> ofRows;
  for (auto& row : m_weights) {
    double& all = ofRows.emplace_back(0);
    for (double& weight : row) all += weight /= sum;
  }
  m_posterior.resize(n);
  for (std::size_t first = 0; first < n; ++first) m_posterior[first] = ofRows[m_rows[first]];
  m_unchanged = ofRows.back();
}

std::size_t Bisection::culprit() const {
  return static_cast<std::size_t>(std::ranges::max_element(m_posterior) - m_posterior.begin());
}

BisectAnswer Bisection::belief() const {
  const auto isAny = [](auto from, auto to) { return std::any_of(from, to, [](std::size_t count) { return count > 0; }); };
  const double learned = 1 - kDoubtOfLearned * (1 - m_options.confidence);
  const std::size_t first = culprit();
  const bool isAlways = !isAny(m_passes.begin() + static_cast<std::ptrdiff_t>(first), m_passes.end());
  if (m_unchanged >= m_options.confidence) return BisectAnswer::Unchanged;
  if (m_posterior[first] >= (first == 0 || isAlways ? m_options.confidence : learned))
    return first == 0 ? BisectAnswer::GoodEndIsBad : BisectAnswer::Culprit;
  // Both explain a test with one rate everywhere equally well, unless it always fails or never.
  const bool isEqual = m_posterior[0] + m_unchanged >= learned && isAny(m_fails.begin(), m_fails.end()) && isAny(m_passes.begin(), m_passes.end());
  return isEqual ? BisectAnswer::EqualEnds : BisectAnswer::Open;
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
    const std::vector<Share> shares = sharesOf(m_weights, ofGood, ofBad);
    for (std::size_t first = 0; first <= n; ++first) {
      const Share& share = shares[m_rows[first]];
      goodSums[first + 1] = goodSums[first] + share.good;
      badSums[first + 1] = badSums[first] + share.bad;
      goodLeft[first + 1] = goodLeft[first] + share.goodLeft;
      badLeft[first + 1] = badLeft[first] + share.badLeft;
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
    // Without a price for another commit one run at a time is best: each result can change the next choice.
    if (repeats > 1 && m_options.switchMinutes <= 0) break;
    const std::vector<double> gained = informations(repeats);
    for (std::size_t commit = 0; commit < gained.size(); ++commit) {
      const double minutes = (commit == m_built ? 0 : m_options.switchMinutes) + m_options.runMinutes * static_cast<double>(repeats);
      if (const double rate = gained[commit] / minutes; rate > most) {
        most = rate;
        best = {.commit = commit, .repeats = repeats};
      }
    }
  }
  return best;
}

}  // namespace plumbline::statistics
