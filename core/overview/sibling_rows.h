// SPDX-License-Identifier: GPL-3.0-or-later
// One model in all its configs, and how each config's own run stands to the baselines of its siblings.
//
//   for (const SiblingRow& row : siblingRows(*view, "llama")) show(row.config, row.cells, standingText(*view, row));
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/model_view.h"

namespace plumbline::overview {

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
