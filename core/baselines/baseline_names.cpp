// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/baseline_names.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/files/file_bytes.h"

namespace plumbline::baselines {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNameColumn = "name";

bool isCsv(const fs::directory_entry& entry) {
  std::error_code failed;
  return entry.path().extension() == ".csv" && entry.is_regular_file(failed) && !failed;
}

/// Every *.csv below a folder, by path, at most kMaxBaselines.
std::vector<std::string> filesBelow(const std::string& folder, std::vector<std::string>& skipped) {
  std::vector<std::string> paths;
  std::error_code failed;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
  const fs::recursive_directory_iterator end;
  while (!failed && entry != end) {
    if (isCsv(*entry)) {
      if (paths.size() == kMaxBaselines) {
        skipped.push_back("Only the first " + std::to_string(kMaxBaselines) + " files of " + folder + " were read.");
        break;
      }
      paths.push_back(entry->path().string());
    }
    entry.increment(failed);
  }
  if (failed && failed != std::errc::no_such_file_or_directory)
    skipped.push_back(folder + " cannot be listed: " + failed.message() + ".");
  std::ranges::sort(paths);
  return paths;
}

base::Result<std::string> textOf(const std::string& path, const PendingTexts& pending) {
  if (const auto found = pending.find(normalPath(path)); found != pending.end()) return found->second;
  auto file = files::readFile(path, kMaxBaselineBytes);
  if (!file) return base::fail(file.error());
  return std::move(file->bytes);
}

}  // namespace

std::string normalPath(const std::string& path) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  return failed ? path : absolute.lexically_normal().string();
}

std::string baselineFolder(const flaky::Checkout& checkout) {
  const fs::path folder = fs::path(checkout.root) / "benchmarks" / "dynamo" / "ci_expected_accuracy";
  std::error_code failed;
  return fs::is_directory(folder, failed) ? folder.string() : std::string();
}

flaky::BaselineNames namesIn(const tables::CsvTable& table) {
  flaky::BaselineNames out{table.fileName(), {}};
  const auto column = table.columnOf(kNameColumn);
  if (!column) return out;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    if (table.isComment(row) || table.isConflictMarker(row)) continue;
    const std::string_view name = table.cell(row, *column, scratch);
    if (!name.empty()) out.models.emplace_back(name);
  }
  return out;
}

base::Outcome<BaselineListing> listBaselines(const std::string& folder, const PendingTexts& pending,
                                             const base::Progress& progress) {
  BaselineListing out;
  const std::vector<std::string> paths = filesBelow(folder, out.skipped);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!progress.report(i, paths.size())) return base::Cancelled{};
    auto bytes = textOf(paths[i], pending);
    if (!bytes) {
      out.skipped.push_back(base::describe(bytes.error()));
      continue;
    }
    auto table = tables::CsvTable::scan(std::move(*bytes), paths[i], base::Progress(progress.stopToken()));
    if (table.isCancelled()) return base::Cancelled{};
    if (table.isError() || !table.value()->columnOf(kNameColumn)) {
      out.skipped.push_back(paths[i] + " has no column \"" + std::string(kNameColumn) + "\".");
      continue;
    }
    out.baselines.push_back(namesIn(*table.value()));
  }
  return out;
}

}  // namespace plumbline::baselines
