// SPDX-License-Identifier: GPL-3.0-or-later
// A year of runs in the history: 16,000 series x 365 runs in 153 configs, a third of them status words. Prints values a second (also by
// the time of the processor), bytes a value, and the times of a series, of "red since" and, with a checkout, of baselines and blame.
//
//   bench_history [SERIES [RUNS [RUNS_A_TRANSACTION [CHECKOUT]]]]
//   bench_history postgresql [SERIES [RUNS]]     the same values in a file and in a server of its own, one after the other
#include <QCoreApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/cell_history.h"
#include "core/history/store.h"
#include "tests/support/postgres_server.h"

using namespace plumbline;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kConfigs = 153;
constexpr int kPassesOf = 30, kRedRow = 7;  // one row in thirty fails
constexpr const char* kRedModel = "model7";

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }
double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string configOf(int series) { return "config" + std::to_string(series % kConfigs); }

/// recordOf makes a run; the last sixth of the runs is red in some rows.
history::RunRecord recordOf(int run, int series, int runs) {
  constexpr const char* kMetrics[] = {"accuracy", "speedup", "graph_breaks"};
  history::RunRecord record;
  record.info.contentHash = record.info.commit = std::to_string(run);
  record.info.measuredAt = run;
  record.samples.reserve(static_cast<std::size_t>(series));
  for (int i = 0; i < series; ++i) {
    const int row = i / kConfigs;
    const bool isWord = row % 3 == 0;
    const bool isRed = row / 3 % kPassesOf == kRedRow && run > runs * 5 / 6 + i % std::max(1, runs / 6);
    record.samples.push_back({{"torchbench", configOf(i), "model" + std::to_string(row / 3), kMetrics[row % 3], ""},
                              isWord ? std::nullopt : std::optional(1.0 + (i * 7919 + run * 104729) % 100'003 / 1e5),
                              isWord ? isRed ? "fail_to_run" : "pass" : ""});
  }
  return record;
}

/// timesOf returns the median of some turns of `work` by the clock, and the mean by the processor.
std::string timesOf(int turns, const std::function<void(int)>& work) {
  std::vector<double> times;
  const double before = processorSeconds();
  for (int turn = 0; turn < turns; ++turn) {
    const auto start = Clock::now();
    work(turn);
    times.push_back(secondsSince(start) * 1e3);
  }
  std::ranges::sort(times);
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%.2f ms (%.2f ms of the processor)", times[times.size() / 2], (processorSeconds() - before) * 1e3 / turns);
  return text.data();
}

void readBack(history::Store& store) {
  std::size_t count = 0;
  const std::string one = timesOf(101, [&](int turn) {
    const auto found = store.runs().series({.model = "model" + std::to_string(turn % 30), .config = configOf(turn), .metric = "speedup"});
    count = found->series.empty() ? 0 : found->series[0].points.size();
  });
  std::printf("one series of %zu values: %s\n", count, one.c_str());
  std::vector<history::RowKey> rows;
  for (int i = 0; i < kConfigs; ++i) rows.push_back({configOf(i), kRedModel, "accuracy"});
  std::size_t red = 0;
  const std::string since = timesOf(11, [&](int) {
    const auto found = store.rows().redSince(rows);
    red = static_cast<std::size_t>(std::ranges::count_if(found->rows, [](const auto& row) { return row.length > 0; }));
  });
  std::printf("red since, a row of each of %d configs (%zu red): %s\n", kConfigs, red, since.c_str());
  const std::string all = timesOf(3, [&](int) { red = store.rows().redNow()->rows.size(); });
  std::printf("all red rows now (%zu): %s\n", red, all.c_str());
}

/// readGone times the red rows when a newer run is without every model that was red.
bool readGone(history::Store& store, int series, int run) {
  history::RunRecord record = recordOf(run, series, run - 1);
  std::erase_if(record.samples, [](const auto& sample) { return sample.series.model == kRedModel; });
  if (!store.runs().add({&record, 1})) return false;
  std::size_t red = 0;
  const std::string gone = timesOf(3, [&](int) { red = store.rows().redNow()->rows.size(); });
  std::printf("all red rows now, of models that are gone (%zu): %s\n", red, gone.c_str());
  return red == 0;
}

int readBaselines(history::Store& store, const std::string& checkout) {
  const auto start = Clock::now();
  const auto read = history::readBaselineHistory(checkout, {.commits = 10'000'000, .bytes = std::size_t{1} << 30, .endings = {".csv"}});
  if (!read.isValue() || !store.baselines().add(read.value())) return 1;
  std::printf("first index of the baselines, %zu changes in %zu commits: %.2f s\n", read.value().changes.size(), read.value().commits.size(),
              secondsSince(start));
  const auto& changes = read.value().changes;
  const std::string cell = timesOf(101, [&](int turn) {
    const auto& change = changes[static_cast<std::size_t>(turn) * 7919 % changes.size()];
    const std::string& file = read.value().files[change.file];
    static_cast<void>(history::blameLines(store, {.config = {}, .model = change.model, .metric = change.column, .file = file}));
  });
  std::printf("blame of a row: %s\n", cell.c_str());
  return 0;
}

/// fill adds the runs, `batch` at a time, and prints how fast; false where it could not.
bool fill(const std::string& place, int series, int runs, int batch) {
  auto store = history::Store::open(place, history::Store::Access::ReadWrite);
  if (!store) return false;
  double adding = 0, processor = 0;
  std::vector<history::RunRecord> records;
  for (int run = 1; run <= runs; ++run) {
    records.push_back(recordOf(run, series, runs));
    if (static_cast<int>(records.size()) < batch && run < runs) continue;
    const auto start = Clock::now();
    const double before = processorSeconds();
    if (!(*store)->runs().add(records)) return false;
    adding += secondsSince(start);
    processor += processorSeconds() - before;
    records.clear();
  }
  const double values = static_cast<double>(series) * runs;
  std::printf("%.0f values in %.2f s: %.0f values/s (%.0f values/s of the processor)\n", values, adding, values / adding, values / processor);
  return true;
}

int onBothEngines(int series, int runs) {
  QTemporaryDir folder;
  support::PostgresServer server;
  if (const QString why = server.start(); !why.isEmpty()) {
    std::fprintf(stderr, "%s\n", qPrintable(why));
    return 77;
  }
  const std::vector<std::string> places = {folder.filePath(QStringLiteral("h.sqlite")).toStdString(), server.newDatabase()};
  for (const std::string& place : places) {
    std::printf("%s\n", place.c_str());
    if (!fill(place, series, runs, 1)) return 1;
    auto store = history::Store::open(place, history::Store::Access::ReadWrite);
    if (!store) return 1;
    // A server does this by itself within minutes (autovacuum); a file needs nothing.
    if (history::isServer(place) && !(*store)->connection().run("VACUUM ANALYZE")) return 1;
    readBack(**store);
    if (!readGone(**store, series, runs + 1)) return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == "postgresql") return onBothEngines(argc > 2 ? std::atoi(argv[2]) : 16'000, argc > 3 ? std::atoi(argv[3]) : 60);
  const int series = argc > 1 ? std::atoi(argv[1]) : 16'000, runs = argc > 2 ? std::atoi(argv[2]) : 365, batch = argc > 3 ? std::atoi(argv[3]) : runs;
  QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("h.sqlite")).toStdString();
  if (!fill(file, series, runs, batch)) return 1;
  std::printf("%.1f bytes a value\n", static_cast<double>(std::filesystem::file_size(file)) / (static_cast<double>(series) * runs));
  auto store = history::Store::open(file, history::Store::Access::ReadWrite);
  readBack(**store);
  if (!readGone(**store, series, runs + 1)) return 1;
  return argc > 4 ? readBaselines(**store, argv[4]) : 0;
}
