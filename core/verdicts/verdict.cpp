// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

std::string_view statusText(StatusWord status) {
  switch (status) {
    case StatusWord::Pass: return "PASS";
    case StatusWord::XFail: return "XFAIL";
    case StatusWord::Fail: return "FAIL";
    case StatusWord::Improved: return "IMPROVED";
    case StatusWord::PassButFlaky: return "PASS_BUT_FLAKY";
    case StatusWord::FailButFlaky: return "FAIL_BUT_FLAKY";
    case StatusWord::ImprovedButFlaky: return "IMPROVED_BUT_FLAKY";
    case StatusWord::Missing: return "MISSING";
    case StatusWord::MissingAccuracy: return "MISSING_ACCURACY";
    case StatusWord::MissingExpected: return "MISSING_EXPECTED";
    case StatusWord::EagerFailed: return "EAGER_FAILED";
    case StatusWord::Invalid: return "INVALID";
    case StatusWord::Win: return "WIN";
    case StatusWord::Regression: return "REGRESSION";
    case StatusWord::MissingRegressionTest: return "MISSING REGRESSION TEST";
    case StatusWord::None: break;
  }
  return "";
}

std::string_view className(VerdictClass cls) {
  switch (cls) {
    case VerdictClass::Fail: return "fail";
    case VerdictClass::Invalid: return "invalid";
    case VerdictClass::Missing: return "missing";
    case VerdictClass::Flaky: return "flaky";
    case VerdictClass::Improved: return "improved";
    case VerdictClass::ExpectedFail: return "expected-fail";
    case VerdictClass::Pass: break;
  }
  return "pass";
}

std::string_view classGlyph(VerdictClass cls) {
  switch (cls) {
    case VerdictClass::Fail: return "✗";
    case VerdictClass::Invalid: return "!";
    case VerdictClass::Missing: return "∅";
    case VerdictClass::Flaky: return "≈";
    case VerdictClass::Improved: return "▲";
    case VerdictClass::ExpectedFail: return "◦";
    case VerdictClass::Pass: break;
  }
  return "✓";
}

std::string_view classWord(VerdictClass cls) {
  switch (cls) {
    case VerdictClass::Fail: return "fail";
    case VerdictClass::Invalid: return "invalid";
    case VerdictClass::Missing: return "missing or lost";
    case VerdictClass::Flaky: return "flaky";
    case VerdictClass::Improved: return "improved";
    case VerdictClass::ExpectedFail: return "expected fail";
    case VerdictClass::Pass: break;
  }
  return "pass";
}

std::string_view checkName(Check check) {
  switch (check) {
    case Check::Accuracy: return "accuracy";
    case Check::GraphBreaks: return "graph-breaks";
    case Check::Memory: return "memory";
    case Check::Perf: return "perf";
    case Check::Status: return "status";
    case Check::Speedup: return "speedup";
    case Check::Instructions: break;
  }
  return "instructions";
}

}  // namespace plumbline::verdicts
