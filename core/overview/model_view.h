// SPDX-License-Identifier: GPL-3.0-or-later
// One model over all configs: expected and actual everywhere.
#pragma once

#include <string>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

struct ModelRow {
  std::uint32_t config = 0;
  std::optional<std::uint32_t> row;   ///< of the comparison; absent: this config has no comparison
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  std::string statusWord;             ///< as Comparison::statusWord; "NOT RUN" (ours) without a run, "NO BASELINE" without a baseline
  struct Cell {
    std::string column, expected, actual;  ///< "" where a side has none
    bool changed = false, notMeasured = false;
  };
  std::vector<Cell> cells;            ///< the metrics of modelMetrics, in that order
  std::string origin;                 ///< where the actual row came from
};
struct ModelView {
  std::string model;
  std::vector<std::string> metrics;   ///< columns that any config has for it, catalogue order
  std::vector<ModelRow> rows;         ///< configs whose run or baseline has the model; worst first, then by name
};
ModelView modelView(const CommitView& view, const std::string& model);
/// modelNames lists every model of the view, sorted: for a search field.
std::vector<std::string> modelNames(const CommitView& view);

}  // namespace plumbline::overview
