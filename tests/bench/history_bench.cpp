// SPDX-License-Identifier: GPL-3.0-or-later
// A year of runs in the history: 16,000 series x 365 runs. Prints values a second, bytes a value and the time of one series.
//
//   bench_history [SERIES [RUNS [RUNS_A_TRANSACTION]]]
#include <QCoreApplication>
#include <QTemporaryDir>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/history/store.h"

using namespace plumbline;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kConfigs = 80;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

history::RunRecord recordOf(int run, int series) {
  history::RunRecord record;
  record.info.contentHash = std::to_string(run);
  record.info.measuredAt = run;
  record.samples.reserve(static_cast<std::size_t>(series));
  for (int i = 0; i < series; ++i)
    record.samples.push_back({{"torchbench", "config" + std::to_string(i % kConfigs), "model" + std::to_string(i / kConfigs), "speedup", ""},
                              1.0 + (i * 7919 + run * 104729) % 100'003 / 1e5, ""});
  return record;
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const int series = argc > 1 ? std::atoi(argv[1]) : 16'000, runs = argc > 2 ? std::atoi(argv[2]) : 365, batch = argc > 3 ? std::atoi(argv[3]) : runs;
  QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("h.sqlite")).toStdString();
  double adding = 0;
  {
    auto store = history::Store::open(file, history::Store::Access::ReadWrite);
    std::vector<history::RunRecord> records;
    for (int run = 1; run <= runs; ++run) {
      records.push_back(recordOf(run, series));
      if (static_cast<int>(records.size()) < batch && run < runs) continue;
      const auto start = Clock::now();
      if (!(*store)->runs().add(records)) return 1;
      adding += secondsSince(start);
      records.clear();
    }
  }
  const double values = static_cast<double>(series) * runs;
  std::printf("%.0f values in %.2f s: %.0f values/s, %.1f bytes a value\n", values, adding, values / adding,
              static_cast<double>(std::filesystem::file_size(file)) / values);
  const auto store = history::Store::open(file, history::Store::Access::ReadOnly);
  for (int turn = 0; turn < 3; ++turn) {
    const auto start = Clock::now();
    const auto one = (*store)->runs().series({.model = "model" + std::to_string(turn * 7), .config = "config4"});
    std::printf("one series of %zu values: %.2f ms\n", one->series.empty() ? 0 : one->series[0].points.size(), secondsSince(start) * 1e3);
  }
  return 0;
}
