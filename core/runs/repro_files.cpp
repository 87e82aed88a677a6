// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>

#include "core/runs/repro_outcome.h"

namespace plumbline::runs {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 8;           // torch's debug folders go five deep
constexpr std::size_t kMostFiles = 20000;

/// visitFiles goes through the files below a folder, links not followed, and no further than a run's own folder can go.
void visitFiles(const std::string& folder, const std::function<void(const fs::directory_entry&)>& visit) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end;
  std::size_t count = 0;
  for (; !error && entry != end && ++count < kMostFiles; entry.increment(error)) {
    std::error_code problem;
    if (entry.depth() >= kDeepest || entry->path().filename() == "cache") entry.disable_recursion_pending();
    if (entry->is_regular_file(problem) && !entry->is_symlink(problem)) visit(*entry);
  }
}

/// nodesOf reads "minified_17_nodes.py"; -1 for another name.
int nodesOf(std::string_view name) {
  constexpr std::string_view kBefore = "minified_", kAfter = "_nodes.py";
  if (!name.starts_with(kBefore) || !name.ends_with(kAfter) || name.size() <= kBefore.size() + kAfter.size()) return -1;
  name = name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size());
  int nodes = 0;
  const auto [stop, problem] = std::from_chars(name.data(), name.data() + name.size(), nodes);
  return problem == std::errc() && stop == name.data() + name.size() && nodes >= 0 ? nodes : -1;
}

double secondsOf(const fs::directory_entry& entry) {
  std::error_code error;
  const auto time = entry.last_write_time(error);
  if (error) return 0;
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

}  // namespace

std::vector<Checkpoint> checkpointsIn(const std::string& folder) {
  std::vector<Checkpoint> found;
  visitFiles(folder, [&](const fs::directory_entry& entry) {
    if (const int nodes = nodesOf(entry.path().filename().string()); nodes >= 0)
      found.push_back({.file = entry.path().string(), .nodes = nodes, .written = secondsOf(entry)});
  });
  std::sort(found.begin(), found.end(), [](const Checkpoint& a, const Checkpoint& b) {
    return a.nodes != b.nodes ? a.nodes < b.nodes : a.written != b.written ? a.written > b.written : a.file < b.file;
  });
  return found;
}

std::vector<std::string> reproScriptsIn(const std::string& folder) {
  std::vector<std::string> found;
  visitFiles(folder, [&](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    if (name == "repro.py" || name == "minifier_launcher.py" || name.ends_with("_repro.py"))
      found.push_back(entry.path().string());
  });
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace plumbline::runs
