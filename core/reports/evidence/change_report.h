// SPDX-License-Identifier: GPL-3.0-or-later
// Change points of series as text and as JSON, and whether the newest level of one is worse.
//
//   const ChangeReport report = findChangesIn(std::move(series), options, BetterLevel::ByName, progress).value();
//   out << changeText(report);
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/sources/number_series.h"
#include "core/statistics/series_changes.h"

namespace plumbline::reports {

enum class BetterLevel { ByName, Lower, Higher };  ///< ByName: by the metric catalogue, lower for a name it does not have

struct ChangeReport {
  std::vector<sources::NumberSeries> series;
  std::vector<statistics::SeriesChanges> found;  ///< one for each of `series`
  BetterLevel better = BetterLevel::ByName;
  std::size_t minPoints = 0;  ///< of the method
  statistics::ChangeMethod method = {};
  double maxQ = 0.05;  ///< of a change that counts for the exit status, among all series
};

/// changeLine describes one change of a series in an indented line; its index is that of the values and times.
std::string changeLine(const sources::NumberSeries& series, const statistics::Change& change, double q);

/// findChangesIn fills in `found`; it never fails, but can be cancelled.
base::Outcome<ChangeReport> findChangesIn(std::vector<sources::NumberSeries> series,
                                          const statistics::SeriesChangeOptions& options, BetterLevel better,
                                          const base::Progress& progress);
/// isNewestWorse looks at the last change of series `i`, if its q is small enough among all series; a method without p has none.
bool isNewestWorse(const ChangeReport& report, std::size_t i);
/// changeExit is 1 if the newest level of any series is worse than the one before.
int changeExit(const ChangeReport& report);
/// changeText lists series with changes, also those with a large q, counts the others, and names the method.
std::string changeText(const ChangeReport& report);
/// changeJson writes the format "plumbline-changes", version 1 (resources/help/json.md).
std::string changeJson(const ChangeReport& report);

}  // namespace plumbline::reports
