// SPDX-License-Identifier: GPL-3.0-or-later
// All that is remembered of one cell of a baseline: what runs measured for it, how it moved, what was decided.
//
//   auto cell = cellHistory(*store, {.config = "inductor_torchbench_training", .model = "moco", .metric =
//   "graph_breaks"}); blameSentence(*cell)      // "pinned at 5 by #12345 on 2026-08-02, undone twice before"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/blame.h"
#include "core/history/decisions/decision_store.h"
#include "core/history/decisions/flaky_episodes.h"
#include "core/history/run_store.h"
#include "core/history/strip_store.h"

namespace plumbline::history {

class Store;

struct CellQuery {
  std::string config = {}, model = {}, metric = {};
  std::string file =
      {};  ///< path of the baseline, where several have the config; any path that ends as the one in the history
};

struct CellHistory {
  std::string metric;
  SeriesList list;                      ///< no series: no run has it
  BaselineHistory moves;                ///< of this cell alone
  std::optional<std::string> repository = {};  ///< as BaselineStore::repository
  std::string file;                     ///< its baseline in the repository; "": none is known
  std::vector<BlamedCell> blamed;       ///< oldest first
  std::vector<CellDecision> decisions;  ///< oldest first
  std::vector<FlakyEpisode> episodes;   ///< of flaky lists, oldest first
  std::vector<std::string>
      metrics;  ///< what there is of the model in this config, in alphabetical order, the status first
};

/// cellHistory reads it; an empty metric is the first one. A cell that the store does not have is empty. Errors as
/// SqlConnection.
base::Result<CellHistory> cellHistory(Store& store, const CellQuery& query);

/// blameSentence says which commit gave the cell its present value, and how often that value was taken back before; ""
/// for a cell that never moved.
std::string blameSentence(const CellHistory& cell);

/// blameLines says so of each metric of a model whose baseline moved: "graph_breaks: pinned at 5 by ...". The metric of the query is
/// not looked at. Errors as SqlConnection.
base::Result<std::vector<std::string>> blameLines(Store& store, const CellQuery& query);

}  // namespace plumbline::history
