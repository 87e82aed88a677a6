// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/thresholds.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text/toml_reader.h"
#include "core/verdicts/comparison_metrics.h"
#include "resources/embedded.h"

namespace plumbline::diff {
namespace {

constexpr std::string_view kFile = "rules/thresholds.toml";
constexpr std::string_view kPassRate = "pass_rate";
constexpr std::string_view kOtherwise = "otherwise";
constexpr std::string_view kWords = "accuracy";  // the one metric whose readings are words

Thresholds read() {
  Thresholds out;
  const auto bytes = resources::embeddedBytes(kFile);
  const text::TomlFile file{.name = std::string(kFile), .hint = "Put it right in the rule file."};
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
  return verdicts::metricIndex(name) != verdicts::kNoMetric && !verdicts::identifiesARow(name) && name != kWords;
}

/// hasFloor: only where more is better can a value be too low.
bool hasFloor(std::string_view name) {
  return name == kPassRate || (isMetric(name) && verdicts::metricCatalogue()[verdicts::metricIndex(name)].better ==
                                                     verdicts::Better::Higher);
}

std::string listed(bool (*wanted)(std::string_view)) {
  std::string out;
  const auto add = [&out](std::string_view name) {
    out += out.empty() ? "" : ", ";
    out += name;
  };
  for (const verdicts::MetricInfo& metric : verdicts::metricCatalogue())
    if (wanted(metric.name)) add(metric.name);
  if (wanted(kPassRate)) add(kPassRate);
  return out;
}

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

/// numberOf reads "0.03" and "3%"; nothing for what is no finite number from 0 on.
std::optional<double> numberOf(std::string_view text) {
  const bool isPercent = text.ends_with('%');
  if (isPercent) text = trimmed(text.substr(0, text.size() - 1));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || std::signbit(value))
    return std::nullopt;
  return isPercent ? value / 100 : value;
}

std::string shortest(double value) {
  char buffer[32];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
  return {buffer, end};
}

base::Error refused(std::string text, std::string hint) {
  return {.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint)};
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

MetricLimit& limitFor(Thresholds& thresholds, std::string_view metric) {
  const auto at = std::ranges::find(thresholds.limits, metric, &MetricLimit::metric);
  if (at != thresholds.limits.end()) return *at;
  thresholds.limits.push_back({.metric = std::string(metric), .relative = thresholds.otherwise, .floor = {}});
  return thresholds.limits.back();
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
  // Constant data, parsed the first time somebody asks; the file is compiled in and read by the unit tests.
  static const Thresholds kDefault = read();
  return kDefault;
}

base::Result<void> setThreshold(Thresholds& thresholds, std::string_view text) {
  const auto equals = text.find('=');
  const bool isFloor = equals != std::string_view::npos && equals > 0 && text[equals - 1] == '>';
  const std::string_view metric =
      equals == std::string_view::npos ? std::string_view{} : trimmed(text.substr(0, isFloor ? equals - 1 : equals));
  if (metric.empty()) {
    return base::fail(refused(quoted(text) + " is no threshold.",
                              "Write \"speedup=3%\" or \"speedup=0.03\" for a step, \"speedup>=0.97\" for a floor."));
  }
  const std::string_view number = trimmed(text.substr(equals + 1));
  const bool isOtherwise = metric == kOtherwise;
  const bool isPassRate = metric == kPassRate;
  if (!isMetric(metric) && !isPassRate && !isOtherwise) {
    const std::string why = metric == kWords ? "accuracy is a word, and has no threshold."
                                             : "There is no metric called " + quoted(metric) + ".";
    return base::fail(refused(why, "Choose one of " + listed(isMetric) +
                                       "; otherwise stands for all that have none of their "
                                       "own, and pass_rate has a floor."));
  }
  if (isPassRate && !isFloor)
    return base::fail(refused("pass_rate has a floor only.", "Write \"pass_rate>=0.9\" or \"pass_rate>=90%\"."));
  if (isFloor && !hasFloor(metric)) {
    return base::fail(refused(quoted(metric) + " has no floor: a floor needs a value that is better when it is higher.",
                              "Choose one of " + listed(hasFloor) + "."));
  }
  const auto value = numberOf(number);
  if (!value) {
    return base::fail(refused(number.empty() ? "No number stands after the sign in " + quoted(text) + "."
                                             : quoted(number) + " is no number from 0 on.",
                              "Write it as 0.03 or 3%."));
  }
  if (isPassRate && *value > 1)
    return base::fail(refused("A pass rate is at most 1, and " + quoted(number) + " is more.",
                              "Write \"pass_rate>=0.9\" or \"pass_rate>=90%\"."));
  if (isPassRate)
    thresholds.passRate = *value;
  else if (isOtherwise)
    thresholds.otherwise = *value;
  else if (isFloor)
    limitFor(thresholds, metric).floor = *value;
  else
    limitFor(thresholds, metric).relative = *value;
  return {};
}

std::vector<std::string> thresholdTexts(const Thresholds& thresholds) {
  std::vector<std::string> out = {std::string(kOtherwise) + '=' + shortest(thresholds.otherwise),
                                  std::string(kPassRate) + ">=" + shortest(thresholds.passRate)};
  for (const MetricLimit& limit : thresholds.limits) {
    out.push_back(limit.metric + '=' + shortest(limit.relative));
    if (limit.floor) out.push_back(limit.metric + ">=" + shortest(*limit.floor));
  }
  return out;
}

}  // namespace plumbline::diff
