// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/evidence/change_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/charts/change_marks.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;
using statistics::Change;
using statistics::ChangeMethod;

bool isHigherBetter(const ChangeReport& report, std::size_t i) {
  if (report.better != BetterLevel::ByName) return report.better == BetterLevel::Higher;
  std::uint8_t metric = verdicts::metricIndex(report.series[i].column);
  if (metric == verdicts::kNoMetric) metric = verdicts::metricIndex(report.series[i].name);
  return metric != verdicts::kNoMetric && verdicts::metricCatalogue()[metric].better == verdicts::Better::Higher;
}

Json jsonNumber(double value) { return text::numberOrNull(tenDigits(value)); }

struct MethodWords {
  std::string_view name, text;  ///< of JSON; what p and q are of
};

MethodWords wordsOf(ChangeMethod method) {
  switch (method) {
    case ChangeMethod::Default: break;
    case ChangeMethod::Otava: return {"otava", "e-divisive means as Apache Otava has them; q: Benjamini-Hochberg over all series"};
    case ChangeMethod::Perfherder: return {"perfherder", "Perfherder's t of 12 points with linear weights, which has no p"};
  }
  return {"default", "binary segmentation with AR(1) noise, p of the largest gain over all places; q: Benjamini-Hochberg over all series"};
}

/// hasNumberTimes tests for times that are plain decimal numbers, all of them: 5234e12 is a commit.
bool hasNumberTimes(const sources::NumberSeries& series) {
  if (series.hasCommits) return false;
  return std::ranges::all_of(series.times, [](const std::string& time) {
    return time.find_first_not_of("-.0123456789") == std::string::npos && text::parseOrderedJson(time).is_number();
  });
}

Json timeOf(const sources::NumberSeries& series, std::size_t index, bool isNumber) {
  if (series.times.empty()) return {};
  return isNumber ? text::parseOrderedJson(series.times[index]) : Json(series.times[index]);
}

std::size_t pointsOf(const sources::NumberSeries& series) {
  return static_cast<std::size_t>(std::ranges::count_if(series.values, [](double value) { return std::isfinite(value); }));
}

/// shortSeries names those with too few points for the method.
std::string shortSeries(const ChangeReport& report) {
  constexpr std::size_t kMaxNamed = 10;
  std::string out;
  std::size_t count = 0;
  for (const sources::NumberSeries& series : report.series) {
    const std::size_t points = pointsOf(series);
    if (points >= report.minPoints || ++count > kMaxNamed) continue;
    out += printableText(series.name) + ": " + text::counted(points, "point") + ": too few (" + std::to_string(report.minPoints) + " needed)\n";
  }
  return count > kMaxNamed ? out + "... and " + std::to_string(count - kMaxNamed) + " more with too few\n" : out;
}

}  // namespace

std::string changeLine(const sources::NumberSeries& series, const Change& change, double q) {
  std::string line = "  " + std::to_string(change.index);
  if (!series.times.empty()) line += " (" + printableText(series.times[change.index]) + ')';
  return line + ": " + charts::changeText(change, q) + '\n';
}

base::Outcome<ChangeReport> findChangesIn(std::vector<sources::NumberSeries> series,
                                          const statistics::SeriesChangeOptions& options, BetterLevel better,
                                          const base::Progress& progress) {
  std::vector<std::vector<double>> values;
  for (const sources::NumberSeries& one : series) values.push_back(one.values);
  auto found = statistics::seriesChanges(values, options, progress);
  if (!found.isValue()) return found.failure();
  return ChangeReport{.series = std::move(series), .found = std::move(found.value()), .better = better, .minPoints = statistics::minPoints(options.method),
                      .method = options.method, .maxQ = std::max(ChangeReport().maxQ, options.maxP.value_or(0))};
}

bool isNewestWorse(const ChangeReport& report, std::size_t i) {
  const std::vector<Change>& changes = report.found[i].changes;
  if (changes.empty() || report.found[i].q.back() > report.maxQ) return false;
  const double difference = changes.back().after - changes.back().before;
  return isHigherBetter(report, i) ? difference < 0 : difference > 0;
}

int changeExit(const ChangeReport& report) {
  for (std::size_t i = 0; i < report.series.size(); ++i) {
    if (isNewestWorse(report, i)) return 1;
  }
  return 0;
}

std::string changeText(const ChangeReport& report) {
  std::string out;
  std::size_t changed = 0, worse = 0;
  for (std::size_t i = 0; i < report.series.size(); ++i) {
    const auto& found = report.found[i];
    if (found.changes.empty()) continue;
    ++changed;
    worse += isNewestWorse(report, i) ? 1 : 0;
    out += printableText(report.series[i].name) + ": " + text::counted(pointsOf(report.series[i]), "point") + ", " + text::counted(found.changes.size(), "change") +
           (isNewestWorse(report, i) ? ", the newest level is worse\n" : "\n");
    for (std::size_t c = 0; c < found.changes.size(); ++c)
      out += changeLine(report.series[i], found.changes[c], found.q[c]);
  }
  out += shortSeries(report);
  if (std::ranges::any_of(report.series, &sources::NumberSeries::isSorted))
    out += "The rows were not in the order of their times: they were sorted, and the numbers of points count in that order.\n";
  const auto isCut = [&](const sources::NumberSeries& one) { return report.method == ChangeMethod::Default && one.values.size() > statistics::kMaxChangeValues; };
  if (std::ranges::any_of(report.series, isCut))
    out += "Of a longer series the newest " + text::groupedText(statistics::kMaxChangeValues) + " values were looked at; --method otava looks at all.\n";
  return out + std::to_string(changed) + " of " + text::counted(report.series.size(), "series", "series") +
         (changed == 1 ? " has a change; the newest level of " : " have changes; the newest level of ") +
         std::to_string(worse) + " is worse" +
         (report.method == ChangeMethod::Perfherder ? std::string() : " (q at most " + text::shortNumber(report.maxQ, 2) + ")") + ".\nMethod: " +
         std::string(wordsOf(report.method).text) + ".\n";
}

std::string changeJson(const ChangeReport& report) {
  Json all = Json::array();
  for (std::size_t i = 0; i < report.series.size(); ++i) {
    Json changes = Json::array();
    const auto& found = report.found[i];
    const bool isNumber = hasNumberTimes(report.series[i]);
    for (std::size_t c = 0; c < found.changes.size(); ++c) {
      const Change& change = found.changes[c];
      changes.push_back({{"index", change.index}, {"time", timeOf(report.series[i], change.index, isNumber)},
                         {"before", jsonNumber(change.before)}, {"after", jsonNumber(change.after)}, {"p", jsonNumber(change.p)},
                         {"q", jsonNumber(found.q[c])}, {"low", jsonNumber(change.low)},
                         {"high", jsonNumber(change.high)}, {"drift", change.isDrift}});
    }
    all.push_back({{"name", report.series[i].name}, {"points", report.series[i].values.size()},
                   {"worse", isNewestWorse(report, i)},
                   {"too_few", pointsOf(report.series[i]) < report.minPoints}, {"sorted", report.series[i].isSorted}, {"changes", std::move(changes)}});
  }
  const Json json = {{"format", "plumbline-changes"},
                     {"version", 1},
                     {"exit", changeExit(report)},
                     {"method", wordsOf(report.method).name},
                     {"max_q", report.method == ChangeMethod::Perfherder ? Json() : Json(report.maxQ)},
                     {"series", std::move(all)}};
  return text::toJsonText(json, 1) + '\n';
}

}  // namespace plumbline::reports
