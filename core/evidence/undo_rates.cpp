// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/undo_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/baselines/acceptance.h"
#include "core/baselines/baseline_edit.h"
#include "core/history/blame.h"
#include "core/history/report_parts.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/run_store.h"
#include "core/history/sibling_moves.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::evidence {
namespace {

using baselines::Guard;
using baselines::guardFor;

constexpr double kSecondsPerDay = 86'400;
/// Most moves that are undone at all are undone within a week: a move that stands gains weight with this half-life.
constexpr double kHalfLifeDays = 7;
/// What a level knows counts against the one above it as this many commits.
constexpr double kPriorCommits = 4;

struct GroupTraits {
  MoveGroup group;
  const char* name;
  const char* text;
  double prior;  ///< risk before anything is known; a guess that two handfuls of commits replace
};
constexpr std::array kGroups = {
    GroupTraits{MoveGroup::LosesPass, "loses-pass", "moves that lose pass", 0.75},
    GroupTraits{MoveGroup::GainsPass, "gains-pass", "moves that gain pass", 0.1},
    GroupTraits{MoveGroup::StaysFailing, "stays-failing", "moves of rows that fail before and after", 0.3},
    GroupTraits{MoveGroup::Worse, "worse", "moves to a worse value", 0.4},
    GroupTraits{MoveGroup::Better, "better", "moves to a better value", 0.2},
    GroupTraits{MoveGroup::BetterUnread, "better-unread", "moves to a better value with siblings whose run is not known", 0.2},
    GroupTraits{MoveGroup::BetterAlone, "better-alone", "moves to a better value without siblings", 0.4},
    GroupTraits{MoveGroup::BetterAlong, "better-along", "moves to a better value together with siblings", 0.1},
    GroupTraits{MoveGroup::BetterInBrokenRun, "better-in-broken-run", "moves to a better value while other rows lose pass", 0.6},
    GroupTraits{MoveGroup::Other, "other", "other moves", 0.3},
};

const GroupTraits& traitsOf(MoveGroup group) { return *std::ranges::find(kGroups, group, &GroupTraits::group); }

bool losesPass(std::string_view before, std::string_view after) {
  return guardFor(history::kStatusMetric, before, after) == Guard::StatusWorse;
}

/// Keys of the tallies: parts that no name holds, since the scanner ends a name at a NUL.
std::string keyOf(std::initializer_list<std::string_view> parts) {
  std::string key;
  for (const std::string_view part : parts) key.append(part).push_back('\0');
  return key;
}

std::array<std::string, 4> keysOf(MoveGroup group, const std::string& config, const std::string& model, const CellMove& cell) {
  const std::string_view name = groupName(group);
  return {keyOf({name}), keyOf({name, "values", cell.column, cell.before, cell.after}), keyOf({name, "model", model}),
          keyOf({name, "cell", config, model, cell.column})};
}

/// undoers finds for each change the commit that moved its cell back.
std::vector<std::optional<std::size_t>> undoers(const history::BaselineHistory& history) {
  std::vector<std::optional<std::size_t>> undoneBy(history.changes.size());
  for (const std::string& file : history.files)
    for (const history::BlamedCell& cell : history::blame(history, file, {.all = true}))
      if (cell.undoneBy) undoneBy[cell.change] = cell.undoneBy;
  return undoneBy;
}

/// Statuses are those of all rows while the history is walked through.
class Statuses {
 public:
  explicit Statuses(const history::BaselineHistory& history) : m_history(history), m_now(history.files.size()) {}

  /// enter applies the renames of a commit.
  void enter(std::size_t commit) {
    for (; m_rename < m_history.renames.size() && m_history.renames[m_rename].commit <= commit; ++m_rename)
      m_now[m_history.renames[m_rename].to] = std::exchange(m_now[m_history.renames[m_rename].from], {});
  }
  std::string& of(const history::BaselineChange& change) { return m_now[change.file][change.model]; }

 private:
  const history::BaselineHistory& m_history;
  std::vector<std::unordered_map<std::string, std::string>> m_now;  ///< by file
  std::size_t m_rename = 0;
};

}  // namespace

bool isWorse(const CellMove& cell) { return guardFor(cell.column, cell.before, cell.after) != Guard::None; }
bool isBetter(const CellMove& cell) { return guardFor(cell.column, cell.after, cell.before) != Guard::None; }

bool isBrokenRun(const RunMoves& run) {
  constexpr std::size_t kMinRows = 3, kShare = 10;
  const auto lost = static_cast<std::size_t>(
      std::ranges::count_if(run, [](const RowMove& row) { return losesPass(row.statusBefore, row.statusAfter); }));
  return lost >= kMinRows && lost * kShare >= run.size();
}

MoveGroup groupOf(const RowMove& row, const CellMove& cell, bool isInBrokenRun) {
  // A wide baseline has a status for each precision in a column of its own.
  const bool isStatus = history::isStatusWord(cell.before) || history::isStatusWord(cell.after);
  const std::string& before = isStatus ? cell.before : row.statusBefore;
  const std::string& after = isStatus ? cell.after : row.statusAfter;
  if (losesPass(before, after)) return MoveGroup::LosesPass;
  if (losesPass(after, before)) return MoveGroup::GainsPass;
  if (!after.empty() && !verdicts::isPassing(after)) return MoveGroup::StaysFailing;
  if (isWorse(cell)) return MoveGroup::Worse;
  if (!isBetter(cell)) return MoveGroup::Other;
  if (isInBrokenRun) return MoveGroup::BetterInBrokenRun;
  if (cell.siblingsInStep == 0) return MoveGroup::Better;
  return cell.siblingsAlong > 0 ? MoveGroup::BetterAlong : MoveGroup::BetterAlone;
}

std::string_view groupText(MoveGroup group) { return traitsOf(group).text; }
std::string_view groupName(MoveGroup group) { return traitsOf(group).name; }

std::string configKey(const std::string& path) {
  std::string config = history::nameOfBaseline(path);
  return config.empty() ? path.substr(path.rfind('/') + 1) : config;
}

void UndoRates::Tally::add(std::size_t ofCommit, bool isUndone, double byAge) {
  if (cells > 0 && commit != ofCommit) close();
  commit = ofCommit;
  ++cells;
  undone += isUndone ? 1 : 0;
  weight += isUndone ? 1 : byAge;
}

void UndoRates::Tally::close() {
  if (cells == 0) return;
  const double share = weight > 0 ? static_cast<double>(undone) / weight : 0;
  const double settled = weight / static_cast<double>(cells);
  past.cells += cells;
  past.undoneCells += undone;
  past.weight += settled;
  past.undoneWeight += settled * share;
  const bool isUndone = 2 * undone >= cells;
  past.commits += isUndone || settled >= 0.5 ? 1 : 0;
  past.undoneCommits += isUndone ? 1 : 0;
  cells = undone = 0;
  weight = 0;
}

UndoRates::UndoRates(const history::BaselineHistory& history) {
  for (const std::string& file : history.files)
    if (auto config = configs::configOfBaseline(file)) m_configs.push_back(*std::move(config));
  count(history);
  for (auto& [key, tally] : m_tallies) tally.close();
}

void UndoRates::count(const history::BaselineHistory& history) {
  struct InStep {
    std::size_t all = 0, along = 0;
  };
  std::unordered_map<std::size_t, InStep> siblings;
  for (const history::SiblingMove& move : history::siblingMoves(history).moves) {
    const bool isTogether = move.outcome == history::SiblingOutcome::Together;
    InStep& inStep = siblings[move.change];
    ++inStep.all;
    inStep.along += isTogether ? 1 : 0;
  }
  std::vector<std::string> keys;
  for (const std::string& file : history.files) keys.push_back(configKey(file));
  const auto undoneBy = undoers(history);
  Statuses statuses(history);
  for (std::size_t first = 0, last = 0; first < history.changes.size(); first = last) {
    const std::size_t commit = history.changes[first].commit;
    statuses.enter(commit);
    std::map<std::pair<std::size_t, std::string>, std::size_t> places;
    RunMoves run;
    std::vector<std::pair<std::size_t, std::size_t>> cells;  // row and change
    for (; last < history.changes.size() && history.changes[last].commit == commit; ++last) {
      const history::BaselineChange& change = history.changes[last];
      m_values[keyOf({keys[change.file], change.model, change.column})] = change.after.value_or("");
      const auto [place, isNew] = places.try_emplace({change.file, change.model}, run.size());
      std::string& status = statuses.of(change);
      if (isNew) run.push_back({history.files[change.file], change.model, status, status});
      if (change.column == history::kStatusMetric) run[place->second].statusAfter = status = change.after.value_or("");
      if (!change.isMove()) continue;
      const InStep inStep = siblings[last];
      run[place->second].cells.push_back({change.column, *change.before, *change.after, inStep.all, inStep.along});
      cells.emplace_back(place->second, last);
    }
    std::erase_if(places, [&](const auto& place) { return run[place.second].cells.empty(); });
    RunMoves moved;
    for (const auto& [name, place] : places) moved.push_back(run[place]);
    const bool isBroken = isBrokenRun(moved);
    countSiblings(moved);
    std::vector<std::size_t> next(run.size());
    for (const auto& [row, change] : cells) {
      const CellMove& cell = run[row].cells[next[row]++];
      note(history, change, undoneBy[change], keys[history.changes[change].file], groupOf(run[row], cell, isBroken), cell);
    }
  }
}

void UndoRates::note(const history::BaselineHistory& history, std::size_t change, std::optional<std::size_t> undoneBy,
                     const std::string& config, MoveGroup group, const CellMove& cell) {
  const std::string& model = history.changes[change].model;
  const history::BaselineCommit& commit = history.commits[history.changes[change].commit];
  const auto days = [&](std::size_t until) {
    return static_cast<double>(history.commits[until].time - commit.time) / kSecondsPerDay;
  };
  const bool isUndone = undoneBy && days(*undoneBy) <= static_cast<double>(kUndoneWithinDays);
  // Commit times may run backwards along a line of first parents.
  const double age = std::max(0.0, days(history.commits.size() - 1));
  const double byAge = 1 - std::exp2(-age / kHalfLifeDays);
  ++m_moves;
  for (const std::string& key : keysOf(group, config, model, cell))
    m_tallies[key].add(history.changes[change].commit, isUndone, byAge);
  if (isUndone)
    m_lastUndone[keyOf({config, model, cell.column})] =
        history::shortName(commit) + ", undone after " + text::fixedText(std::max(0.0, days(*undoneBy)), 1) + " days";
}

const PastMoves& UndoRates::pastOf(const std::string& key) const {
  static const PastMoves kNone;
  const auto found = m_tallies.find(key);
  return found == m_tallies.end() ? kNone : found->second.past;
}

void UndoRates::countSiblings(const RunMoves& run) {
  std::size_t inStep = 0, along = 0;
  for (const RowMove& row : run)
    for (const CellMove& cell : row.cells) {
      inStep += cell.siblingsInStep;
      along += cell.siblingsAlong;
    }
  m_siblingCommits += inStep > 0 ? 1 : 0;
  m_togetherCommits += inStep > 0 && 2 * along > inStep ? 1 : 0;
}

void UndoRates::estimateAs(MoveGroup group, const RowMove& row, const CellMove& cell, Estimate& estimate) const {
  estimate.group = group;
  estimate.risk = traitsOf(group).prior;
  const auto keys = keysOf(group, configKey(row.file), row.model, cell);
  const std::string move = cell.column + ' ' + cell.before + " -> " + cell.after;
  const std::array<std::string, 4> texts = {std::string(groupText(group)), "of them " + move, "of them in " + row.model, "of them in this cell"};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const PastMoves& past = pastOf(keys[i]);
    estimate.risk = (past.undoneWeight + kPriorCommits * estimate.risk) / (past.weight + kPriorCommits);
    estimate.levels.push_back({texts[i], past});
  }
}

UndoRates::Estimate UndoRates::estimate(const RowMove& row, const CellMove& cell, bool isInBrokenRun) const {
  Estimate estimate;
  const MoveGroup group = groupOf(row, cell, isInBrokenRun);
  if (group == MoveGroup::Better) estimate.unread = siblingsHolding(row, cell);
  if (estimate.unread == 0) {
    estimateAs(group, row, cell, estimate);
  } else {
    // What the siblings do is open: both cases, by how often siblings went along.
    estimateAs(MoveGroup::BetterAlone, row, cell, estimate);
    const double alone = estimate.risk;
    estimateAs(MoveGroup::BetterAlong, row, cell, estimate);
    const double along = (static_cast<double>(m_togetherCommits) + kPriorCommits / 2) / (static_cast<double>(m_siblingCommits) + kPriorCommits);
    estimate.risk = along * estimate.risk + (1 - along) * alone;
    estimate.group = MoveGroup::BetterUnread;
  }
  if (const auto last = m_lastUndone.find(keyOf({configKey(row.file), row.model, cell.column})); last != m_lastUndone.end())
    estimate.lastUndone = last->second;
  return estimate;
}

std::size_t UndoRates::siblingsHolding(const RowMove& row, const CellMove& cell) const {
  const auto config = configs::configOfBaseline(row.file);
  if (!config) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(siblingsOf(*config, m_configs), [&](const configs::Sibling& sibling) {
    if (sibling.distance != 1 || sibling.config.mode != config->mode) return false;
    const auto value = m_values.find(keyOf({configName(sibling.config), row.model, cell.column}));
    return value != m_values.end() && baselines::sameValue(cell.column, value->second, cell.before);
  }));
}

}  // namespace plumbline::evidence
