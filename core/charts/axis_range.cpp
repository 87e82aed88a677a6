// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/axis_range.h"

#include <algorithm>
#include <cmath>

namespace plumbline::charts {
namespace {

// Within these bounds a range can be widened and its width still is a number.
constexpr double kHighest = 1e300, kLeast = 1e-300;
constexpr double kRoom = 0.05, kLogRoom = 0.03;

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
  const double low = std::clamp(m_low, kLeast, kHighest), high = std::clamp(m_high, low, kHighest);
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

}  // namespace plumbline::charts
