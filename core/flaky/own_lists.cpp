// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/own_lists.h"

#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/files/file_bytes.h"
#include "core/flaky/checkout.h"
#include "core/flaky/flaky_source.h"

namespace plumbline::flaky {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListName = "flaky.toml";

fs::path baselineFolder(const std::string& baselinePath) {
  std::error_code failed;
  const fs::path file = fs::absolute(baselinePath, failed).lexically_normal();
  return failed || baselinePath.empty() ? fs::path() : file.parent_path();
}

/// repositoryAbove returns the nearest folder from `folder` up that holds ".git", a folder or a work tree's file.
std::optional<fs::path> repositoryAbove(fs::path folder) {
  while (!folder.empty()) {
    std::error_code ignored;
    if (fs::exists(folder / ".git", ignored)) return folder;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

/// asTyped returns a path in the style of the baseline's: relative to the working folder when that is how it was typed.
std::string asTyped(const fs::path& path, const std::string& baselinePath) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed || fs::path(baselinePath).is_absolute()) return path.string();
  const fs::path relative = path.lexically_relative(here);
  return relative.empty() ? path.string() : relative.string();
}

std::optional<fs::path> settingsFolder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return fs::path(config) / "plumbline";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".config" / "plumbline";
  return std::nullopt;
}

std::string stem(const std::string& path) {
  std::string name(baseName(path));
  if (name.ends_with(".csv")) name.resize(name.size() - 4);
  return name;
}

bool usable(const std::optional<CheckScript>& script) { return script && !script->problem; }

}  // namespace

std::vector<std::string> ownListPaths(const std::string& baselinePath) {
  std::vector<std::string> paths;
  const auto offer = [&](const fs::path& folder, const std::string& like) {
    std::error_code ignored;
    const fs::path list = folder / kListName;
    if (fs::is_regular_file(list, ignored)) paths.push_back(asTyped(list, like));
  };
  const fs::path beside = baselineFolder(baselinePath);
  if (!beside.empty()) {
    // Without a repository only the list beside the baseline counts: folders further up may belong to other projects.
    const fs::path root = repositoryAbove(beside).value_or(beside);
    for (fs::path folder = beside;; folder = folder.parent_path()) {
      offer(folder, baselinePath);
      if (folder == root) break;
    }
  }
  if (const auto settings = settingsFolder()) offer(*settings, "/");
  return paths;
}

std::string newListPath(const std::string& baselinePath) {
  const fs::path beside = baselineFolder(baselinePath);
  return asTyped(repositoryAbove(beside).value_or(beside) / kListName, baselinePath);
}

bool OwnFlaky::hasEntries() const {
  return std::ranges::any_of(lists, [](const OwnList& list) { return !list.entries.empty(); });
}

std::vector<base::Error> OwnFlaky::problems() const {
  std::vector<base::Error> found;
  for (const OwnList& list : lists) {
    if (!list.problem) continue;
    found.push_back(*list.problem);
    found.back().file = list.path;
  }
  return found;
}

std::string unusableText(const std::vector<base::Error>& problems) {
  if (problems.empty()) return {};
  return problems.size() == 1
             ? problems.front().file + " cannot be used: its entries excuse nothing"
             : std::to_string(problems.size()) + " flaky lists cannot be used: their entries excuse nothing";
}

OwnFlaky readOwnLists(const std::string& baselinePath, Date today, const std::string& fallback) {
  OwnFlaky own;
  own.today = today;
  std::vector<std::string> paths = ownListPaths(baselinePath);
  own.isDefault = paths.empty() && !fallback.empty();
  if (own.isDefault) paths.push_back(fallback);
  for (const std::string& path : paths) {
    OwnList list{path, {}, {}};
    auto file = files::readFile(path, kMaxListBytes);
    if (!file) {
      list.problem = file.error();
    } else if (auto source = FlakySource::read(std::move(file->bytes), path)) {
      list.entries = source->entries();
    } else {
      list.problem = source.error();
    }
    own.lists.push_back(std::move(list));
  }
  return own;
}

Date localToday() {
  const time_t now = time(nullptr);
  tm parts{};
  localtime_r(&now, &parts);
  return {std::chrono::year(parts.tm_year + 1900), std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)),
          std::chrono::day(static_cast<unsigned>(parts.tm_mday))};
}

base::Result<std::string> withEntry(const FlakySource& source, const FlakyTarget& target, const std::string& model,
                                    FlakyEntry entry) {
  entry.name = model;
  entry.check = target.check;
  entry.platform = target.platform;
  entry.config = target.config;
  const auto edits = source.add(entry);
  if (!edits) return base::fail(edits.error());
  return text::applied(source.bytes(), *edits);
}

std::vector<FlakyChoice> flakyChoices(const std::string& baselinePath, const std::vector<std::string>& failingChecks) {
  const auto fails = [&](std::string_view check) {
    return failingChecks.empty() || std::ranges::find(failingChecks, check) != failingChecks.end();
  };
  std::vector<FlakyChoice> places;
  if (const auto checkout = findCheckout(baselinePath)) {
    std::vector<std::string> scripts;
    std::string names;
    for (const auto& [script, check] :
         {std::pair(&checkout->accuracy, "accuracy"), std::pair(&checkout->graphBreaks, "graph-breaks")}) {
      if (!usable(*script) || !fails(check)) continue;
      scripts.push_back((*script)->path);
      names += (names.empty() ? "" : " and ") + std::string(baseName((*script)->path));
    }
    std::vector<std::string> platforms{""};
    if (matchesRocm(baselinePath)) platforms.insert(platforms.begin(), "rocm");
    for (const std::string& platform : platforms) {
      if (scripts.empty()) break;
      FlakyChoice place{.label = names + ", " + (platform.empty() ? "base set" : platform + " set"), .targets = {}};
      for (const std::string& path : scripts) place.targets.push_back({path, {}, platform, {}});
      places.push_back(std::move(place));
    }
  }
  const std::string own = newListPath(baselinePath);
  const std::string check = failingChecks.size() == 1 ? failingChecks.front() : std::string();
  places.push_back(
      {.label = "flaky.toml, this config", .targets = {{own, check, {}, stem(baselinePath)}}, .canExpire = true});
  places.push_back({.label = "flaky.toml, every config", .targets = {{own, check, {}, {}}}, .canExpire = true});
  return places;
}

}  // namespace plumbline::flaky
