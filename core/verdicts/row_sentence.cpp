// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/row_sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "core/python/numbers.h"
#include "core/text/quantities.h"
#include "core/verdicts/field.h"
#include "core/verdicts/findings.h"

namespace plumbline::verdicts {
namespace {

/// Absence is why a side has no single value, as get_field in the scripts sees it (SPEC 2.1).
enum class Absence : std::uint8_t {
  Present,
  NoRow,
  SeveralRows,
  NoColumn,
  NamesAreNumbers,  ///< no row: the name is a text that looks like a number, and that side's names are numbers
  NamesAreTexts,    ///< no row: the name is a number, and that side's names are texts
};

/// CellKind is what pandas takes a cell for.
enum class CellKind : std::uint8_t { None, Empty, Number, Text };

std::string_view absenceText(Absence why) {
  switch (why) {
    case Absence::NoRow: return "the name is not in it";
    case Absence::SeveralRows: return "the name is in it more than once";
    case Absence::NoColumn: return "it has no such column";
    case Absence::NamesAreNumbers: return "pandas reads its names as numbers and this one as a text";
    case Absence::NamesAreTexts: return "pandas reads its names as texts and this one as a number";
    case Absence::Present: break;
  }
  return "it has no single value";
}

/// VerdictFacts are the words a sentence needs beside the verdict.
struct VerdictFacts {
  Check check = Check::Accuracy;
  std::string_view generation;                  ///< of the rule set, e.g. "2025-11"
  std::string_view metric;                      ///< column the verdict is about, e.g. "graph_breaks"
  std::string expected, actual;                 ///< values as Python prints them; "None" where a side has none
  double expectedNumber = 0, actualNumber = 0;  ///< the same as numbers, NaN where they are none
  CellKind expectedKind = CellKind::None, actualKind = CellKind::None;
  Absence expectedAbsent = Absence::Present;
  Absence actualAbsent = Absence::Present;
  bool noGraphsColumn = false;  ///< the run has no column unique_graphs, which graph-breaks 2026-07 asks for first
  bool notMeasured = false;     ///< the actual value is the zero padding of a failed run (SPEC 11.2)
  double allowedDrop = 0;       ///< share of the baseline that may be lost, e.g. 0.05; 0: nothing may
};

std::string join(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

/// oneDecimal prints at most one decimal: "22.4", "5".
std::string oneDecimal(double value) {
  std::string out = text::fixedText(value, 1);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out;
}

/// isCount returns whether a metric counts things; ratios, times and sizes have a unit or decimals.
bool isCount(std::string_view metric) {
  const std::uint8_t index = metricIndex(metric);
  return index != kNoMetric && metricCatalogue()[index].decimals == 0 && metricCatalogue()[index].unit.empty();
}

std::string_view shown(std::string_view metric, std::string_view value, CellKind kind) {
  if (kind == CellKind::Number && isCount(metric) && value.ends_with(".0")) value.remove_suffix(2);
  return value;
}

bool bothEmpty(const VerdictFacts& facts) {
  return facts.expectedKind == CellKind::Empty && facts.actualKind == CellKind::Empty;
}

std::string_view kindWord(CellKind kind) {
  if (kind == CellKind::Number) return " (a number)";
  return kind == CellKind::Text ? " (a text)" : "";
}

std::string changeText(const VerdictFacts& facts) {
  const std::string_view was = shown(facts.metric, facts.expected, facts.expectedKind);
  const std::string_view is = shown(facts.metric, facts.actual, facts.actualKind);
  if (bothEmpty(facts)) return join({facts.metric, " is empty on both sides"});
  // Equal-looking values can differ in kind: pandas reads a column with one word in it as texts.
  const bool lookAlike = was == is && facts.expectedKind != facts.actualKind;
  return join({facts.metric, " was ", was, lookAlike ? kindWord(facts.expectedKind) : "", ", is ", is,
               lookAlike ? kindWord(facts.actualKind) : ""});
}

class Sentence {
 public:
  Sentence(const Verdict& verdict, const VerdictFacts& facts) : m_verdict(verdict), m_facts(facts) {}

  std::string text() const { return join({body(), " (", checkName(m_facts.check), " ", m_facts.generation, ")."}); }

 private:
  std::string_view actual() const { return shown(m_facts.metric, m_facts.actual, m_facts.actualKind); }
  std::string wasIs() const { return changeText(m_facts); }
  std::string isBoth() const { return join({m_facts.metric, " is ", actual(), " on both sides"}); }
  std::string notInRun() const {
    return join({"The run has no ", m_facts.metric, " for this model (", absenceText(m_facts.actualAbsent), ")"});
  }

  /// difference returns "2 more" or "22.4 % less" beside a colon, "" where it cannot be expressed.
  std::string difference() const {
    const double delta = m_facts.actualNumber - m_facts.expectedNumber;
    if (!std::isfinite(delta) || delta == 0) return {};
    if (isCount(m_facts.metric)) return oneDecimal(std::abs(delta)) + (delta > 0 ? " more" : " fewer");
    if (m_facts.expectedNumber == 0) return {};
    return oneDecimal(std::abs(delta / m_facts.expectedNumber) * 100) + (delta > 0 ? " % more" : " % less");
  }
  std::string differs(std::string_view ending) const {
    const std::string by = difference();
    return join({wasIs(), ": ", by, by.empty() ? "" : ", ", ending});
  }
  std::string allowed() const { return oneDecimal(m_facts.allowedDrop * 100) + " %"; }

  std::string accuracyChange() const {
    if (m_facts.actualAbsent != Absence::Present) return notInRun() + ": CI takes that for a failure";
    if (bothEmpty(m_facts)) return wasIs() + ": an empty cell equals nothing, not even another empty cell, so CI fails";
    if (m_facts.expected == "pass") return wasIs() + ": CI fails on any change away from pass";
    return wasIs() + ": neither pass nor what the baseline says, so CI fails";
  }

  std::string noBaseline() const {
    return join({m_facts.metric, " is ", actual(), ", and the baseline has none (", absenceText(m_facts.expectedAbsent),
                 m_verdict.status == StatusWord::None              ? "): the script says so and passes it"
                 : m_verdict.status == StatusWord::MissingExpected ? "): CI counts the model as failed and exits 1"
                                                                   : "): CI fails until it has one"});
  }

  std::string fewerOrMore() const {
    switch (m_verdict.reason) {
      case Reason::MoreIsWorse: return differs("and CI fails on any rise");
      case Reason::LessIsBetter: return differs("which is better, but CI fails until the baseline says so");
      case Reason::MoreIsBetter:
        return differs(m_verdict.cls == VerdictClass::Improved
                           ? "which is better, but CI fails until the baseline says so"
                           : "which is better, and CI passes it");
      default: break;
    }
    if (m_facts.allowedDrop > 0) return differs(join({"and CI allows a drop of ", allowed(), " at most"}));
    return differs("and CI fails on any drop");
  }

  std::string counter(std::string_view where, std::string_view value) const {
    return join(
        {m_facts.metric, " is ", value, " in the ", where, ", not a whole number from 0 up: CI refuses the row"});
  }

  std::string body() const {
    const bool counts = m_verdict.reason == Reason::LessIsBetter || m_verdict.reason == Reason::LessIsWorse ||
                        m_verdict.reason == Reason::BelowTolerance;
    if (m_facts.notMeasured && counts)
      return wasIs() + " because the run failed and measured nothing: CI fails all the same";
    switch (m_verdict.reason) {
      case Reason::Equal: return isBoth() + ": CI passes it";
      case Reason::ExpectedFailure: return isBoth() + ": not pass, but what the baseline expects, so CI stays green";
      case Reason::BothAbsent:
        return join({"Neither file has one single ", m_facts.metric, " for this name (in the run ",
                     absenceText(m_facts.actualAbsent), ", in the baseline ", absenceText(m_facts.expectedAbsent),
                     "): the script calls that an expected failure and stays green"});
      case Reason::FlakyListed: return wasIs() + ": the model is on the flaky list, so CI does not count it";
      case Reason::FlakyListedPass: return isBoth() + ": CI passes it, and the model is on the flaky list";
      case Reason::StatusRegressed: return accuracyChange();
      case Reason::StatusImproved:
        return wasIs() + ": better than the baseline, and CI fails until the baseline says so";
      case Reason::NoBaseline: return noBaseline();
      case Reason::NoActualValue:
        return notInRun() + (m_verdict.status == StatusWord::MissingAccuracy
                                 ? ": CI counts the model as failed and exits 1"
                                 : ": CI fails");
      case Reason::MoreIsWorse:
      case Reason::LessIsBetter:
      case Reason::LessIsWorse:
      case Reason::MoreIsBetter: return fewerOrMore();
      case Reason::WithinTolerance: return join({wasIs(), ": within the ", allowed(), " that CI allows"});
      case Reason::BelowTolerance:
        return differs(join({"below the ", oneDecimal((1 - m_facts.allowedDrop) * 100),
                             " % of the baseline that CI asks for, so CI fails"}));
      case Reason::NotComparable:
        if (m_verdict.cls == VerdictClass::Fail) return wasIs() + ": an empty cell cannot be compared, so CI fails";
        return wasIs() +
               ": an empty cell cannot be compared; the script repeats the word of the model before and counts nothing";
      default: return rareBody();
    }
  }

  std::string rareBody() const {
    switch (m_verdict.reason) {
      case Reason::EagerFailed:
        if (m_facts.noGraphsColumn)
          return "The run has no column unique_graphs: CI calls every such row EAGER_FAILED and compares nothing";
        return "No graph was captured (unique_graphs is 0, or the run has no single value): CI calls it EAGER_FAILED "
               "and compares nothing";
      case Reason::InvalidStatus:
        return join({"accuracy is ", m_facts.actual, " in the run, no status word: CI refuses the row"});
      case Reason::InvalidExpectedStatus:
        return join({"accuracy is ", m_facts.expected, " in the baseline, no status word: CI refuses the row"});
      case Reason::InvalidCounter: return counter("run", m_facts.actual);
      case Reason::InvalidExpectedCounter: return counter("baseline", m_facts.expected);
      case Reason::NoCapture:
        return "unique_graphs is 0 in the run, but this model ought to be captured: CI refuses the row";
      case Reason::BelowThreshold: return join({m_facts.metric, " is ", m_facts.actual, ", below its bound"});
      case Reason::AboveThreshold: return join({m_facts.metric, " is ", m_facts.actual, ", above its bound"});
      case Reason::LacksPass:
        return join({"The status is ", m_facts.actual, ": the word pass is not in it, so CI fails"});
      case Reason::TooSlow: return join({m_facts.metric, " is ", m_facts.actual, ": too slow, CI fails"});
      case Reason::OverMargin: return differs("above the margin around the expected value, so CI fails");
      case Reason::UnderMargin:
        return differs("below the margin around the expected value, and CI fails until that is noted");
      case Reason::WithinMargin: return wasIs() + ": within the margin";
      case Reason::NotInResult: return "The result has no value for this benchmark: CI fails";
      case Reason::ScriptCrashed:
        return join({wasIs(), ": the script dies in a traceback at this row, so CI fails and judges no row after it"});
      default: return wasIs();
    }
  }

  const Verdict& m_verdict;
  const VerdictFacts& m_facts;
};

/// absenceOfRow is why `other` has no row of a name of `own`. 123 and "123" are two names for pandas, and it takes all
/// names of a file for numbers or none.
Absence absenceOfRow(const tables::Frame& own, const tables::Frame& other, std::string_view name) {
  if (hasTextNames(own) == hasTextNames(other) || !python::parseFloat(name)) return Absence::NoRow;
  return hasTextNames(own) ? Absence::NamesAreNumbers : Absence::NamesAreTexts;
}

constexpr std::size_t kNamedChanges = 3;  ///< more would make a paragraph of the sentence
constexpr std::array kPairChecks = {Check::Accuracy, Check::GraphBreaks, Check::Memory};

CellKind kindOf(const tables::Value& value) {
  if (value.kind == tables::ValueKind::NaN) return CellKind::Empty;
  return value.isNumber() ? CellKind::Number : CellKind::Text;
}

std::string changeOf(std::string_view metric, const MetricCell& cell) {
  VerdictFacts facts;
  facts.metric = metric;
  facts.expected = strText(*cell.expected);
  facts.actual = strText(*cell.actual);
  facts.expectedKind = kindOf(*cell.expected);
  facts.actualKind = kindOf(*cell.actual);
  return changeText(facts);
}

/// compares returns whether a check ever compares a metric under these rules.
bool compares(const RuleSet& rules, Check check, std::string_view metric) {
  if (metric == checkMetric(check)) return true;
  return check == Check::GraphBreaks &&
         std::ranges::any_of(rules.graphBreaks.tracked,
                             [&](const TrackedMetric& tracked) { return tracked.name == metric; });
}

std::string_view whereItEnded(const CheckSummary& check) {
  if (check.refused) return "turned this pair down";
  return check.verdicts.empty() ? "died before its first row" : "died before this row";
}

/// RowWriter writes the sentences of one row.
class RowWriter {
 public:
  RowWriter(const Comparison& comparison, std::size_t row) : m_comparison(comparison), m_row(row) {}
  std::string text() const;

 private:
  VerdictFacts facts(std::size_t checkIndex, const Verdict& verdict) const;
  std::string explained(std::size_t checkIndex, const Verdict& verdict) const;
  std::string lostSentence() const;
  std::string flakyLists(std::string_view name) const;
  std::string plainChanges() const;
  std::string unjudgedChanges(bool alsoUnwatched) const;
  const CheckSummary* diedBefore(std::string_view metric) const;
  std::string unjudgedSentence() const;

  const Comparison& m_comparison;
  std::size_t m_row;
};

VerdictFacts RowWriter::facts(std::size_t checkIndex, const Verdict& verdict) const {
  const ComparedRow& row = m_comparison.row(m_row);
  VerdictFacts out;
  out.check = m_comparison.checks()[checkIndex].check;
  out.generation = m_comparison.options().rules->generation;
  out.noGraphsColumn = !m_comparison.actual().hasColumn("unique_graphs");
  out.metric = verdictMetric(out.check, verdict);
  const auto side = [&](const tables::Frame& frame, std::uint32_t at, bool repeated, std::string& text, double& number,
                        CellKind& kind) {
    text = "None";
    number = std::numeric_limits<double>::quiet_NaN();
    if (at == kNoRow) return Absence::NoRow;
    if (repeated) return Absence::SeveralRows;
    const tables::TypedColumn* column = frame.column(out.metric);
    if (column == nullptr) return Absence::NoColumn;
    std::string scratch;
    const tables::Value value = column->at(at, scratch);
    text = strText(value);
    number = value.asDouble();
    kind = kindOf(value);
    return Absence::Present;
  };
  out.actualAbsent = side(m_comparison.actual(), row.actualRow, row.has(Finding::DuplicateActual), out.actual,
                          out.actualNumber, out.actualKind);
  out.expectedAbsent = side(m_comparison.expected(), row.expectedRow, row.has(Finding::DuplicateExpected), out.expected,
                            out.expectedNumber, out.expectedKind);
  std::string scratch;
  if (out.expectedAbsent == Absence::NoRow)
    out.expectedAbsent =
        absenceOfRow(m_comparison.actual(), m_comparison.expected(), m_comparison.modelName(m_row, scratch));
  const std::uint8_t metric = metricIndex(out.metric);
  out.notMeasured =
      row.has(Finding::NotMeasured) && metric != kNoMetric && metricCatalogue()[metric].zeroMeansNotMeasured;
  if (out.check == Check::Memory) out.allowedDrop = 1 - m_comparison.options().rules->memory.tolerance;
  if (out.check == Check::GraphBreaks)
    for (const TrackedMetric& tracked : m_comparison.options().rules->graphBreaks.tracked)
      if (tracked.name == out.metric && tracked.compare == Compare::DropTolerance)
        out.allowedDrop = m_comparison.options().rules->graphBreaks.dropTolerance;
  return out;
}

std::string RowWriter::explained(std::size_t checkIndex, const Verdict& verdict) const {
  return Sentence(verdict, facts(checkIndex, verdict)).text();
}

std::string RowWriter::lostSentence() const {
  const ComparedRow& row = m_comparison.row(m_row);
  if (!row.has(Finding::Lost)) return findingSentence(Finding::ConflictMarker, {});
  std::string out = "It is in the baseline";
  if (const auto* accuracy = m_comparison.expected().column("accuracy")) {
    std::string scratch;
    out += " (accuracy " + strText(accuracy->at(row.expectedRow, scratch)) + ")";
  }
  std::string nameScratch;
  const Absence why =
      absenceOfRow(m_comparison.expected(), m_comparison.actual(), m_comparison.modelName(m_row, nameScratch));
  if (why != Absence::NoRow)
    return out + ", but CI finds no row for it in this run (" + std::string(absenceText(why)) +
           "): CI never looks at such a model and stays green.";
  return out + ", but this run has no row for it: CI never looks at such a model and stays green.";
}

std::string RowWriter::plainChanges() const {
  std::string out;
  std::size_t named = 0;
  for (std::size_t m = 0; m < m_comparison.metrics().size() && named < kNamedChanges; ++m) {
    const MetricCell found = m_comparison.cell(m_row, m);
    if (!found.changed || found.checked) continue;
    ++named;
    out += (out.empty() ? " " : ", ") + changeOf(m_comparison.metrics()[m].info.name, found);
  }
  return out.empty() ? out : out + ".";
}

/// diedBefore finds the check in use that would have compared a metric of this row, had its script come so far.
const CheckSummary* RowWriter::diedBefore(std::string_view metric) const {
  for (std::size_t c = 0; c < m_comparison.checks().size(); ++c)
    if ((m_comparison.checks()[c].crash || m_comparison.checks()[c].refused) &&
        m_comparison.verdicts(m_row, c).empty() &&
        compares(*m_comparison.options().rules, m_comparison.checks()[c].check, metric))
      return &m_comparison.checks()[c];
  return nullptr;
}

/// unjudgedChanges names the changed metrics that no check has a verdict on, and says why there is none;
/// `alsoUnwatched` includes those that no check in use would ever compare.
std::string RowWriter::unjudgedChanges(bool alsoUnwatched) const {
  std::vector<std::pair<std::string, std::string>> changesByReason;  // metrics with the same reason share a sentence
  std::size_t named = 0;
  for (std::size_t m = 0; m < m_comparison.metrics().size() && named < kNamedChanges; ++m) {
    const MetricCell found = m_comparison.cell(m_row, m);
    if (!found.changed || found.checked) continue;
    const std::string& metric = m_comparison.metrics()[m].info.name;
    const auto looksAt = [&](Check check) { return compares(*m_comparison.options().rules, check, metric); };
    std::string why;
    if (const CheckSummary* died = diedBefore(metric)) {
      why = ": the " + std::string(checkName(died->check)) + " script " + std::string(whereItEnded(*died)) +
            ", so CI has no verdict on that.";
    } else if (!alsoUnwatched) {
      continue;
    } else if (std::ranges::any_of(m_comparison.checks(), looksAt, &CheckSummary::check)) {
      why = ". No check compares that in this row.";
    } else if (std::ranges::any_of(kPairChecks, looksAt)) {
      why = ". None of the checks in use compares that.";
    } else {
      why = ". No check compares that.";
    }
    ++named;
    auto same = std::ranges::find(changesByReason, why, &std::pair<std::string, std::string>::first);
    if (same == changesByReason.end()) same = changesByReason.insert(same, {why, ""});
    same->second += (same->second.empty() ? " " : ", ") + changeOf(metric, found);
  }
  std::string out;
  for (const auto& [why, what] : changesByReason) out += what + why;
  return out;
}

std::string RowWriter::unjudgedSentence() const {
  for (const CheckSummary& check : m_comparison.checks()) {
    const std::optional<base::Error>& why = check.refused ? check.refused : check.crash;
    if (!why) continue;
    std::string_view words = why->text;
    if (!check.refused && words.ends_with('.')) words.remove_suffix(1);  // ours; a refusal is in the script's own words
    const std::string_view where = check.refused            ? " turns this pair down ("
                                   : check.verdicts.empty() ? " dies before its first row ("
                                                            : " dies before this row (";
    return "Not judged: the script of " + std::string(checkName(check.check)) + std::string(where) +
           std::string(words) + ")." + plainChanges();
  }
  return "No check looks at this pair's columns." + plainChanges();
}

std::string RowWriter::text() const {
  const ComparedRow& row = m_comparison.row(m_row);
  std::string scratch;
  const std::string_view name = m_comparison.modelName(m_row, scratch);
  const std::string oddity = row.has(Finding::UnusualName) ? " " + std::string(nameOddity(name)) : "";
  if (row.actualRow == kNoRow) return lostSentence() + oddity;
  const Comparison::Decision decided = m_comparison.decision(m_row);
  std::string out = decided.verdict == nullptr ? unjudgedSentence() : explained(decided.check, *decided.verdict);
  for (std::size_t c = 0; c < m_comparison.checks().size(); ++c)
    for (const Verdict& verdict : m_comparison.verdicts(m_row, c))
      if (&verdict != decided.verdict && failsCi(verdict)) out += " " + explained(c, verdict);
  const bool fine = row.cls == VerdictClass::Pass || row.cls == VerdictClass::ExpectedFail;
  if (decided.verdict != nullptr) out += unjudgedChanges(fine);
  // New and double rows are what the verdict's own sentence is about.
  for (const Finding finding : {Finding::NotMeasured, Finding::UnknownStatus, Finding::RocmByPath, Finding::StaleFlaky,
                                Finding::ConflictMarker})
    if (row.has(finding)) out += " " + findingSentence(finding, flakyLists(name));
  out += oddity;
  if (const std::string excuse = excuseText(m_comparison, m_row); !excuse.empty()) out += " " + excuse;
  return out;
}

std::string RowWriter::flakyLists(std::string_view name) const {
  std::string lists;
  for (const CheckSummary& check : m_comparison.checks()) {
    const auto* models = m_comparison.options().rules->flakyModels(check.check);
    if (models == nullptr || !models->namesFor(m_comparison.options().words.expectedPath).contains(name)) continue;
    lists += lists.empty() ? "" : " and ";
    lists += checkName(check.check);
  }
  return lists;
}

}  // namespace

std::string rowSentence(const Comparison& comparison, std::size_t row) { return RowWriter(comparison, row).text(); }

}  // namespace plumbline::verdicts
