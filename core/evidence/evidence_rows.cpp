// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/evidence_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/evidence/evidence_report.h"
#include "core/evidence/number_evidence.h"
#include "core/evidence/undo_rates.h"
#include "core/flaky/flaky_entry.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/rows/row_keys.h"
#include "core/history/run_intake.h"
#include "core/overview/group_decision.h"
#include "core/statistics/false_discovery.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::evidence {
namespace {

constexpr std::size_t kRowsAtOnce = 200;

bool isAsked(const EvidenceQuery& query, const history::RowKey& row) {
  return (query.models.empty() || std::ranges::find(query.models, row.model) != query.models.end()) &&
         (query.metric.empty() || query.metric == row.metric) &&
         (query.config.empty() || flaky::matchesGlob(query.config, row.config));
}

base::Result<std::vector<history::RowKey>> keysOf(history::Store& store, const EvidenceQuery& query) {
  auto keys = history::rowKeys(store.connection());
  if (keys) std::erase_if(*keys, [&](const history::RowKey& row) { return !isAsked(query, row); });
  return keys;
}

bool canBePadding(const history::RowKey& row) {
  const std::uint8_t metric = verdicts::metricIndex(row.metric);
  return metric != verdicts::kNoMetric && verdicts::metricCatalogue()[metric].zeroMeansNotMeasured;
}

history::RowKey statusRowOf(const history::RowKey& row) { return {row.config, row.model, std::string(history::kStatusMetric)}; }

/// dropPadding takes out the zeros of counters in runs that failed (SPEC 11.2).
void dropPadding(history::RowStrip& strip, const history::RowStrip& status) {
  std::set<std::size_t> uncounted;
  for (const history::RowPoint& point : status.points)
    if (!verdicts::hasCounters(point.word)) uncounted.insert(point.run);
  std::erase_if(strip.points, [&](const history::RowPoint& point) { return point.number == 0 && uncounted.count(point.run) != 0; });
}

/// stripsOf reads the strips of some rows; behind them stand those of the status of rows that may have padding.
base::Result<history::RowStrips> stripsOf(history::Store& store, std::span<const history::RowKey> some, std::size_t runs,
                                          const history::RowOptions& options = {}) {
  std::vector<history::RowKey> keys(some.begin(), some.end());
  for (const history::RowKey& row : some)
    if (canBePadding(row)) keys.push_back(statusRowOf(row));
  auto strips = store.rows().lastRuns(keys, runs, options);
  if (!strips) return strips;
  std::size_t status = some.size();
  for (std::size_t i = 0; i < some.size(); ++i)
    if (canBePadding(some[i])) dropPadding(strips->rows[i], strips->rows[status++]);
  return strips;
}

/// evidenceOf reads rows by their keys; of the query it takes how many runs, and since when.
base::Result<std::vector<RowEvidence>> evidenceOf(history::Store& store, std::span<const history::RowKey> all, const EvidenceQuery& query,
                                                  const base::Progress& progress) {
  std::vector<RowEvidence> rows;
  for (std::size_t first = 0; first < all.size(); first += kRowsAtOnce) {
    if (!progress.report(first, all.size())) return std::vector<RowEvidence>();
    const auto some = all.subspan(first, std::min(kRowsAtOnce, all.size() - first));
    auto strips = stripsOf(store, some, query.runs);
    if (!strips) return base::fail(std::move(strips.error()));
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (progress.stopRequested()) return std::vector<RowEvidence>();
      history::RowStrip& strip = strips->rows[i];
      std::erase_if(strip.points, [&](const history::RowPoint& point) { return timeOfRun(strips->runs[point.run]) < query.since; });
      if (!strip.points.empty()) rows.push_back(rowEvidence(some[i], strip, strips->runs, query.options));
    }
  }
  correctForMany(rows);
  return rows;
}

/// NumberTests are the numbers of a commit to test, each with its row in the store.
struct NumberTests {
  std::vector<overview::RowPast*> rows;
  std::vector<double> values;
  std::vector<history::RowKey> keys;
};

/// withoutNewestReds: a value is compared with the level from before the row was red, not with the one that it has since.
void withoutNewestReds(history::RowStrip& strip, const history::RowKey& row) {
  const auto limit = limitOf(row.metric, {});
  const auto isRed = [&](const history::RowPoint& point) {
    const auto expected = history::finiteNumber(point.expected.value_or(""));
    return point.isRed || (point.number && limit && expected && isBeyond(*limit, *point.number, *expected));
  };
  while (!strip.points.empty() && isRed(strip.points.back())) strip.points.pop_back();
}

NumberTests testsOf(const overview::CommitView& view, std::span<const overview::Group> groups, overview::CommitPast& past) {
  NumberTests tests;
  std::string scratch;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<std::string> metrics = overview::groupMetrics(groups[g]);
    for (std::size_t m = 0; m < past.groups[g].rows.size(); ++m) {
      const overview::RowRef member = groups[g].members[m];
      const overview::ConfigResult& config = view.configs()[member.config];
      for (std::size_t column = 0; column < config.comparison->metrics().size(); ++column) {
        const std::string& metric = config.comparison->metrics()[column].info.name;
        if (std::ranges::find(metrics, metric) == metrics.end()) continue;
        const verdicts::MetricCell cell = config.comparison->cell(member.row, column);
        const auto value = cell.numeric && cell.changed && !cell.notMeasured ? history::finiteNumber(cell.actualText) : std::nullopt;
        if (!value) continue;
        tests.rows.push_back(&past.groups[g].rows[m]);
        tests.values.push_back(*value);
        tests.keys.push_back({configs::configName(config.config), std::string(config.comparison->modelName(member.row, scratch)), metric,
                              cell.expected ? std::optional(cell.expectedText) : std::nullopt});
      }
    }
  }
  return tests;
}

}  // namespace

BaselineValues baselineValues(const sources::Opened& opened) {
  sources::Opened baselines;
  for (const sources::Piece& piece : opened.pieces) {
    if (!piece.isBaseline) continue;
    baselines.pieces.push_back(piece);
    baselines.pieces.back().isBaseline = false;
  }
  BaselineValues values;
  for (const history::RunRecord& run : history::runsOf(baselines).runs)
    for (const history::Sample& sample : run.samples)
      values.emplace(std::tuple(sample.series.config, sample.series.model, sample.series.metric),
                     sample.number ? text::shortestText(*sample.number) : sample.word);
  return values;
}

base::Result<std::vector<RowEvidence>> readEvidence(history::Store& store, const EvidenceQuery& query, const base::Progress& progress) {
  auto keys = keysOf(store, query);
  if (!keys) return base::fail(std::move(keys.error()));
  for (history::RowKey& row : *keys) {
    const auto known = query.baselines.find(std::tuple(row.config, row.model, row.metric));
    if (known != query.baselines.end()) row.expected = known->second;
  }
  return evidenceOf(store, *keys, query, progress);
}

base::Result<std::vector<sources::NumberSeries>> readNumberSeries(history::Store& store, const EvidenceQuery& query,
                                                                  const base::Progress& progress) {
  const auto keys = keysOf(store, query);
  if (!keys) return base::fail(keys.error());
  std::vector<sources::NumberSeries> all;
  for (std::size_t first = 0; first < keys->size(); first += kRowsAtOnce) {
    if (!progress.report(first, keys->size())) return std::vector<sources::NumberSeries>();
    const auto some = std::span(*keys).subspan(first, std::min(kRowsAtOnce, keys->size() - first));
    const auto strips = stripsOf(store, some, query.runs);
    if (!strips) return base::fail(strips.error());
    for (std::size_t i = 0; i < some.size(); ++i) {
      sources::NumberSeries series{.name = some[i].config + ' ' + some[i].model + ' ' + some[i].metric,
                                   .column = some[i].metric, .values = {}, .times = {}, .hasCommits = true};
      for (const history::RowPoint& point : strips->rows[i].points) {
        const history::RunInfo& run = strips->runs[point.run];
        if (timeOfRun(run) < query.since) continue;
        series.values.push_back(point.number.value_or(std::numeric_limits<double>::quiet_NaN()));
        series.times.push_back(run.commit.empty() ? std::to_string(timeOfRun(run)) : run.commit);
      }
      if (std::ranges::any_of(series.values, [](double value) { return !std::isnan(value); })) all.push_back(std::move(series));
    }
  }
  return all;
}

base::Result<std::vector<RowEvidence>> rowCard(history::Store& store, const verdicts::Comparison& comparison, std::uint32_t row,
                                               const base::Progress& progress) {
  std::string scratch;
  const std::string model(comparison.modelName(row, scratch));
  const verdicts::CheckArguments& words = comparison.options().words;
  std::string config = history::configOfPair(words.expectedPath, words.actualPath, comparison.expected().columnNames());
  if (config.empty()) config = configKey(words.expectedPath);
  std::vector<history::RowKey> keys = {statusRowOf({config, model, {}})};
  std::map<std::string, std::optional<double>> opened;
  for (std::size_t column = 0; column < comparison.metrics().size(); ++column) {
    const verdicts::MetricCell cell = comparison.cell(row, column);
    const std::string& metric = comparison.metrics()[column].info.name;
    const auto expected = cell.expectedText.empty() ? std::nullopt : std::optional(cell.expectedText);
    if (metric == history::kStatusMetric) keys.front().expected = expected;
    else if (cell.numeric && cell.changed && !cell.notMeasured) keys.push_back({config, model, metric, expected});
    if (!cell.actualText.empty()) opened[metric] = history::finiteNumber(cell.actualText);
  }
  auto rows = evidenceOf(store, keys, {}, progress);
  if (!rows) return rows;
  for (RowEvidence& each : *rows) each.opened = opened[each.row.metric];
  std::ranges::stable_sort(*rows, {}, urgency);
  return rows;
}

base::Result<void> addNoise(history::Store& store, const overview::CommitView& view, std::span<const overview::Group> groups,
                            overview::CommitPast& past) {
  const NumberTests tests = testsOf(view, groups, past);
  std::vector<double> p;
  for (std::size_t first = 0; first < tests.keys.size(); first += kRowsAtOnce) {
    const auto some = std::span(tests.keys).subspan(first, std::min(kRowsAtOnce, tests.keys.size() - first));
    auto strips = stripsOf(store, some, EvidenceQuery().runs, {.until = past.until});
    if (!strips) return base::fail(std::move(strips.error()));
    for (std::size_t i = 0; i < some.size(); ++i) {
      history::RowStrip& strip = strips->rows[i];
      std::erase_if(strip.points, [&](const history::RowPoint& point) {
        return !view.commit().empty() && strips->runs[point.run].commit == view.commit();
      });
      withoutNewestReds(strip, some[i]);
      const statistics::DeltaJudgement judged = judgeNumber(strip, strips->runs, tests.values[first + i]);
      const bool isUnknown = judged.noiseClass == statistics::NoiseClass::Unknown;
      p.push_back(isUnknown ? std::numeric_limits<double>::quiet_NaN() : judged.p);
    }
  }
  const std::vector<double> q = statistics::falseDiscoveryRates(p);
  using Noise = overview::RowPast::Noise;
  for (std::size_t i = 0; i < q.size(); ++i) {
    overview::RowPast& row = *tests.rows[i];
    if (row.noise == Noise::NotTested) row.noise = Noise::CannotTell;
    if (std::isnan(q[i]) || row.q <= q[i]) continue;
    row.q = q[i];
    row.noise = q[i] <= kMaxQ ? Noise::Beyond : Noise::Within;
  }
  return {};
}

}  // namespace plumbline::evidence
