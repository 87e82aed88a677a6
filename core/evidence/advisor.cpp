// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/advisor.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/configs/config.h"
#include "core/history/row_history.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/run_intake.h"
#include "core/statistics/rates.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::evidence {
namespace {

using statistics::RateClass;

constexpr std::array<std::string_view, 4> kAdvised = {"accept", "keep", "flaky", "look"};

constexpr std::string_view kGraphBreaks = "graph_breaks";

/// Less is no history: "cannot say".
constexpr std::size_t kMinCommits = 3;
constexpr double kLikelyUndone = 0.5, kLikelyKept = 0.3;

std::string percentText(double share) { return text::fixedText(100 * share, 0) + " %"; }

bool isSuspect(MoveGroup group) { return group == MoveGroup::BetterAlone || group == MoveGroup::BetterInBrokenRun; }
bool isUnsupportedOrWorse(MoveGroup group) {
  return group == MoveGroup::LosesPass || group == MoveGroup::Worse || isSuspect(group);
}

/// Reds of the last runs under one treatment of the row, and how they lie in time.
struct Reds {
  std::size_t runs = 0, red = 0, stretches = 0;
  std::size_t last = 0;  ///< red runs at the end without a green one between
};

/// failsCi: in CI a value fails that is not the baseline's, better ones too: they are reported as improved, with exit status 1
/// (SPEC 3). A value that a run lacks does not count.
bool failsCi(const PastRun::Cell& value, const std::string& baseline) {
  if (value.number) {
    const auto number = history::finiteNumber(baseline);
    return value.column == kGraphBreaks && number && *value.number != *number;
  }
  return !value.word.empty() && value.word != baseline && (value.column == history::kStatusMetric || history::isStatusWord(value.word));
}

/// redsOf judges the runs as CI would have with these values in the baseline.
Reds redsOf(const std::vector<PastRun>& runs, const std::vector<CellMove>& cells, bool isAccepted) {
  Reds reds;
  bool wasRed = false;
  for (const PastRun& run : runs) {
    const bool isRed = std::ranges::any_of(run.cells, [&](const PastRun::Cell& value) {
      const auto cell = std::ranges::find(cells, value.column, &CellMove::column);
      return cell != cells.end() && failsCi(value, isAccepted ? cell->after : cell->before);
    });
    ++reds.runs;
    reds.red += isRed ? 1 : 0;
    reds.stretches += isRed && !wasRed ? 1 : 0;
    reds.last = isRed ? reds.last + 1 : 0;
    wasRed = isRed;
  }
  return reds;
}

class Judgement {
 public:
  Judgement(const UndoRates& rates, const RunMoves& run, std::size_t index, const RowFacts& facts)
      : m_rates(rates), m_row(run[index]), m_facts(facts), m_isBroken(facts.isInBrokenRun ? *facts.isInBrokenRun : isBrokenRun(run)) {}

  RowAdvice make() && {
    m_advice.model = m_row.model;
    estimate();
    readColumns();
    readCard();
    readRuns();
    decide();
    addEvidence();
    return std::move(m_advice);
  }

 private:
  /// estimate finds the cell with the highest risk; it stands for the row.
  void estimate() {
    for (std::size_t i = 0; i < m_row.cells.size(); ++i) {
      const CellMove& cell = m_row.cells[i];
      auto estimate = m_rates.estimate(m_row, cell, m_isBroken);
      m_advice.cells.push_back({cell.column, cell.before, cell.after, estimate.group, estimate.risk});
      if (m_advice.risk && estimate.risk <= *m_advice.risk) continue;
      m_advice.risk = estimate.risk;
      m_worst = i;
      m_estimate = std::move(estimate);
    }
    m_advice.hasSuchMoves = std::ranges::any_of(m_estimate.levels, [](const auto& level) { return level.past.weight > 0; });
  }

  /// readColumns finds columns that a row's status contradicts.
  void readColumns() {
    for (const CellMove& cell : m_row.cells) {
      const MoveGroup group = groupOf(m_row, cell, m_isBroken);
      const bool isNumber = cell.column != history::kStatusMetric;
      m_hasWorse = m_hasWorse || group == MoveGroup::LosesPass || isWorse(cell);
      m_isSuspect = m_isSuspect || isSuspect(group);
      const std::string move = cell.column + ' ' + cell.before + " -> " + cell.after;
      if (isNumber && group == MoveGroup::LosesPass && isBetter(cell))
        contradict(move + " is no improvement: the row ends in " + m_row.statusAfter + ", so it counted less");
      if (isNumber && group == MoveGroup::StaysFailing && isBetter(cell))
        contradict(move + " is no improvement: the row ends in " + m_row.statusAfter + " before and after, or counted another part");
      if (isNumber && group == MoveGroup::GainsPass && isWorse(cell))
        contradict(move + " is counted over a run that ends in " + m_row.statusAfter + " now, and ended in " +
                   m_row.statusBefore + " before");
    }
    m_advice.isWarning = m_hasWorse || m_isSuspect || m_advice.contradicts;
  }

  void contradict(std::string what) {
    m_advice.contradicts = true;
    if (m_contradiction.empty()) m_contradiction = std::move(what);
  }

  void readRuns() {
    m_left = redsOf(m_facts.runs, m_row.cells, false);
    m_accepted = redsOf(m_facts.runs, m_row.cells, true);
    constexpr std::size_t kMinRuns = 5;
    const bool comesAndGoes = m_left.stretches >= 2 && m_left.last < m_left.runs;
    m_flaps = !m_ofRuns && m_left.runs >= kMinRuns && comesAndGoes && isFlaky(m_left);
    // A word that its baseline excuses, and that comes and goes.
    m_wouldFlap = m_accepted.runs >= kMinRuns && m_accepted.stretches >= 2 && isFlaky(m_accepted);
  }

  static bool isFlaky(const Reds& reds) { return statistics::judgeRate({reds.red, reds.runs}).rateClass == RateClass::Flaky; }

  /// isRelevant: a better value that keeps coming is no regression, and one that comes and goes is flaky like any other.
  bool isRelevant(const RowEvidence& column) const {
    if (!column.status) return false;
    const auto cell = std::ranges::find_if(m_row.cells, [&](const CellMove& each) {
      return each.column == column.row.metric || (column.row.metric == history::kStatusMetric && history::isDtypeColumn(each.column));
    });
    const RateClass rateClass = column.rateClass();
    if (cell == m_row.cells.end()) {
      const bool isMeasured = column.row.metric != history::kStatusMetric;  // not pinned, and different in this run
      return m_row.cells.empty() || (isMeasured && (rateClass == RateClass::Broken || rateClass == RateClass::Flaky));
    }
    return rateClass == RateClass::Flaky || !(isBetter(*cell) || verdicts::isPassing(cell->after));
  }

  /// readCard takes the first column of the card that is about what moves: the card has the most urgent one in front.
  void readCard() {
    const auto column = std::ranges::find_if(m_facts.card, [&](const RowEvidence& each) { return isRelevant(each); });
    if (column == m_facts.card.end()) return;
    m_ofRuns = column->rateClass();
    m_runsText = statusSentence(*column);
    m_runsText.front() = text::toLower(m_runsText.front());
    m_runsText.pop_back();
    const std::string& metric = column->row.metric;
    if (m_row.cells.empty() || (metric != m_row.cells[m_worst].column && metric != history::kStatusMetric)) m_runsText.insert(0, metric + ' ');
  }

  std::size_t commits() const { return m_estimate.levels.empty() ? 0 : m_estimate.levels.front().past.commits; }

  void decide() {
    if (m_row.cells.empty()) return decideUnmoved();
    const bool hasHistory = commits() >= kMinCommits;
    const double risk = *m_advice.risk;
    const MoveGroup group = m_advice.cells[m_worst].group;
    m_advice.holdsBack = hasHistory && risk >= kLikelyUndone && isUnsupportedOrWorse(group);
    std::string text = moveText();
    if (!m_facts.excuse.empty()) {
      m_advice.advised = Advised::Keep;
    } else if (m_flaps) {
      m_advice.advised = Advised::Flaky;
      text += "; red in " + std::to_string(m_left.red) + " of its last " + std::to_string(m_left.runs) + " runs and green between";
    } else if (const auto answer = answerOfRuns()) {
      m_advice.advised = *answer;
      m_advice.isByRuns = true;
    } else if (m_wouldFlap) {
      m_advice.advised = Advised::Flaky;
      text += "; accepted, it would have been red in " + std::to_string(m_accepted.red) + " of its last " + std::to_string(m_accepted.runs) +
              " runs and green between";
    } else if (m_advice.holdsBack) {
      m_advice.advised = group == MoveGroup::BetterAlone ? Advised::Look : Advised::Keep;
    } else if (m_isSuspect) {
      m_advice.advised = Advised::Look;
    } else if (!m_hasWorse || group == MoveGroup::GainsPass) {
      m_advice.advised = risk <= kLikelyKept ? Advised::Accept : Advised::Look;
    } else {
      const auto high = hasHistory ? m_estimate.levels.front().past.interval().high : 1.0;
      m_advice.advised = hasHistory && risk <= kLikelyKept && high < kLikelyUndone ? Advised::Accept : Advised::Look;
    }
    const bool isGain = group == MoveGroup::GainsPass || group == MoveGroup::BetterAlong || group == MoveGroup::Better;
    m_advice.isImprovement = isGain && m_advice.advised == Advised::Accept &&
                             (group != MoveGroup::Better || hasHistory);
    if (m_ofRuns) text += "; " + m_runsText;
    if (!m_ofRuns || m_rates.hasMoves()) text += "; " + historyText();
    m_advice.sentence = std::move(text);
    for (const std::string& more : {m_contradiction, m_facts.excuse})
      if (!more.empty()) m_advice.sentence += "; " + more;
  }

  void decideUnmoved() {
    m_advice.advised = m_facts.unmoved;
    m_advice.sentence = m_facts.unmovedText;
    const auto answer = answerOfRuns();
    if (!answer || m_facts.unmoved != Advised::Look) return;
    m_advice.advised = *answer;
    m_advice.isByRuns = true;
    m_advice.sentence += "; " + m_runsText;
  }

  /// answerOfRuns is the answer for a row that is broken or flaky by its runs.
  std::optional<Advised> answerOfRuns() const {
    if (m_ofRuns == RateClass::Broken) return Advised::Keep;
    return m_ofRuns == RateClass::Flaky ? std::optional(Advised::Flaky) : std::nullopt;
  }

  std::string moveText() const {
    const CellAdvice& cell = m_advice.cells[m_worst];
    std::string move = cell.column + ' ' + cell.before + " -> " + cell.after;
    switch (cell.group) {
      case MoveGroup::LosesPass: return move + " loses pass";
      case MoveGroup::GainsPass: return move + (cell.column == history::kStatusMetric ? " gains pass" : " in a row that gains pass");
      case MoveGroup::Worse: return move + " is worse";
      case MoveGroup::BetterAlone: return move + " is better here alone: " + siblingsText(cell);
      case MoveGroup::BetterAlong: return move + " is better, also in siblings";
      case MoveGroup::BetterInBrokenRun: return move + " is lower or better in a run in which other rows lose pass, which is no improvement";
      case MoveGroup::Better: return move + " is better";
      case MoveGroup::BetterUnread:
        return move + " is not known of " + text::counted(m_estimate.unread, "sibling") + " with " + cell.before + ", whose run is not beside this one";
      case MoveGroup::StaysFailing: return move + " in a row that does not pass";
      case MoveGroup::Other: break;
    }
    return move;
  }

  std::string siblingsText(const CellAdvice& cell) const {
    const std::size_t count = m_row.cells[m_worst].siblingsInStep;
    return text::counted(count, "sibling") + " with " + cell.before + (count == 1 ? " stays" : " stay");
  }

  std::string historyText() const {
    if (!m_rates.hasMoves()) return "cannot say whether it lasts: no history of the baselines";
    if (m_estimate.unread > 0 && m_rates.siblingCommits() < kMinCommits)
      return "cannot say whether they go along: " + text::counted(m_rates.siblingCommits(), "commit") + " with siblings in step before";
    if (m_estimate.unread > 0)
      return "siblings went along in " + std::to_string(m_rates.togetherCommits()) + " of " + text::counted(m_rates.siblingCommits(), "commit");
    const std::string what(groupText(m_estimate.group));
    const PastMoves& past = m_estimate.levels.front().past;
    if (past.commits < kMinCommits)
      return "cannot say whether it lasts: " + (past.commits == 0 ? "no commit" : text::counted(past.commits, "commit")) + " with " + what + " before";
    std::string text = std::to_string(past.undoneCommits) + " of " + text::counted(past.commits, "commit") + " with " + what +
                       " were undone within " + std::to_string(UndoRates::kUndoneWithinDays) + " days";
    if (!m_estimate.lastUndone.empty()) text += ", this cell last by " + m_estimate.lastUndone;
    return text;
  }

  void addEvidence() {
    for (const UndoRates::Level& level : m_estimate.levels)
      if (level.past.cells > 0)
        m_advice.evidence.push_back({level.text + ", undone within " + std::to_string(UndoRates::kUndoneWithinDays) + " days: " +
                                         text::groupedText(level.past.undoneCells) + " of " + text::counted(level.past.cells, "cell"),
                                     level.past.undoneCommits, level.past.commits, "commit"});
    if (!m_estimate.lastUndone.empty()) addText("this cell was undone before: " + m_estimate.lastUndone);
    if (!m_contradiction.empty()) addText("columns: " + m_contradiction);
    addSiblings();
    addRuns();
    if (m_advice.risk)
      addText("risk of being undone " + percentText(*m_advice.risk) + ": " +
              (m_advice.hasSuchMoves ? std::string(riskMethod()) : "a guess from the kind alone, no such move is known"));
  }

  void addText(std::string text) { m_advice.evidence.push_back({std::move(text), 0, 0, {}}); }

  void addSiblings() {
    for (const CellMove& cell : m_row.cells)
      if (cell.siblingsInStep > 0)
        m_advice.evidence.push_back({"siblings that held " + cell.column + ' ' + cell.before + " and go along in this run",
                                     cell.siblingsAlong, cell.siblingsInStep, "sibling"});
    if (m_rates.siblingCommits() > 0 && !m_row.cells.empty())
      m_advice.evidence.push_back({"commits in which most of the siblings that held the same value moved along", m_rates.togetherCommits(),
                                   m_rates.siblingCommits(), "commit"});
  }

  void addRuns() {
    if (m_left.runs == 0) return;
    const std::string runs = "CI in the last " + text::counted(m_left.runs, "run") + ", red ";
    m_advice.evidence.push_back({runs + "with the baseline left as it is", m_left.red, m_left.runs, "run"});
    m_advice.evidence.push_back({runs + "had these values been accepted", m_accepted.red, m_accepted.runs, "run"});
    m_advice.evidence.push_back({runs + "on a flaky list, which would have hidden " + text::counted(m_left.red, "red run"), 0, m_left.runs, "run"});
    if (m_left.last >= 3 && m_left.stretches == 1 && m_left.last < m_left.runs)
      addText("red in the last " + std::to_string(m_left.last) + " runs and never before: a step, no noise");
  }

  const UndoRates& m_rates;
  const RowMove& m_row;
  const RowFacts& m_facts;
  bool m_isBroken;
  std::size_t m_worst = 0;
  UndoRates::Estimate m_estimate;
  bool m_hasWorse = false, m_isSuspect = false, m_flaps = false, m_wouldFlap = false;
  std::string m_contradiction;
  std::optional<RateClass> m_ofRuns;  ///< by the card, where it is about what moves
  std::string m_runsText;
  Reds m_left, m_accepted;
  RowAdvice m_advice;
};

}  // namespace

std::string_view advisedName(Advised advised) { return kAdvised[static_cast<std::size_t>(advised)]; }

std::string_view riskMethod() {
  return "commits with such moves that were undone within 90 days, by kind, values, model and cell; each level is shrunk towards "
         "the one before, which weighs as 4 commits; a move that stands counts by its age (half-life 7 days)";
}

std::string evidenceText(const EvidenceLine& line) {
  if (line.n == 0) return line.text;
  const statistics::Interval interval = statistics::rateInterval({line.part, line.n});
  return line.text + "; " + std::to_string(line.part) + " of " + text::counted(line.n, line.unit) + " (95 % Jeffreys: " +
         percentText(interval.low) + " to " + percentText(interval.high) + ')';
}

RowAdvice Advisor::advise(const RunMoves& run, std::size_t index, const RowFacts& facts) const {
  return Judgement(m_rates, run, index, facts).make();
}

}  // namespace plumbline::evidence
