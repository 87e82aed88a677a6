// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/flaky_files.h"

#include <filesystem>
#include <system_error>

#include "app/cli/pair_input.h"
#include "core/baselines/baseline_names.h"
#include "core/flaky/checkout.h"
#include "core/flaky/own_lists.h"

namespace plumbline::cli {

namespace {

namespace fs = std::filesystem;

bool isFolder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// listsIn gives the lists of a folder, in the manner in which the folder was typed where they lie below it.
std::vector<std::string> listsIn(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code ignored;
  const auto offer = [&](const fs::path& path) {
    if (fs::is_regular_file(path, ignored)) paths.push_back(path.lexically_normal().string());
  };
  const fs::path scripts = fs::path(folder) / "benchmarks" / "dynamo";
  offer(scripts / "check_accuracy.py");
  offer(scripts / "check_graph_breaks.py");
  if (!paths.empty()) return paths;
  if (const auto checkout = flaky::findCheckout((fs::path(folder) / "x.csv").string())) {
    for (const auto* script : {&checkout->accuracy, &checkout->graphBreaks})
      if (*script) paths.push_back((*script)->path);
    return paths;
  }
  offer(fs::path(folder) / "flaky.toml");
  return paths;
}

}  // namespace

base::Result<std::vector<std::string>> listPaths(const std::vector<std::string>& named) {
  std::vector<std::string> paths;
  for (const std::string& name : named) {
    if (!isFolder(name)) {
      paths.push_back(name);
      continue;
    }
    const std::vector<std::string> inside = listsIn(name);
    if (inside.empty())
      return base::fail(base::ErrorCode::NotFound, "This folder has no check scripts and no flaky.toml.",
                        "Name a PyTorch checkout or a list.", name);
    paths.insert(paths.end(), inside.begin(), inside.end());
  }
  return paths;
}

base::Result<flaky::FlakySource> readList(baselines::Drafts& drafts, const std::string& path, bool mayBeNew) {
  const auto file = drafts.open(path, mayBeNew && !path.ends_with(".py"));
  if (!file) return base::fail(file.error());
  return flaky::FlakySource::read((*file)->pending, path);
}

base::Result<std::vector<flaky::FlakySource>> readLists(const std::vector<std::string>& named) {
  const auto paths = listPaths(named);
  if (!paths) return base::fail(paths.error());
  std::vector<flaky::FlakySource> sources;
  baselines::Drafts drafts;
  for (const std::string& path : *paths) {
    auto source = readList(drafts, path);
    if (!source) return base::fail(source.error());
    sources.push_back(*std::move(source));
  }
  return sources;
}

OptionSpec baselinesOption() {
  return option("--baselines PATH", "baselines to match entries with: a folder or a CSV file (default: those of the "
                                    "PyTorch checkout around the list)");
}

base::Result<std::vector<flaky::BaselineNames>> baselineNames(const ParsedArguments& arguments,
                                                              const std::vector<flaky::FlakySource>& sources,
                                                              Context& context) {
  std::string folder;
  if (const auto path = arguments.value("--baselines")) {
    if (!isFolder(*path)) {
      const auto table = loadTable(*path);
      if (!table) return base::fail(table.error());
      return std::vector{baselines::namesIn(**table)};
    }
    folder = *path;
  } else if (!sources.empty()) {
    if (const auto checkout = flaky::findCheckout(sources.front().path()))
      folder = baselines::baselineFolder(*checkout);
  }
  if (folder.empty()) return std::vector<flaky::BaselineNames>{};
  const auto listing = baselines::listBaselines(folder);
  if (!listing.isValue()) return base::fail(listing.error());
  for (const std::string& skipped : listing.value().skipped) context.err << "plumbline-cli: " << skipped << '\n';
  context.err.flush();
  return listing.value().baselines;
}

flaky::Date today(const Context& context) {
  return context.environment.today ? *context.environment.today : flaky::localToday();
}

}  // namespace plumbline::cli
