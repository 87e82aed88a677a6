// SPDX-License-Identifier: GPL-3.0-or-later
// q-values for many tests at once: among all tests with q <= 0.05 at most 5 % are expected to be false discoveries.
// Source: Benjamini and Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995).
//
//   const std::vector<double> q = falseDiscoveryRates(p);   // q[i] belongs to p[i]
#pragma once

#include <span>
#include <vector>

namespace plumbline::statistics {

/// falseDiscoveryRates leaves out NaN, which stands for a test that was not possible, and returns NaN for it.
std::vector<double> falseDiscoveryRates(std::span<const double> p);

}  // namespace plumbline::statistics
