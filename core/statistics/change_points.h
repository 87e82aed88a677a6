// SPDX-License-Identifier: GPL-3.0-or-later
// Change points of a numeric series: where its level moved, by how much, and with which p; drifts apart from steps. Robust to
// single spikes, heavy tails, autocorrelation and noise of few different values. Two compatible methods give what Apache Otava and Mozilla's Perfherder give.
//
//   for (const Change& change : changePoints(values)) show(change.index, change.before, change.after, change.p);
//
// Sources of the default method: binary segmentation (Vostrikova, Soviet Mathematics Doklady 24, 1981) of a level with
// AR(1) noise by generalised least squares (Cochrane and Orcutt, JASA 44, 1949); the p of the largest gain over all places
// (Csorgo and Horvath, Limit Theorems in Change-Point Analysis, 1997, section 1.3); spikes cut by a running median
// (Hampel, JASA 69, 1974); levels confirmed by ranks (Mann and Whitney) where more than 2 % of the values are cut. Drifts and
// steps that look like slow noise: see pieces.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/progress.h"

namespace plumbline::statistics {

struct Change {
  std::size_t index = 0;  ///< the first point of the new level, in the values given; of a drift its middle
  double before = 0, after = 0;  ///< the two levels; of a drift its ends, or the means of its halves where it is weak
  double p = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();  ///< 95 % interval of after - before; NaN: the method has none
  double high = std::numeric_limits<double>::quiet_NaN();
  bool isDrift = false;  ///< a slope fits better than a step
  std::size_t from = 0, to = 0;  ///< of a drift: its first point and the point behind its last
  double slope = 0;              ///< of a drift, from one finite value to the next
};

/// kMinChangePoints is the least number of values that changePoints looks at.
inline constexpr std::size_t kMinChangePoints = 8;

struct ChangeOptions {
  double maxP = 0.005;          ///< chance of an alarm in a series that does not change
  double minMagnitude = 0;      ///< relative to the level before
};

/// changePoints skips values that are not finite. O(n log n), for more than some thousand values also with steps everywhere;
/// O(n^2) for shorter ones with changes or strong autocorrelation; memory O(n). Fewer than kMinChangePoints values have none.
/// `smallestP`, when given, receives the p of the best place of the whole series, also if that is no change. Returns none when
/// `progress` requests a stop.
std::vector<Change> changePoints(std::span<const double> values, const ChangeOptions& options = {},
                                 double* smallestP = nullptr, const base::Progress& progress = {});

/// ChangeTracker finds the change points of a series that grows, looking again only at the values behind the change before
/// the last one. What it forgets then is settled.
///
///   ChangeTracker tracker;
///   tracker.append(value);
///   show(tracker.changes());
class ChangeTracker {
 public:
  explicit ChangeTracker(const ChangeOptions& options = {}) : m_options(options) {}
  void append(double value);
  /// changes of all values so far.
  std::vector<Change> changes() const;

 private:
  ChangeOptions m_options;
  std::vector<Change> m_settled, m_open;  ///< indexes count from the first value
  std::vector<double> m_values;           ///< those from m_start on
  std::size_t m_start = 0;
};

}  // namespace plumbline::statistics
