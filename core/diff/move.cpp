// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/move.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/text/quantities.h"

namespace plumbline::diff {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Judged is a move, or the number that a threshold turns into one: signed so that worse is negative.
struct Judged {
  std::optional<Move> fixed;
  double relative = kNoNumber;
};

Judged decided(Move move) { return {move, kNoNumber}; }

/// brokenOrHealed: a pass was lost, or gained.
Judged brokenOrHealed(bool didPass, bool passes, Move otherwise) {
  if (didPass == passes) return decided(otherwise);
  return decided(didPass ? Move::Broke : Move::Healed);
}

Judged judgeAccuracy(const Reading& was, const Reading& is) {
  const bool hasWords = was.state == ReadingState::Word && is.state == ReadingState::Word;
  const auto passes = [](const Reading& r) { return r.state == ReadingState::Word && verdicts::isPassing(r.text); };
  if (was.state == ReadingState::NoColumn || is.state == ReadingState::NoColumn) return decided(Move::Nothing);
  const Move otherwise = !hasWords ? Move::Nothing : was.text == is.text ? Move::Same : Move::Changed;
  return brokenOrHealed(passes(was), passes(is), otherwise);
}

Judged judgeNumbers(double was, double is, verdicts::Better better) {
  if (was == is) return decided(Move::Same);
  const bool isUp = is > was;
  const bool isGood = (better == verdicts::Better::Higher) == isUp;
  if (was == 0) {
    if (better == verdicts::Better::Neither) return decided(Move::Changed);
    return decided(isGood ? Move::Better : Move::Worse);
  }
  const double size = std::abs(is - was) / std::abs(was);
  return {std::nullopt, better == verdicts::Better::Neither || isGood ? size : -size};
}

/// absence of a row in one of the two runs.
Move absence(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row) {
  if (diff.isOfMissingShard(diff.hasModel(before, row) ? after : before, row)) return Move::MissingShard;
  return diff.hasModel(before, row) ? Move::OnlyBefore : Move::OnlyAfter;
}

Judged judge(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, std::size_t metric) {
  const Reading was = diff.reading(before, row, metric);
  const Reading is = diff.reading(after, row, metric);
  const bool wasThere = was.state != ReadingState::NoRow;
  const bool isThere = is.state != ReadingState::NoRow;
  if (!wasThere && !isThere) return decided(Move::Nothing);
  if (!isThere) return decided(was.state == ReadingState::NoColumn ? Move::Nothing : absence(diff, before, after, row));
  if (!wasThere) return decided(is.state == ReadingState::NoColumn ? Move::Nothing : absence(diff, before, after, row));
  const verdicts::MetricInfo& info = diff.metrics()[metric];
  if (info.name == kAccuracyColumn) return judgeAccuracy(was, is);
  if (!diff.isComparable(before, after, metric)) return decided(Move::Nothing);
  const auto has = [](const Reading& r, ReadingState state) { return r.state == state; };
  if (has(was, ReadingState::Number) && has(is, ReadingState::Number))
    return judgeNumbers(was.number, is.number, info.better);
  const bool oneIsPadded = (has(was, ReadingState::Number) && has(is, ReadingState::Padded)) ||
                           (has(was, ReadingState::Padded) && has(is, ReadingState::Number));
  // The only sign of a model that can no longer be timed, in tables without accuracy.
  if (info.name == kSpeedupColumn && oneIsPadded)
    return decided(has(is, ReadingState::Padded) ? Move::Broke : Move::Healed);
  const auto says = [&has](const Reading& r) {
    return has(r, ReadingState::Number) || has(r, ReadingState::NotFinite) || has(r, ReadingState::Word);
  };
  if (!says(was) || !says(is)) return decided(Move::Nothing);
  return decided(was.text == is.text ? Move::Same : Move::Changed);
}

/// settle converts a signed relative change to a move. `relative` is never NaN.
Move settle(double relative, verdicts::Better better, double threshold) {
  if (!isBeyond(relative, threshold)) return Move::Same;
  if (better == verdicts::Better::Neither) return Move::Changed;
  return relative < 0 ? Move::Worse : Move::Better;
}

Move settled(const Judged& judged, const verdicts::MetricInfo& info, const Thresholds& thresholds) {
  return judged.fixed ? *judged.fixed : settle(judged.relative, info.better, thresholds.relativeOf(info.name));
}

bool isBelow(double number, const std::optional<double>& floor) { return floor && number < *floor; }

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

std::string_view moveName(Move move) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Move::Count)> kNames = {
      "nothing", "same", "better", "worse", "changed", "broke", "healed", "only-before", "only-after", "missing-shard"};
  return move < Move::Count ? kNames[static_cast<std::size_t>(move)] : kNames[0];
}

std::size_t severityRank(Move move) {
  static constexpr std::array kWorstFirst = {Move::Broke,  Move::OnlyBefore, Move::Worse,     Move::Healed,
                                             Move::Better, Move::Changed,    Move::OnlyAfter, Move::MissingShard,
                                             Move::Same,   Move::Nothing};
  return static_cast<std::size_t>(std::ranges::find(kWorstFirst, move) - kWorstFirst.begin());
}

bool isBad(Move move) { return move == Move::Worse || move == Move::Broke || move == Move::OnlyBefore; }

Move moveOf(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, std::size_t metric,
            const Thresholds& thresholds) {
  return settled(judge(diff, before, after, row, metric), diff.metrics()[metric], thresholds);
}

Move moveOfNumbers(double before, double after, const verdicts::MetricInfo& info, const Thresholds& thresholds) {
  return settled(judgeNumbers(before, after, info.better), info, thresholds);
}

Move rowMove(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row,
             const Thresholds& thresholds) {
  const bool wasThere = diff.hasModel(before, row);
  const bool isThere = diff.hasModel(after, row);
  if (!wasThere && !isThere) return Move::Nothing;
  if (!wasThere || !isThere) return absence(diff, before, after, row);
  Move worst = Move::Nothing;
  for (std::size_t metric = 0; metric < diff.metrics().size(); ++metric) {
    const Move move = moveOf(diff, before, after, row, metric, thresholds);
    if (severityRank(move) < severityRank(worst)) worst = move;
  }
  return worst;
}

WhatIf::WhatIf(RunDiffPtr diff, std::size_t before, std::size_t after)
    : m_diff(std::move(diff)), m_before(before), m_after(after) {
  const std::size_t rows = m_diff->rowCount();
  for (std::size_t metric = 0; metric < m_diff->metrics().size(); ++metric) {
    std::vector<double>& relative = m_relative.emplace_back(rows, kNoNumber);
    std::vector<Move>& fixed = m_fixed.emplace_back(rows, Move::Nothing);
    for (std::size_t row = 0; row < rows; ++row) {
      const Judged judged = judge(*m_diff, m_before, m_after, row, metric);
      relative[row] = judged.relative;
      fixed[row] = judged.fixed.value_or(Move::Nothing);
    }
  }
}

MoveCounts WhatIf::counts(const Thresholds& thresholds, std::size_t metric) const {
  const verdicts::MetricInfo& info = m_diff->metrics()[metric];
  const double threshold = thresholds.relativeOf(info.name);
  const auto floor = thresholds.floorOf(info.name);
  const double* const relative = m_relative[metric].data();
  const Move* const fixed = m_fixed[metric].data();
  const double* const numbers = m_diff->numbers(m_after, metric).data();
  const std::size_t rows = m_diff->rowCount();
  MoveCounts out;
  for (std::size_t row = 0; row < rows; ++row) {
    const Move move = std::isnan(relative[row]) ? fixed[row] : settle(relative[row], info.better, threshold);
    ++out.of[static_cast<std::size_t>(move)];
    if (isBelow(numbers[row], floor)) ++out.belowFloor;
  }
  return out;
}

MoveCounts WhatIf::counts(const Thresholds& thresholds) const {
  MoveCounts out;
  for (std::size_t metric = 0; metric < m_relative.size(); ++metric) {
    const MoveCounts one = counts(thresholds, metric);
    for (std::size_t i = 0; i < std::size(out.of); ++i) out.of[i] += one.of[i];
    out.belowFloor += one.belowFloor;
  }
  return out;
}

std::vector<Flip> WhatIf::flips(const Thresholds& from, const Thresholds& to) const {
  struct Turning {
    std::uint16_t metric;
    verdicts::Better better;
    double was, is;
    std::optional<double> floorWas, floorIs;
    const double *relative, *numbers;
    const Move* fixed;
  };
  std::vector<Turning> turning;  // metrics for which anything differs
  for (std::size_t metric = 0; metric < m_relative.size(); ++metric) {
    const verdicts::MetricInfo& info = m_diff->metrics()[metric];
    const Turning one{.metric = static_cast<std::uint16_t>(metric),
                      .better = info.better,
                      .was = from.relativeOf(info.name),
                      .is = to.relativeOf(info.name),
                      .floorWas = from.floorOf(info.name),
                      .floorIs = to.floorOf(info.name),
                      .relative = m_relative[metric].data(),
                      .numbers = m_diff->numbers(m_after, metric).data(),
                      .fixed = m_fixed[metric].data()};
    if (one.was != one.is || one.floorWas != one.floorIs) turning.push_back(one);
  }
  std::vector<Flip> out;
  const auto rows = static_cast<std::uint32_t>(m_diff->rowCount());
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (const Turning& one : turning) {
      const double relative = one.relative[row];
      Flip flip{.row = row, .metric = one.metric, .from = one.fixed[row], .to = one.fixed[row]};
      if (!std::isnan(relative)) {
        flip.from = settle(relative, one.better, one.was);
        flip.to = settle(relative, one.better, one.is);
      }
      flip.wasBelow = isBelow(one.numbers[row], one.floorWas);
      flip.isBelow = isBelow(one.numbers[row], one.floorIs);
      if (flip.from != flip.to || flip.wasBelow != flip.isBelow) out.push_back(flip);
    }
  }
  return out;
}

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
