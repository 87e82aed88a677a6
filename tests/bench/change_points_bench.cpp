// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the default change points on generated series of 100 points: false alarms and the share of steps found within
// three points, on four kinds of noise; drifts, many steps and noise of few values; then time for many series and for one more
// point.
//
//   bench_change_points [SERIES=10000] [SEED=1]
//   bench_change_points --files FILE.csv...     # the indexes of each file
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/statistics/change_points.h"
#include "core/statistics/false_discovery.h"
#include "core/statistics/noise_floor.h"

namespace {

using plumbline::statistics::Change;
using plumbline::statistics::changePoints;
using Numbers = std::vector<double>;

enum class Noise { Independent, Correlated, HeavyTails, Spikes };
constexpr Noise kNoises[] = {Noise::Independent, Noise::Correlated, Noise::HeavyTails, Noise::Spikes};
constexpr const char* kNames[] = {"independent", "AR(1) 0.6", "Student t, 3", "3 % spikes"};

Numbers noise(Noise kind, std::size_t count, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::student_t_distribution<double> heavy(3);
  std::uniform_real_distribution<double> uniform;
  Numbers numbers(count);
  double last = normal(random);
  for (double& number : numbers) {
    last = kind == Noise::Correlated ? 0.6 * last + 0.8 * normal(random) : normal(random);
    number = kind == Noise::HeavyTails ? heavy(random) / std::sqrt(3.0) : last;
    if (kind == Noise::Spikes && uniform(random) < 0.03) number += uniform(random) < 0.5 ? 8 : -8;
  }
  for (double& number : numbers) number = 1 + 0.02 * number;  // level 1, 2 %
  return numbers;
}

void alarmsAndRecall(int series, std::mt19937_64& random) {
  std::printf("%-14s %10s %10s %10s %10s\n", "noise", "alarms %", "1 sigma %", "2 sigma %", "3 sigma %");
  for (std::size_t kind = 0; kind < std::size(kNoises); ++kind) {
    int alarms = 0;
    for (int i = 0; i < series; ++i) alarms += changePoints(noise(kNoises[kind], 100, random)).empty() ? 0 : 1;
    std::printf("%-14s %10.2f", kNames[kind], 100.0 * alarms / series);
    for (const double size : {1.0, 2.0, 3.0}) {
      int hits = 0;
      const int tries = series / 4;
      for (int i = 0; i < tries; ++i) {
        Numbers numbers = noise(kNoises[kind], 100, random);
        for (std::size_t j = 60; j < numbers.size(); ++j) numbers[j] += 0.02 * size;
        hits += std::ranges::any_of(changePoints(numbers), [](const Change& c) { return c.index >= 57 && c.index <= 63; });
      }
      std::printf(" %10.1f", 100.0 * hits / tries);
    }
    std::printf("\n");
  }
}

void coverageOfSteps(int series, std::mt19937_64& random) {
  for (std::size_t kind = 0; kind < std::size(kNoises); ++kind) {
    int found = 0, covered = 0, drifts = 0;
    for (int i = 0; i < series / 10; ++i) {
      Numbers numbers = noise(kNoises[kind], 100, random);
      for (std::size_t j = 60; j < numbers.size(); ++j) numbers[j] += 0.02 * 3;
      const auto changes = changePoints(numbers);
      if (changes.size() != 1) continue;
      ++found;
      covered += changes[0].low <= 0.06 && 0.06 <= changes[0].high ? 1 : 0;
      drifts += changes[0].isDrift ? 1 : 0;
    }
    std::printf("interval of a 3 sigma step, %s: covers in %.1f %%, called drift %.1f %%\n", kNames[kind],
                100.0 * covered / found, 100.0 * drifts / found);
  }
  int slopes = 0, called = 0;
  for (int i = 0; i < series / 10; ++i) {
    Numbers numbers = noise(Noise::Independent, 100, random);
    for (std::size_t j = 0; j < numbers.size(); ++j) numbers[j] += 0.02 * 4 * double(j) / 100;
    for (const Change& change : changePoints(numbers)) {
      ++slopes;
      called += change.isDrift ? 1 : 0;
    }
  }
  std::printf("a slope of 4 sigma over 100 points: %d changes, %.1f %% called drift\n", slopes, 100.0 * called / slopes);
}

/// shareWith prints in how many series of a kind there is any change, and a drift.
void stepsNearTheEnd(int series, std::mt19937_64& random) {
  for (const std::size_t last : {std::size_t(2), std::size_t(3), std::size_t(4), std::size_t(6), std::size_t(10)}) {
    for (const double size : {6.0, 10.0}) {
      int found = 0, near = 0, covered = 0;
      for (int i = 0; i < series / 10; ++i) {
        Numbers numbers = noise(Noise::Independent, 100, random);
        for (std::size_t j = 100 - last; j < numbers.size(); ++j) numbers[j] += 0.02 * size;
        const auto changes = changePoints(numbers);
        if (changes.empty()) continue;
        ++found;
        if (changes.back().index + last < 97 || changes.back().index + last > 103) continue;
        ++near;
        covered += changes.back().low <= 0.02 * size && 0.02 * size <= changes.back().high ? 1 : 0;
      }
      std::printf("a step of %2.0f sigma in the last %2zu points: found %5.1f %%, within 3 points %5.1f %%, interval covers %.1f %%\n", size,
                  last, 1000.0 * found / series, 1000.0 * near / series, 100.0 * covered / std::max(1, near));
    }
  }
}

template <typename Make>
void shareWith(const char* name, int series, Make make) {
  int changed = 0, drifting = 0;
  for (int i = 0; i < series; ++i) {
    const auto changes = changePoints(make());
    changed += changes.empty() ? 0 : 1;
    drifting += std::ranges::any_of(changes, &Change::isDrift) ? 1 : 0;
  }
  std::printf("%-36s any change %5.1f %%, a drift %5.1f %%\n", name, 100.0 * changed / series, 100.0 * drifting / series);
}

void driftsAndManySteps(int series, std::mt19937_64& random) {
  for (const std::size_t count : {std::size_t(60), std::size_t(100)}) {
    for (const double rise : {8.0, 16.0, 32.0}) {
      const std::string name = std::to_string(count) + " points, drift of " + std::to_string(int(rise)) + " sigma";
      shareWith(name.c_str(), series, [&] {
        Numbers numbers = noise(Noise::Independent, count, random);
        for (std::size_t i = 0; i < count; ++i) numbers[i] += 0.02 * rise * double(i) / double(count);
        return numbers;
      });
    }
  }
  const auto steps = [&](const char* name, std::size_t each, double up, double other) {
    shareWith(name, series, [&] {
      Numbers numbers = noise(Noise::Independent, 100, random);
      for (std::size_t i = 0; i < 100; ++i) {
        const std::size_t level = i / each;
        numbers[i] += 0.02 * (up * double(level) + other * double(level % 2));
      }
      return numbers;
    });
  };
  steps("9 steps up of 3 sigma", 10, 3, 0);
  steps("19 steps up of 10 sigma", 5, 10, 0);
  steps("9 steps up and down of 5 sigma", 10, 0, 5);
}

void fewValues(int series, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::poisson_distribution<int> rare(0.3);
  const auto draw = [&](const char* name, auto one) {
    shareWith(name, series, [&] {
      Numbers numbers(100);
      for (double& number : numbers) number = one();
      return numbers;
    });
  };
  for (const double chance : {0.1, 0.15, 0.2, 0.3})
    draw(("7, or 8 with chance " + std::to_string(chance)).c_str(), [&] { return uniform(random) < chance ? 8.0 : 7.0; });
  draw("Poisson 0.3", [&] { return double(rare(random)); });
  draw("rounded to 2.5 sigma", [&] { return std::round(normal(random) / 2.5); });
  draw("two modes, 70/30", [&] { return normal(random) + (uniform(random) < 0.3 ? 20 : 0); });
  draw("two modes, 90/10", [&] { return normal(random) + (uniform(random) < 0.1 ? 20 : 0); });
  draw("10 % spikes of 8 sigma", [&] { return normal(random) + (uniform(random) < 0.1 ? 8 : 0); });
  draw("exponential", [&] { return -std::log(1 - uniform(random)); });
}

void manySeries(int repeats, std::mt19937_64& random) {
  double falseShare = 0, power = 0, plainPower = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Numbers p;
    for (int i = 0; i < 1000; ++i) {
      Numbers numbers = noise(Noise::Independent, 100, random);
      for (std::size_t j = 60; j < numbers.size() && i < 50; ++j) numbers[j] += 0.02 * 3;
      double smallest = 1;
      changePoints(numbers, {}, &smallest);
      p.push_back(smallest);
    }
    const Numbers q = plumbline::statistics::falseDiscoveryRates(p);
    int all = 0, wrong = 0, plain = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      all += q[i] <= 0.05 ? 1 : 0;
      wrong += q[i] <= 0.05 && i >= 50 ? 1 : 0;
      plain += p[i] <= 0.05 && i < 50 ? 1 : 0;
    }
    falseShare += all == 0 ? 0 : double(wrong) / all / repeats;
    power += double(all - wrong) / 50 / repeats;
    plainPower += double(plain) / 50 / repeats;
  }
  std::printf("1,000 series, 5 %% with a 3 sigma step, q 0.05, %d repeats: false discoveries %.2f %%, power %.1f %% of "
              "uncorrected %.1f %%\n", repeats, 100 * falseShare, 100 * power, 100 * plainPower);
}

/// manyMoves: two runs of each row are held against the 60 before them; one row in twenty moved by `step` spreads.
void manyMoves(int repeats, double step, std::mt19937_64& random) {
  using namespace plumbline::statistics;
  constexpr std::size_t kRows = 300, kRuns = 60, kMoved = kRows / 20;
  for (std::size_t kind = 0; kind < std::size(kNoises); ++kind) {
    double falseShare = 0, power = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      NoisePool pool;
      std::vector<NoiseFloor> floors;
      Numbers deltas, p;
      for (std::size_t row = 0; row < kRows; ++row) {
        Numbers numbers = noise(kNoises[kind], kRuns + 2, random);
        deltas.push_back(numbers[kRuns + 1] - numbers[kRuns] + (row < kMoved ? 0.02 * step : 0));
        numbers.resize(kRuns);
        const NoiseGroups levels = unchangedLevels(numbers, changePoints(numbers));
        floors.push_back(noiseFloor(levels));
        pool.add(levels, floors.back());
      }
      for (std::size_t row = 0; row < kRows; ++row) p.push_back(pool.judge(floors[row], deltas[row]).p);
      const Numbers q = falseDiscoveryRates(p);
      int all = 0, wrong = 0;
      for (std::size_t row = 0; row < kRows; ++row) {
        all += q[row] <= 0.05 ? 1 : 0;
        wrong += q[row] <= 0.05 && row >= kMoved ? 1 : 0;
      }
      falseShare += all == 0 ? 0 : double(wrong) / all / repeats;
      power += double(all - wrong) / kMoved / repeats;
    }
    std::printf("300 rows of 60 runs, two runs compared, 5 %% moved by %.0f spreads, %s: false discoveries %.1f %%, found %.1f %%\n", step,
                kNames[kind], 100 * falseShare, 100 * power);
  }
}

void times(std::mt19937_64& random) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::vector<Numbers> all;
  for (std::size_t i = 0; i < 16'000; ++i) all.push_back(noise(kNoises[i % 4], 365, random));
  auto start = Clock::now();
  std::jthread other([&] { for (std::size_t i = 0; i < 8'000; ++i) changePoints(all[i]); });
  for (std::size_t i = 8'000; i < all.size(); ++i) changePoints(all[i]);
  other.join();
  std::printf("16,000 series of 365 points on 2 cores: %.2f s\n", since(start));
  plumbline::statistics::ChangeTracker tracker;
  double longest = 0;
  for (const double number : noise(Noise::Independent, 365, random)) {
    start = Clock::now();
    tracker.append(number);
    longest = std::max(longest, since(start));
  }
  std::printf("one more point: at most %.3f ms\n", 1000 * longest);
  std::normal_distribution<double> level(1, 0.6);
  for (const std::size_t count : {std::size_t(1'000), std::size_t(10'000), std::size_t(50'000), std::size_t(100'000)}) {
    Numbers numbers = noise(Noise::Independent, count, random);
    start = Clock::now();
    changePoints(numbers);
    const double unchanged = since(start);
    for (std::size_t i = 0; i < count; i += 20) {
      const double height = level(random);
      for (std::size_t j = i; j < std::min(count, i + 20); ++j) numbers[j] += height;
    }
    start = Clock::now();
    const std::size_t found = changePoints(numbers).size();
    std::printf("one series of %zu points: %.3f s; with a step every 20 points: %.3f s (%zu found)\n", count, unchanged,
                since(start), found);
  }
}

void printFiles(int count, char** files) {
  for (int i = 0; i < count; ++i) {
    std::ifstream file(files[i]);
    Numbers numbers;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
      const std::string value = line.substr(line.find(',') + 1);
      numbers.push_back(value.size() < 1 ? std::nan("") : std::strtod(value.c_str(), nullptr));
    }
    std::printf("%s", files[i]);
    for (const Change& change : changePoints(numbers)) std::printf(" %zu", change.index);
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--files") {
    printFiles(argc - 2, argv + 2);
    return 0;
  }
  const int series = argc > 1 ? std::atoi(argv[1]) : 10'000;
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  alarmsAndRecall(series, random);
  coverageOfSteps(series, random);
  stepsNearTheEnd(series, random);
  manySeries(std::max(1, series / 100), random);
  for (const double step : {8.0, 15.0}) manyMoves(std::max(1, series / 100), step, random);
  driftsAndManySteps(std::max(1, series / 10), random);
  fewValues(std::max(1, series / 10), random);
  times(random);
  return 0;
}
