// SPDX-License-Identifier: GPL-3.0-or-later
// What a series shows without a model of its changes: spread around given levels and its autocorrelation, and the noise of its
// differences.
//
//   const std::vector<std::size_t> starts{40};      // the first points of new levels
//   levelsPhi(values, starts)                       // autocorrelation that the levels leave
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plumbline::statistics {

inline constexpr std::size_t kMinLevel = 3;  ///< points of a level
inline constexpr double kMaxPhi = 0.97;      ///< the largest autocorrelation assumed
inline constexpr double kRounding = 1e-9;    ///< relative; smaller differences are no noise
inline constexpr double kNormal = 1.4826;    ///< a standard deviation in median absolute deviations

/// medianOf reorders the values, of which there is one at least.
double medianOf(std::vector<double>& values);
double meanOf(std::span<const double> values);
/// squaresAround sums the squared distances from the mean of each level.
double squaresAround(std::span<const double> values, std::span<const std::size_t> starts = {});
/// levelsPhi is the autocorrelation left when every level's mean is taken off, corrected for the bias of that.
double levelsPhi(std::span<const double> values, std::span<const std::size_t> starts);

/// Steps are the differences of neighbours.
struct Steps {
  std::vector<double> rests;  ///< their distances from `middle`
  double middle = 0;
  double stddev = 0;  ///< of independent noise with such differences
};
/// stepsOf needs two values.
Steps stepsOf(std::span<const double> values);
/// differencesPhi estimates the autocorrelation from differences, which neither slopes nor steps raise.
double differencesPhi(const Steps& steps);

}  // namespace plumbline::statistics
