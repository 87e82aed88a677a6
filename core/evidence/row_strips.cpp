// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/row_strips.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/verdicts/metric_catalogue.h"

namespace plumbline::evidence {
namespace {

constexpr std::size_t kRowsAtOnce = 200;

bool canBePadding(const history::RowKey& row) {
  const std::uint8_t metric = verdicts::metricIndex(row.metric);
  return metric != verdicts::kNoMetric && verdicts::metricCatalogue()[metric].zeroMeansNotMeasured;
}

/// dropPadding takes out the zeros of counters in runs that failed (SPEC 11.2).
void dropPadding(history::RowStrip& strip, const history::RowStrip& status) {
  std::set<std::size_t> uncounted;
  for (const history::RowPoint& point : status.points)
    if (!verdicts::hasCounters(point.word)) uncounted.insert(point.run);
  std::erase_if(strip.points, [&](const history::RowPoint& point) { return point.number == 0 && uncounted.count(point.run) != 0; });
}

/// stripsOf reads the strips of some rows; behind them stand those of the status of rows that may have padding.
base::Result<history::RowStrips> stripsOf(history::Store& store, std::span<const history::RowKey> some, std::size_t runs,
                                          const history::RowOptions& options) {
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

}  // namespace

history::RowKey statusRowOf(const history::RowKey& row) { return {row.config, row.model, std::string(history::kStatusMetric)}; }

base::Result<bool> eachStrip(history::Store& store, std::span<const history::RowKey> rows, std::size_t runs, const history::RowOptions& options,
                             const base::Progress& progress, const UseStrip& use) {
  for (std::size_t first = 0; first < rows.size(); first += kRowsAtOnce) {
    if (!progress.report(first, rows.size())) return false;
    const auto some = rows.subspan(first, std::min(kRowsAtOnce, rows.size() - first));
    auto strips = stripsOf(store, some, runs, options);
    if (!strips) return base::fail(std::move(strips.error()));
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (progress.stopRequested()) return false;
      use(first + i, strips->rows[i], strips->runs);
    }
  }
  return true;
}

}  // namespace plumbline::evidence
