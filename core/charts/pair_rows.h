// SPDX-License-Identifier: GPL-3.0-or-later
// The models of a chart of two runs: both numbers, how they moved, ordered and paged.
//
//   PairRows pairs = pairRows(diff, 0, 1, metric, options);
//   const Page page = pageOf(pairs.rows.size(), options);
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/charts/make_chart.h"
#include "core/diff/move.h"

namespace plumbline::charts {

struct PairRow {
  std::uint32_t row = 0;
  double before = std::numeric_limits<double>::quiet_NaN();  ///< NaN when the run before has no such number at all
  double after = 0;
  double relative = 0;  ///< (after - before) / |before|; infinite from 0; NaN without before, and where both do not compare
  diff::Move move = diff::Move::Nothing;
};

struct PairRows {
  verdicts::MetricInfo metric;
  std::vector<PairRow> rows;       ///< in the order of the options
  bool isAlone = false;            ///< the run before has no number of this metric: only `after` holds
  std::vector<std::string> notes;  ///< what was left out and why
  std::string emptyText;           ///< why there are no rows
};
PairRows pairRows(const diff::RunDiff& diff, std::size_t before, std::size_t after, std::size_t metric,
                  const ChartOptions& options);

/// metricFor gives the position of a column; of "" speedup's, else that of the first column with numbers. Without one
/// `emptyText` names the available ones.
std::optional<std::size_t> metricFor(const diff::RunDiff& diff, const std::string& requested, std::string& emptyText);

/// Page is which of the ordered rows are shown.
struct Page {
  std::size_t first = 0, count = 0, total = 0;
};
/// pageOf starts at options.first, at the last page when that is past the end.
Page pageOf(std::size_t total, const ChartOptions& options);
/// pageText: "62 models"; "40 of 2,000 models, worst first"; "models 41 to 80 of 2,000, worst first".
std::string pageText(const Page& page, Order order);

/// startPairChart sets the subtitle, notes and emptyText of a chart of one metric of two runs ("": as metricFor) and returns
/// its rows.
PairRows startPairChart(ChartData& chart, const diff::RunDiff& diff, std::size_t before, std::size_t after,
                        const std::string& metric, const ChartOptions& options);
/// requireBothRuns empties a chart that needs both runs if one is missing.
void requireBothRuns(ChartData& chart, const diff::RunDiff& diff, std::size_t before, const PairRows& pairs);
/// startPage selects the page of a chart with a category per model, and adds it to the subtitle.
Page startPage(ChartData& chart, const diff::RunDiff& diff, std::size_t after, const PairRows& pairs,
               const ChartOptions& options);

/// classOf gives a move its colour and glyph: improved, fail, or pass for what stayed or has no better direction.
verdicts::VerdictClass classOf(diff::Move move);
/// hasMoved: beyond the threshold, in whichever direction.
bool hasMoved(diff::Move move);
/// kManyItems: above it the items of a chart have only their name; numbers are made when they are asked for.
inline constexpr std::size_t kManyItems = 20'000;
/// addItems gives the chart an item for each row, in their order.
void addItems(ChartData& chart, const diff::RunDiff& diff, std::size_t before, std::size_t after,
              const std::shared_ptr<const PairRows>& pairs);
/// itemOf is a model with the numbers of both runs: "before 1.420 x, after 1.380 x, -2.8 %".
Item itemOf(const diff::RunDiff& diff, std::size_t before, std::size_t after, const PairRows& pairs,
            const PairRow& row);

/// markAt is a mark without a spread.
inline Mark markAt(double x, double y, std::size_t item) {
  return {.x = x, .y = y, .low = y, .high = y, .item = static_cast<std::uint32_t>(item)};
}

/// fillTable gives the chart its columns and rows, where the options ask for them: model, both numbers, delta, move.
void fillTable(ChartData& chart, const diff::RunDiff& diff, std::size_t before, std::size_t after,
               const PairRows& pairs, const ChartOptions& options);

}  // namespace plumbline::charts
