// SPDX-License-Identifier: GPL-3.0-or-later
// The series of a model over its runs, with the moves of its baseline and what was decided between them.
//
//   out << showReport(*series, *moves, *decisions, *episodes, ReportForm::Text);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/history/decisions/decision_store.h"
#include "core/history/decisions/flaky_episodes.h"
#include "core/history/history_report.h"
#include "core/history/run_store.h"

namespace plumbline::history {

/// showReport lists each value with its run, oldest first, in text with the baseline's moves at their time. `moves` are
/// the changes of the model's baseline cells; those of a series are the ones whose file is of its config and whose
/// column is its metric. `decisions` are those about the model; a series has the ones about baselines of its config.
/// `episodes` are all of flaky lists; a series has those that apply to it.
std::string showReport(const SeriesList& list, const BaselineHistory& moves, const std::vector<CellDecision>& decisions,
                       const std::vector<FlakyEpisode>& episodes, ReportForm form);

/// pointText is the number, as short as it reads back, or the word.
std::string pointText(const SeriesPoint& point);

/// firstBadPoint of a series of status words, or of any words in the column "accuracy": the point since which no run passed; nullopt where
/// the last one passed, and for numbers and other words ("nan").
std::optional<std::size_t> firstBadPoint(const Series& series);

}  // namespace plumbline::history
