// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/hud_summary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <toml++/toml.h>

#include "core/diff/thresholds.h"
#include "core/text/quantities.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::diff {
namespace {

const std::vector<std::string>& wordsWithoutSpeedup() {
  // Compiled-in data, parsed on first use and checked by the unit tests.
  static const std::vector<std::string> kWords = [] {
    const text::TomlFile file{.name = "rules/thresholds.toml", .hint = "Correct the rule file."};
    const auto root = text::parseToml(resources::embeddedBytes(file.name).value_or(""), file);
    return root ? text::TomlReader(file).texts(*root, "passes_without_speedup") : std::vector<std::string>{};
  }();
  return kWords;
}

bool hasWordWithoutSpeedup(std::string_view test) {
  while (!test.empty()) {
    const std::size_t end = std::min(test.find('_'), test.size());
    if (std::ranges::find(wordsWithoutSpeedup(), test.substr(0, end)) != wordsWithoutSpeedup().end()) return true;
    test.remove_prefix(std::min(end + 1, test.size()));
  }
  return false;
}

/// hudStored is the number that the dashboard stores: floor(avg(benchmark_values), 4 decimals) of one value, as
/// floor(10,000 x value) / 10,000 in ClickHouse. benchmark_values are 32-bit floats, so 0.7 is 0.6999. nullopt if the
/// value is no finite float.
std::optional<double> hudStored(double value) {
  if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) return std::nullopt;
  constexpr double kScale = 10'000;
  return std::floor(static_cast<double>(static_cast<float>(value)) * kScale) / kScale;
}

/// HudReader has the dashboard's view of one run.
class HudReader {
 public:
  HudReader(const RunDiff& diff, std::size_t run)
      : m_diff(diff), m_run(run), m_accuracy(diff.metricOf(kAccuracyColumn)), m_speedup(diff.metricOf(kSpeedupColumn)) {
    for (std::size_t row = 0; m_accuracy && row < diff.rowCount() && !m_hasAccuracy; ++row) {
      const ReadingState state = diff.reading(run, row, *m_accuracy).state;
      m_hasAccuracy = state != ReadingState::NoRow && state != ReadingState::NoColumn;
    }
    const auto& config = diff.runs()[run].config;
    m_needsNoSpeedup = config && hasWordWithoutSpeedup(config->test);
  }

  bool hasAccuracy() const { return m_hasAccuracy; }
  /// hasWord: the model has a status, so the dashboard counts it.
  bool hasWord(std::size_t row) const { return !word(row).empty(); }
  /// isAccurate: its status passes; without an accuracy column: it has a speedup other than 0. Means are over these
  /// models.
  bool isAccurate(std::size_t row) const {
    if (m_hasAccuracy) return verdicts::isPassing(word(row));
    return stored(row, m_speedup).value_or(0) != 0;
  }
  /// isPassing: isAccurate, and the speedup is not 0, unless nothing was compiled (pass_due_to_skip, export). A missing
  /// speedup is not 0.
  bool isPassing(std::size_t row) const {
    if (!isAccurate(row)) return false;
    const bool wasCompiled = !m_needsNoSpeedup && (!m_hasAccuracy || verdicts::hasCounters(word(row)));
    return !wasCompiled || stored(row, m_speedup) != 0.0;
  }
  /// stored is hudStored of a number, 0 for padding, else nullopt.
  std::optional<double> stored(std::size_t row, std::optional<std::size_t> metric) const {
    if (!metric) return std::nullopt;
    const Reading reading = m_diff.reading(m_run, row, *metric);
    if (reading.state == ReadingState::Padded) return 0.0;
    return reading.state == ReadingState::Number ? hudStored(reading.number) : std::nullopt;
  }

 private:
  std::string_view word(std::size_t row) const {
    if (!m_hasAccuracy) return {};
    const Reading reading = m_diff.reading(m_run, row, *m_accuracy);
    return reading.state == ReadingState::Word ? reading.text : std::string_view{};
  }

  const RunDiff& m_diff;
  std::size_t m_run;
  std::optional<std::size_t> m_accuracy, m_speedup;
  bool m_hasAccuracy = false;
  bool m_needsNoSpeedup = false;
};

/// withoutLastFive rounds a decimal that ends in 5 away from zero.
std::string withoutLastFive(std::string text) {
  text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '.') continue;
    if (text[i] == '-') return text.insert(1, "1");
    if (text[i] != '9') {
      ++text[i];
      return text;
    }
    text[i] = '0';
  }
  return text.insert(0, "1");
}

/// geomean is the root of the product, as on the dashboard: logarithms round differently. They are used only if the
/// product leaves the range of a double.
double geomean(const std::vector<double>& values) {
  double product = 1;
  for (const double value : values) product *= value;
  if (!std::isnormal(product)) return statistics::geometricMean(values).value;
  return std::pow(product, 1.0 / static_cast<double>(values.size()));
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

constexpr std::size_t kMaxNamedModels = 3;
constexpr int kHudDecimals = 2;

/// SummaryMetric is one of the means of the dashboard's summary (SPEC 16).
struct SummaryMetric {
  std::string_view column;
  bool isGeometric;
  HudValue HudSummary::*member;
};
constexpr std::array kSummaryMetrics = {
    SummaryMetric{"speedup", true, &HudSummary::speedup},
    SummaryMetric{"compilation_latency", false, &HudSummary::compileTime},
    SummaryMetric{"compression_ratio", false, &HudSummary::compressionRatio},
    SummaryMetric{"abs_latency", false, &HudSummary::latency},
    SummaryMetric{"dynamo_peak_mem", false, &HudSummary::peakMemory},
};

/// isUsable: a mean has no 0, a geometric one only positive values. A peak memory of 0 is padding, though SPEC 16 does
/// not define it.
bool isUsable(const std::optional<double>& value, const SummaryMetric& metric) {
  return value && (metric.isGeometric ? *value > 0 : *value != 0);
}

/// hudValue is a number as the dashboard shows it.
HudValue hudValue(double value, int decimals) {
  HudValue out;
  out.exact = value;
  out.text = hudText(value, decimals);
  // Not strtod, which depends on the locale.
  std::from_chars(out.text.data(), out.text.data() + out.text.size(), out.value);
  return out;
}

/// hudMean is one of the dashboard's means over the models whose accuracy passes.
HudValue hudMean(const RunDiff& diff, const HudReader& reader, const SummaryMetric& metric) {
  const auto column = diff.metricOf(metric.column);
  std::vector<double> values;
  std::size_t passing = 0;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    if (!reader.isAccurate(row)) continue;
    ++passing;
    if (const auto value = reader.stored(row, column); isUsable(value, metric)) values.push_back(*value);
  }
  HudValue out = hudValue(values.empty() ? 0 : metric.isGeometric ? geomean(values) : mean(values), kHudDecimals);
  out.count = values.size();
  out.leftOut = passing - values.size();
  return out;
}

/// Means of the same numbers in another order differ by less.
constexpr double kNoise = 1e-12;

/// ModelValue is a model's value in the mean of a run; nullopt if it is not in the set.
using ModelValue = std::function<std::optional<double>(std::size_t run, std::size_t row)>;

struct Pairing {
  std::vector<double> before, after;                                  ///< the paired set
  std::vector<std::pair<std::size_t, double>> onlyBefore, onlyAfter;  ///< {row, value}
  std::size_t leftOut = 0;
};

Pairing pair(const RunDiff& diff, std::size_t before, std::size_t after, const ModelValue& value) {
  Pairing out;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    if (!diff.hasModel(before, row) && !diff.hasModel(after, row)) continue;
    const auto was = value(before, row);
    const auto is = value(after, row);
    if (was && is) {
      out.before.push_back(*was);
      out.after.push_back(*is);
      continue;
    }
    ++out.leftOut;
    if (was) out.onlyBefore.emplace_back(row, *was);
    if (is) out.onlyAfter.emplace_back(row, *is);
  }
  return out;
}

int direction(double from, double to) {
  if (!(std::abs(to - from) > kNoise * std::max(std::abs(from), std::abs(to)))) return 0;
  return to > from ? 1 : -1;
}

/// modelsThatPull are the models of one run alone that move HUD's mean in its direction, the strongest first.
std::vector<std::string> modelsThatPull(const RunDiff& diff, const Pairing& pairing, const SummaryLine& line,
                                       bool isGeometric) {
  const auto scaled = [isGeometric](double v) { return isGeometric ? std::log(v) : v; };
  const int hud = direction(line.hudBefore.value, line.hudAfter.value);
  std::vector<std::pair<double, std::size_t>> pulls;
  const auto add = [&](const auto& models, double mean, int sign) {
    for (const auto& [row, value] : models)
      if (const double pull = hud * sign * (scaled(value) - scaled(mean)); pull > 0) pulls.emplace_back(pull, row);
  };
  add(pairing.onlyAfter, line.after.value, 1);
  add(pairing.onlyBefore, line.before.value, -1);
  std::ranges::sort(
      pulls, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::vector<std::string> names;
  for (const auto& [pull, row] : pulls) names.push_back(diff.model(row));
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kMaxNamedModels);
  const std::size_t more = names.size() - shown;
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool isLast = i + 1 == shown && more == 0;
    if (i > 0) out += isLast ? " and " : ", ";
    out += names[i];
  }
  return more == 0 ? out : out + " and " + std::to_string(more) + " more";
}

std::string moved(int direction, const std::string& from, const std::string& to, const std::string& unit) {
  return (direction > 0 ? "rises from " : "falls from ") + from + " to " + to + (unit.empty() ? "" : " ") + unit;
}

std::string sentenceOf(const SummaryLine& line, const std::vector<std::string>& names) {
  const int hud = direction(line.hudBefore.value, line.hudAfter.value);
  const auto [was, is] = text::toDistinctTexts(line.before.value, line.after.value);
  const std::size_t count = line.before.count;
  std::string out = "The dashboard's " + line.title + ' ' +
                    moved(hud, line.hudBefore.text, line.hudAfter.text, line.unit) + ", but over the " +
                    (count == 1 ? "one model" : text::counted(count, "model")) + " that both runs measured it " +
                    moved(-hud, was, is, line.unit);
  if (names.empty()) return out + ": the dashboard's rounding makes the difference.";
  return out + ": the difference comes from " + listed(names) + ", which only one of the runs counts.";
}

class LineMaker {
 public:
  LineMaker(const RunDiff& diff, std::size_t before, std::size_t after)
      : m_diff(diff), m_before(before), m_after(after), m_readers{HudReader(diff, before), HudReader(diff, after)} {}

  std::vector<SummaryLine> make() {
    std::vector<SummaryLine> out;
    if (m_readers[0].hasAccuracy() || m_readers[1].hasAccuracy()) out.push_back(passRate());
    for (const SummaryMetric& metric : kSummaryMetrics)
      if (const auto column = m_diff.metricOf(metric.column)) out.push_back(lineOf(metric, *column));
    return out;
  }

 private:
  const HudReader& reader(std::size_t run) const { return m_readers[run == m_before ? 0 : 1]; }

  HudValue hudPassRate(std::size_t run) const {
    std::size_t models = 0;
    std::size_t passing = 0;
    for (std::size_t row = 0; row < m_diff.rowCount(); ++row) {
      if (!reader(run).hasWord(row)) continue;
      ++models;
      if (reader(run).isPassing(row)) ++passing;
    }
    HudValue out = hudValue(models == 0 ? 0 : static_cast<double>(passing) / static_cast<double>(models) * 100, 0);
    out.count = models;
    return out;
  }

  SummaryLine passRate() const {
    SummaryLine line;
    line.metric = kPassRate;
    line.title = "pass rate";
    line.unit = "%";
    line.better = verdicts::Better::Higher;
    line.hudBefore = hudPassRate(m_before);
    line.hudAfter = hudPassRate(m_after);
    const ModelValue value = [this](std::size_t run, std::size_t row) -> std::optional<double> {
      if (!reader(run).hasWord(row)) return std::nullopt;
      return reader(run).isPassing(row) ? 100 : 0;
    };
    complete(line, value, false);
    return line;
  }

  SummaryLine lineOf(const SummaryMetric& metric, std::size_t column) const {
    const verdicts::MetricInfo& info = m_diff.metrics()[column];
    SummaryLine line;
    line.metric = info.name;
    line.title = info.title;
    line.unit = info.unit;
    line.better = info.better;
    line.hudBefore = hudMean(m_diff, reader(m_before), metric);
    line.hudAfter = hudMean(m_diff, reader(m_after), metric);
    if (!m_diff.isComparable(m_before, m_after, column)) {
      line.sentence = m_diff.cacheSentence(m_before, m_after);
      return line;
    }
    const ModelValue value = [&](std::size_t run, std::size_t row) -> std::optional<double> {
      // The dashboard's own set, so that only the pairing differs; the number is not rounded.
      if (!reader(run).isAccurate(row) || !isUsable(reader(run).stored(row, column), metric)) return std::nullopt;
      return m_diff.numbers(run, column)[row];
    };
    complete(line, value, metric.isGeometric);
    return line;
  }

  void complete(SummaryLine& line, const ModelValue& value, bool isGeometric) const {
    const Pairing pairing = pair(m_diff, m_before, m_after, value);
    const auto mean = isGeometric ? statistics::geometricMean : statistics::arithmeticMean;
    line.before = mean(pairing.before);
    line.after = mean(pairing.after);
    line.leftOut = pairing.leftOut;
    const int hud = direction(line.hudBefore.value, line.hudAfter.value);
    const bool isComparable = line.hudBefore.count != 0 && line.hudAfter.count != 0 && line.before.count != 0;
    line.signsDisagree = isComparable && hud != 0 && direction(line.before.value, line.after.value) == -hud;
    if (line.signsDisagree) line.sentence = sentenceOf(line, modelsThatPull(m_diff, pairing, line, isGeometric));
  }

  const RunDiff& m_diff;
  std::size_t m_before, m_after;
  std::array<HudReader, 2> m_readers;
};

}  // namespace

std::string hudText(double value, int decimals) {
  if (value == 0) value = 0;  // not "-0.00"
  // A decimal with one digit more that ends in 5 lies in the middle. It is a double's exact value only if all of its
  // denominator is powers of two, and to_chars would round such a one to the even digit.
  const double halves = std::abs(value) * std::ldexp(1.0, decimals + 1);
  const bool isMiddle = std::floor(halves) == halves && std::fmod(halves, 2) == 1;
  char buffer[std::numeric_limits<double>::max_exponent10 + 32];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::fixed,
                                 isMiddle ? decimals + 1 : decimals)
                       .ptr;
  std::string text(buffer, end);
  return isMiddle ? withoutLastFive(std::move(text)) : text;
}

HudSummary hudSummary(const RunDiff& diff, std::size_t run) {
  const HudReader reader(diff, run);
  HudSummary out;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    if (reader.hasWord(row)) ++out.models;
    if (reader.isPassing(row)) ++out.passing;
  }
  if (out.models != 0) out.passRate = static_cast<double>(out.passing) / static_cast<double>(out.models);
  for (const SummaryMetric& metric : kSummaryMetrics) out.*metric.member = hudMean(diff, reader, metric);
  return out;
}

std::vector<SummaryLine> summaryLines(const RunDiff& diff, std::size_t before, std::size_t after) {
  return LineMaker(diff, before, after).make();
}

}  // namespace plumbline::diff
