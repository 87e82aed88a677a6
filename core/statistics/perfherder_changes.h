// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts as Mozilla's Perfherder raises them: a t statistic with linearly weighted means of the last 12 to 24 and the next 12
// values, above a threshold and not below its neighbours'. Source: treeherder, perfalert (rules and defaults); the weights
// are Bugzilla 879903.
//
//   for (const Change& change : perfherderChanges(values)) show(change.index);
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/change_points.h"

namespace plumbline::statistics {

struct PerfherderOptions {
  std::size_t foreWindow = 12;
  std::size_t minBackWindow = 12;
  std::size_t maxBackWindow = 24;
  double threshold = 7;  ///< of t
};

/// perfherderChanges expects finite values in the order of time. p is NaN: the method has a threshold only.
std::vector<Change> perfherderChanges(std::span<const double> values, const PerfherderOptions& options = {});

}  // namespace plumbline::statistics
