// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a row's evidence that is about its numbers: noise, changes, margin.
//
//   row.numbers = numberEvidence(strip, runs, limitOf("compression_ratio", {}), row.p, 1e-3);
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/evidence/row_evidence.h"

namespace plumbline::evidence {

/// Limit is what a check allows: values may be a share of the baseline away from it.
struct Limit {
  double tolerance = 0;
  bool isLower = true, isBoth = false;  ///< as in MarginEvidence
};

/// limitOf is `tolerance` in the direction that is worse by the metric catalogue, where it is given; otherwise that of the
/// newest check scripts; nullopt for a column that they do not compare.
std::optional<Limit> limitOf(const std::string& metric, std::optional<double> tolerance);
/// isBeyond: the value is over the limit around a baseline.
bool isBeyond(const Limit& limit, double value, double expected);

/// numberEvidence is nullopt for fewer than two numbers. `p` receives that of the best place for a change.
std::optional<NumberEvidence> numberEvidence(const history::RowStrip& strip, std::span<const history::RunInfo> runs,
                                             const std::optional<Limit>& limit, double& p, double maxRate);

/// RunNoise is how far the runs of a row are apart by themselves: runs of the same commit where there are enough, otherwise levels
/// between changes. The floor is around the newest level.
struct RunNoise {
  statistics::NoiseGroups groups = {};
  statistics::NoiseFloor floor = {};
  std::size_t values = 0;
};
RunNoise runNoise(const history::RowStrip& strip, std::span<const history::RunInfo> runs);

}  // namespace plumbline::evidence
