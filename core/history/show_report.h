// SPDX-License-Identifier: GPL-3.0-or-later
// The series of a model over its runs, with the moves of its baseline and what was decided between them.
//
//   out << showReport(*series, *red, *moves, *decisions, *episodes, ReportForm::Text);
#pragma once

#include <string>
#include <vector>

#include "core/history/decisions/decision_store.h"
#include "core/history/decisions/flaky_episodes.h"
#include "core/history/history_report.h"
#include "core/history/row_history.h"

namespace plumbline::history {

/// showReport lists each value with its run, oldest first, in text with the baseline's moves at their time. `moves` are
/// the changes of the model's baseline cells; those of a series are the ones whose file is of its config and whose
/// column is its metric. `decisions` are those about the model; a series has the ones about baselines of its config.
/// `episodes` are all of flaky lists; a series has those that apply to it. `red` has a streak for each series, also of runs
/// that are not in the list.
std::string showReport(const SeriesList& list, const RedRows& red, const BaselineHistory& moves, const std::vector<CellDecision>& decisions,
                       const std::vector<FlakyEpisode>& episodes, ReportForm form);

/// addUnmeasured adds a series without values for each cell that moved and each config of a decision that no series has, behind those with
/// values, by config and metric. The query is the one of `list`.
void addUnmeasured(SeriesList& list, const BaselineHistory& moves, const std::vector<CellDecision>& decisions, const SeriesQuery& query);

/// pointText is the number, as short as it reads back, or the word.
std::string pointText(const SeriesPoint& point);

}  // namespace plumbline::history
