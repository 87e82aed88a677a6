// SPDX-License-Identifier: GPL-3.0-or-later
// One model over all configs: expected and actual everywhere.
#pragma once

#include <cstdint>
#include <optional>
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

enum class Standing : std::uint8_t {
  NotRun,      ///< no run, or its shard is missing
  AsBaseline,  ///< the run shows what its baseline says
  InSibling,   ///< the run differs from its baseline, and a sibling's baseline already says what the run shows
  WithSibling, ///< it differs, and a sibling's run shows the same change
  Alone,       ///< it differs as no sibling does
};
std::string_view standingWord(Standing standing);  ///< "not-run", "as-baseline", "in-sibling", "with-sibling", "alone"

struct SiblingRow {
  ModelRow row;
  Standing standing = Standing::NotRun;
  std::optional<std::uint32_t> like;  ///< the sibling meant, closest first
};
/// siblingRows lists the configs that hold the model, by name. Padding of a failed run is no difference.
std::vector<SiblingRow> siblingRows(const CommitView& view, const std::string& model);
/// standingText: "as the baseline of dynamic_inductor_torchbench_training says already".
std::string standingText(const CommitView& view, const SiblingRow& row);

}  // namespace plumbline::overview
