// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about distributions and tests, for statistics_parity.py: statistics_runner < questions. A question is a
// line of words: its name, then lists of numbers with commas. The answer is a line of numbers with 17 digits.
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/statistics/false_discovery.h"
#include "core/statistics/healing.h"
#include "core/statistics/noise_floor.h"
#include "core/statistics/rates.h"
#include "core/statistics/two_samples.h"

using namespace plumbline::statistics;

namespace {

using Numbers = std::vector<double>;

Numbers numbersOf(const std::string& list) {
  Numbers numbers;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) numbers.push_back(std::stod(part));
  return numbers;
}

RunCount countOf(double fails, double runs) { return {static_cast<std::size_t>(fails), static_cast<std::size_t>(runs)}; }

Numbers rate(const std::vector<Numbers>& asked) {
  const Numbers& a = asked.at(0);
  const auto method = static_cast<RateMethod>(static_cast<int>(a.at(3)));
  const Interval interval = rateInterval(countOf(a.at(0), a.at(1)), {.level = a.at(2), .method = method});
  return {interval.low, interval.high};
}

Numbers fisher(const std::vector<Numbers>& asked) {
  const Numbers& a = asked.at(0);
  return {fisherExact(countOf(a.at(0), a.at(1)), countOf(a.at(2), a.at(3)))};
}

Numbers samples(const std::vector<Numbers>& asked) {
  const Shift shift = compareSamples(asked.at(0), asked.at(1));
  return {shift.u, shift.p, shift.isExact ? 1.0 : 0.0, shift.value, shift.cliffsDelta};
}

Numbers shiftEnds(const std::vector<Numbers>& asked) {
  const Shift shift = compareSamples(asked.at(0), asked.at(1));
  return {shift.low, shift.high};
}

/// rateClass answers with the class and the runs that decide; -1: none.
Numbers rateClass(const std::vector<Numbers>& asked) {
  const RateJudgement judged = judgeRate(countOf(asked.at(0).at(0), asked.at(0).at(1)));
  return {static_cast<double>(judged.rateClass), judged.moreRuns ? static_cast<double>(*judged.moreRuns) : -1};
}

Numbers discovery(const std::vector<Numbers>& asked) { return falseDiscoveryRates(asked.at(0)); }

/// noise answers for groups of values and, in the list behind them, a difference, the runs of both sides, and a distance.
Numbers noise(const std::vector<Numbers>& asked) {
  const NoiseGroups groups(asked.begin(), asked.end() - 1);
  const Numbers& a = asked.back();
  const NoiseFloor floor = noiseFloor(groups);
  const DeltaJudgement judged =
      judgeDelta(floor, a.at(0), {.before = static_cast<std::size_t>(a.at(1)), .after = static_cast<std::size_t>(a.at(2))});
  const NoiseTail tail(groups, floor);
  const RateEstimate rate = tail.rateBeyond(a.at(3), false);
  return {floor.level, floor.spread, floor.low, floor.high, floor.autocorrelation, floor.freedom, judged.band, judged.p,
          rate.rate, rate.low, rate.high, tail.distanceFor(1e-3, true)};
}

Numbers wait(const std::vector<Numbers>& asked) { return {requiredGreenDays(static_cast<std::size_t>(asked.at(0).at(0)))}; }

Numbers healing(const std::vector<Numbers>& asked) {
  const Numbers& a = asked.at(0);
  const HealingJudgement judged = judgeHealing({.before = countOf(a.at(0), a.at(1)),
                                                .greenRuns = static_cast<std::size_t>(a.at(2)),
                                                .greenDays = a.at(3),
                                                .relapses = static_cast<std::size_t>(a.at(4)),
                                                .runsPerDay = a.at(5)});
  return {judged.luck, judged.relapseRisk, judged.isHealed ? 1.0 : 0.0};
}

}  // namespace

int main() {
  const std::map<std::string, std::function<Numbers(const std::vector<Numbers>&)>> answers{
      {"rate", rate}, {"fisher", fisher}, {"samples", samples}, {"shift", shiftEnds}, {"class", rateClass}, {"discovery", discovery}, {"noise", noise},
      {"wait", wait},         {"healing", healing}};
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    std::vector<Numbers> lists;
    for (std::string word; words >> word;) lists.push_back(numbersOf(word));
    const char* gap = "";
    for (const double value : answers.at(name)(lists)) {
      std::printf("%s%.17g", gap, value);
      gap = " ";
    }
    std::printf("\n");
  }
  return 0;
}
