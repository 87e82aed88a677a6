// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/flaky_places.h"

#include <algorithm>

#include "core/flaky/checkout.h"
#include "core/flaky/flaky_entry.h"
#include "core/flaky/flaky_models.h"
#include "core/flaky/flaky_review.h"

namespace plumbline::flaky {
namespace {

std::string baseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string stem(const std::string& path) {
  std::string name = baseName(path);
  if (name.ends_with(".csv")) name.resize(name.size() - 4);
  return name;
}

bool usable(const std::optional<CheckScript>& script) { return script && !script->problem; }

}  // namespace

std::vector<FlakyPlace> flakyPlaces(const std::string& baselinePath, const std::vector<std::string>& failingChecks) {
  const auto fails = [&](std::string_view check) {
    return failingChecks.empty() || std::find(failingChecks.begin(), failingChecks.end(), check) != failingChecks.end();
  };
  std::vector<FlakyPlace> places;
  if (const auto checkout = findCheckout(baselinePath)) {
    std::vector<std::string> scripts;
    std::string names;
    for (const auto& [script, check] :
         {std::pair(&checkout->accuracy, "accuracy"), std::pair(&checkout->graphBreaks, "graph-breaks")}) {
      if (!usable(*script) || !fails(check)) continue;
      scripts.push_back((*script)->path);
      names += (names.empty() ? "" : " and ") + baseName((*script)->path);
    }
    std::vector<std::string> platforms{""};
    if (matchesRocm(baselinePath)) platforms.insert(platforms.begin(), "rocm");
    for (const std::string& platform : platforms) {
      if (scripts.empty()) break;
      FlakyPlace place{.label = names + ", " + (platform.empty() ? "base set" : platform + " set"), .targets = {}};
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
