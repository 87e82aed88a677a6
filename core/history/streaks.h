// SPDX-License-Identifier: GPL-3.0-or-later
// Red rows that began together, and what else changed between the last good run and the first red one.
//
//   auto red = store->rows().redNow();
//   for (const StreakCluster& cluster : clustersOf(*red)) show(red->runs[cluster.first], cluster.changes);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/history/row_history.h"

namespace plumbline::history {

/// FieldChange: "image" was `before` in the last good run and is `after` in the first red one. Pins are named "pin
/// transformers".
struct FieldChange {
  std::string field, before, after;
  std::size_t rows = 0;  ///< of the cluster, where it changed so
  bool operator==(const FieldChange&) const = default;
};

struct StreakCluster {
  std::size_t first = 0;             ///< the first red run: index into RedRows::runs
  std::vector<std::size_t> rows;     ///< indices into RedRows::rows
  std::size_t withoutGood = 0;       ///< rows that no run before was good
  std::vector<FieldChange> changes;  ///< known in both runs and different; those of most rows first
};

/// pinsOf reads the lines "name version" of a run; pinLines writes them.
std::map<std::string, std::string> pinsOf(const RunInfo& run);
std::string pinLines(const std::map<std::string, std::string>& pins);
/// changedFields compares what is known of two runs beside their commit: machine, image, PyTorch version, device,
/// workflow and pins.
std::vector<FieldChange> changedFields(const RunInfo& before, const RunInfo& after);

/// clustersOf puts rows together whose first red run has the same commit, or the same time where that is unknown.
/// Newest first, large ones before small ones of the same time.
std::vector<StreakCluster> clustersOf(const RedRows& red);

}  // namespace plumbline::history
