// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/series_changes.h"

#include <algorithm>
#include <cmath>

#include "core/statistics/false_discovery.h"
#include "core/statistics/otava_changes.h"
#include "core/statistics/perfherder_changes.h"

namespace plumbline::statistics {
namespace {

std::vector<Change> otherMethod(const std::vector<double>& values, const SeriesChangeOptions& options) {
  std::vector<double> finite;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    finite.push_back(values[i]);
    places.push_back(i);
  }
  std::vector<Change> changes;
  if (options.method == ChangeMethod::Otava) {
    OtavaOptions otava;
    otava.window = options.window.value_or(otava.window);
    otava.maxP = options.maxP.value_or(otava.maxP);
    otava.minMagnitude = options.minMagnitude.value_or(otava.minMagnitude);
    changes = otavaChanges(finite, otava);
  } else {
    PerfherderOptions perfherder;
    perfherder.threshold = options.threshold.value_or(perfherder.threshold);
    changes = perfherderChanges(finite, perfherder);
    std::erase_if(changes, [&](const Change& change) {
      return std::abs(change.after - change.before) < options.minMagnitude.value_or(0) * std::abs(change.before);
    });
  }
  for (Change& change : changes) change.index = places[change.index];
  return changes;
}

}  // namespace

std::size_t minPoints(ChangeMethod method) {
  switch (method) {
    case ChangeMethod::Default: return kMinChangePoints;
    case ChangeMethod::Otava: return 2;
    case ChangeMethod::Perfherder: break;
  }
  return PerfherderOptions{}.minBackWindow + PerfherderOptions{}.foreWindow;
}

base::Outcome<std::vector<SeriesChanges>> seriesChanges(std::span<const std::vector<double>> series,
                                                        const SeriesChangeOptions& options,
                                                        const base::Progress& progress) {
  std::vector<SeriesChanges> all(series.size());
  std::vector<double> p;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto reached = [&](std::size_t done) { return base::Progress::kScale * done / series.size(); };
    const base::Progress part = progress.part(reached(i), reached(i + 1));
    double smallest = 1;
    if (options.method == ChangeMethod::Default) {
      ChangeOptions own;
      own.maxP = options.maxP.value_or(own.maxP);
      own.minMagnitude = options.minMagnitude.value_or(own.minMagnitude);
      const std::size_t skipped = series[i].size() - std::min(series[i].size(), kMaxChangeValues);
      all[i].changes = changePoints(std::span(series[i]).subspan(skipped), own, &smallest, part);
      for (Change& change : all[i].changes) {
        change.index += skipped;
        if (!change.isDrift) continue;
        change.from += skipped;
        change.to += skipped;
      }
    } else {
      all[i].changes = otherMethod(series[i], options);
    }
    if (progress.stopRequested() || !part.report(1, 1)) return base::Cancelled{};
    for (const Change& change : all[i].changes) p.push_back(change.p);
    if (all[i].changes.empty()) p.push_back(smallest);
  }
  const std::vector<double> q = falseDiscoveryRates(p);
  std::size_t next = 0;
  for (SeriesChanges& one : all) {
    for (std::size_t i = 0; i < one.changes.size(); ++i) one.q.push_back(q[next + i]);
    next += one.changes.empty() ? 1 : one.changes.size();
  }
  return all;
}

}  // namespace plumbline::statistics
