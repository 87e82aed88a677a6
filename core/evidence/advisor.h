// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on a pending decision: what history says about such moves, what the siblings do, whether the columns of the row
// contradict each other, whether its runs say broken or flaky, and what CI would have shown in the last of them. One sentence,
// one recommended answer, the evidence in lines. It never decides.
//
//   const Advisor advisor(*store->baselines().read());
//   const RunMoves run = pendingMoves(pairs);
//   const RowAdvice advice = advisor.advise(run, 0, {.runs = lastRuns});
//   advice.sentence      // "loses pass; 4 of 5 commits with moves that lose pass were undone within 90 days"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/pending_moves.h"
#include "core/evidence/row_evidence.h"
#include "core/evidence/undo_rates.h"

namespace plumbline::evidence {

enum class Advised : std::uint8_t {
  Accept,
  Keep,
  Flaky,
  Look,  ///< the evidence does not decide it: look at the row, or wait for more runs
};
/// advisedName is the word of the answer: "accept", "keep", "flaky", "look".
std::string_view advisedName(Advised advised);

/// PastRun is what one run measured for a row, by column.
struct PastRun {
  struct Cell {
    std::string column;
    std::optional<double> number;
    std::string word;
  };
  std::vector<Cell> cells;
};

/// EvidenceLine is a statement with what it stands on: `part` of `n`, with the 95 % Jeffreys interval of their share.
struct EvidenceLine {
  std::string text;
  std::size_t part = 0, n = 0;  ///< n 0: the text is all there is
  std::string unit;             ///< what `n` counts: "commit", "run" or "sibling"
};
/// evidenceText: "siblings that go along; 3 of 4 siblings (95 % Jeffreys: 28 % to 97 %)".
std::string evidenceText(const EvidenceLine& line);

struct CellAdvice {
  std::string column, before, after;
  MoveGroup group = MoveGroup::Other;
  double risk = 0;
};

struct RowAdvice {
  std::string model;
  Advised advised = Advised::Look;
  std::string sentence;
  std::optional<double> risk;  ///< highest of the cells; none where no value moves
  bool hasSuchMoves = false;   ///< otherwise the risk is where the estimate starts, a guess
  bool isImprovement = false;  ///< a better value that nothing speaks against
  bool isWarning = false;      ///< a value gets worse, or what looks better is no improvement
  bool holdsBack = false;      ///< history says that it will be undone: accepting needs a reason
  bool contradicts = false;    ///< columns of the row point in two directions
  bool isByRuns = false;       ///< its runs decide it: they say broken or flaky
  std::vector<CellAdvice> cells;
  std::vector<EvidenceLine> evidence;
};
/// riskMethod says how RowAdvice::risk is estimated.
std::string_view riskMethod();

/// RowFacts is what is known of a row besides its moves.
struct RowFacts {
  std::vector<PastRun> runs = {};  ///< its last runs, oldest first
  std::vector<RowEvidence> card = {};  ///< as rowCards; what it says of the row, the advice says too
  std::optional<bool> isInBrokenRun = {};  ///< isBrokenRun of all rows, where it is known: it looks at each
  std::string excuse = {};         ///< the flaky list that excuses it, a sentence; then there is nothing to decide
  Advised unmoved = Advised::Look;                      ///< the answer to a row in which no pinned value moves
  std::string unmovedText = "no pinned value moves";
};

class Advisor {
 public:
  /// Without a history only the columns of a row, its siblings and its runs speak.
  explicit Advisor(const history::BaselineHistory& history = {}) : m_rates(history) {}

  /// advise judges row `index` of a run that moves as a whole.
  RowAdvice advise(const RunMoves& run, std::size_t index, const RowFacts& facts = {}) const;
  bool hasHistory() const { return m_rates.hasMoves(); }

 private:
  UndoRates m_rates;
};

}  // namespace plumbline::evidence
