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
#include "core/history/store.h"
#include "core/overview/group_past.h"
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
  std::size_t runs = 400;                ///< the newest of each row
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

/// rowCard reads a row of a pair: its status, and the numbers that differ, the most urgent first. Empty when stopped, or
/// where no run has the row.
base::Result<std::vector<RowEvidence>> rowCard(history::Store& store, const verdicts::Comparison& comparison, std::uint32_t row,
                                               const base::Progress& progress = {});

/// addNoise tests the numbers that red groups are about against the runs of their rows before the opened commit, and sets
/// the q-values over all of them. `past` is that of the groups.
base::Result<void> addNoise(history::Store& store, const overview::CommitView& view, std::span<const overview::Group> groups,
                            overview::CommitPast& past);

}  // namespace plumbline::evidence
