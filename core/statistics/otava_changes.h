// SPDX-License-Identifier: GPL-3.0-or-later
// Change points as Apache Otava finds them, with its index lists. Sources: Matteson and James, "A nonparametric approach for
// multiple change point analysis of multivariate data", JASA 109 (2014), for the statistic; Fleming, Kolaczkowski et al.,
// "Hunter: using change point detection to hunt for performance regressions", ICPE 2023, for windows and merging.
//
//   for (const Change& change : otavaChanges(values, {.window = 50, .maxP = 0.001})) show(change.index, change.p);
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/change_points.h"

namespace plumbline::statistics {

struct OtavaOptions {
  std::size_t window = 50;  ///< at least 2
  double maxP = 0.001;
  double minMagnitude = 0;  ///< relative, the larger of both directions
};

/// otavaChanges expects finite values; fill gaps before.
std::vector<Change> otavaChanges(std::span<const double> values, const OtavaOptions& options = {});

}  // namespace plumbline::statistics
