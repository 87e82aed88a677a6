// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/reproduce.h"

#include <algorithm>

#include "core/configs/catalogue.h"
#include "core/configs/name_words.h"

namespace plumbline::configs {
namespace {

using List = std::vector<std::string>;

bool isPerformance(const Parts& parts) {
  const Views words = split(parts.rest, '_');
  return std::find(words.begin(), words.end(), catalogue().performance) != words.end();
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

/// quoted is one word for a POSIX shell.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=+:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') text += "'\\''";
    else text += c;
  }
  return text + "'";
}

std::string line(const List& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace

std::vector<std::string> reproduceArguments(const Config& config, const std::string& model) {
  const Parts parts = partsOf(config);
  const Suite* suite = catalogue().suite(config.suite);
  List list = {"python", "benchmarks/dynamo/" + (suite != nullptr ? suite->script : config.suite + ".py"), "--ci"};
  const auto add = [&list](const List& more) { list.insert(list.end(), more.begin(), more.end()); };
  list.push_back("--" + (isPerformance(parts) ? catalogue().performance : catalogue().accuracy));
  add({"--timing", "--explain", "--print-compilation-time"});
  for (const Backend& backend : catalogue().backends)
    if (backend.name == parts.backend) add(backend.flags);
  for (const Variant& variant : catalogue().variants)
    if (variant.inFront && variant.name == "dynamic" && parts.dynamic) add(variant.flags);
  add({"--device", parts.device, "--" + std::string(modeName(config.mode))});
  add(precisionFlags(config, parts));
  for (const Variant& variant : catalogue().variants)
    if (variant.name == "freezing" && parts.freezing) add(variant.flags);
  add({"--only", model, "--output-directory", ".", "--output", outputFile(config)});
  return list;
}

std::string reproduceCommand(const Config& config, const std::string& model) {
  return line(reproduceArguments(config, model));
}

std::vector<std::string> checkCommands(const Config& config) {
  if (!config.dtype.empty() || !partsOf(config).rest.empty()) return {};
  List lines;
  for (const char* script : {"check_accuracy.py", "check_graph_breaks.py"})
    lines.push_back(line({"python", std::string("benchmarks/dynamo/") + script, "--actual", outputFile(config), "--expected",
                          "benchmarks/dynamo/" + catalogue().baselineFolder + "/" + baselineFile(config)}));
  return lines;
}

std::string reproduceNeeds(const Config& config) {
  const Platform* platform = catalogue().platform(config.platform);
  return platform == nullptr ? std::string{} : "This needs " + platform->build + ".";
}

}  // namespace plumbline::configs
