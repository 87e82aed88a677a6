// SPDX-License-Identifier: GPL-3.0-or-later
// A program to be killed: it adds run after run to a history and says each number once that run is stored.
//
//   history_add_loop FILE        goes on behind the last run in FILE; ends by itself after 100,000 or at the first error
#include <unistd.h>

#include <QCoreApplication>
#include <cstdio>

#include "core/history/store.h"

using namespace plumbline;

namespace {

constexpr std::size_t kValues = 200;

history::RunRecord recordOf(std::uint64_t number) {
  history::RunRecord record;
  record.info.contentHash = std::to_string(number);
  record.info.measuredAt = static_cast<std::int64_t>(number);
  for (std::size_t i = 0; i < kValues; ++i)
    record.samples.push_back({{"suite", "config", "model" + std::to_string(i), "metric" + std::to_string(number % 7), ""},
                              static_cast<double>(number), ""});
  return record;
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: history_add_loop FILE\n");
    return 2;
  }
  auto store = history::Store::open(argv[1], history::Store::Access::ReadWrite);
  const auto counts = store ? (*store)->rowCounts() : base::fail(store.error());
  if (!counts) {
    std::fprintf(stderr, "%s\n", base::describe(counts.error()).c_str());
    return 3;
  }
  std::uint64_t number = counts->front().second;
  if ((*counts)[2].second != number * kValues) {
    std::fprintf(stderr, "a run is not whole\n");
    return 4;
  }
  for (const std::uint64_t last = number + 100'000; number < last;) {
    const history::RunRecord record = recordOf(++number);
    const auto added = (*store)->runs().add({&record, 1});
    if (!added || added->runs != 1) {
      std::fprintf(stderr, "%s\n", added ? "a run was lost" : base::describe(added.error()).c_str());
      return 1;
    }
    const std::string line = std::to_string(number) + '\n';
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) return 1;
  }
  return 0;
}
