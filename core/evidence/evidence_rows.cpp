// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/evidence_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/evidence/evidence_report.h"
#include "core/evidence/undo_rates.h"
#include "core/flaky/flaky_entry.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/rows/row_keys.h"
#include "core/history/run_intake.h"
#include "core/overview/group_decision.h"
#include "core/text/quantities.h"

namespace plumbline::evidence {
namespace {

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

/// evidenceOf reads rows by their keys, one for each, also those without runs; of the query it takes how many runs, and since when.
/// Their q-values are those of each alone. Empty when stopped.
base::Result<std::vector<RowEvidence>> evidenceOf(history::Store& store, std::span<const history::RowKey> all, const EvidenceQuery& query,
                                                  const base::Progress& progress) {
  std::vector<RowEvidence> rows;
  const auto read = eachStrip(store, all, query.runs, {}, progress, [&](std::size_t i, history::RowStrip& strip, std::span<const history::RunInfo> runs) {
    std::erase_if(strip.points, [&](const history::RowPoint& point) { return timeOfRun(runs[point.run]) < query.since; });
    rows.push_back(rowEvidence(all[i], strip, runs, query.options));
  });
  if (!read) return base::fail(read.error());
  if (!*read) rows.clear();
  return rows;
}

/// correctTogether drops the rows without runs and sets the q-values over the others.
void correctTogether(std::vector<RowEvidence>& rows) {
  std::erase_if(rows, [](const RowEvidence& row) { return row.runs.empty(); });
  correctForMany(rows);
}

/// Card is what to read of a row of a pair: its keys, and the values of the run on screen, each by its column.
struct Card {
  std::vector<history::RowKey> keys;
  std::map<std::string, std::optional<double>> opened;
};

Card cardOf(const verdicts::Comparison& comparison, const std::string& config, std::uint32_t row) {
  std::string scratch;
  const std::string model(comparison.modelName(row, scratch));
  Card card{.keys = {statusRowOf({config, model, {}})}, .opened = {}};
  for (std::size_t column = 0; column < comparison.metrics().size(); ++column) {
    const verdicts::MetricCell cell = comparison.cell(row, column);
    const std::string& metric = comparison.metrics()[column].info.name;
    const auto expected = cell.expectedText.empty() ? std::nullopt : std::optional(cell.expectedText);
    if (metric == history::kStatusMetric) card.keys.front().expected = expected;
    else if (cell.numeric && cell.changed && !cell.notMeasured) card.keys.push_back({config, model, metric, expected});
    if (!cell.actualText.empty()) card.opened[metric] = history::finiteNumber(cell.actualText);
  }
  return card;
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
      values.emplace(std::tuple(sample.series->config, sample.series->model, sample.series->metric),
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
  auto rows = evidenceOf(store, *keys, query, progress);
  if (rows) correctTogether(*rows);
  return rows;
}

base::Result<std::vector<sources::NumberSeries>> readNumberSeries(history::Store& store, const EvidenceQuery& query,
                                                                  const base::Progress& progress) {
  const auto keys = keysOf(store, query);
  if (!keys) return base::fail(keys.error());
  std::vector<sources::NumberSeries> all;
  const auto read = eachStrip(store, *keys, query.runs, {}, progress, [&](std::size_t i, history::RowStrip& strip, std::span<const history::RunInfo> runs) {
    const history::RowKey& row = (*keys)[i];
    sources::NumberSeries series{
        .name = row.config + ' ' + row.model + ' ' + row.metric, .column = row.metric, .values = {}, .times = {}, .hasCommits = true};
    for (const history::RowPoint& point : strip.points) {
      const history::RunInfo& run = runs[point.run];
      if (timeOfRun(run) < query.since) continue;
      series.values.push_back(point.number.value_or(std::numeric_limits<double>::quiet_NaN()));
      series.times.push_back(run.commit.empty() ? std::to_string(timeOfRun(run)) : run.commit);
    }
    if (std::ranges::any_of(series.values, [](double value) { return !std::isnan(value); })) all.push_back(std::move(series));
  });
  if (!read) return base::fail(read.error());
  if (!*read) all.clear();
  return all;
}

base::Result<std::vector<std::vector<RowEvidence>>> rowCards(history::Store& store, const verdicts::Comparison& comparison,
                                                             std::span<const std::uint32_t> rows, const EvidenceOptions& options,
                                                             const base::Progress& progress) {
  const verdicts::CheckArguments& words = comparison.options().words;
  std::string config = history::configOfPair(words.expectedPath, words.actualPath, comparison.expected().columnNames());
  if (config.empty()) config = configKey(words.expectedPath);
  std::vector<Card> cards;
  std::vector<history::RowKey> keys;
  for (const std::uint32_t row : rows) {
    cards.push_back(cardOf(comparison, config, row));
    keys.insert(keys.end(), cards.back().keys.begin(), cards.back().keys.end());
  }
  auto read = evidenceOf(store, keys, {.options = options}, progress);
  if (!read) return base::fail(std::move(read.error()));
  std::vector<std::vector<RowEvidence>> all;
  if (read->empty()) return all;
  auto next = std::make_move_iterator(read->begin());
  for (Card& card : cards) {
    const auto end = next + static_cast<std::ptrdiff_t>(card.keys.size());
    std::vector<RowEvidence>& one = all.emplace_back(next, end);
    next = end;
    correctTogether(one);
    for (RowEvidence& each : one) each.opened = card.opened[each.row.metric];
    std::ranges::stable_sort(one, {}, urgency);
  }
  return all;
}

base::Result<std::vector<RowEvidence>> rowCard(history::Store& store, const verdicts::Comparison& comparison, std::uint32_t row,
                                               const base::Progress& progress) {
  auto cards = rowCards(store, comparison, {&row, 1}, {}, progress);
  if (!cards) return base::fail(std::move(cards.error()));
  return cards->empty() ? std::vector<RowEvidence>() : std::move(cards->front());
}

}  // namespace plumbline::evidence
