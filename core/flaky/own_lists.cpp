// SPDX-License-Identifier: GPL-3.0-or-later
// Where flaky.toml files lie for a baseline.
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/flaky/flaky_review.h"

namespace plumbline::flaky {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListName = "flaky.toml";

fs::path folderOf(const std::string& baselinePath) {
  std::error_code failed;
  const fs::path file = fs::absolute(baselinePath, failed).lexically_normal();
  return failed || baselinePath.empty() ? fs::path() : file.parent_path();
}

/// repositoryAbove gives the nearest folder from `folder` up that holds ".git", a folder or a work tree's file.
std::optional<fs::path> repositoryAbove(fs::path folder) {
  while (!folder.empty()) {
    std::error_code ignored;
    if (fs::exists(folder / ".git", ignored)) return folder;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

std::optional<fs::path> settingsFolder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return fs::path(config) / "plumbline";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".config" / "plumbline";
  return std::nullopt;
}

}  // namespace

std::vector<std::string> ownListPaths(const std::string& baselinePath) {
  std::vector<std::string> paths;
  const auto offer = [&](const fs::path& folder) {
    std::error_code ignored;
    const fs::path list = folder / kListName;
    if (fs::is_regular_file(list, ignored)) paths.push_back(list.string());
  };
  const fs::path beside = folderOf(baselinePath);
  if (!beside.empty()) {
    // Without a repository only the list beside the baseline counts: what lies further up may be anybody's.
    const fs::path root = repositoryAbove(beside).value_or(beside);
    for (fs::path folder = beside;; folder = folder.parent_path()) {
      offer(folder);
      if (folder == root) break;
    }
  }
  if (const auto settings = settingsFolder()) offer(*settings);
  return paths;
}

std::string newListPath(const std::string& baselinePath) {
  const fs::path beside = folderOf(baselinePath);
  return (repositoryAbove(beside).value_or(beside) / kListName).string();
}

}  // namespace plumbline::flaky
