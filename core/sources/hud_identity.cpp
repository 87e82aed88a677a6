// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/hud_identity.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/configs/name_words.h"

namespace plumbline::sources {
namespace {

using configs::catalogue;

std::string asWord(std::string_view text) {
  std::string word(text);
  for (char& c : word) c = c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word;
}

std::string_view wordOf(const HudRun& run, const std::string& key) {
  const auto found = run.words.find(key);
  return found == run.words.end() ? std::string_view{} : std::string_view(found->second);
}

/// The key under which the benchmark writes a flag: "--dynamic-shapes" is "dynamic_shapes".
std::string keyOf(std::string_view flag) {
  return asWord(flag.substr(std::min(flag.find_first_not_of('-'), flag.size())));
}

/// holds tells whether the run was started with these flags.
bool holds(const HudRun& run, const configs::Words& flags) {
  const std::string backend = asWord(run.backend);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string key = keyOf(flags[i]);
    if (i + 1 < flags.size() && !flags[i + 1].starts_with('-')) {
      const std::string value = asWord(flags[++i]);
      if (asWord(wordOf(run, key)) != value && !(key == "backend" && backend == value)) return false;
    } else if (wordOf(run, key) != "true" && backend != key) {
      return false;
    }
  }
  return !flags.empty();
}

const configs::Backend* backendOf(const HudRun& run) {
  const configs::Backend* best = nullptr;
  for (const configs::Backend& backend : catalogue().backends)
    if (holds(run, backend.flags) && (best == nullptr || best->flags.size() < backend.flags.size())) best = &backend;
  if (best != nullptr) return best;
  for (const configs::Backend& backend : catalogue().backends)
    if (backend.name == asWord(run.backend)) return &backend;
  return nullptr;
}

const configs::Suite* suiteOf(std::string_view word) {
  for (const configs::Suite& suite : catalogue().suites)
    if (suite.name == word || std::find(suite.words.begin(), suite.words.end(), word) != suite.words.end())
      return &suite;
  return nullptr;
}

std::optional<configs::Mode> modeOf(std::string_view word) {
  for (const configs::Mode mode : {configs::Mode::Training, configs::Mode::Inference})
    if (configs::modeName(mode) == word) return mode;
  return std::nullopt;
}

/// The platform that a machine's name or the device tells; null for that of CUDA and CPU.
const configs::Platform* platformOf(const HudRun& run) {
  const std::string machine = asWord(run.machine);
  for (const configs::Platform& platform : catalogue().platforms)
    for (const std::string& word : platform.jobWords)
      if (machine.find(word) != std::string::npos) return &platform;
  for (const configs::Platform& platform : catalogue().platforms)
    if (platform.name == run.device) return &platform;
  return nullptr;
}

base::Result<configs::Identity> open(std::string what) {
  return base::fail(
      {base::ErrorCode::BadFormat, "The records " + std::move(what) + ".", "Say which config this is, if it is one."});
}

}  // namespace

base::Result<configs::Identity> identityOfRun(const HudTable& table) {
  const HudRun& run = table.run;
  const bool isAccuracy = table.metricAt.contains(catalogue().accuracy);
  if (!isAccuracy && !table.metricAt.contains("speedup"))
    return open("hold no accuracy and no speedup, so no baseline of CI is theirs");
  const auto mode = modeOf(run.mode);
  if (!mode) return open("do not say whether this is training or inference");
  const configs::Suite* suite = suiteOf(run.suite);
  if (suite == nullptr)
    return open(run.suite.empty() ? "name no suite" : "name a suite that is not known: \"" + run.suite + "\"");
  const configs::Backend* backend = backendOf(run);
  if (backend == nullptr)
    return open(run.backend.empty() ? "name no backend" : "name a backend that is not known: \"" + run.backend + "\"");
  const configs::Platform* platform = platformOf(run);
  const configs::Device* device = run.device.empty() ? nullptr : catalogue().device(run.device);
  if (device == nullptr && platform != nullptr) device = catalogue().device(platform->device);
  if (device == nullptr)
    return open(run.device.empty() ? "name no device" : "name a device that is not known: \"" + run.device + "\"");

  if (!run.dtype.empty() && !configs::isTestText(run.dtype)) return open("name a data type that cannot be one");

  const bool isWide = platform != nullptr && platform->suiteNames;  // its baselines have one column per dtype
  const std::string& usual = *mode == configs::Mode::Training ? device->trainingPrecision : device->inferencePrecision;
  configs::Identity identity;
  configs::Config& config = identity.config;
  std::string front, back;
  bool isDtypeSaid = !isWide && (run.dtype.empty() || run.dtype == usual);
  for (const configs::Variant& variant : catalogue().variants) {
    // Dynamic shapes have a switch of their own in the records; a precision that is a variant's name stands for it.
    const bool isPrecision = !isWide && !device->isDefault && run.dtype == variant.name && run.dtype != usual;
    if (!isPrecision && !holds(run, variant.flags) && !(variant.inFront && run.isDynamic)) continue;
    isDtypeSaid = isDtypeSaid || isPrecision;
    if (variant.inFront) {
      front += variant.name + "_";
    } else {
      back += "_" + variant.name;
    }
  }
  if (!device->isDefault && platform == nullptr) front += device->name + "_";
  config.test = front + backend->name + back;
  if (!isAccuracy) config.test += "_" + catalogue().performance;
  config.suite = suite->name;
  config.mode = *mode;
  if (platform != nullptr) config.platform = platform->name;
  if (!isDtypeSaid) config.dtype = run.dtype;
  identity.attempt = run.attempt;
  identity.jobId = run.jobId;
  identity.workflowId = run.workflowId;
  identity.machine = run.machine;
  identity.commit = run.commit;
  return identity;
}

}  // namespace plumbline::sources
