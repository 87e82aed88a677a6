// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/diff/diff_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/diff/diff_rows.h"
#include "core/reports/metric_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using diff::Move;

std::size_t index(Move move) { return static_cast<std::size_t>(move); }

/// sizeOf puts larger moves first; from zero to anything is beyond every percentage.
double sizeOf(const diff::Delta& delta) {
  if (!delta.isNumeric) return 0;
  return std::isfinite(delta.relative) ? std::abs(delta.relative) : std::numeric_limits<double>::infinity();
}

std::vector<std::size_t> chosenMetrics(const diff::RunDiff& diff, const std::vector<std::string>& names) {
  std::vector<std::size_t> out;
  for (std::size_t m = 0; m < diff.metrics().size(); ++m)
    if (names.empty() || std::ranges::find(names, diff.metrics()[m].name) != names.end()) out.push_back(m);
  return out;
}

class PartMaker {
 public:
  PartMaker(const diff::ConfigDiff& config, std::vector<std::string> sides, const DiffReportOptions& options)
      : m_options(options), m_sides(std::move(sides)) {
    m_part.config = config.config;
    m_part.diff = config.diff;
    m_part.before = 0;
    m_part.after = config.diff->runs().size() - 1;
    m_part.metrics = chosenMetrics(*config.diff, options.metrics);
    m_part.groups = diff::repeatGroups(*m_part.diff, m_part.before, m_part.after, firstRuns());
    m_part.repeats = diff::Repeats(*m_part.diff, m_part.groups);
    m_part.isByRepeats = m_options.repeats > 0 && !m_part.repeats.isEmpty();
    if (m_part.repeats.isEmpty() && config.earlier) m_part.repeats = *config.earlier;
  }

  DiffPart make() {
    for (std::size_t row = 0; row < m_part.diff->rowCount(); ++row) addRow(row);
    std::ranges::stable_sort(m_part.entries, [](const DiffEntry& a, const DiffEntry& b) {
      return std::tuple(diff::severityRank(a.move), -sizeOf(a.delta)) < std::tuple(diff::severityRank(b.move), -sizeOf(b.delta));
    });
    addMeans();
    addFlips();
    return std::move(m_part);
  }

 private:
  /// firstRuns counts the runs of this config that are among the first sides, which repeat one run.
  std::size_t firstRuns() const {
    const auto end = m_sides.begin() + static_cast<std::ptrdiff_t>(std::min(m_options.repeats, m_sides.size()));
    return static_cast<std::size_t>(std::ranges::count_if(m_part.diff->runs(), [&](const diff::Run& run) {
      return std::find(m_sides.begin(), end, run.label) != end;
    }));
  }

  bool isShown(const DiffEntry& entry) const {
    return !m_options.isChangedOnly || isUndecided(entry) || (entry.move != Move::Nothing && entry.move != Move::Same);
  }

  /// isUndecided: it would have moved, and too few repeats say whether it did.
  bool isUndecided(const DiffEntry& entry) const {
    if (!entry.isByShift || entry.move != Move::Nothing) return false;
    const diff::CellShift& cell = *m_part.repeats.of(entry.row, entry.metric);
    return cell.standsOut() && diff::moveOfNumbers(cell.medianBefore, cell.medianBefore + cell.shift.value, m_part.diff->metrics()[entry.metric],
                                                   m_options.thresholds) != Move::Same;
  }

  void addRow(std::size_t row) {
    const bool isBefore = m_part.diff->hasModel(m_part.before, row);
    const bool isAfter = m_part.diff->hasModel(m_part.after, row);
    Move worst = Move::Nothing;
    bool hasUndecided = false;
    if (isBefore != isAfter) {
      const bool isUnrun = m_part.diff->isOfMissingShard(isBefore ? m_part.after : m_part.before, row);
      worst = isUnrun ? Move::MissingShard : isBefore ? Move::OnlyBefore : Move::OnlyAfter;
      auto& list = isUnrun ? m_part.ofMissingShard : isBefore ? m_part.onlyBefore : m_part.onlyAfter;
      list.push_back(static_cast<std::uint32_t>(row));
    }
    for (const std::size_t metric : m_part.metrics) {
      const DiffEntry entry = entryOf(row, metric);
      ++m_part.values[index(entry.move)];
      if (entry.isBelowFloor) m_part.belowFloor.push_back(entry);
      if (diff::severityRank(entry.move) < diff::severityRank(worst)) worst = entry.move;
      hasUndecided = hasUndecided || isUndecided(entry);
      if (isShown(entry)) m_part.entries.push_back(entry);
    }
    ++m_part.models[index(worst)];
    m_part.undecided += hasUndecided ? 1 : 0;
  }

  DiffEntry entryOf(std::size_t row, std::size_t metric) const {
    const diff::RunDiff& diff = *m_part.diff;
    DiffEntry entry{.row = static_cast<std::uint32_t>(row),
                    .metric = static_cast<std::uint16_t>(metric),
                    .move = diff::moveOf(diff, m_part.before, m_part.after, row, metric, m_options.thresholds),
                    .delta = diff::deltaOf(diff, m_part.before, m_part.after, row, metric)};
    diff::Reading later = diff.reading(m_part.after, row, metric);
    const diff::CellShift* cell = m_part.isByRepeats ? m_part.repeats.of(row, metric) : nullptr;
    if (cell != nullptr && diff.isComparable(m_part.before, m_part.after, metric)) {
      entry.isByShift = true;
      entry.move = diff::shiftMove(*cell, diff.metrics()[metric], m_options.thresholds);
      const double from = cell->medianBefore, shift = cell->shift.value;
      entry.delta = {.isNumeric = true, .absolute = shift, .relative = from == 0 ? std::nan("") : shift / std::abs(from)};
      later = {.state = diff::ReadingState::Number, .number = cell->medianAfter, .text = {}};
    }
    const auto floor = m_options.thresholds.floorOf(diff.metrics()[metric].name);
    entry.isBelowFloor = floor && later.state == diff::ReadingState::Number && later.number < *floor;
    return entry;
  }

  bool isChosen(const std::string& metric) const {
    return m_options.metrics.empty() || std::ranges::find(m_options.metrics, metric) != m_options.metrics.end();
  }

  void addMeans() {
    for (diff::SummaryLine& line : diff::summaryLines(*m_part.diff, m_part.before, m_part.after)) {
      const bool isAsked = isChosen(line.metric) || (line.metric == "pass_rate" && isChosen("accuracy"));
      const bool isEmpty = line.hudBefore.count == 0 && line.hudAfter.count == 0 && line.before.count == 0;
      if (isAsked && !isEmpty) m_part.summary.push_back(std::move(line));
    }
    if (!m_part.isByRepeats && (isChosen("speedup") || isChosen("abs_latency")))
      m_part.alarms = diff::ratioAlarms(*m_part.diff, m_part.before, m_part.after, m_options.thresholds);
  }

  void addFlips() {
    if (!m_options.whatIf) return;
    const diff::WhatIf whatIf(m_part.diff, m_part.before, m_part.after);
    for (const diff::Flip& flip : whatIf.flips(m_options.thresholds, *m_options.whatIf))
      if (std::ranges::find(m_part.metrics, flip.metric) != m_part.metrics.end()) m_part.flips.push_back(flip);
  }

  const DiffReportOptions& m_options;
  std::vector<std::string> m_sides;
  DiffPart m_part;
};

/// hasBad stops at the first row that is: most diffs that fail do so early.
bool hasBad(const diff::RunDiff& diff, const DiffReportOptions& options) {
  const std::size_t after = diff.runs().size() - 1;
  const auto metrics = chosenMetrics(diff, options.metrics);
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    if (diff.hasModel(0, row) && !diff.hasModel(after, row) && !diff.isOfMissingShard(after, row)) return true;
    for (const std::size_t metric : metrics)
      if (diff::isBad(diff::moveOf(diff, 0, after, row, metric, options.thresholds))) return true;
  }
  return false;
}

/// isWhole returns whether every side has a run and no reading ended at a limit.
bool isWhole(const diff::Diffs& diffs) {
  if (std::ranges::any_of(diffs.problems,
                          [](const base::Error& error) { return error.code == base::ErrorCode::TooLarge; }))
    return false;
  return std::ranges::all_of(diffs.sides, [&](const std::string& label) {
    const auto isOf = [&](const diff::Run& run) { return run.label == label; };
    const auto has = [&](const diff::ConfigDiff& config) {
      return config.diff != nullptr && std::ranges::any_of(config.diff->runs(), isOf);
    };
    const auto isTold = [&](const std::string& line) { return line.starts_with(label + ": "); };
    return std::ranges::any_of(diffs.configs, has) || std::ranges::any_of(diffs.onlyIn, isTold);
  });
}

using diff::ReadingState;

constexpr double kAlwaysWhole = 1e15;
constexpr int kMoreDecimals = 6;  ///< added at most to make two numbers differ
constexpr double kNoStep = 5e-5;  ///< relative: would read as "0.0 %"
constexpr double kTimes = 10;     ///< from here on a factor is clearer than a percentage

std::string digits(double value, std::chars_format format, int precision) {
  char buffer[512];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format, precision).ptr};
}

std::string readingText(const diff::Reading& reading, int decimals) {
  switch (reading.state) {
    case ReadingState::NoRow:
    case ReadingState::NoColumn: return "-";
    case ReadingState::Empty: return "(empty)";
    case ReadingState::Padded: return "(not measured)";
    case ReadingState::Number: return numberText(reading.number, decimals);
    case ReadingState::NotFinite:
    case ReadingState::Word: break;
  }
  return std::string(reading.text);
}

/// endText of an interval, which few values leave open.
std::string endText(double value, int decimals) {
  if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
  return signedDelta(value, decimals);
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

/// decimalsOf a column: a metric outside the catalogue is a count if both sides are whole numbers.
int decimalsOf(const DiffPart& part, const DiffEntry& entry) {
  const verdicts::MetricInfo& info = part.diff->metrics()[entry.metric];
  if (!info.unit.empty()) return info.decimals;
  for (const std::size_t run : {part.before, part.after}) {
    const diff::Reading reading = entryReading(part, entry, run);
    if (reading.state == ReadingState::Number && reading.number != std::floor(reading.number)) return info.decimals;
  }
  return 0;
}

}  // namespace

bool DiffPart::isBad() const {
  for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move)
    if (diff::isBad(static_cast<Move>(move)) && (models[move] > 0 || values[move] > 0)) return true;
  return false;
}

bool DiffPart::isUnchanged() const {
  if (!shardSentences(*this).empty()) return false;
  for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move)
    if (static_cast<Move>(move) != Move::Nothing && static_cast<Move>(move) != Move::Same &&
        (models[move] > 0 || values[move] > 0))
      return false;
  const bool hasSentence = std::ranges::any_of(summary, [](const auto& line) { return !line.sentence.empty(); });
  return !hasSentence && undecided == 0 && alarms.empty() && flips.empty();
}

bool isOneSided(Move move) { return move == Move::OnlyBefore || move == Move::OnlyAfter || move == Move::MissingShard; }

std::vector<std::string> shardSentences(const DiffPart& part) {
  std::vector<std::string> out;
  for (const std::size_t run : {part.before, part.after}) {
    const diff::Run& one = part.diff->runs()[run];
    if (one.gaps.empty()) continue;
    const diff::ShardGap& gap =
        *std::ranges::min_element(one.gaps, [](const auto& a, const auto& b) { return a.here.size() < b.here.size(); });
    const auto unrun =
        std::ranges::count_if(part.ofMissingShard, [&](std::uint32_t row) { return !part.diff->hasModel(run, row); });
    std::string words = one.label + " has " + std::to_string(gap.here.size()) + " of " + std::to_string(gap.wanted) +
                        (gap.wanted == 1 ? " shard" : " shards");
    if (one.gaps.size() < one.tables.size()) words += " of one of its tables";
    if (unrun > 0)
      words += ": " + std::to_string(unrun) + (unrun == 1 ? " model was" : " models were") + " not run there, and " +
               (unrun == 1 ? "is not " : "are not ") + (run == part.after ? "gone" : "new");
    out.push_back(words + ".");
  }
  return out;
}

std::vector<std::string> breakSentences(const DiffPart& part) {
  constexpr std::size_t kMaxSentences = 20;
  std::vector<std::string> out;
  const auto& runs = part.diff->runs();
  for (const DiffEntry& entry : part.entries) {
    if (part.diff->metrics()[entry.metric].name != "graph_breaks" || out.size() == kMaxSentences) continue;
    if (entry.move == Move::Same || entry.move == Move::Nothing) continue;
    std::string sentence =
        sources::breakSentence(runs[part.before].notes, runs[part.after].notes, part.diff->model(entry.row));
    if (!sentence.empty()) out.push_back(std::move(sentence) + ".");
  }
  return out;
}

std::vector<DiffPart> diffParts(const diff::Diffs& diffs, const DiffReportOptions& options) {
  std::vector<DiffPart> out;
  for (const diff::ConfigDiff& config : diffs.configs)
    if (config.diff != nullptr && config.diff->runs().size() > 1) out.push_back(PartMaker(config, sideLabels(diffs), options).make());
  return out;
}

std::vector<const DiffPart*> shownParts(const std::vector<DiffPart>& parts, const DiffReportOptions& options) {
  std::vector<const DiffPart*> out;
  for (const DiffPart& part : parts)
    if (!options.isChangedOnly || !part.isUnchanged()) out.push_back(&part);
  const auto bad = [](const DiffPart* part) {
    const auto& models = part->models;
    return std::tuple(models[index(Move::Broke)], models[index(Move::OnlyBefore)], models[index(Move::Worse)],
                      part->isBad());
  };
  std::ranges::stable_sort(out, [&](const DiffPart* a, const DiffPart* b) { return bad(a) > bad(b); });
  return out;
}

std::vector<std::string> sideLabels(const diff::Diffs& diffs) {
  if (!diffs.sides.empty()) return diffs.sides;
  // The config with the most runs has them all, unless each lacks another one: then the rest follow behind.
  std::vector<const diff::ConfigDiff*> configs;
  for (const diff::ConfigDiff& config : diffs.configs)
    if (config.diff != nullptr) configs.push_back(&config);
  std::ranges::stable_sort(
      configs, [](const auto* a, const auto* b) { return a->diff->runs().size() > b->diff->runs().size(); });
  std::vector<std::string> out;
  for (const diff::ConfigDiff* config : configs)
    for (const diff::Run& run : config->diff->runs())
      if (std::ranges::find(out, run.label) == out.end()) out.push_back(run.label);
  return out;
}

int diffExit(const diff::Diffs& diffs, const DiffReportOptions& options) {
  constexpr int kNotWhole = 2;
  if (!isWhole(diffs)) return kNotWhole;
  if (!diffs.gone.empty()) return 1;
  for (const diff::ConfigDiff& config : diffs.configs)
    if (config.diff != nullptr && config.diff->runs().size() > 1 &&
        (options.repeats > 0 ? PartMaker(config, sideLabels(diffs), options).make().isBad() : hasBad(*config.diff, options)))
      return 1;
  return 0;
}

std::string_view moveLabel(Move move) {
  if (move == Move::OnlyBefore) return "gone";
  if (move == Move::OnlyAfter) return "new";
  if (move == Move::MissingShard) return "not run";
  if (move == Move::Nothing) return "-";
  return diff::moveName(move);
}

std::string_view stateName(ReadingState state) {
  switch (state) {
    case ReadingState::NoRow: return "no-row";
    case ReadingState::NoColumn:
    case ReadingState::Empty: return "missing";
    case ReadingState::Padded: return "not-measured";
    case ReadingState::NotFinite: return "not-finite";
    case ReadingState::Number:
    case ReadingState::Word: break;
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

std::string percentChange(double before, double after) {
  if (before == 0 || before == after) return "";
  const double relative = (after - before) / std::abs(before);
  if (!std::isfinite(relative)) return "";
  const char* const word = relative > 0 ? " higher" : " lower";
  if (before > 0 && relative >= kTimes - 1) return numberText(after / before, 1) + " times as high";
  return numberText(std::abs(relative) * 100, 1) + " %" + word;
}

std::string entryChange(const DiffPart& part, const DiffEntry& entry) {
  std::string out;
  const diff::CellShift* cell = part.repeats.of(entry.row, entry.metric);
  if (entry.delta.isNumeric && (entry.delta.absolute != 0 || entry.isByShift)) {
    const int decimals = decimalsOf(part, entry);
    const double before = entryReading(part, entry, part.before).number;
    const std::string percent = percentChange(before, before + entry.delta.absolute);
    out = signedDelta(entry.delta.absolute, decimals);
    if (entry.isByShift) out += " (95 %: " + endText(cell->shift.low, decimals) + " to " + endText(cell->shift.high, decimals) + ')';
    out += percent.empty() ? "" : ", " + percent;
    if (entry.isByShift) out += ", Cliff's delta " + text::shortNumber(cell->shift.cliffsDelta, 2);
  }
  if (entry.isBelowFloor) out += std::string(out.empty() ? "" : "; ") + "below the floor";
  if (cell != nullptr)
    out += (out.empty() ? "" : "; ") + diff::noiseText(*cell);
  return out;
}

std::vector<std::size_t> shownRuns(const DiffPart& part) {
  if (part.isByRepeats || part.after - part.before >= diff::kMaxRuns) return {part.before, part.after};
  std::vector<std::size_t> runs;
  for (std::size_t run = part.before; run <= part.after; ++run) runs.push_back(run);
  return runs;
}

diff::Reading entryReading(const DiffPart& part, const DiffEntry& entry, std::size_t run) {
  if (!entry.isByShift) return part.diff->reading(run, entry.row, entry.metric);
  const diff::CellShift& cell = *part.repeats.of(entry.row, entry.metric);
  return {.state = ReadingState::Number, .number = run == part.before ? cell.medianBefore : cell.medianAfter, .text = {}};
}

std::vector<std::string> shownLabels(const DiffPart& part) {
  if (part.isByRepeats)
    return {"median of " + std::to_string(part.groups.before.size()), "median of " + std::to_string(part.groups.after.size())};
  std::vector<std::string> labels;
  for (const std::size_t run : shownRuns(part)) labels.push_back(part.diff->runs()[run].label);
  return labels;
}

std::string repeatsSentence(const DiffPart& part) {
  if (part.repeats.isEmpty()) return {};
  if (part.repeats.isOfEarlierRuns())
    return "q-values of " + text::counted(part.repeats.cells().size(), "cell") +
           " against the noise of their runs in the history (Student t with the tails of all rows of a metric, or counts where most values are equal; "
           "Benjamini-Hochberg over all numbers)";
  std::string text = "q-values of " + text::counted(part.repeats.cells().size(), "cell") + " with repeats (Mann-Whitney, Benjamini-Hochberg); ";
  if (!part.isByRepeats) return text + "the first value of each side is shown";
  const auto& runs = part.diff->runs();
  return text + "judged by all repeats: moves and changes are Hodges-Lehmann shifts, values are medians; what has no numbers and the means are of " +
         runs[part.before].label + " and " + runs[part.after].label;
}

std::vector<std::string> entryValues(const DiffPart& part, const DiffEntry& entry) {
  const auto reading = [&](std::size_t run) { return entryReading(part, entry, run); };
  const int decimals = decimalsFor(reading(part.before), reading(part.after), decimalsOf(part, entry));
  std::vector<std::string> out;
  for (const std::size_t run : shownRuns(part)) out.push_back(readingText(reading(run), decimals));
  return out;
}

std::string moveCounts(const std::uint32_t (&models)[static_cast<std::size_t>(Move::Count)]) {
  constexpr Move kTold[] = {Move::Broke,  Move::OnlyBefore, Move::Worse,     Move::Healed,
                            Move::Better, Move::Changed,    Move::OnlyAfter, Move::MissingShard};
  std::string out;
  for (const Move move : kTold) {
    const std::uint32_t count = models[static_cast<std::size_t>(move)];
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + ' ' + std::string(moveLabel(move));
  }
  return out.empty() ? "nothing moved" : out;
}

std::string diffHeadline(const diff::Diffs& diffs, const std::vector<DiffPart>& parts) {
  std::uint32_t models[static_cast<std::size_t>(Move::Count)] = {};
  std::size_t all = 0, undecided = 0;
  for (const DiffPart& part : parts) {
    undecided += part.undecided;
    for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move) models[move] += part.models[move];
    all += part.diff->rowCount();
  }
  std::string out = std::to_string(all) + (all == 1 ? " model" : " models");
  if (parts.size() > 1) out += " in " + std::to_string(parts.size()) + " configs";
  out += ": " + moveCounts(models);
  if (undecided > 0) out += ", cannot tell of " + std::to_string(undecided);
  if (!diffs.gone.empty())
    out += ", " + std::to_string(diffs.gone.size()) + (diffs.gone.size() == 1 ? " config gone" : " configs gone");
  return out;
}

std::string pairedMeans(const diff::SummaryLine& line, std::string_view arrow) {
  if (line.before.count == 0) return "-";
  constexpr int kDecimals = 2;
  const bool isStill = std::abs(line.after.value - line.before.value) <= kNoStep * std::abs(line.before.value);
  const auto [before, after] =
      isStill ? std::pair(numberText(line.before.value, kDecimals), numberText(line.after.value, kDecimals))
              : text::toDistinctTexts(line.before.value, line.after.value);
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
                            : percentChange(before, after);
  const bool counts = isShare || before == 0 || std::abs(step / before) > thresholds.relativeOf(line.metric);
  if (line.better == verdicts::Better::Neither || !counts || out.empty()) return out;
  return out + ((step > 0) == (line.better == verdicts::Better::Higher) ? ", better" : ", worse");
}

std::string pairedCount(const diff::SummaryLine& line) {
  return std::to_string(line.before.count) + (line.before.count == 1 ? " model" : " models") +
         (line.leftOut > 0 ? ", " + std::to_string(line.leftOut) + " left out" : "");
}

namespace {

/// changedThresholds lists the thresholds that are not those of `usual`.
std::string changedThresholds(const diff::Thresholds& thresholds, const diff::Thresholds& usual) {
  const auto known = diff::thresholdTexts(usual);
  std::string out;
  for (const std::string& text : diff::thresholdTexts(thresholds))
    if (std::ranges::find(known, text) == known.end()) out += (out.empty() ? "" : ", ") + text;
  return out;
}

}  // namespace

std::string thresholdsSummary(const DiffReportOptions& options) {
  const std::string own = changedThresholds(options.thresholds, diff::defaultThresholds());
  return own.empty() ? "those of PyTorch's dashboard (HUD)" : "HUD's, but " + own;
}

std::string whatIfSummary(const std::vector<DiffPart>& parts, const DiffReportOptions& options) {
  const std::string own = options.whatIf ? changedThresholds(*options.whatIf, options.thresholds) : "";
  return "what if" + (own.empty() ? own : " " + own) + ": " + flipsSummary(parts);
}

std::string flipsSummary(const std::vector<DiffPart>& parts) {
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
