// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/ratio_alarm.h"

#include "core/text/quantities.h"

#include <algorithm>
#include <cmath>

namespace plumbline::diff {
namespace {

double relativeChange(double before, double after) { return (after - before) / before; }

std::string sentenceOf(const RatioAlarm& alarm) {
  const std::string was = text::shortNumber(alarm.speedupBefore);
  const std::string is = text::shortNumber(alarm.speedupAfter);
  std::string out = was == is ? "speedup stayed at " + is + 'x' : "speedup only went from " + was + "x to " + is + 'x';
  out += " while eager went from " + text::shortNumber(alarm.eagerBefore) + " to " +
         text::shortNumber(alarm.eagerAfter) + " ms";
  return out + " and compiled from " + text::shortNumber(alarm.compiledBefore) + " to " +
         text::shortNumber(alarm.compiledAfter) + " ms";
}

}  // namespace

std::vector<RatioAlarm> ratioAlarms(const RunDiff& diff, std::size_t before, std::size_t after,
                                    const Thresholds& thresholds) {
  const auto speedup = diff.metricOf(kSpeedupColumn);
  const auto latency = diff.metricOf(kLatencyColumn);
  if (!speedup || !latency) return {};
  const auto speedupWas = diff.numbers(before, *speedup);
  const auto speedupIs = diff.numbers(after, *speedup);
  const auto latencyWas = diff.numbers(before, *latency);
  const auto latencyIs = diff.numbers(after, *latency);
  const double ratioLimit = thresholds.relativeOf(kSpeedupColumn);
  const double timeLimit = thresholds.relativeOf(kLatencyColumn);
  std::vector<RatioAlarm> out;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    RatioAlarm alarm{.row = static_cast<std::uint32_t>(row),
                     .speedupBefore = speedupWas[row],
                     .speedupAfter = speedupIs[row],
                     .compiledBefore = latencyWas[row],
                     .compiledAfter = latencyIs[row],
                     .eagerBefore = speedupWas[row] * latencyWas[row],
                     .eagerAfter = speedupIs[row] * latencyIs[row],
                     .sentence = {}};
    // NaN, where a side was not measured, fails this as well.
    const bool isMeasured = alarm.eagerBefore > 0 && alarm.eagerAfter > 0 && alarm.compiledBefore > 0 &&
                            alarm.compiledAfter > 0 && std::isfinite(alarm.eagerBefore) &&
                            std::isfinite(alarm.eagerAfter);
    if (!isMeasured) continue;
    const double eager = relativeChange(alarm.eagerBefore, alarm.eagerAfter);
    const double compiled = relativeChange(alarm.compiledBefore, alarm.compiledAfter);
    const bool isRatioStill = !isBeyond(relativeChange(alarm.speedupBefore, alarm.speedupAfter), ratioLimit);
    const bool didBothMove =
        isBeyond(eager, timeLimit) && isBeyond(compiled, timeLimit) && (eager > 0) == (compiled > 0);
    if (!isRatioStill || !didBothMove) continue;
    alarm.sentence = sentenceOf(alarm);
    out.push_back(std::move(alarm));
  }
  const auto size = [](const RatioAlarm& alarm) {
    return std::max(std::abs(relativeChange(alarm.eagerBefore, alarm.eagerAfter)),
                    std::abs(relativeChange(alarm.compiledBefore, alarm.compiledAfter)));
  };
  std::ranges::stable_sort(out, [&size](const RatioAlarm& a, const RatioAlarm& b) { return size(a) > size(b); });
  return out;
}

}  // namespace plumbline::diff
