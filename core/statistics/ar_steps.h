// SPDX-License-Identifier: GPL-3.0-or-later
// How much better a step explains a series with autocorrelated noise than one level does, at every place in O(n).
// The series is whitened (y[t] = x[t] - phi x[t - 1]) and the step fitted by least squares, as Cochrane and Orcutt,
// JASA 44 (1949), do for regressions.
//
//   const ArSteps steps(values, 0.4);
//   const std::size_t place = steps.best(3);        // the first point of the new level
//   const StepGain at = steps.gainAt(place);        // at.gain of the sum of squares, at.rest of it left
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plumbline::statistics {

struct StepGain {
  double gain = 0;
  double rest = 0;  ///< sum of squared innovations with the step
};

struct PairGain {
  std::size_t place = 0;  ///< of the second step; 0: none
  StepGain both;
};

class ArSteps {
 public:
  /// The values are finite, at least two; phi is at least 0 and less than 1.
  ArSteps(std::span<const double> values, double phi);
  /// gains has 0 at the places that leave fewer than `minLevel` points on one side.
  std::vector<double> gains(std::size_t minLevel) const;
  std::size_t best(std::size_t minLevel) const;  ///< place of the largest gain; 0 for a constant series
  StepGain gainAt(std::size_t place) const;
  /// bestBeside adds the best second step to one at `first`.
  PairGain bestBeside(std::size_t first, std::size_t minLevel) const;
  /// clipInnovation limits how far the first point of the level at `place` may be from what the level before predicts.
  void clipInnovation(std::size_t place, double limit);

 private:
  /// Products of the whitened regressor of a step with the others.
  double withLevel(std::size_t place) const;
  double withStep(std::size_t place, std::size_t other) const;
  void sumUp();

  double m_phi;
  double m_level = 0;        ///< square of the whitened constant
  double m_levelSeries = 0;  ///< its product with the series
  double m_series = 0;       ///< square of the whitened series
  std::vector<double> m_values, m_whitened, m_stepSeries;
};

/// plausiblePlace returns the place with the largest likelihood of its neighbourhood of `nearby` points to each side.
std::size_t plausiblePlace(std::span<const double> gains, double variance, std::size_t nearby);

}  // namespace plumbline::statistics
