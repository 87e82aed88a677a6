// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/reproduce.h"

#include <algorithm>

#include "core/configs/catalogue.h"
#include "core/configs/name_parser.h"
#include "core/text/escapes.h"

namespace plumbline::configs {
namespace {

using List = std::vector<std::string>;

bool isPerformance(const Parts& parts) {
  const Views words = split(parts.rest, '_');
  return std::ranges::find(words, catalogue().performance) != words.end();
}

/// outputFile lies in the current folder and says its config, so that it can be opened as a result.
std::string outputFile(const Config& config) {
  Config file = config;
  file.platform.clear();
  const std::string platform = config.platform.empty() ? std::string{} : "__" + config.platform;
  return configName(file) + platform + "__local.csv";
}

List precisionFlags(const Config& config, const Parts& parts) {
  const Device* device = catalogue().device(parts.device);
  std::string precision = config.dtype;
  if (precision.empty() && parts.amp) precision = "amp";
  if (precision.empty() && device != nullptr)
    precision = config.mode == Mode::Training ? device->trainingPrecision : device->inferencePrecision;
  const Dtype* dtype = catalogue().dtype(precision);
  return dtype != nullptr ? dtype->flags : List{};
}

constexpr const char* kFolder = "benchmarks/dynamo/";

}  // namespace

std::string suiteScript(std::string_view suite) {
  const Suite* known = catalogue().suite(suite);
  return kFolder + (known != nullptr ? known->script : std::string(suite) + ".py");
}

std::vector<std::string> suiteFlags(const Config& config, bool performance, const std::string& device) {
  const Parts parts = partsOf(config);
  List list = {"--ci", "--" + (performance ? catalogue().performance : catalogue().accuracy)};
  const auto add = [&list](const List& more) { list.insert(list.end(), more.begin(), more.end()); };
  add({"--timing", "--explain", "--print-compilation-time"});
  for (const Backend& backend : catalogue().backends)
    if (backend.name == parts.backend) add(backend.flags);
  for (const Variant& variant : catalogue().variants)
    if (variant.inFront && variant.name == "dynamic" && parts.dynamic) add(variant.flags);
  add({"--device", device.empty() ? parts.device : device, "--" + std::string(modeName(config.mode))});
  add(precisionFlags(config, parts));
  for (const Variant& variant : catalogue().variants)
    if (variant.name == "freezing" && parts.freezing) add(variant.flags);
  return list;
}

Config plainConfig(std::string_view suite, Mode mode, std::string_view device, bool dynamic) {
  const Catalogue& known = catalogue();
  Config config;
  config.suite = suite;
  config.mode = mode;
  if (dynamic) config.test = "dynamic_";
  if (!device.empty() && device != known.defaultDevice().name) config.test += std::string(device) + "_";
  if (!known.backends.empty()) config.test += known.backends.front().name;
  return config;
}

std::string baselinePath(const Config& config) {
  if (!config.dtype.empty() || !partsOf(config).rest.empty()) return {};
  return kFolder + catalogue().baselineFolder + "/" + baselineFile(config);
}

std::vector<std::string> reproduceArguments(const Config& config, const std::string& model) {
  List list = {"python", suiteScript(config.suite)};
  const auto add = [&list](const List& more) { list.insert(list.end(), more.begin(), more.end()); };
  add(suiteFlags(config, isPerformance(partsOf(config))));
  add({"--only", model, "--output-directory", ".", "--output", outputFile(config)});
  return list;
}

std::string reproduceCommand(const Config& config, const std::string& model) {
  return text::shellLine(reproduceArguments(config, model));
}

std::vector<std::string> checkCommands(const Config& config) {
  const std::string baseline = baselinePath(config);
  if (baseline.empty()) return {};
  List lines;
  for (const char* script : {"check_accuracy.py", "check_graph_breaks.py"})
    lines.push_back(text::shellLine(
        {"python", kFolder + std::string(script), "--actual", outputFile(config), "--expected", baseline}));
  return lines;
}

std::string reproduceNeeds(const Config& config) {
  const Platform* platform = catalogue().platform(config.platform);
  return platform == nullptr ? std::string{} : "This needs " + platform->build + ".";
}

}  // namespace plumbline::configs
