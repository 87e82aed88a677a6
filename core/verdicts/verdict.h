// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of one check about one row of the actual file: CI's status word, our class, and why.
// Small on purpose (a million of them are kept); values are read again from the tables when they are shown.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace plumbline::verdicts {

enum class Check : std::uint8_t { Accuracy, GraphBreaks, Memory, Perf, Status, Speedup, Instructions };

/// VerdictClass groups verdicts by the action they require; worst first.
enum class VerdictClass : std::uint8_t { Fail, Invalid, Missing, Flaky, Improved, ExpectedFail, Pass };
inline constexpr std::array kAllClasses = {VerdictClass::Fail,     VerdictClass::Invalid,      VerdictClass::Missing,
                                           VerdictClass::Flaky,    VerdictClass::Improved,
                                           VerdictClass::ExpectedFail, VerdictClass::Pass};

/// StatusWord is the word the script prints, without its colon.
enum class StatusWord : std::uint8_t {
  Pass, XFail, Fail, Improved, PassButFlaky, FailButFlaky, ImprovedButFlaky,
  Missing, MissingAccuracy, MissingExpected, EagerFailed, Invalid, Win, Regression, MissingRegressionTest,
  None,  ///< the script prints no status word for this row (memory's "is missing from", perf, status, speedup)
};

/// Reason is the rule that decided; core/verdicts/row_sentence.h turns it into a sentence.
enum class Reason : std::uint8_t {
  Equal,              ///< both sides equal, and that is a pass
  ExpectedFailure,    ///< both sides equal, and that is not "pass"
  BothAbsent,         ///< neither side has a single value: A1 calls that XFAIL
  FlakyListed,        ///< differs, but the model is on the flaky list
  FlakyListedPass,    ///< equal, and the model is on the flaky list (graph breaks print PASS_BUT_FLAKY)
  StatusRegressed,    ///< actual accuracy is not "pass" and differs from expected
  StatusImproved,     ///< actual accuracy is "pass", expected is not
  NoBaseline,         ///< the expected file has no single row for this model
  NoActualValue,      ///< the actual file has no single value (column missing, or the name occurs twice)
  MoreIsWorse,        ///< a lower-is-better metric went up
  LessIsBetter,       ///< a lower-is-better metric went down
  LessIsWorse,        ///< a higher-is-better metric went down (beyond its tolerance)
  MoreIsBetter,       ///< a higher-is-better metric went up
  WithinTolerance,    ///< differs, but within the rule's tolerance
  BelowTolerance,     ///< memory: actual < expected x 0.95
  NotComparable,      ///< NaN on a side of the graph-break check: the script repeats the previous model's word
  EagerFailed,        ///< no graph was captured: graph breaks are not compared
  InvalidStatus, InvalidExpectedStatus, InvalidCounter, InvalidExpectedCounter, NoCapture,  ///< graph-breaks 2026-08
  BelowThreshold, AboveThreshold,  ///< perf
  LacksPass,          ///< status: the word "pass" is not in it
  TooSlow,            ///< speedup below the fixed bound
  OverMargin, UnderMargin, WithinMargin, NotInResult,  ///< instructions
  ScriptCrashed,      ///< the script crashes at this row
};

/// kNoMetric marks a verdict about the row as a whole.
inline constexpr std::uint8_t kNoMetric = 0xff;

struct Verdict {
  std::uint32_t row = 0;  ///< row of the actual table, 0-based
  StatusWord status = StatusWord::None;
  VerdictClass cls = VerdictClass::Pass;
  Reason reason = Reason::Equal;
  std::uint8_t metric = kNoMetric;  ///< index into MetricCatalogue
};
static_assert(sizeof(Verdict) == 8);

/// statusText returns the word as printed, without colon, e.g. "FAIL_BUT_FLAKY"; "" for None.
std::string_view statusText(StatusWord status);
/// className returns the stable word of a class used in JSON and --only: fail invalid missing flaky improved
/// expected-fail pass.
std::string_view className(VerdictClass cls);
/// classGlyph returns the one character, in UTF-8, that stands for a class where colour cannot, e.g. "✗" for fail.
std::string_view classGlyph(VerdictClass cls);
/// classWord returns a class in words for people, lower case: fail, invalid, missing or lost, ..., expected fail, pass.
std::string_view classWord(VerdictClass cls);
/// checkName returns the command-line word of a check: accuracy, graph-breaks, memory, perf, status, speedup,
/// instructions.
std::string_view checkName(Check check);

}  // namespace plumbline::verdicts
