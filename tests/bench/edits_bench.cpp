// SPDX-License-Identifier: GPL-3.0-or-later
// How long a preview takes: 1,000 edits over 128 baselines of 100 rows, from bytes to one unified diff; and 1,000 edits
// of one large file, which must cost one pass and not a thousand.
//
//   bench_edits [ROUNDS]      prints the best of ROUNDS (10) in milliseconds; exit 1 when the preview takes over 100 ms
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/tables/csv_editor.h"
#include "core/text/line_diff.h"

using namespace plumbline;
using namespace plumbline::tables;

namespace {

constexpr double kGoalMs = 100;

std::string baseline(std::size_t rows, std::size_t salt) {
  std::string bytes = "name,accuracy,graph_breaks\n";
  for (std::size_t row = 0; row < rows; ++row) {
    std::string number = std::to_string(row);
    number.insert(0, 6 - number.size(), '0');
    bytes += "\n\n\nmodel_" + number + ",pass," + std::to_string((row + salt) % 13) + '\n';
  }
  return bytes;
}

/// editsOf spreads cells, new rows and removed rows over a file.
std::vector<TableEdit> editsOf(std::size_t count, std::size_t rows) {
  std::vector<TableEdit> edits;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t record = 1 + i * rows / count;
    switch (i % 8) {
      case 6: edits.emplace_back(RemoveRecord{record}); break;
      case 7: edits.emplace_back(AddRecord{{"model_" + std::to_string(100'000 + record) + "_new", "fail_accuracy", "3"}}); break;
      default: edits.emplace_back(SetCell{record, 1 + i % 2, i % 2 == 0 ? "fail_to_run" : "77"}); break;
    }
  }
  return edits;
}

struct Times {
  double scan = 0, plan = 0, apply = 0, diff = 0;
  std::size_t patchBytes = 0;
  double all() const { return scan + plan + apply + diff; }
};

/// timed adds what `work` takes to `sum`, in milliseconds.
template <typename Work>
auto timed(double& sum, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  auto result = work();
  sum += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

void preview(const std::string& bytes, const std::vector<TableEdit>& edits, Times& times) {
  const auto table = timed(times.scan, [&] { return CsvTable::scan(bytes, "x.csv").value(); });
  const auto planned = timed(times.plan, [&] { return editsFor(*table, {}, edits); });
  if (!planned) {
    std::fprintf(stderr, "%s\n", base::describe(planned.error()).c_str());
    std::exit(2);
  }
  const auto after = timed(times.apply, [&] { return text::applied(bytes, *planned); });
  times.patchBytes += timed(times.diff, [&] { return text::unifiedDiff({"a/x.csv", "b/x.csv"}, bytes, *after); }).size();
}

Times best(const std::vector<std::string>& files, std::size_t editsInAll, std::size_t rows, int rounds) {
  Times fastest;
  for (int round = 0; round < rounds; ++round) {
    Times times;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::size_t share = editsInAll / files.size() + (i < editsInAll % files.size() ? 1 : 0);
      preview(files[i], editsOf(share, rows), times);
    }
    if (round == 0 || times.all() < fastest.all()) fastest = times;
  }
  return fastest;
}

void print(const char* what, const Times& times) {
  std::printf("%-40s %7.2f ms  (scan %.2f, plan %.2f, apply %.2f, diff %.2f; %zu bytes of patch)\n", what, times.all(), times.scan,
              times.plan, times.apply, times.diff, times.patchBytes);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 10;
  std::vector<std::string> many;
  for (std::size_t i = 0; i < 128; ++i) many.push_back(baseline(100, i));
  const Times preview = best(many, 1'000, 100, rounds);
  print("1,000 edits over 128 files of 100 rows", preview);

  const std::vector<std::string> large = {baseline(28'000, 0)};
  std::printf("one file of %zu bytes:\n", large[0].size());
  print("  1 edit", best(large, 1, 28'000, rounds));
  print("  1,000 edits", best(large, 1'000, 28'000, rounds));
  print("  4,000 edits", best(large, 4'000, 28'000, rounds));
  return preview.all() < kGoalMs ? 0 : 1;
}
