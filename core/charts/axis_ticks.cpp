// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/charts/chart_text.h"
#include "core/charts/number_text.h"

namespace plumbline::charts {
namespace {

constexpr int kMostDecimals = 6;  // more are written with an exponent
constexpr double kSlack = 1e-9;  // of a step: a tick at the very end counts

bool isUsable(const Axis& axis) {
  return std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high && (!axis.isLog || axis.low > 0);
}

/// Of 1, 2, 5 times a power of ten the step that comes nearest to `wanted` ticks.
double roundStep(double range, std::size_t wanted) {
  const double least = range / (static_cast<double>(wanted) + 1);
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  double best = 0, bestMiss = 0;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const double step = factor * decade;
    if (step < least * (1 - kSlack)) continue;
    const double miss = std::abs(range / step - static_cast<double>(wanted));
    if (best == 0 || miss < bestMiss) {
      best = step;
      bestMiss = miss;
    }
  }
  return best;
}

/// "0.50" is "0.5", "1.00" is "1".
std::string withoutNoise(std::string text) {
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::vector<Tick> linearTicks(const Axis& axis, std::size_t wanted) {
  const double range = axis.high - axis.low;
  if (!std::isfinite(range)) return {};
  const double step = axis.isCount ? std::max(1.0, roundStep(range, wanted)) : roundStep(range, wanted);
  if (axis.low + step == axis.low || axis.high - step == axis.high) return {};  // finer than a double can tell
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + kSlack)));
  std::vector<Tick> ticks;
  const double first = std::ceil(axis.low / step - kSlack);
  for (double k = first; k * step <= axis.high + step * kSlack && ticks.size() < wanted + 2; ++k)
    ticks.push_back({k * step, decimals <= kMostDecimals ? withoutNoise(fixedText(k * step, decimals)) : shortText(k * step)});
  return ticks;
}

std::vector<Tick> logTicks(const Axis& axis, std::size_t wanted) {
  const auto from = static_cast<int>(std::floor(std::log10(axis.low)));
  const auto to = static_cast<int>(std::ceil(std::log10(axis.high)));
  const auto collect = [&](std::initializer_list<double> factors, int every) {
    std::vector<Tick> ticks;
    for (int decade = from; decade <= to; ++decade) {
      if (((decade % every) + every) % every != 0) continue;
      for (const double factor : factors) {
        // 10^-1 is not exact, 1 / 10 is the double that "0.1" is.
        const double power = std::pow(10.0, std::abs(decade));
        const double value = decade < 0 ? factor / power : factor * power;
        if (std::isfinite(value) && value >= axis.low * (1 - kSlack) && value <= axis.high * (1 + kSlack))
          ticks.push_back({value, shortText(value)});
      }
    }
    return ticks;
  };
  if (auto ticks = collect({1, 2, 5}, 1); ticks.size() <= wanted) {
    if (ticks.size() >= 3) return ticks;
    return linearTicks(axis, wanted);  // less than a decade: round steps say more
  }
  for (int every = 1;; every *= 2)
    if (auto ticks = collect({1}, every); ticks.size() <= wanted || every > 512) return ticks;
}

}  // namespace

std::vector<Tick> axisTicks(const Axis& axis, std::size_t wanted) {
  if (!isUsable(axis)) return {};
  wanted = std::clamp<std::size_t>(wanted, 2, 50);
  return axis.isLog ? logTicks(axis, wanted) : linearTicks(axis, wanted);
}

}  // namespace plumbline::charts
