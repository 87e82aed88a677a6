// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "core/diff/number_words.h"
#include "core/diff/summary_metrics.h"

namespace plumbline::diff {
namespace {

constexpr std::string_view kPassRate = "pass_rate";
constexpr std::size_t kNamed = 3;
/// Means of the same numbers in another order differ by less.
constexpr double kNoise = 1e-12;

/// Value is what a model brings to the mean of a run; nothing when it is not in the set.
using Value = std::function<std::optional<double>(std::size_t run, std::size_t row)>;

struct Pairing {
  std::vector<double> before, after;                                  ///< the paired set
  std::vector<std::pair<std::size_t, double>> onlyBefore, onlyAfter;  ///< {row, value}
  std::size_t leftOut = 0;
};

Pairing pair(const RunDiff& diff, std::size_t before, std::size_t after, const Value& value) {
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

/// thoseThatPull are the models of one run alone that move HUD's mean where it went, the strongest first.
std::vector<std::string> thoseThatPull(const RunDiff& diff, const Pairing& pairing, const SummaryLine& line,
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
  const std::size_t shown = std::min(names.size(), kNamed);
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
  const auto [was, is] = apart(line.before.value, line.after.value);
  const std::size_t count = line.before.count;
  std::string out = "The dashboard's " + line.title + ' ' +
                    moved(hud, line.hudBefore.text, line.hudAfter.text, line.unit) + ", but over the " +
                    (count == 1 ? "one model" : std::to_string(count) + " models") + " that both runs measured it " +
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
    HudValue out = shownByHud(models == 0 ? 0 : static_cast<double>(passing) / static_cast<double>(models) * 100, 0);
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
    const Value value = [this](std::size_t run, std::size_t row) -> std::optional<double> {
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
    const Value value = [&](std::size_t run, std::size_t row) -> std::optional<double> {
      // The dashboard's own set, so that nothing but the pairing makes the difference; the number itself uncut.
      if (!reader(run).isAccurate(row) || !isUsable(reader(run).stored(row, column), metric)) return std::nullopt;
      return m_diff.numbers(run, column)[row];
    };
    complete(line, value, metric.isGeometric);
    return line;
  }

  void complete(SummaryLine& line, const Value& value, bool isGeometric) const {
    const Pairing pairing = pair(m_diff, m_before, m_after, value);
    const auto mean = isGeometric ? statistics::geometricMean : statistics::arithmeticMean;
    line.before = mean(pairing.before);
    line.after = mean(pairing.after);
    line.leftOut = pairing.leftOut;
    const int hud = direction(line.hudBefore.value, line.hudAfter.value);
    const bool isComparable = line.hudBefore.count != 0 && line.hudAfter.count != 0 && line.before.count != 0;
    line.signsDisagree = isComparable && hud != 0 && direction(line.before.value, line.after.value) == -hud;
    if (line.signsDisagree) line.sentence = sentenceOf(line, thoseThatPull(m_diff, pairing, line, isGeometric));
  }

  const RunDiff& m_diff;
  std::size_t m_before, m_after;
  std::array<HudReader, 2> m_readers;
};

}  // namespace

std::vector<SummaryLine> summaryLines(const RunDiff& diff, std::size_t before, std::size_t after) {
  return LineMaker(diff, before, after).make();
}

}  // namespace plumbline::diff
