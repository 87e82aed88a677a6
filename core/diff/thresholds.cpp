// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/thresholds.h"

#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::diff {
namespace {

constexpr std::string_view kFile = "rules/thresholds.toml";
constexpr std::string_view kOtherwise = "otherwise";
constexpr std::string_view kStatus = "accuracy";  // the one metric whose readings are words

Thresholds read() {
  Thresholds out;
  const auto bytes = resources::embeddedBytes(kFile);
  const text::TomlFile file{.name = std::string(kFile), .hint = "Correct the rule file."};
  const auto root = text::parseToml(bytes.value_or(""), file);
  if (!root) return out;
  text::TomlReader reader(file);
  out.otherwise = reader.number(*root, kOtherwise);
  out.passRate = reader.number(*root, kPassRate);
  reader.each(*root, "limit", [&](const toml::table& entry) {
    MetricLimit limit{
        .metric = reader.text(entry, "metric"), .relative = reader.number(entry, "relative"), .floor = {}};
    if (entry.contains("floor")) limit.floor = reader.number(entry, "floor");
    out.limits.push_back(std::move(limit));
  });
  return reader.error() ? Thresholds{} : out;
}

bool isMetric(std::string_view name) {
  return verdicts::metricIndex(name) != verdicts::kNoMetric && !verdicts::identifiesARow(name) && name != kStatus;
}

/// hasFloor: a value can be too low only if higher is better.
bool hasFloor(std::string_view name) {
  return name == kPassRate || (isMetric(name) && verdicts::metricCatalogue()[verdicts::metricIndex(name)].better ==
                                                     verdicts::Better::Higher);
}

std::string metricNames(bool (*predicate)(std::string_view)) {
  std::string out;
  const auto add = [&out](std::string_view name) {
    out += out.empty() ? "" : ", ";
    out += name;
  };
  for (const verdicts::MetricInfo& metric : verdicts::metricCatalogue())
    if (predicate(metric.name)) add(metric.name);
  if (predicate(kPassRate)) add(kPassRate);
  return out;
}

/// numberOf reads "0.03" and "3%"; nullopt for anything but a finite number from 0 on.
std::optional<double> numberOf(std::string_view text) {
  const bool isPercent = text.ends_with('%');
  if (isPercent) text = text::trimmed(text.substr(0, text.size() - 1), text::kBlanks);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || std::signbit(value))
    return std::nullopt;
  return isPercent ? value / 100 : value;
}

base::Error badThreshold(std::string text, std::string hint) {
  return {.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint)};
}

std::string inQuotes(std::string_view text) { return '"' + std::string(text) + '"'; }

MetricLimit& limitFor(Thresholds& thresholds, std::string_view metric) {
  const auto at = std::ranges::find(thresholds.limits, metric, &MetricLimit::metric);
  if (at != thresholds.limits.end()) return *at;
  thresholds.limits.push_back({.metric = std::string(metric), .relative = thresholds.otherwise, .floor = {}});
  return thresholds.limits.back();
}

/// checkMetric: the metric exists and can have such a threshold.
base::Result<void> checkMetric(std::string_view definition, std::string_view metric, bool isFloor) {
  if (metric.empty()) {
    return base::fail(
        badThreshold(inQuotes(definition) + " is no threshold.",
                     "Write \"speedup=3%\" or \"speedup=0.03\" for a step, \"speedup>=0.97\" for a floor."));
  }
  if (!isMetric(metric) && metric != kPassRate && metric != kOtherwise) {
    return base::fail(
        badThreshold(metric == kStatus ? "accuracy is a word, and has no threshold."
                                       : "There is no metric called " + inQuotes(metric) + ".",
                     "Choose one of " + metricNames(isMetric) +
                         "; otherwise stands for all that have none of their own, and pass_rate has a floor."));
  }
  if (metric == kPassRate && !isFloor)
    return base::fail(badThreshold("pass_rate has a floor only.", "Write \"pass_rate>=0.9\" or \"pass_rate>=90%\"."));
  if (isFloor && !hasFloor(metric)) {
    return base::fail(
        badThreshold(inQuotes(metric) + " has no floor: a floor needs a value that is better when it is higher.",
                     "Choose one of " + metricNames(hasFloor) + "."));
  }
  return {};
}

}  // namespace

double Thresholds::relativeOf(std::string_view metric) const {
  const auto at = std::ranges::find(limits, metric, &MetricLimit::metric);
  return at == limits.end() ? otherwise : at->relative;
}

std::optional<double> Thresholds::floorOf(std::string_view metric) const {
  const auto at = std::ranges::find(limits, metric, &MetricLimit::metric);
  return at == limits.end() ? std::nullopt : at->floor;
}

Thresholds defaultThresholds() {
  // Compiled-in data, parsed on first use and checked by the unit tests.
  static const Thresholds kDefault = read();
  return kDefault;
}

base::Result<void> setThreshold(Thresholds& thresholds, std::string_view definition) {
  const auto equals = definition.find('=');
  const bool isFloor = equals != std::string_view::npos && equals > 0 && definition[equals - 1] == '>';
  const std::string_view metric =
      equals == std::string_view::npos
          ? std::string_view{}
          : text::trimmed(definition.substr(0, isFloor ? equals - 1 : equals), text::kBlanks);
  if (auto checked = checkMetric(definition, metric, isFloor); !checked) return checked;
  const std::string_view number = text::trimmed(definition.substr(equals + 1), text::kBlanks);
  const auto value = numberOf(number);
  if (!value) {
    return base::fail(badThreshold(number.empty()
                                       ? "A number is missing after the sign in " + inQuotes(definition) + "."
                                       : inQuotes(number) + " is no number from 0 on.",
                                   "Write it as 0.03 or 3%."));
  }
  if (metric == kPassRate && *value > 1)
    return base::fail(badThreshold("A pass rate is at most 1, and " + inQuotes(number) + " is more.",
                                   "Write \"pass_rate>=0.9\" or \"pass_rate>=90%\"."));
  if (metric == kPassRate)
    thresholds.passRate = *value;
  else if (metric == kOtherwise)
    thresholds.otherwise = *value;
  else if (isFloor)
    limitFor(thresholds, metric).floor = *value;
  else
    limitFor(thresholds, metric).relative = *value;
  return {};
}

std::vector<std::string> thresholdTexts(const Thresholds& thresholds) {
  std::vector<std::string> out = {std::string(kOtherwise) + '=' + text::shortestText(thresholds.otherwise),
                                  std::string(kPassRate) + ">=" + text::shortestText(thresholds.passRate)};
  for (const MetricLimit& limit : thresholds.limits) {
    out.push_back(limit.metric + '=' + text::shortestText(limit.relative));
    if (limit.floor) out.push_back(limit.metric + ">=" + text::shortestText(*limit.floor));
  }
  return out;
}

}  // namespace plumbline::diff
