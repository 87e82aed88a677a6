// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/tree_around.h"

#include <filesystem>
#include <system_error>

#include "core/overview/open_commit.h"

namespace plumbline::overview {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTreeName = "ci_expected_accuracy";
/// A tree has some 130 baselines; a folder with more files than this is something else.
constexpr std::size_t kMostFiles = 2000;
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
constexpr std::size_t kDepth = 2;  // the platforms' folders

std::string folderText(const fs::path& folder) { return folder.empty() ? "." : folder.string(); }

}  // namespace

std::string treeFolder(const std::string& baselinePath) {
  const auto config = configs::configOfBaseline(baselinePath);
  if (!config) return {};
  const fs::path own = fs::path(baselinePath).parent_path();
  for (fs::path folder = own; folder.has_filename(); folder = folder.parent_path())
    if (folder.filename() == kTreeName) return folderText(folder);
  const fs::path platform = fs::path(configs::baselineFile(*config)).parent_path();
  const bool ofPlatform = !platform.empty() && own.filename() == platform;
  return folderText(ofPlatform ? own.parent_path() : own);
}

base::Outcome<CommitPtr> treeAround(const std::string& baselinePath, const base::Progress& progress) {
  const std::string folder = treeFolder(baselinePath);
  if (folder.empty())
    return base::Error{base::ErrorCode::NotFound, "The name of this file is none of a baseline.",
                       "Siblings are found by their names, for example inductor_torchbench_training.csv.", baselinePath, 0, 0};
  sources::OpenOptions options;
  options.limits.files = kMostFiles;
  options.limits.depth = kDepth;
  options.limits.totalBytes = kMostBytes;
  return openCommit({.paths = {{folder, sources::Role::Expected}}, .open = options}, progress);
}

std::optional<std::size_t> configOfFile(const CommitView& view, const std::string& path) {
  const auto& configs = view.configs();
  for (std::size_t i = 0; i < configs.size(); ++i)
    if (configs[i].baselinePath == path && !path.empty()) return i;
  const fs::path name = fs::path(path).filename();
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const fs::path other = configs[i].baselinePath;
    std::error_code quiet;
    if (!other.empty() && other.filename() == name && fs::equivalent(other, path, quiet)) return i;
  }
  return std::nullopt;
}

}  // namespace plumbline::overview
