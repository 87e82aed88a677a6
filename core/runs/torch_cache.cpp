// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/torch_cache.h"

#include "core/runs/run_spec.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::runs {

base::Result<TorchCache> parseTorchCache(std::string_view toml, const std::string& fileName) {
  const text::TomlFile file{.name = fileName, .hint = "Put it right in that file.", .emptyTextsAreFine = false};
  const auto root = text::parseToml(toml, file);
  if (!root) return base::fail(root.error());
  text::TomlReader reader(file);
  TorchCache cache;
  reader.each(*root, "suite", [&](const toml::table& table) {
    cache.suites.push_back({.name = reader.text(table, "name"), .models = reader.texts(table, "models")});
  });
  const toml::table& arguments = reader.table(*root, "arguments");
  cache.common = reader.texts(arguments, "common");
  cache.inference = reader.texts(arguments, "inference");
  cache.training = reader.texts(arguments, "training");
  cache.dynamic = reader.texts(arguments, "dynamic");
  cache.devices = reader.texts(arguments, "devices");
  if (cache.devices.empty()) reader.complain(arguments, "devices", "a list with a device in it");
  if (reader.error()) return base::fail(*reader.error());
  return cache;
}

const TorchCache& torchCache() {
  static const TorchCache cache = [] {
    const std::string name = "runs/torchcache.toml";
    return parseTorchCache(resources::embeddedBytes(name).value_or(std::string_view()), name).value_or(TorchCache());
  }();
  return cache;
}

std::vector<std::string> torchCacheModels(std::string_view suite) {
  for (const TorchCache::Suite& known : torchCache().suites)
    if (known.name == suite) return known.models;
  return {};
}

std::vector<std::string> torchCacheSuites() {
  std::vector<std::string> names;
  for (const TorchCache::Suite& suite : torchCache().suites) names.push_back(suite.name);
  return names;
}

}  // namespace plumbline::runs
