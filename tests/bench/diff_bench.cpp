// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs of 10,000 models and 12 metrics: joining them, and what a slider asks for at every step. Goal of what-if: 50
// ms.
//
//   bench_diff
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/diff/hud_summary.h"
#include "core/diff/move.h"

namespace {

using namespace plumbline;

constexpr int kRows = 10'000;

/// makeRun gives numbers that move a little or a lot from run to run; one model in twenty failed.
std::shared_ptr<const tables::CsvTable> makeRun(std::uint32_t seed) {
  std::string csv =
      "dev,name,batch_size,accuracy,speedup,abs_latency,compilation_latency,compression_ratio,eager_peak_mem,"
      "dynamo_peak_mem,calls_captured,unique_graphs,graph_breaks,recompiles,cudagraph_skips\n";
  std::uint32_t state = seed;
  const auto next = [&state] { return state = state * 1664525U + 1013904223U, (state >> 8U) % 1000; };
  for (int row = 0; row < kRows; ++row) {
    csv += "cuda,model_" + std::to_string(row) + ",8,";
    const bool failed = next() < 50;
    csv += failed ? "fail_to_run" : "pass";
    for (int metric = 0; metric < 11; ++metric) csv += failed ? ",0" : ',' + std::to_string(1 + next() * 0.0003);
    csv += '\n';
  }
  return tables::CsvTable::scan(std::move(csv), "run.csv").value();
}

diff::RunDiffPtr join() {
  static const auto kBefore = makeRun(1);
  static const auto kAfter = makeRun(2);
  diff::Run before;
  before.tables = {kBefore};
  diff::Run after;
  after.tables = {kAfter};
  return diff::RunDiff::make({before, after}).value();
}

/// moved are thresholds that differ from the shipped ones in every metric.
diff::Thresholds moved() {
  diff::Thresholds out = diff::defaultThresholds();
  out.otherwise = 0.12;
  for (auto& limit : out.limits) limit.relative += 0.07;
  return out;
}

void joining(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(join());
}

void makingWhatIf(benchmark::State& state) {
  const auto diff = join();
  for (auto _ : state) benchmark::DoNotOptimize(diff::WhatIf(diff, 0, 1));
}

void counting(benchmark::State& state) {
  const diff::WhatIf whatIf(join(), 0, 1);
  const diff::Thresholds thresholds = moved();
  for (auto _ : state) benchmark::DoNotOptimize(whatIf.counts(thresholds));
}

void flipping(benchmark::State& state) {
  const diff::WhatIf whatIf(join(), 0, 1);
  const diff::Thresholds from = diff::defaultThresholds();
  const diff::Thresholds to = moved();
  for (auto _ : state) {
    auto flips = whatIf.flips(from, to);
    benchmark::DoNotOptimize(flips.data());
    state.counters["flips"] = static_cast<double>(flips.size());
  }
}

void summing(benchmark::State& state) {
  const auto diff = join();
  for (auto _ : state) {
    auto lines = diff::summaryLines(*diff, 0, 1);
    benchmark::DoNotOptimize(lines.data());
  }
}

void alarming(benchmark::State& state) {
  const auto diff = join();
  const diff::Thresholds thresholds = diff::defaultThresholds();
  for (auto _ : state) {
    auto alarms = diff::ratioAlarms(*diff, 0, 1, thresholds);
    benchmark::DoNotOptimize(alarms.data());
  }
}

BENCHMARK(joining)->Unit(benchmark::kMillisecond);
BENCHMARK(makingWhatIf)->Unit(benchmark::kMillisecond);
BENCHMARK(counting)->Unit(benchmark::kMillisecond);
BENCHMARK(flipping)->Unit(benchmark::kMillisecond);
BENCHMARK(summing)->Unit(benchmark::kMillisecond);
BENCHMARK(alarming)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
