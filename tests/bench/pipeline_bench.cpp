// SPDX-License-Identifier: GPL-3.0-or-later
// The main job end to end, without a window: read, scan, type, judge, join. Prints processor seconds, MB/s and peak memory.
//
//   bench_pipeline                      1,000,000 rows x 12 columns on each side, and the pairs of ../shared/data when there
//   bench_pipeline --rows 100000
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/tables/csv_table.h"
#include "core/verdicts/check.h"
#include "core/verdicts/comparison.h"

namespace {

using namespace plumbline;
/// Clock counts processor time of this process: what one core spends, also while other programs keep the machine busy.
struct Clock {
  using time_point = double;
  static time_point now() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
  }
};

double secondsSince(Clock::time_point start) { return Clock::now() - start; }

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

/// syntheticRun makes a benchmark CSV of twelve columns, about 65 bytes a row; `drift` changes one row in 50.
std::string syntheticRun(std::size_t rows, bool drift) {
  std::string out =
      "dev,name,batch_size,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,autograd_captures,"
      "autograd_compiles,cudagraph_skips,compilation_latency\n";
  out.reserve(rows * 70);
  char line[160];
  for (std::size_t i = 0; i < rows; ++i) {
    const bool changed = drift && i % 50 == 0;
    const int n = std::snprintf(line, sizeof line, "cuda,model_number_%07zu,%zu,%s,%zu,%zu,%zu,%zu,0,0,0,%zu.%06zu\n", i,
                                i % 64, changed ? "fail_accuracy" : "pass", 100 + i % 900, i % 9 + 1,
                                i % 7 + (changed ? 1 : 0), i % 5, 10 + i % 80, i % 1000000);
    out.append(line, static_cast<std::size_t>(n));
  }
  return out;
}

std::shared_ptr<const tables::CsvTable> scanOrDie(std::string bytes, const std::string& name) {
  auto scanned = tables::CsvTable::scan(std::move(bytes), name);
  if (!scanned.isValue()) {
    std::fprintf(stderr, "bench_pipeline: %s cannot be scanned\n", name.c_str());
    std::exit(2);
  }
  return scanned.value();
}

std::shared_ptr<const verdicts::RuleSet> rulesOrDie() {
  auto rules = verdicts::ruleSet(verdicts::kDefaultGeneration);
  if (!rules) {
    std::fprintf(stderr, "bench_pipeline: %s\n", base::describe(rules.error()).c_str());
    std::exit(2);
  }
  return *rules;
}

void benchSynthetic(std::size_t rows) {
  const auto rules = rulesOrDie();
  std::string actualBytes = syntheticRun(rows, true);
  std::string expectedBytes = syntheticRun(rows, false);
  const double fileMb = static_cast<double>(actualBytes.size()) / 1e6;
  const double bothMb = (static_cast<double>(actualBytes.size()) + static_cast<double>(expectedBytes.size())) / 1e6;

  auto start = Clock::now();
  const auto actual = scanOrDie(std::move(actualBytes), "actual");
  const double scanSeconds = secondsSince(start);
  const auto expected = scanOrDie(std::move(expectedBytes), "expected");

  start = Clock::now();
  const tables::Frame actualFrame = tables::Frame::of(actual);
  for (const std::string& name : actualFrame.columnNames()) (void)actualFrame.column(name);
  const double typeSeconds = secondsSince(start);
  const tables::Frame expectedFrame = tables::Frame::of(expected);
  for (const std::string& name : expectedFrame.columnNames()) (void)expectedFrame.column(name);

  start = Clock::now();
  const auto run = verdicts::checkPair(verdicts::Check::Accuracy, {{actualFrame}, {expectedFrame}}, {"actual", "expected", {}}, *rules,
                                           verdicts::Want::VerdictsOnly);
  const double judgeSeconds = secondsSince(start);

  start = Clock::now();
  const auto compared =
      verdicts::Comparison::make({{actual}, {expected}}, {rules, {"actual", "expected", {}}, {}});
  const double compareSeconds = secondsSince(start);
  if (!compared.isValue() || run.verdicts.size() != rows) std::exit(2);

  std::printf("%zu rows x 12 columns, %.1f MB a side\n", rows, fileMb);
  std::printf("  scan one side          %7.3f s  %7.0f MB/s\n", scanSeconds, fileMb / scanSeconds);
  std::printf("  type 12 columns        %7.3f s\n", typeSeconds);
  std::printf("  judge accuracy         %7.3f s\n", judgeSeconds);
  std::printf("  scan + type + judge    %7.3f s   goal < 0.5\n", scanSeconds + typeSeconds + judgeSeconds);
  std::printf("  whole comparison       %7.3f s   (types, three checks, join, findings)\n", compareSeconds);
  std::printf("  tables hold            %7.2f x the files   goal < 3\n",
              static_cast<double>(actual->memoryBytes() + expected->memoryBytes()) / 1e6 / bothMb);
  std::printf("  peak of the process    %7.2f x the files   (%.0f MB)\n", peakMegabytes() / bothMb * 1.048576,
              peakMegabytes());
}

/// benchPairs loads and judges every file of data/pytorch/actual against its baseline of the same config.
void benchPairs(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& entry : fs::recursive_directory_iterator(root / "actual")) {
    if (!entry.is_regular_file()) continue;
    const fs::path relative = fs::relative(entry.path(), root / "actual");
    const std::string stem = relative.stem().string();
    const fs::path baseline =
        root / "expected" / relative.parent_path() / (stem.substr(0, stem.find("__")) + ".csv");
    if (fs::exists(baseline)) pairs.emplace_back(entry.path().string(), baseline.string());
  }
  const auto rules = rulesOrDie();
  std::vector<double> times;
  for (int round = 0; round < 11; ++round) {
    const auto start = Clock::now();
    for (const auto& [actualPath, expectedPath] : pairs) {
      auto actual = files::readFile(actualPath);
      auto expected = files::readFile(expectedPath);
      if (!actual || !expected) std::exit(2);
      const auto made = verdicts::Comparison::make(
          {{scanOrDie(std::move(actual->bytes), actualPath)}, {scanOrDie(std::move(expected->bytes), expectedPath)}},
          {rules, {actualPath, expectedPath, {}}, {}});
      if (!made.isValue()) std::exit(2);
    }
    times.push_back(secondsSince(start));
  }
  std::sort(times.begin(), times.end());
  std::printf("%zu real pairs, read and judged: median %.1f ms   goal < 30\n", pairs.size(), times[5] * 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t rows = 1'000'000;
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], "--rows") == 0) rows = std::strtoull(argv[i + 1], nullptr, 10);
  benchSynthetic(rows);
  const char* shared = std::getenv("PLUMBLINE_SHARED");
  const std::filesystem::path data =
      std::filesystem::path(shared != nullptr ? shared : PLUMBLINE_SOURCE_DIR "/../shared") / "data" / "pytorch";
  if (std::filesystem::exists(data / "actual")) {
    benchPairs(data);
  } else {
    std::printf("real pairs: skipped, no ../shared/data/pytorch here\n");
  }
  return 0;
}
