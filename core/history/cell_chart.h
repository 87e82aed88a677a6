// SPDX-License-Identifier: GPL-3.0-or-later
// The history of a cell as a chart: a place for each run, the values as a line or, for words, as points; the baseline
// as steps at the time of its moves; decisions as marks.
//
//   const CellChart chart = cellChart(cell, charts::kAlarmRates[charts::kDefaultAlarm]);
//   chart.events[item].kind      // what a mark of chart.data stands for
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/charts/chart_data.h"
#include "core/history/cell_history.h"

namespace plumbline::history {

/// CellEvent is what an item of the chart stands for.
struct CellEvent {
  enum class Kind : std::uint8_t { Run, Move, Decision, Change, Listed, Unlisted };
  Kind kind = Kind::Run;
  std::size_t index = 0;  ///< point of the series (Change: the first of the new level), BlamedCell, CellDecision, or FlakyEpisode
};

struct CellChart {
  charts::ChartData data;
  std::vector<CellEvent> events;  ///< one for each item
};

/// cellChart draws change points of numbers where an `alarmRate` is given (charts/change_marks.h).
CellChart cellChart(const CellHistory& cell, std::optional<double> alarmRate = {});

/// runText names a run: "2026-08-02 0123456789ab, attempt 2, shard 1/2".
std::string runText(const RunInfo& run);

}  // namespace plumbline::history
