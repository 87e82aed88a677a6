// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a log is indexed, searched and shown; from the page cache. Goals: 1 GB/s to index, 500 MB/s to find plain text.
//
//   bench_logs                                 256 MB of lines as benchmarks print them
//   PLUMBLINE_LARGE_LOG_MB=1024 bench_logs
#include <benchmark/benchmark.h>

#include <QTemporaryDir>
#include <memory>

#include "core/runs/logs/log_file.h"
#include "tests/support/large_log.h"

namespace {

using namespace plumbline;

struct Written {
  Written() : path(folder.filePath(QStringLiteral("large.log")).toStdString()), log(path) {
    const bool isAsked = qEnvironmentVariableIsSet("PLUMBLINE_LARGE_LOG_MB");
    wanted = support::writeLargeLog(path, isAsked ? support::largeLogMegabytes() : 256);
    if (wanted.bytes == 0) qFatal("the log cannot be written");
    indexAll(log);
  }
  static void indexAll(runs::LogFile& log) {
    for (auto more = log.update(); more.isValue() && more.value();) more = log.update();
  }
  QTemporaryDir folder;
  std::string path;
  support::LargeLog wanted;
  runs::LogFile log;
};

Written& written() {
  static Written log;
  return log;
}

void setBytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(written().wanted.bytes) * static_cast<std::int64_t>(state.iterations()));
}

void indexing(benchmark::State& state) {
  for (auto _ : state) {
    runs::LogFile log(written().path);
    Written::indexAll(log);
    benchmark::DoNotOptimize(log.lineCount());
  }
  setBytes(state);
}

void finding(benchmark::State& state, const char* text) {
  for (auto _ : state) {
    const auto found = written().log.find(text, 0, false);
    if (!found.isValue() || found.value()) state.SkipWithError("found what is not there");
  }
  setBytes(state);
}
void findAnyCase(benchmark::State& state) { finding(state, "is not in this log"); }
void findCapitals(benchmark::State& state) { finding(state, "Is not in this log"); }

void findBackwards(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(written().log.find("is not in this log", written().wanted.lines, true));
  setBytes(state);
}

void firstError(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(written().log.firstError(0));
  setBytes(state);
}

void linesOfScreen(benchmark::State& state) {
  std::uint64_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(written().log.lines(at % written().wanted.lines, 60));
    at += 7919 * 1013;
  }
}

BENCHMARK(indexing)->Unit(benchmark::kMillisecond);
BENCHMARK(findAnyCase)->Unit(benchmark::kMillisecond);
BENCHMARK(findCapitals)->Unit(benchmark::kMillisecond);
BENCHMARK(findBackwards)->Unit(benchmark::kMillisecond);
BENCHMARK(firstError)->Unit(benchmark::kMillisecond);
BENCHMARK(linesOfScreen)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
