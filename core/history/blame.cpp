// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/blame.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

/// Stretch is the time in which a file had one path: commits from `first` to `last`.
struct Stretch {
  std::size_t file = 0, first = 0, last = 0;
};

std::vector<Stretch> stretchesOf(const BaselineHistory& history, std::string_view path) {
  const auto found = std::ranges::find(history.files, path);
  if (found == history.files.end()) return {};
  std::vector<Stretch> stretches = {{static_cast<std::size_t>(found - history.files.begin()), 0, std::numeric_limits<std::size_t>::max()}};
  for (auto rename = history.renames.rbegin(); rename != history.renames.rend(); ++rename) {
    Stretch& earliest = stretches.back();
    if (rename->commit > earliest.last) continue;
    const bool isAnother = rename->from == earliest.file && std::ranges::any_of(history.changes, [&](const BaselineChange& change) {
      return change.file == earliest.file && change.commit >= rename->commit && change.commit <= earliest.last;
    });
    if (isAnother) {  // what had this path before went elsewhere
      earliest.first = rename->commit;
      break;
    }
    if (rename->to != earliest.file) continue;
    earliest.first = rename->commit;
    stretches.push_back({rename->from, 0, rename->commit});
  }
  return stretches;
}

}  // namespace

std::vector<BlamedCell> blame(const BaselineHistory& history, std::string_view file, const BlameOptions& options) {
  const std::vector<Stretch> stretches = stretchesOf(history, file);
  std::map<std::tuple<std::string_view, std::string_view>, std::vector<std::size_t>> cells;  // changes, oldest first
  for (std::size_t i = 0; i < history.changes.size(); ++i) {
    const BaselineChange& change = history.changes[i];
    if (!options.model.empty() && change.model != options.model) continue;
    if (!options.column.empty() && change.column != options.column) continue;
    const bool isOurs = std::ranges::any_of(stretches, [&](const Stretch& stretch) {
      return change.file == stretch.file && change.commit >= stretch.first && change.commit <= stretch.last;
    });
    if (isOurs) cells[{change.model, change.column}].push_back(i);
  }
  std::vector<BlamedCell> blamed;
  for (const auto& [name, changes] : cells) {
    const bool isThere = history.changes[changes.back()].after.has_value();
    if (!options.all && !isThere) continue;
    for (std::size_t i = options.all ? 0 : changes.size() - 1; i < changes.size(); ++i) {
      const BaselineChange& change = history.changes[changes[i]];
      BlamedCell cell{changes[i], change.commit, std::nullopt};
      const auto back = std::find_if(changes.begin() + static_cast<std::ptrdiff_t>(i) + 1, changes.end(),
                                     [&](std::size_t later) { return history.changes[later].after == change.before; });
      if (change.isMove() && back != changes.end()) cell.undoneBy = history.changes[*back].commit;
      blamed.push_back(cell);
    }
  }
  return blamed;
}

base::Result<std::string> fileNamed(const BaselineHistory& history, std::string_view name) {
  const std::vector<std::string>& files = history.files;
  if (const auto whole = std::ranges::find(files, name); whole != files.end()) return *whole;
  const std::string ending = '/' + std::string(name);
  std::vector<std::string> found;
  for (const std::string& file : files)
    if (file.ends_with(ending)) found.push_back(file);
  std::set<std::string> old;  // paths that one of the others had before
  for (const std::string& file : found) {
    const std::vector<std::string> paths = lineage(history, file);
    old.insert(paths.begin() + 1, paths.end());
  }
  if (old.size() < found.size()) std::erase_if(found, [&](const std::string& file) { return old.contains(file); });
  if (found.size() == 1) return found.front();
  if (found.empty())
    return base::fail(base::ErrorCode::NotFound, "The history has no baseline of this name.",
                      "Names are those in the repository; add its history first: plumbline-cli history add --git REPO.", std::string(name));
  return base::fail(base::ErrorCode::BadArgument, "Several baselines have this name: " + text::joined(found) + '.', "Give more of the path.",
                    std::string(name));
}

std::vector<std::string> lineage(const BaselineHistory& history, std::string_view file) {
  std::vector<std::string> paths;
  for (const Stretch& stretch : stretchesOf(history, file)) paths.push_back(history.files[stretch.file]);
  return paths;
}

}  // namespace plumbline::history
