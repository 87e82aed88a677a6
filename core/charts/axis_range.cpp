// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/axis_range.h"

#include <algorithm>
#include <cmath>

#include "core/charts/number_text.h"

namespace plumbline::charts {
namespace {

// Within these bounds a range can be widened and its width still is a number.
constexpr double kHighest = 1e300, kMin = 1e-300;
constexpr double kRoom = 0.05, kLogRoom = 0.03;

constexpr int kMaxDecimals = 6;  // more are written with an exponent
constexpr double kSlack = 1e-9;  // of a step: a tick at the very end counts

bool isUsable(const Axis& axis) {
  return std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high && (!axis.isLog || axis.low > 0);
}

/// Of 1, 2, 5 times a power of ten the step that comes nearest to `requested` ticks.
double roundStep(double range, std::size_t requested) {
  const double least = range / (static_cast<double>(requested) + 1);
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  double best = 0, bestMiss = 0;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const double step = factor * decade;
    if (step < least * (1 - kSlack)) continue;
    const double miss = std::abs(range / step - static_cast<double>(requested));
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

std::vector<Tick> linearTicks(const Axis& axis, std::size_t requested) {
  const double range = axis.high - axis.low;
  if (!std::isfinite(range)) return {};
  const double step = axis.isCount ? std::max(1.0, roundStep(range, requested)) : roundStep(range, requested);
  if (axis.low + step == axis.low || axis.high - step == axis.high) return {};  // finer than the resolution of double
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + kSlack)));
  std::vector<Tick> ticks;
  const double first = std::ceil(axis.low / step - kSlack);
  for (double k = first; k * step <= axis.high + step * kSlack && ticks.size() < requested + 2; ++k)
    ticks.push_back({k * step, decimals <= kMaxDecimals ? withoutNoise(fixedText(k * step, decimals)) : shortText(k * step)});
  return ticks;
}

std::vector<Tick> logTicks(const Axis& axis, std::size_t requested) {
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
  if (auto ticks = collect({1, 2, 5}, 1); ticks.size() <= requested) {
    if (ticks.size() >= 3) return ticks;
    return linearTicks(axis, requested);  // less than a decade
  }
  for (int every = 1;; every *= 2)
    if (auto ticks = collect({1}, every); ticks.size() <= requested || every > 512) return ticks;
}

}  // namespace

void AxisRange::add(double value) {
  if (!std::isfinite(value)) return;
  m_low = std::min(m_low, value);
  m_high = std::max(m_high, value);
}

Axis AxisRange::axis(std::string title, double roomAbove) const {
  Axis axis{.title = std::move(title)};
  if (isEmpty()) return axis;
  double low = std::clamp(m_low, -kHighest, kHighest), high = std::clamp(m_high, -kHighest, kHighest);
  // So close that doubles hardly part them counts as equal.
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= size * 1e-9) {
    const double around = size == 0 ? 1 : size * 0.1;
    low -= around;
    high += around;
  } else {
    const double width = high - low;
    if (low != 0) low -= width * kRoom;
    if (high != 0) high += width * roomAbove;
  }
  axis.low = low;
  axis.high = high;
  return axis;
}

Axis AxisRange::logAxis(std::string title) const {
  Axis axis{.title = std::move(title), .isLog = true, .low = 1, .high = 10};
  if (isEmpty()) return axis;
  const double low = std::clamp(m_low, kMin, kHighest), high = std::clamp(m_high, low, kHighest);
  const double room = std::max(std::pow(high / low, kLogRoom), high / low < 1.01 ? 1.5 : 1.02);
  axis.low = low / room;
  axis.high = high * room;
  return axis;
}

Axis categoryAxis(std::string title, std::size_t count) {
  return {.title = std::move(title),
          .isCategory = true,
          .low = -0.5,
          .high = std::max(static_cast<double>(count), 1.0) - 0.5};
}

std::vector<Tick> axisTicks(const Axis& axis, std::size_t requested) {
  if (!isUsable(axis)) return {};
  requested = std::clamp<std::size_t>(requested, 2, 50);
  if (!axis.words.empty()) {
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < axis.words.size(); ++i)
      if (const auto value = static_cast<double>(i); value >= axis.low && value <= axis.high) ticks.push_back({value, axis.words[i]});
    return ticks;
  }
  return axis.isLog ? logTicks(axis, requested) : linearTicks(axis, requested);
}

}  // namespace plumbline::charts
