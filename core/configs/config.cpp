// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/configs/name_parser.h"

namespace plumbline::configs {
namespace {

std::string stemOf(const Config& config, bool canonicalSuite) {
  const Suite* suite = catalogue().suite(config.suite);
  const std::string& word = suite == nullptr || canonicalSuite ? config.suite : suite->file;
  return config.test + "_" + word + "_" + std::string(modeName(config.mode));
}

/// readStem reads "dynamic_inductor_timm_training" into test, suite and mode.
base::Result<Config> readStem(std::string_view stem) {
  Views words = split(stem, '_');
  const auto mode = popModeBack(words);
  if (!mode) return base::fail(badName(shown(stem) + " does not end in training or inference."));
  auto name = readTestName(join(words, '_'));
  if (!name) return base::fail(badName(name.error().text));
  if (!name->otherRun.empty())
    return base::fail(badName(shown(stem) + " is of a run that is held against no accuracy baseline."));
  return Config{.test = std::move(name->test), .suite = std::move(name->suite), .mode = *mode, .platform = {}, .dtype = {}};
}

/// extractBackend removes the backend's words and gives its name; the longest wins, then the leftmost.
std::string extractBackend(Views& words) {
  std::optional<Match> best;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto match = matchAt(words, at, catalogue().backendNames);
    if (match && (!best || match->count > best->count)) best = match;
  }
  if (!best) return {};
  const auto from = words.begin() + static_cast<std::ptrdiff_t>(best->begin);
  words.erase(from, from + static_cast<std::ptrdiff_t>(best->count));
  return std::string(best->word);
}

/// platformOfName turns another word for a platform ("rolling") into its name.
std::string platformOfName(std::string_view word) {
  for (const Platform& platform : catalogue().platforms)
    if (platform.name == word || contains(platform.words, word)) return platform.name;
  return std::string(word);
}

bool take(Views& words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return false;
  words.erase(found);
  return true;
}

std::string ending() { return "_" + catalogue().performance; }

const Backend* backendOf(const Parts& parts) {
  for (const Backend& backend : catalogue().backends)
    if (backend.name == parts.backend) return &backend;
  return nullptr;
}

/// Difference collects what differs, for people.
struct Difference {
  int count = 0;
  std::string words;
  void add(std::string word) {
    ++count;
    words += (words.empty() ? "" : ", ") + std::move(word);
  }
};

void addSwitch(Difference& to, bool own, bool other, const char* on, const char* off) {
  if (own != other) to.add(other ? on : off);
}

std::optional<Difference> difference(const Config& own, const Config& other) {
  if (own == other || own.suite != other.suite) return std::nullopt;
  const Parts mine = partsOf(own), theirs = partsOf(other);
  const Backend *myBackend = backendOf(mine), *theirBackend = backendOf(theirs);
  if (mine.rest != theirs.rest) return std::nullopt;
  if (mine.backend != theirs.backend &&
      (myBackend == nullptr || theirBackend == nullptr || myBackend->family != theirBackend->family))
    return std::nullopt;
  Difference found;
  if (own.platform != other.platform || mine.device != theirs.device) found.add(platformTitle(other));
  addSwitch(found, mine.dynamic, theirs.dynamic, "dynamic", "static");
  if (own.mode != other.mode) found.add(std::string(modeName(other.mode)));
  if (mine.backend != theirs.backend)
    found.add(theirBackend->title.empty() ? "no " + myBackend->title : theirBackend->title);
  addSwitch(found, mine.freezing, theirs.freezing, "freezing", "no freezing");
  addSwitch(found, mine.amp, theirs.amp, "amp", "no amp");
  if (own.dtype != other.dtype) found.add(other.dtype.empty() ? "CI's own data type" : other.dtype);
  // Two spellings of one config (another word order) are no siblings.
  return found.count > 0 ? std::optional(found) : std::nullopt;
}

}  // namespace

std::string_view modeName(Mode mode) { return mode == Mode::Training ? "training" : "inference"; }

Parts partsOf(const Config& config) {
  Parts parts;
  const Catalogue& known = catalogue();
  Views words = config.test.empty() ? Views{} : split(config.test, '_');
  parts.backend = extractBackend(words);
  const Platform* platform = known.platform(config.platform);
  parts.device = platform != nullptr ? platform->device : known.defaultDevice().name;
  for (const Device& device : known.devices)
    for (const std::string& word : device.words)
      if (take(words, word)) parts.device = device.name;
  parts.dynamic = take(words, "dynamic");
  parts.freezing = take(words, "freezing");
  parts.amp = take(words, "amp");
  parts.rest = join(words, '_');
  return parts;
}

std::string configName(const Config& config) {
  std::string name = config.platform.empty() ? std::string{} : config.platform + "/";
  name += stemOf(config, false);
  if (!config.dtype.empty()) name += "." + config.dtype;
  return name;
}

base::Result<Config> configOfName(std::string_view name) {
  const auto refuse = [](std::string text) {
    return base::fail(base::Error{.code = base::ErrorCode::BadArgument,
                                  .text = std::move(text),
                                  .hint = "A config is called like its baseline: rocm/inductor_SUITE_training."});
  };
  const std::size_t slash = name.find('/');
  const std::string_view platform = slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
  std::string_view stem = slash == std::string_view::npos ? name : name.substr(slash + 1);
  if (slash != std::string_view::npos && (!isPlatformText(platform) || platform == catalogue().baselineFolder))
    return refuse(shown(platform) + " cannot be the folder of a platform.");
  const std::size_t dot = stem.find('.');
  const std::string_view dtype = dot == std::string_view::npos ? std::string_view{} : stem.substr(dot + 1);
  if (dot != std::string_view::npos && !isTestText(dtype)) return refuse(shown(dtype) + " cannot be a data type.");
  auto config = readStem(stem.substr(0, dot));
  if (!config) return refuse(config.error().text);
  config->platform = platformOfName(platform);
  config->dtype = dtype;
  return config;
}

std::string baselineFile(const Config& config) {
  const Platform* platform = catalogue().platform(config.platform);
  const std::string& folder = platform != nullptr ? platform->folder : config.platform;
  const bool canonicalSuite = platform != nullptr && platform->suiteNames;
  return (folder.empty() ? std::string{} : folder + "/") + stemOf(config, canonicalSuite) + ".csv";
}

base::Result<Config> configOfBaseline(std::string_view path) {
  const std::string_view stem = fileStem(path).stem;
  const std::size_t dot = stem.rfind('.');
  const std::string_view dtype = dot == std::string_view::npos ? std::string_view{} : stem.substr(dot + 1);
  const bool hasDtype = catalogue().dtype(dtype) != nullptr;
  auto config = readStem(hasDtype ? stem.substr(0, dot) : stem);
  if (!config) return config;
  if (hasDtype) config->dtype = dtype;
  auto platform = platformOfBaseline(path);
  if (!platform) return base::fail(platform.error());
  config->platform = *std::move(platform);
  return config;
}

std::string platformTitle(const Config& config) {
  const Catalogue& known = catalogue();
  const Platform* platform = known.platform(config.platform);
  const std::string byPlatform = platform != nullptr ? platform->title : config.platform;
  const Device* device = known.device(partsOf(config).device);
  const bool deviceSaid = device != nullptr && (platform == nullptr ? !device->isDefault : device->name != platform->device);
  if (byPlatform.empty()) return device != nullptr ? device->title : std::string{};
  return deviceSaid ? byPlatform + " " + device->title : byPlatform;
}

std::vector<std::string> suiteNames() {
  std::vector<std::string> names;
  for (const Suite& suite : catalogue().suites) names.push_back(suite.name);
  return names;
}

std::vector<std::string> deviceNames() {
  std::vector<std::string> names;
  for (const Device& device : catalogue().devices) names.push_back(device.name);
  return names;
}

std::string columnTitle(const Config& config) {
  Views words = config.test.empty() ? Views{} : split(config.test, '_');
  for (const Device& device : catalogue().devices)
    for (const std::string& word : device.words) take(words, word);
  std::string title = join(words, ' ');
  if (!config.dtype.empty()) title += (title.empty() ? "" : " ") + config.dtype;
  return title;
}

bool isPerformance(const Config& config) { return config.test.ends_with(ending()); }

Config accuracyTwin(const Config& config) {
  Config twin = config;
  if (isPerformance(config)) twin.test.erase(twin.test.size() - ending().size());
  return twin;
}

std::vector<Sibling> siblingsOf(const Config& config, const std::vector<Config>& all) {
  std::vector<Sibling> siblings;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto found = difference(config, all[i])) siblings.push_back({i, all[i], found->count, std::move(found->words)});
  std::vector<std::tuple<int, std::string, std::size_t>> order;
  for (std::size_t i = 0; i < siblings.size(); ++i)
    order.emplace_back(siblings[i].distance, configName(siblings[i].config), i);
  std::ranges::sort(order);
  std::vector<Sibling> sorted;
  sorted.reserve(siblings.size());
  for (const auto& [distance, name, i] : order) sorted.push_back(std::move(siblings[i]));
  return sorted;
}

}  // namespace plumbline::configs
