// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/diff/diff_rows.h"
#include "core/diff/number_words.h"
#include "core/reports/diff_parts.h"
#include "core/reports/metric_words.h"

namespace plumbline::reports {
namespace {

using diff::Move;
using diff::ReadingState;

constexpr double kAlwaysWhole = 1e15;
constexpr int kMoreDecimals = 6;  ///< tried to tell two numbers apart
constexpr double kNoStep = 5e-5;  ///< relative: would read as "0.0 %"
constexpr double kTimes = 10;     ///< from here on a factor says more than a percentage

std::string digits(double value, std::chars_format format, int precision) {
  char buffer[512];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format, precision).ptr};
}

std::string readingText(const diff::Reading& reading, int decimals) {
  switch (reading.state) {
    case ReadingState::NoRow:
    case ReadingState::NoColumn:
      return "-";
    case ReadingState::Empty:
      return "(empty)";
    case ReadingState::Padded:
      return "(not measured)";
    case ReadingState::Number:
      return numberText(reading.number, decimals);
    case ReadingState::NotFinite:
    case ReadingState::Word:
      break;
  }
  return std::string(reading.text);
}

/// decimalsFor are those with which two numbers that differ look different.
int decimalsFor(const diff::Reading& before, const diff::Reading& after, int decimals) {
  const bool differ =
      before.state == ReadingState::Number && after.state == ReadingState::Number && before.number != after.number;
  if (!differ) return decimals;
  for (int more = 0; more <= kMoreDecimals; ++more)
    if (numberText(before.number, decimals + more) != numberText(after.number, decimals + more)) return decimals + more;
  return decimals;
}

/// decimalsOf a column: a metric nobody has described is a count where both sides are whole numbers.
int decimalsOf(const DiffPart& part, const DiffEntry& entry) {
  const verdicts::MetricInfo& info = part.diff->metrics()[entry.metric];
  if (!info.unit.empty()) return info.decimals;
  for (const std::size_t run : {part.before, part.after}) {
    const diff::Reading reading = part.diff->reading(run, entry.row, entry.metric);
    if (reading.state == ReadingState::Number && reading.number != std::floor(reading.number)) return info.decimals;
  }
  return 0;
}

}  // namespace

std::string_view moveWord(Move move) {
  if (move == Move::OnlyBefore) return "gone";
  if (move == Move::OnlyAfter) return "new";
  if (move == Move::MissingShard) return "not run";
  if (move == Move::Nothing) return "-";
  return diff::moveName(move);
}

std::string_view stateName(ReadingState state) {
  switch (state) {
    case ReadingState::NoRow:
      return "no-row";
    case ReadingState::NoColumn:
    case ReadingState::Empty:
      return "missing";
    case ReadingState::Padded:
      return "not-measured";
    case ReadingState::NotFinite:
      return "not-finite";
    case ReadingState::Number:
    case ReadingState::Word:
      break;
  }
  return "measured";
}

std::string numberText(double value, int decimals) {
  const double size = std::abs(value);
  const bool isHidden = size != 0 && size < 0.5 * std::pow(10.0, -decimals);
  const bool isNoCount = decimals == 0 && value != std::floor(value);
  if (isHidden || isNoCount || size >= kAlwaysWhole) return digits(value, std::chars_format::general, 4);
  return digits(value, std::chars_format::fixed, decimals);
}

std::string percentWords(double before, double after) {
  if (before == 0 || before == after) return "";
  const double relative = (after - before) / std::abs(before);
  if (!std::isfinite(relative)) return "";
  const char* const word = relative > 0 ? " higher" : " lower";
  if (before > 0 && relative >= kTimes - 1) return numberText(after / before, 1) + " times as high";
  return numberText(std::abs(relative) * 100, 1) + " %" + word;
}

std::string changeWords(const DiffPart& part, const DiffEntry& entry) {
  std::string out;
  if (entry.delta.isNumeric && entry.delta.absolute != 0) {
    const double before = part.diff->reading(part.before, entry.row, entry.metric).number;
    const std::string percent = percentWords(before, before + entry.delta.absolute);
    out = signedDelta(entry.delta.absolute, decimalsOf(part, entry)) + (percent.empty() ? "" : ", " + percent);
  }
  if (entry.isBelowFloor) out += std::string(out.empty() ? "" : "; ") + "below the floor";
  return out;
}

std::vector<std::string> valueWords(const DiffPart& part, const DiffEntry& entry) {
  const auto reading = [&](std::size_t run) { return part.diff->reading(run, entry.row, entry.metric); };
  const int decimals = decimalsFor(reading(part.before), reading(part.after), decimalsOf(part, entry));
  std::vector<std::string> out;
  for (std::size_t run = part.before; run <= part.after; ++run) out.push_back(readingText(reading(run), decimals));
  return out;
}

std::string countWords(const std::uint32_t (&models)[static_cast<std::size_t>(Move::Count)]) {
  constexpr Move kTold[] = {Move::Broke,  Move::OnlyBefore, Move::Worse,     Move::Healed,
                            Move::Better, Move::Changed,    Move::OnlyAfter, Move::MissingShard};
  std::string out;
  for (const Move move : kTold) {
    const std::uint32_t count = models[static_cast<std::size_t>(move)];
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + ' ' + std::string(moveWord(move));
  }
  return out.empty() ? "nothing moved" : out;
}

std::string headWords(const diff::Diffs& diffs, const std::vector<DiffPart>& parts) {
  std::uint32_t models[static_cast<std::size_t>(Move::Count)] = {};
  std::size_t all = 0;
  for (const DiffPart& part : parts) {
    for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move) models[move] += part.models[move];
    all += part.diff->rowCount();
  }
  std::string out = std::to_string(all) + (all == 1 ? " model" : " models");
  if (parts.size() > 1) out += " in " + std::to_string(parts.size()) + " configs";
  out += ": " + countWords(models);
  if (!diffs.gone.empty())
    out += ", " + std::to_string(diffs.gone.size()) + (diffs.gone.size() == 1 ? " config gone" : " configs gone");
  return out;
}

std::string meanWords(const diff::SummaryLine& line, std::string_view arrow) {
  if (line.before.count == 0) return "-";
  constexpr int kDecimals = 2;
  const bool isStill = std::abs(line.after.value - line.before.value) <= kNoStep * std::abs(line.before.value);
  const auto [before, after] =
      isStill ? std::pair(numberText(line.before.value, kDecimals), numberText(line.after.value, kDecimals))
              : diff::apart(line.before.value, line.after.value);
  return std::string(before).append(arrow) + after;
}

std::string pairedChange(const diff::SummaryLine& line, const diff::Thresholds& thresholds) {
  const double before = line.before.value, after = line.after.value;
  if (line.before.count == 0 || !std::isfinite(before) || !std::isfinite(after)) return "";
  const double step = after - before;
  if (std::abs(step) <= kNoStep * std::abs(before)) return "same";
  // A share that goes from 90 to 81 falls by 9 points: "10 % lower" would be read as 80.
  const bool isShare = line.unit == "%";
  std::string out = isShare ? numberText(std::abs(step), 1) + (step > 0 ? " points higher" : " points lower")
                            : percentWords(before, after);
  const bool counts = isShare || before == 0 || std::abs(step / before) > thresholds.relativeOf(line.metric);
  if (line.better == verdicts::Better::Neither || !counts || out.empty()) return out;
  return out + ((step > 0) == (line.better == verdicts::Better::Higher) ? ", better" : ", worse");
}

std::string pairedCount(const diff::SummaryLine& line) {
  return std::to_string(line.before.count) + (line.before.count == 1 ? " model" : " models") +
         (line.leftOut > 0 ? ", " + std::to_string(line.leftOut) + " left out" : "");
}

namespace {

/// ownWords lists the thresholds that are not those of `usual`.
std::string ownWords(const diff::Thresholds& thresholds, const diff::Thresholds& usual) {
  const auto known = diff::thresholdTexts(usual);
  std::string out;
  for (const std::string& text : diff::thresholdTexts(thresholds))
    if (std::find(known.begin(), known.end(), text) == known.end()) out += (out.empty() ? "" : ", ") + text;
  return out;
}

}  // namespace

std::string limitWords(const DiffReportOptions& options) {
  const std::string own = ownWords(options.thresholds, diff::defaultThresholds());
  return own.empty() ? "those of PyTorch's dashboard (HUD)" : "HUD's, but " + own;
}

std::string whatIfWords(const std::vector<DiffPart>& parts, const DiffReportOptions& options) {
  const std::string own = options.whatIf ? ownWords(*options.whatIf, options.thresholds) : "";
  return "what if" + (own.empty() ? own : " " + own) + ": " + flipWords(parts);
}

std::string flipWords(const std::vector<DiffPart>& parts) {
  diff::FlipCounts sum;
  for (const DiffPart& part : parts) {
    const diff::FlipCounts counts = diff::countFlips(part.flips);
    sum.rows += counts.rows;
    sum.becomeWorse += counts.becomeWorse;
    sum.noLongerWorse += counts.noLongerWorse;
    sum.becomeBetter += counts.becomeBetter;
    sum.noLongerBetter += counts.noLongerBetter;
    sum.fallBelow += counts.fallBelow;
    sum.riseAbove += counts.riseAbove;
    sum.otherwise += counts.otherwise;
  }
  const std::string sentence = diff::flipSentence(sum);
  return sentence.empty() ? "nothing turns over" : sentence;
}

}  // namespace plumbline::reports
