// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a file becomes a table, against loops that do nothing but look for newlines and commas in the same bytes.
//
//   bench_tables                                  1,000,000 rows x 12 columns; of_memchr is the speed
//                                                 as a share of the newline-and-comma loop, goal >= 0.6
//   bench_tables --benchmark_filter=scan
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>

#include "core/tables/block_masks.h"
#include "core/tables/csv_table.h"
#include "core/tables/frame.h"
#include "core/tables/scanner.h"

namespace {

using namespace plumbline;
using namespace plumbline::tables;

constexpr std::size_t kRows = 1'000'000;

std::string makeRun(const char* lineEnd, bool quoteNames) {
  std::string out = std::string(
                        "dev,name,batch_size,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,"
                        "autograd_captures,autograd_compiles,cudagraph_skips,compilation_latency") +
                    lineEnd;
  out.reserve(kRows * 72);
  char line[160];
  const char* quote = quoteNames ? "\"" : "";
  for (std::size_t i = 0; i < kRows; ++i) {
    const int n = std::snprintf(line, sizeof line, "cuda,%smodel_number_%07zu%s,%zu,pass,%zu,%zu,%zu,%zu,0,0,0,%zu.%06zu%s",
                                quote, i, quote, i % 64, 100 + i % 900, i % 9 + 1, i % 7, i % 5, 10 + i % 80,
                                i % 1000000, lineEnd);
    out.append(line, static_cast<std::size_t>(n));
  }
  return out;
}

const std::string& plainRun() {
  static const std::string run = makeRun("\n", false);
  return run;
}

std::shared_ptr<const CsvTable> tableOf(const std::string& bytes) { return CsvTable::scan(bytes, "bench").value(); }

void setBytes(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(static_cast<std::int64_t>(size) * static_cast<std::int64_t>(state.iterations()));
}

void memchrNewlines(benchmark::State& state) {
  const std::string& run = plainRun();
  for (auto _ : state) {
    std::size_t lines = 0;
    const char* p = run.data();
    const char* end = p + run.size();
    while (p != end && (p = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)))) != nullptr) {
      ++lines;
      ++p;
    }
    benchmark::DoNotOptimize(lines);
  }
  setBytes(state, run.size());
}

std::size_t countCells(const std::string& run) {
  std::size_t cells = 0;
  const char* p = run.data();
  const char* end = p + run.size();
  while (p < end) {
    const auto* line = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
    if (line == nullptr) line = end;
    while (p < line) {
      const auto* comma = static_cast<const char*>(std::memchr(p, ',', static_cast<std::size_t>(line - p)));
      ++cells;
      if (comma == nullptr) break;
      p = comma + 1;
    }
    p = line + 1;
  }
  return cells;
}

void memchrNewlinesAndCommas(benchmark::State& state) {
  const std::string& run = plainRun();
  for (auto _ : state) benchmark::DoNotOptimize(countCells(run));
  setBytes(state, run.size());
}

/// spans is the scan proper: every cell's place kept, nothing else. Each round is timed beside a round of the memchr
/// loop over the same bytes, in processor time, so that a busy machine slows both.
void spans(benchmark::State& state, const std::string& run, Instructions instructions, Layout layout) {
  std::clock_t ours = 0;
  std::clock_t theirs = 0;
  for (auto _ : state) {
    const std::clock_t start = std::clock();
    Census census;
    readCensus(run, instructions, {}, census);
    auto scanned = scanRecords(run, census, instructions, layout, {});
    benchmark::DoNotOptimize(scanned->cells.recordCount());
    ours += std::clock() - start;
    state.PauseTiming();
    scanned.reset();
    const std::clock_t peer = std::clock();
    benchmark::DoNotOptimize(countCells(run));
    theirs += std::clock() - peer;
    state.ResumeTiming();
  }
  state.counters["of_memchr"] = static_cast<double>(theirs) / static_cast<double>(ours);
  setBytes(state, run.size());
}

/// scan is what a program asks for: spans, UTF-8, header, diagnostics, duplicate names.
void scan(benchmark::State& state) {
  const std::string& run = plainRun();
  for (auto _ : state) {
    state.PauseTiming();
    std::string bytes = run;
    state.ResumeTiming();
    auto table = CsvTable::scan(std::move(bytes), "bench");
    benchmark::DoNotOptimize(table.value()->rowCount());
    state.counters["memory"] = static_cast<double>(table.value()->memoryBytes()) / static_cast<double>(run.size());
    state.PauseTiming();
    table = base::Cancelled{};
    state.ResumeTiming();
  }
  setBytes(state, run.size());
}

void inferAll(benchmark::State& state) {
  const auto table = tableOf(plainRun());
  for (auto _ : state)
    for (std::size_t i = 0; i < table->columnNames().size(); ++i) benchmark::DoNotOptimize(inferColumn(*table, i).type());
  setBytes(state, table->bytes().size());
}

void readReals(benchmark::State& state) {
  const auto table = tableOf(plainRun());
  const TypedColumn column = inferColumn(*table, 11);
  std::string scratch;
  for (auto _ : state) {
    double sum = 0;
    for (std::size_t row = 0; row < table->rowCount(); ++row) sum += column.at(row, scratch).real;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kRows) * static_cast<std::int64_t>(state.iterations()));
}

void spansBest(benchmark::State& state) { spans(state, plainRun(), bestInstructions(), Layout::Fitting); }
void spansSse2(benchmark::State& state) { spans(state, plainRun(), Instructions::Sse2, Layout::Fitting); }
void spansPortable(benchmark::State& state) { spans(state, plainRun(), Instructions::Portable, Layout::Fitting); }
void spansSparse(benchmark::State& state) { spans(state, plainRun(), bestInstructions(), Layout::Sparse); }
void spansCrlf(benchmark::State& state) { spans(state, makeRun("\r\n", false), bestInstructions(), Layout::Fitting); }
void spansSpaced(benchmark::State& state) { spans(state, makeRun("\n\n\n\n", false), bestInstructions(), Layout::Fitting); }
void spansQuoted(benchmark::State& state) { spans(state, makeRun("\n", true), bestInstructions(), Layout::Fitting); }

BENCHMARK(memchrNewlines)->Unit(benchmark::kMillisecond);
BENCHMARK(memchrNewlinesAndCommas)->Unit(benchmark::kMillisecond);
BENCHMARK(spansBest)->Unit(benchmark::kMillisecond);
BENCHMARK(spansSse2)->Unit(benchmark::kMillisecond);
BENCHMARK(spansPortable)->Unit(benchmark::kMillisecond);
BENCHMARK(spansSparse)->Unit(benchmark::kMillisecond);
BENCHMARK(spansCrlf)->Unit(benchmark::kMillisecond);
BENCHMARK(spansSpaced)->Unit(benchmark::kMillisecond);
BENCHMARK(spansQuoted)->Unit(benchmark::kMillisecond);
BENCHMARK(scan)->Unit(benchmark::kMillisecond);
BENCHMARK(inferAll)->Unit(benchmark::kMillisecond);
BENCHMARK(readReals)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
