// SPDX-License-Identifier: GPL-3.0-or-later
// What became of moves of baseline cells: how many of a kind were undone within 90 days, and the risk that the next one
// is. Cells that one commit moved are one case, not hundreds, so that rates count commits; the risk is shrunk from the
// kind of move over the pair of values and the model to the cell itself.
//
//   const UndoRates rates(*store->baselines().read());
//   const UndoRates::Estimate estimate = rates.estimate(row, row.cells[0], isBrokenRun(run));   // estimate.risk, 0..1
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/configs/config.h"
#include "core/history/baseline_changes.h"
#include "core/statistics/rates.h"

namespace plumbline::evidence {

/// CellMove is a cell that gets another value. A sibling is the same cell of a config that differs in one variant.
struct CellMove {
  std::string column, before, after;
  std::size_t siblingsInStep = 0;  ///< siblings that held `before`
  std::size_t siblingsAlong = 0;   ///< those of them that take `after` at the same time
};

/// RowMove has the cells of a row that move, and its status ("accuracy") before and after; "" where it has none.
struct RowMove {
  std::string file, model;  ///< path of the baseline
  std::string statusBefore, statusAfter;
  std::vector<CellMove> cells = {};
};

/// RunMoves are all rows that move at once: those of a commit, or of a run held against its baselines.
using RunMoves = std::vector<RowMove>;

/// isWorse: by baselines::guardFor; isBetter: the way back would be worse.
bool isWorse(const CellMove& cell);
bool isBetter(const CellMove& cell);
/// isBrokenRun: three rows or more that move lose pass, and at least a tenth of them.
bool isBrokenRun(const RunMoves& run);

/// MoveGroup is the kind of a move. The status of its row decides first: what a row counts that fails to run says how
/// far it came, not how good it is.
enum class MoveGroup : std::uint8_t {
  LosesPass,
  GainsPass,
  StaysFailing,
  Worse,             ///< of a row whose status stays, as those below
  Better,            ///< no sibling held the same value
  BetterUnread,      ///< siblings hold it in the history, and what they do in this run is not known
  BetterAlone,       ///< siblings held the same value, and none goes along
  BetterAlong,       ///< at least one of them goes along
  BetterInBrokenRun, ///< isBrokenRun
  Other,
};
MoveGroup groupOf(const RowMove& row, const CellMove& cell, bool isInBrokenRun);
/// groupText names such moves: "moves that lose pass"; groupName is the word in JSON, "loses-pass".
std::string_view groupText(MoveGroup group);
std::string_view groupName(MoveGroup group);

/// PastMoves counts what became of earlier moves, by cells and by commits. A commit is undone when at least half of its
/// moves of the kind are; one whose moves stand is counted once they have stood a week.
struct PastMoves {
  std::size_t cells = 0, undoneCells = 0;
  std::size_t commits = 0, undoneCommits = 0;
  double weight = 0, undoneWeight = 0;  ///< commits, where a move that stands counts by its age
  statistics::Interval interval() const { return statistics::rateInterval({undoneCommits, commits}); }
};

class UndoRates {
 public:
  static constexpr std::int64_t kUndoneWithinDays = 90;

  /// What the history knows is judged as of its newest commit.
  explicit UndoRates(const history::BaselineHistory& history);

  struct Level {
    std::string text;  ///< "moves that lose pass", "of them accuracy pass -> fail_to_run", "... of moco", "... of this cell"
    PastMoves past;
  };
  struct Estimate {
    MoveGroup group = MoveGroup::Other;
    double risk = 0;            ///< of being undone within 90 days
    std::vector<Level> levels;  ///< from the kind to the cell, always four; of BetterUnread those of BetterAlone, then of BetterAlong
    std::size_t unread = 0;     ///< siblings of BetterUnread
    std::string lastUndone;     ///< "#99617, undone after 1.2 days": the newest undone move of the cell; "" for none
  };
  Estimate estimate(const RowMove& row, const CellMove& cell, bool isInBrokenRun) const;

  bool hasMoves() const { return m_moves > 0; }
  /// siblingCommits counts the commits that moved cells with siblings in step; togetherCommits those in which most of the
  /// siblings moved along.
  std::size_t siblingCommits() const { return m_siblingCommits; }
  std::size_t togetherCommits() const { return m_togetherCommits; }

 private:
  struct Tally {
    PastMoves past;
    std::size_t commit = 0, cells = 0, undone = 0;  ///< of the commit that is being counted
    double weight = 0;
    void add(std::size_t ofCommit, bool isUndone, double byAge);
    void close();
  };
  void count(const history::BaselineHistory& history);
  void countSiblings(const RunMoves& run);
  void estimateAs(MoveGroup group, const RowMove& row, const CellMove& cell, Estimate& estimate) const;
  /// siblingsHolding counts the siblings of a row in whose newest version in the history the cell has the value before.
  std::size_t siblingsHolding(const RowMove& row, const CellMove& cell) const;
  void note(const history::BaselineHistory& history, std::size_t change, std::optional<std::size_t> undoneBy,
            const std::string& config, MoveGroup group, const CellMove& cell);
  const PastMoves& pastOf(const std::string& key) const;

  std::unordered_map<std::string, Tally> m_tallies;
  std::vector<configs::Config> m_configs;
  std::unordered_map<std::string, std::string> m_lastUndone, m_values;  ///< by cell
  std::size_t m_moves = 0, m_siblingCommits = 0, m_togetherCommits = 0;
};

/// configKey is what a baseline is of, by its name, whatever its folder: "rocm/inductor_timm_training".
std::string configKey(const std::string& path);

}  // namespace plumbline::evidence
