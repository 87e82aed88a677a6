// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/false_discovery.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace plumbline::statistics {

std::vector<double> falseDiscoveryRates(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> q(p.size(), std::numeric_limits<double>::quiet_NaN());
  double smallest = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t i = order[rank - 1];
    smallest = std::min(smallest, p[i] * static_cast<double>(order.size()) / static_cast<double>(rank));
    q[i] = smallest;
  }
  return q;
}

}  // namespace plumbline::statistics
