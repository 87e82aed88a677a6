// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/diff_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace plumbline::reports {
namespace {

using diff::Move;

/// kRank is the order of diff::rowMove: what a reader must see first.
constexpr Move kRank[] = {Move::Broke,   Move::OnlyBefore, Move::Worse,        Move::Healed, Move::Better,
                          Move::Changed, Move::OnlyAfter,  Move::MissingShard, Move::Same,   Move::Nothing};

std::size_t rankOf(Move move) {
  return static_cast<std::size_t>(std::find(std::begin(kRank), std::end(kRank), move) - std::begin(kRank));
}

std::size_t index(Move move) { return static_cast<std::size_t>(move); }

/// sizeOf puts larger moves first; from zero to anything is beyond every percentage.
double sizeOf(const diff::Delta& delta) {
  if (!delta.isNumeric) return 0;
  return std::isfinite(delta.relative) ? std::abs(delta.relative) : std::numeric_limits<double>::infinity();
}

std::vector<std::size_t> chosenMetrics(const diff::RunDiff& diff, const std::vector<std::string>& names) {
  std::vector<std::size_t> out;
  for (std::size_t m = 0; m < diff.metrics().size(); ++m)
    if (names.empty() || std::find(names.begin(), names.end(), diff.metrics()[m].name) != names.end()) out.push_back(m);
  return out;
}

class PartMaker {
 public:
  PartMaker(const diff::ConfigDiff& config, const DiffReportOptions& options) : m_options(options) {
    m_part.config = config.config;
    m_part.diff = config.diff;
    m_part.before = 0;
    m_part.after = config.diff->runs().size() - 1;
    m_part.metrics = chosenMetrics(*config.diff, options.metrics);
  }

  DiffPart make() {
    for (std::size_t row = 0; row < m_part.diff->rowCount(); ++row) addRow(row);
    std::stable_sort(m_part.entries.begin(), m_part.entries.end(), [](const DiffEntry& a, const DiffEntry& b) {
      return std::tuple(rankOf(a.move), -sizeOf(a.delta)) < std::tuple(rankOf(b.move), -sizeOf(b.delta));
    });
    addMeans();
    addFlips();
    return std::move(m_part);
  }

 private:
  bool isShown(Move move) const {
    if (!m_options.isChangedOnly) return true;
    return move != Move::Nothing && move != Move::Same;
  }

  void addRow(std::size_t row) {
    const bool isBefore = m_part.diff->hasModel(m_part.before, row);
    const bool isAfter = m_part.diff->hasModel(m_part.after, row);
    Move worst = Move::Nothing;
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
      if (rankOf(entry.move) < rankOf(worst)) worst = entry.move;
      if (isShown(entry.move)) m_part.entries.push_back(entry);
    }
    ++m_part.models[index(worst)];
  }

  DiffEntry entryOf(std::size_t row, std::size_t metric) const {
    const diff::RunDiff& diff = *m_part.diff;
    DiffEntry entry{.row = static_cast<std::uint32_t>(row),
                    .metric = static_cast<std::uint16_t>(metric),
                    .move = diff::moveOf(diff, m_part.before, m_part.after, row, metric, m_options.thresholds),
                    .delta = diff::deltaOf(diff, m_part.before, m_part.after, row, metric)};
    const diff::Reading later = diff.reading(m_part.after, row, metric);
    const auto floor = m_options.thresholds.floorOf(diff.metrics()[metric].name);
    entry.isBelowFloor = floor && later.state == diff::ReadingState::Number && later.number < *floor;
    return entry;
  }

  bool isChosen(const std::string& metric) const {
    return m_options.metrics.empty() ||
           std::find(m_options.metrics.begin(), m_options.metrics.end(), metric) != m_options.metrics.end();
  }

  void addMeans() {
    for (diff::SummaryLine& line : diff::summaryLines(*m_part.diff, m_part.before, m_part.after)) {
      const bool isAsked = isChosen(line.metric) || (line.metric == "pass_rate" && isChosen("accuracy"));
      const bool isEmpty = line.hudBefore.count == 0 && line.hudAfter.count == 0 && line.before.count == 0;
      if (isAsked && !isEmpty) m_part.summary.push_back(std::move(line));
    }
    if (isChosen("speedup") || isChosen("abs_latency"))
      m_part.alarms = diff::ratioAlarms(*m_part.diff, m_part.before, m_part.after, m_options.thresholds);
  }

  void addFlips() {
    if (!m_options.whatIf) return;
    const diff::WhatIf whatIf(m_part.diff, m_part.before, m_part.after);
    for (const diff::Flip& flip : whatIf.flips(m_options.thresholds, *m_options.whatIf))
      if (std::find(m_part.metrics.begin(), m_part.metrics.end(), flip.metric) != m_part.metrics.end())
        m_part.flips.push_back(flip);
  }

  const DiffReportOptions& m_options;
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

/// isWhole tells whether every side has something to say, and nothing was cut off.
bool isWhole(const diff::Diffs& diffs) {
  if (std::any_of(diffs.problems.begin(), diffs.problems.end(),
                  [](const base::Error& error) { return error.code == base::ErrorCode::TooLarge; }))
    return false;
  return std::all_of(diffs.sides.begin(), diffs.sides.end(), [&](const std::string& label) {
    const auto isOf = [&](const diff::Run& run) { return run.label == label; };
    const auto has = [&](const diff::ConfigDiff& config) {
      return config.diff != nullptr && std::any_of(config.diff->runs().begin(), config.diff->runs().end(), isOf);
    };
    const auto isTold = [&](const std::string& line) { return line.starts_with(label + ": "); };
    return std::any_of(diffs.configs.begin(), diffs.configs.end(), has) ||
           std::any_of(diffs.onlyIn.begin(), diffs.onlyIn.end(), isTold);
  });
}

}  // namespace

bool DiffPart::isBad() const {
  for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move)
    if (diff::isBad(static_cast<Move>(move)) && (models[move] > 0 || values[move] > 0)) return true;
  return false;
}

bool DiffPart::isCalm() const {
  if (!shardWords(*this).empty()) return false;
  for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move)
    if (static_cast<Move>(move) != Move::Nothing && static_cast<Move>(move) != Move::Same &&
        (models[move] > 0 || values[move] > 0))
      return false;
  const bool isDisagreed =
      std::any_of(summary.begin(), summary.end(), [](const auto& line) { return line.signsDisagree; });
  return !isDisagreed && alarms.empty() && flips.empty();
}

bool isOneSided(Move move) { return move == Move::OnlyBefore || move == Move::OnlyAfter || move == Move::MissingShard; }

std::vector<std::string> shardWords(const DiffPart& part) {
  std::vector<std::string> out;
  for (const std::size_t run : {part.before, part.after}) {
    const diff::Run& one = part.diff->runs()[run];
    if (one.gaps.empty()) continue;
    const diff::ShardGap& gap = *std::min_element(
        one.gaps.begin(), one.gaps.end(), [](const auto& a, const auto& b) { return a.here.size() < b.here.size(); });
    const auto unrun = std::count_if(part.ofMissingShard.begin(), part.ofMissingShard.end(),
                                     [&](std::uint32_t row) { return !part.diff->hasModel(run, row); });
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

std::vector<DiffPart> diffParts(const diff::Diffs& diffs, const DiffReportOptions& options) {
  std::vector<DiffPart> out;
  for (const diff::ConfigDiff& config : diffs.configs)
    if (config.diff != nullptr && config.diff->runs().size() > 1) out.push_back(PartMaker(config, options).make());
  return out;
}

std::vector<const DiffPart*> partsToTell(const std::vector<DiffPart>& parts, const DiffReportOptions& options) {
  std::vector<const DiffPart*> out;
  for (const DiffPart& part : parts)
    if (!options.isChangedOnly || !part.isCalm()) out.push_back(&part);
  const auto bad = [](const DiffPart* part) {
    const auto& models = part->models;
    return std::tuple(models[index(Move::Broke)], models[index(Move::OnlyBefore)], models[index(Move::Worse)],
                      part->isBad());
  };
  std::stable_sort(out.begin(), out.end(), [&](const DiffPart* a, const DiffPart* b) { return bad(a) > bad(b); });
  return out;
}

std::vector<std::string> sideLabels(const diff::Diffs& diffs) {
  if (!diffs.sides.empty()) return diffs.sides;
  // The config with the most runs has them all, unless each lacks another one: then the rest follow behind.
  std::vector<const diff::ConfigDiff*> configs;
  for (const diff::ConfigDiff& config : diffs.configs)
    if (config.diff != nullptr) configs.push_back(&config);
  std::stable_sort(configs.begin(), configs.end(),
                   [](const auto* a, const auto* b) { return a->diff->runs().size() > b->diff->runs().size(); });
  std::vector<std::string> out;
  for (const diff::ConfigDiff* config : configs)
    for (const diff::Run& run : config->diff->runs())
      if (std::find(out.begin(), out.end(), run.label) == out.end()) out.push_back(run.label);
  return out;
}

int diffExit(const diff::Diffs& diffs, const DiffReportOptions& options) {
  constexpr int kNotWhole = 2;
  if (!isWhole(diffs)) return kNotWhole;
  if (!diffs.gone.empty()) return 1;
  for (const diff::ConfigDiff& config : diffs.configs)
    if (config.diff != nullptr && config.diff->runs().size() > 1 && hasBad(*config.diff, options)) return 1;
  return 0;
}

}  // namespace plumbline::reports
