// SPDX-License-Identifier: GPL-3.0-or-later
// Two sets of repeats: are they different, by how much, and how often does a value of one exceed one of the other?
// Sources: Mann and Whitney, Annals of Mathematical Statistics 18 (1947); Hodges and Lehmann, ibid. 34 (1963);
// Cliff, Psychological Bulletin 114 (1993). The exact distribution is conditional on the ties.
//
//   const Shift shift = compareSamples(before, after);   // shift.p, shift.value (after - before), shift.cliffsDelta
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace plumbline::statistics {

struct Shift {
  std::size_t before = 0, after = 0;  ///< finite values used
  double u = 0;                       ///< pairs in which `after` is larger; ties count a half
  double p = std::numeric_limits<double>::quiet_NaN();  ///< two-sided; NaN when a set is empty
  bool isExact = false;  ///< p of all orders; otherwise of the normal distribution, corrected for ties and continuity
  double value = std::numeric_limits<double>::quiet_NaN();  ///< Hodges-Lehmann: the median of all differences
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();  ///< interval
  double cliffsDelta = std::numeric_limits<double>::quiet_NaN();  ///< from -1 to 1, 0: neither is larger
};

/// compareSamples ignores values that are not finite. The interval is infinite where so few values allow none.
Shift compareSamples(std::span<const double> before, std::span<const double> after, double level = 0.95);

/// mannWhitneyP is the p of compareSamples alone, exact also for many values of which few differ; 1 when a set is empty.
double mannWhitneyP(std::span<const double> before, std::span<const double> after);

}  // namespace plumbline::statistics
