// SPDX-License-Identifier: GPL-3.0-or-later
// Change points of many series by one method, with q-values over all of them.
//
//   const auto found = seriesChanges(series, {.method = ChangeMethod::Default});   // found.value()[i] belongs to series[i]
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/statistics/change_points.h"

namespace plumbline::statistics {

enum class ChangeMethod : std::uint8_t { Default, Otava, Perfherder };

/// What is not given has the default of the method.
struct SeriesChangeOptions {
  ChangeMethod method = ChangeMethod::Default;
  std::optional<std::size_t> window = {};   ///< Otava
  std::optional<double> maxP = {};          ///< Default and Otava
  std::optional<double> minMagnitude = {};  ///< all
  std::optional<double> threshold = {};     ///< Perfherder: t
};

/// kMaxChangeValues are the newest values of a series that the default method looks at: steps everywhere in more of them take minutes.
inline constexpr std::size_t kMaxChangeValues = 100'000;

/// minPoints is the least number of values in which a method finds a change.
std::size_t minPoints(ChangeMethod method);

struct SeriesChanges {
  std::vector<Change> changes;
  std::vector<double> q;  ///< of each change; NaN where the method has no p
};

/// seriesChanges skips values that are not finite; indexes count them. A series without a change adds the p of its best place
/// to the tests that the q-values are of (Default), or 1 (Otava).
base::Outcome<std::vector<SeriesChanges>> seriesChanges(std::span<const std::vector<double>> series,
                                                        const SeriesChangeOptions& options = {},
                                                        const base::Progress& progress = {});

}  // namespace plumbline::statistics
