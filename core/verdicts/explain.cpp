// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/explain.h"

#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>

#include "core/verdicts/metric_catalogue.h"

namespace plumbline::verdicts {
namespace {

std::string join(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

/// shortNumber prints with at most one decimal: "22.4", "5".
std::string shortNumber(double value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 1).ptr;
  std::string out(text.data(), end);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out;
}

/// isCount tells whether a metric counts things; ratios, times and sizes have a unit or decimals.
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

class Sentence {
 public:
  Sentence(const Verdict& verdict, const VerdictFacts& facts) : m_verdict(verdict), m_facts(facts) {}

  std::string text() const { return join({body(), " (", checkName(m_facts.check), " ", m_facts.generation, ")."}); }

 private:
  std::string_view actual() const { return shown(m_facts.metric, m_facts.actual, m_facts.actualKind); }
  std::string wasIs() const { return changeWords(m_facts); }
  std::string isBoth() const { return join({m_facts.metric, " is ", actual(), " on both sides"}); }
  std::string notInRun() const {
    return join({"The run has no ", m_facts.metric, " for this model (", whyAbsentText(m_facts.actualAbsent), ")"});
  }

  /// difference gives "2 more" or "22.4 % less" beside a colon, "" where it cannot be said.
  std::string difference() const {
    const double delta = m_facts.actualNumber - m_facts.expectedNumber;
    if (!std::isfinite(delta) || delta == 0) return {};
    if (isCount(m_facts.metric)) return shortNumber(std::abs(delta)) + (delta > 0 ? " more" : " fewer");
    if (m_facts.expectedNumber == 0) return {};
    return shortNumber(std::abs(delta / m_facts.expectedNumber) * 100) + (delta > 0 ? " % more" : " % less");
  }
  std::string differs(std::string_view ending) const {
    const std::string by = difference();
    return join({wasIs(), ": ", by, by.empty() ? "" : ", ", ending});
  }
  std::string allowed() const { return shortNumber(m_facts.allowedDrop * 100) + " %"; }

  std::string accuracyChange() const {
    if (m_facts.actualAbsent != WhyAbsent::Present) return notInRun() + ": CI takes that for a failure";
    if (bothEmpty(m_facts)) return wasIs() + ": an empty cell equals nothing, not even another empty cell, so CI fails";
    if (m_facts.expected == "pass") return wasIs() + ": CI fails on any change away from pass";
    return wasIs() + ": neither pass nor what the baseline says, so CI fails";
  }

  std::string noBaseline() const {
    return join({m_facts.metric, " is ", actual(), ", and the baseline has none (",
                 whyAbsentText(m_facts.expectedAbsent),
                 m_verdict.status == StatusWord::None              ? "): the script says so and passes it"
                 : m_verdict.status == StatusWord::MissingExpected ? "): CI counts the model as failed and exits 1"
                                                                   : "): CI fails until it has one"});
  }

  std::string fewerOrMore() const {
    switch (m_verdict.reason) {
      case Reason::MoreIsWorse:
        return differs("and CI fails on any rise");
      case Reason::LessIsBetter:
        return differs("which is better, but CI fails until the baseline says so");
      case Reason::MoreIsBetter:
        return differs(m_verdict.cls == VerdictClass::Improved
                           ? "which is better, but CI fails until the baseline says so"
                           : "which is better, and CI passes it");
      default:
        break;
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
      case Reason::Equal:
        return isBoth() + ": CI passes it";
      case Reason::ExpectedFailure:
        return isBoth() + ": not pass, but what the baseline expects, so CI stays green";
      case Reason::BothAbsent:
        return join({"Neither file has one single ", m_facts.metric, " for this name (in the run ",
                     whyAbsentText(m_facts.actualAbsent), ", in the baseline ", whyAbsentText(m_facts.expectedAbsent),
                     "): the script calls that an expected failure and stays green"});
      case Reason::FlakyListed:
        return wasIs() + ": the model is on the flaky list, so CI does not count it";
      case Reason::FlakyListedPass:
        return isBoth() + ": CI passes it, and the model is on the flaky list";
      case Reason::StatusRegressed:
        return accuracyChange();
      case Reason::StatusImproved:
        return wasIs() + ": better than the baseline, and CI fails until the baseline says so";
      case Reason::NoBaseline:
        return noBaseline();
      case Reason::NoActualValue:
        return notInRun() + (m_verdict.status == StatusWord::MissingAccuracy
                                 ? ": CI counts the model as failed and exits 1"
                                 : ": CI fails");
      case Reason::MoreIsWorse:
      case Reason::LessIsBetter:
      case Reason::LessIsWorse:
      case Reason::MoreIsBetter:
        return fewerOrMore();
      case Reason::WithinTolerance:
        return join({wasIs(), ": within the ", allowed(), " that CI allows"});
      case Reason::BelowTolerance:
        return differs(join({"below the ", shortNumber((1 - m_facts.allowedDrop) * 100),
                             " % of the baseline that CI asks for, so CI fails"}));
      case Reason::NotComparable:
        if (m_verdict.cls == VerdictClass::Fail) return wasIs() + ": an empty cell cannot be compared, so CI fails";
        return wasIs() +
               ": an empty cell cannot be compared; the script repeats the word of the model before and counts nothing";
      default:
        return rareBody();
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
      case Reason::InvalidCounter:
        return counter("run", m_facts.actual);
      case Reason::InvalidExpectedCounter:
        return counter("baseline", m_facts.expected);
      case Reason::NoCapture:
        return "unique_graphs is 0 in the run, but this model ought to be captured: CI refuses the row";
      case Reason::BelowThreshold:
        return join({m_facts.metric, " is ", m_facts.actual, ", below its bound"});
      case Reason::AboveThreshold:
        return join({m_facts.metric, " is ", m_facts.actual, ", above its bound"});
      case Reason::LacksPass:
        return join({"The status is ", m_facts.actual, ": the word pass is not in it, so CI fails"});
      case Reason::TooSlow:
        return join({m_facts.metric, " is ", m_facts.actual, ": too slow, CI fails"});
      case Reason::OverMargin:
        return differs("above the margin around the expected value, so CI fails");
      case Reason::UnderMargin:
        return differs("below the margin around the expected value, and CI fails until that is noted");
      case Reason::WithinMargin:
        return wasIs() + ": within the margin";
      case Reason::NotInResult:
        return "The result has no value for this benchmark: CI fails";
      case Reason::ScriptCrashed:
        return join({wasIs(), ": the script dies in a traceback at this row, so CI fails and judges no row after it"});
      default:
        return wasIs();
    }
  }

  const Verdict& m_verdict;
  const VerdictFacts& m_facts;
};

}  // namespace

std::string_view whyAbsentText(WhyAbsent why) {
  switch (why) {
    case WhyAbsent::NoRow:
      return "the name is not in it";
    case WhyAbsent::SeveralRows:
      return "the name is in it more than once";
    case WhyAbsent::NoColumn:
      return "it has no such column";
    case WhyAbsent::NamesAreNumbers:
      return "pandas reads its names as numbers and this one as a text";
    case WhyAbsent::NamesAreTexts:
      return "pandas reads its names as texts and this one as a number";
    case WhyAbsent::Present:
      break;
  }
  return "it has no single value";
}

std::string changeWords(const VerdictFacts& facts) {
  const std::string_view was = shown(facts.metric, facts.expected, facts.expectedKind);
  const std::string_view is = shown(facts.metric, facts.actual, facts.actualKind);
  if (bothEmpty(facts)) return join({facts.metric, " is empty on both sides"});
  // Where the two look alike, only their kinds tell them apart: pandas reads a column with one word in it as texts.
  const bool lookAlike = was == is && facts.expectedKind != facts.actualKind;
  return join({facts.metric, " was ", was, lookAlike ? kindWord(facts.expectedKind) : "", ", is ", is,
               lookAlike ? kindWord(facts.actualKind) : ""});
}

std::string explain(const Verdict& verdict, const VerdictFacts& facts) { return Sentence(verdict, facts).text(); }

}  // namespace plumbline::verdicts
