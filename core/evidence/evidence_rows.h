// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence of rows in the store: all of them, or those of some models, configs or one metric.
//
//   auto rows = readEvidence(*store, {.models = {"moco"}, .metric = "accuracy"});
//   for (const RowEvidence& row : *rows) show(evidenceSentence(row));
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/evidence/row_evidence.h"
#include "core/evidence/row_strips.h"
#include "core/history/store.h"
#include "core/sources/number_series.h"
#include "core/sources/open.h"
#include "core/verdicts/comparison.h"

namespace plumbline::evidence {

/// BaselineValues holds what baselines say, by config, model and metric.
using BaselineValues = std::map<std::tuple<std::string, std::string, std::string>, std::string>;
/// baselineValues reads the baselines among opened sources, as runs of their config are read.
BaselineValues baselineValues(const sources::Opened& opened);

struct EvidenceQuery {
  std::vector<std::string> models = {};  ///< empty: all
  std::string config = {};               ///< may have * and ?; "": all
  std::string metric = {};               ///< "": all
  std::int64_t since = 0;                ///< of runs, as history::timeOfRun
  std::size_t runs = kRunsOfRow;         ///< the newest of each row
  BaselineValues baselines = {};         ///< for runs at whose time the store knows no baseline
  EvidenceOptions options = {};
};

/// readEvidence reads rows with at least one run, by model, config and metric, with q-values over all of them. Errors as
/// SqlConnection.
base::Result<std::vector<RowEvidence>> readEvidence(history::Store& store, const EvidenceQuery& query, const base::Progress& progress = {});

/// readNumberSeries reads the numbers of rows that have any, for change points: the name is "CONFIG MODEL METRIC", a time the commit
/// of the run, or where that is unknown its Unix seconds. A run without a number has NaN. Empty when stopped. Errors as SqlConnection.
base::Result<std::vector<sources::NumberSeries>> readNumberSeries(history::Store& store, const EvidenceQuery& query,
                                                                  const base::Progress& progress = {});

/// rowCards reads rows of a pair: of each its status, and the numbers that differ, the most urgent first, with q-values over these.
/// One of no columns where no run has the row. Empty when stopped.
base::Result<std::vector<std::vector<RowEvidence>>> rowCards(history::Store& store, const verdicts::Comparison& comparison,
                                                             std::span<const std::uint32_t> rows, const EvidenceOptions& options = {},
                                                             const base::Progress& progress = {});
/// rowCard is rowCards of one row. Empty when stopped, too.
base::Result<std::vector<RowEvidence>> rowCard(history::Store& store, const verdicts::Comparison& comparison, std::uint32_t row,
                                               const base::Progress& progress = {});

}  // namespace plumbline::evidence
