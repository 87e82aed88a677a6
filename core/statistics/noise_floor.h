// SPDX-License-Identifier: GPL-3.0-or-later
// How far values move by themselves: the spread of a series around levels that do not change, whether a difference is more
// than that, how often a value will be beyond a limit, and the limit that it is beyond in one of a thousand runs.
// Sources: Shamos, "Geometry and statistics: problems at the interface" (1976), and Bickel and Lehmann, "Descriptive
// statistics for nonparametric models IV" (1979), for the spread; the variance of a mean of AR(1) values as in Box and
// Jenkins, "Time series analysis" (1970); Student t noise of unknown degrees of freedom, as in Geweke, Journal of Applied
// Econometrics 8 (1993), for the tails.
//
//   const NoiseFloor floor = noiseFloor(groups);              // of runs of one commit, or of unchanged levels
//   judgeDelta(floor, 0.03).noiseClass                        // Within, Above, Unknown
//   NoiseTail(groups, floor).distanceFor(1e-3, false)         // the tolerance to one side
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/change_points.h"

namespace plumbline::statistics {

/// NoiseGroups are values of one level each, in the order of time.
using NoiseGroups = std::vector<std::vector<double>>;

/// unchangedLevels splits a series at its changes and takes drifts off: what is left of one is around its end, the present level.
/// Values that are not finite are left out, as changePoints does.
NoiseGroups unchangedLevels(std::span<const double> values, std::span<const Change> changes);

struct NoiseFloor {
  double level = std::numeric_limits<double>::quiet_NaN();   ///< median of the last group
  double spread = std::numeric_limits<double>::quiet_NaN();  ///< standard deviation that normal noise of this size has
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();  ///< 95 %
  double autocorrelation = 0;   ///< of neighbours, 0 unless it is more than chance
  std::size_t values = 0;       ///< in groups of two or more
  std::size_t groups = 0;       ///< such groups
  std::size_t levelValues = 0;  ///< values behind `level`
  double freedom = 0;           ///< degrees of freedom of the spread
  std::vector<double> odd;      ///< of a spread of 0: how far the values that differ are from their level, ascending
};

/// noiseFloor ignores values that are not finite. Of values that are mostly the same the spread is 0, which has no interval;
/// without two values in a group it is NaN. O(n log n); of more than about 200 values in a group some pairs only.
NoiseFloor noiseFloor(const NoiseGroups& groups);

enum class NoiseClass : std::uint8_t { Within, Above, Unknown };
std::string_view noiseClassName(NoiseClass noiseClass);  ///< "within", "above", "unknown"

struct DeltaOptions {
  std::size_t before = 1, after = 1;  ///< runs behind each of the two means
  double level = 0.95;
};
struct DeltaJudgement {
  NoiseClass noiseClass = NoiseClass::Unknown;
  double band = std::numeric_limits<double>::quiet_NaN();    ///< differences up to it are noise
  double p = std::numeric_limits<double>::quiet_NaN();       ///< two-sided
  double effect = std::numeric_limits<double>::quiet_NaN();  ///< the difference in spreads
  std::size_t moreRuns = 0;                                  ///< Unknown: of the unchanged level, until it is known
  bool isCounted = false;                                    ///< by how many values were as far, not by Student t
};
/// judgeDelta judges a difference of two means. Unknown with fewer than five degrees of freedom, or where values that were
/// always the same are too few to call another one rare.
DeltaJudgement judgeDelta(const NoiseFloor& floor, double delta, const DeltaOptions& options = {});

struct RateEstimate {
  double rate = 0, low = 0, high = 1;  ///< with its 95 % interval
};

/// NoiseTail weighs Student t distributions of many spreads and tail weights by how well they explain the values; a rate is
/// the mean over all of them, so that few values give wide margins. Needs a spread above 0.
class NoiseTail {
 public:
  NoiseTail(const NoiseGroups& groups, const NoiseFloor& floor);
  /// rateBeyond is the rate of values that are farther than `distance` from the level, to one side or to both. A negative
  /// distance is one on the other side.
  RateEstimate rateBeyond(double distance, bool isTwoSided) const;
  /// distanceFor is the smallest distance with at most this rate.
  double distanceFor(double rate, bool isTwoSided) const;

 private:
  struct Shape {
    double freedom, scale, weight;
  };
  double beyond(const Shape& shape, double distance, bool isTwoSided) const;
  double meanBeyond(double distance, bool isTwoSided) const;
  std::vector<Shape> m_shapes;
  double m_start = 0;       ///< a distance of the size that is looked for
  double m_levelError = 0;  ///< standard error of the level, in spreads
};

/// NoisePool holds what many rows of one kind have in common, the tails of their noise: the values of one row are too few to
/// show how often one is very far, and of hundreds of tests some are.
class NoisePool {
 public:
  void add(const NoiseGroups& groups, const NoiseFloor& floor);
  /// judge is judgeDelta of a value and a level, or of two values, with a p that is not smaller than these tails allow.
  DeltaJudgement judge(const NoiseFloor& floor, double delta, const DeltaOptions& options = {});

 private:
  double rateBeyond(double distance);
  std::vector<double> m_values;  ///< from their level, in spreads of their row
  std::vector<double> m_far;     ///< how far they are, ascending; empty until the first is judged
  std::optional<NoiseTail> m_tail;
};

}  // namespace plumbline::statistics
