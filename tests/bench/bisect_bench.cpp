// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated hunts with the posterior bisection, rates unknown to it: how often it is right, after how many runs.
//
//   bench_bisect [HUNTS=400] [SEED=1]
#include <cstdio>
#include <cstdlib>
#include <random>

#include "core/statistics/bisection.h"

namespace {

struct Hunt {
  std::size_t commits;
  double bad, good;
};

void simulate(const Hunt& hunt, int hunts, std::mt19937_64& random) {
  int right = 0, most = 0;
  double runs = 0;
  for (int i = 0; i < hunts; ++i) {
    const std::size_t culprit = 1 + random() % (hunt.commits - 1);
    std::uniform_real_distribution<double> uniform;
    plumbline::statistics::Bisection bisection(hunt.commits);
    while (!bisection.isDone() && bisection.runs() < 1000) {
      const auto step = bisection.next();
      for (std::size_t r = 0; r < step.repeats; ++r)
        bisection.add(step.commit, uniform(random) < (step.commit >= culprit ? hunt.bad : hunt.good));
    }
    right += bisection.culprit() == culprit && bisection.unchanged() < 0.5 ? 1 : 0;
    runs += double(bisection.runs()) / hunts;
    most = std::max(most, int(bisection.runs()));
  }
  std::printf("%3zu commits, fails %3.0f %% when bad, %3.0f %% when good: %.1f %% right in %.1f runs (at most %d)\n",
              hunt.commits, 100 * hunt.bad, 100 * hunt.good, 100.0 * right / hunts, runs, most);
}

}  // namespace

int main(int argc, char** argv) {
  const int hunts = argc > 1 ? std::atoi(argv[1]) : 400;
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (const Hunt& hunt : {Hunt{64, 1, 0.2}, Hunt{64, 1, 0}, Hunt{64, 0.8, 0.2}, Hunt{64, 0.5, 0}}) simulate(hunt, hunts, random);
  return 0;
}
