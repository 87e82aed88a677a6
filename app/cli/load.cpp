// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load.h"

#include "core/files/file_bytes.h"
#include "core/tasks/both.h"

namespace plumbline::cli {

namespace {
constexpr std::uint64_t kWorthAThread = 1U << 20U;  // bytes; a thread costs about as much as scanning 50 kB
}

base::Result<TablePtr> loadTable(const std::string& path) {
  auto file = files::readFile(path);
  if (!file) return base::fail(file.error());
  auto table = tables::CsvTable::scan(std::move(file->bytes), path);
  if (!table.isValue()) return base::fail(table.error());
  return std::move(table.value());
}

std::pair<base::Result<TablePtr>, base::Result<TablePtr>> loadPair(const std::string& first,
                                                                   const std::string& second) {
  const auto size = [](const std::string& path) {
    const auto stamp = files::stampOf(path);
    return stamp ? stamp->size : 0;
  };
  if (size(first) < kWorthAThread || size(second) < kWorthAThread) {
    auto one = loadTable(first);
    return {std::move(one), loadTable(second)};
  }
  return tasks::both([&] { return loadTable(first); }, [&] { return loadTable(second); });
}

}  // namespace plumbline::cli
