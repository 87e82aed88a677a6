// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated hunts with the posterior bisection, rates unknown to it: how often it is right, after how many runs; and how often
// it names a culprit where there is none.
//
//   bench_bisect [HUNTS=400] [SEED=1]     # takes some minutes: small differences take hundreds of runs
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "core/statistics/bisection.h"

namespace {

using plumbline::statistics::BisectAnswer;

struct Hunt {
  std::size_t commits;
  double bad, good;
  int share = 1;  ///< of the hunts: those for small differences are long
};

void simulate(const Hunt& hunt, int hunts, std::mt19937_64& random) {
  int right = 0, most = 0;
  double runs = 0;
  int answers[6] = {};
  for (int i = 0; i < hunts; ++i) {
    const std::size_t culprit = 1 + random() % (hunt.commits - 1);
    std::uniform_real_distribution<double> uniform;
    plumbline::statistics::Bisection bisection(hunt.commits);
    while (!bisection.isDone()) {
      const auto step = bisection.next();
      for (std::size_t r = 0; r < step.repeats; ++r)
        bisection.add(step.commit, uniform(random) < (step.commit >= culprit ? hunt.bad : hunt.good));
    }
    ++answers[int(bisection.answer())];
    right += bisection.answer() == BisectAnswer::Culprit && bisection.culprit() == culprit ? 1 : 0;
    runs += double(bisection.runs()) / hunts;
    most = std::max(most, int(bisection.runs()));
  }
  const int named = answers[int(BisectAnswer::Culprit)];
  std::printf("%3zu commits, fails %3.0f %% when bad, %3.0f %% when good: ", hunt.commits, 100 * hunt.bad, 100 * hunt.good);
  if (hunt.bad > hunt.good)
    std::printf("%.1f %% right, %.1f %% of those named, in", 100.0 * right / hunts, 100.0 * right / std::max(1, named));
  else
    std::printf("a culprit named in %.1f %%, after", 100.0 * named / hunts);
  std::printf(" %.1f runs (at most %d); %d hunts: %d named, %d equal ends, %d wrong ends, %d cannot tell\n", runs, most, hunts, named,
              answers[int(BisectAnswer::EqualEnds)],
              answers[int(BisectAnswer::Unchanged)] + answers[int(BisectAnswer::GoodEndIsBad)],
              answers[int(BisectAnswer::TooManyRuns)]);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int hunts = argc > 1 ? std::atoi(argv[1]) : 400;
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (const Hunt& hunt :
       {Hunt{64, 1, 0.2}, Hunt{64, 1, 0}, Hunt{64, 0.8, 0.2}, Hunt{64, 0.5, 0}, Hunt{64, 0.6, 0.2}, Hunt{64, 0.65, 0.15}, Hunt{8, 0.3, 0},
        Hunt{64, 0.4, 0.2, 2}, Hunt{64, 0.5, 0.3, 2}, Hunt{64, 0.45, 0.25, 2}, Hunt{16, 0.1, 0.1, 2}, Hunt{16, 0.3, 0.3, 2},
        Hunt{64, 0.05, 0.05, 2}, Hunt{64, 0.3, 0.3, 2}, Hunt{64, 0.5, 0.5, 2}, Hunt{64, 0.9, 0.9, 2}})
    simulate(hunt, hunts / hunt.share, random);
  return 0;
}
