// SPDX-License-Identifier: GPL-3.0-or-later
// A pair of a few rows as text, what a check says about it, and verdicts as text, for tests of the rules.
//
//   QCOMPARE(dump(judge({"accuracy 2025-11", "name,accuracy\nm,pass", "name,accuracy\nm,pass"}).verdicts), ...);
#pragma once

#include <QByteArray>
#include <QMetaType>
#include <string>
#include <string_view>

#include "core/verdicts/check.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::verdicts {

struct Case {
  const char* check;  // "accuracy 2025-11"
  const char* actual;
  const char* expected;
  const char* want;  // "status class reason[@metric]", joined by "; "
  const char* expectedPath = "expected.csv";
};

inline tables::Frame frameOf(std::string_view csv) {
  return tables::Frame::of(tables::CsvTable::scan(std::string(csv), "t.csv").value());
}

inline CheckInput inputOf(const Case& c) { return {{frameOf(c.actual)}, {frameOf(c.expected)}}; }

inline Check checkOf(std::string_view check) {
  return check.starts_with("accuracy") ? Check::Accuracy
         : check.starts_with("memory") ? Check::Memory
                                       : Check::GraphBreaks;
}

inline std::shared_ptr<const RuleSet> rulesOf(std::string_view check) {
  return ruleSet(check.substr(check.find(' ') + 1)).value();
}

inline CheckRun judge(const Case& c, Want want = Want::Output, const base::Progress& progress = {}) {
  const CheckInput input = inputOf(c);
  const CheckArguments words{"actual.csv", c.expectedPath, {}};
  const auto rules = rulesOf(c.check);
  return checkPair(checkOf(c.check), input, words, *rules, want, progress);
}

inline const char* reasonName(Reason reason) {
  switch (reason) {
    case Reason::Equal:
      return "Equal";
    case Reason::ExpectedFailure:
      return "ExpectedFailure";
    case Reason::BothAbsent:
      return "BothAbsent";
    case Reason::FlakyListed:
      return "FlakyListed";
    case Reason::FlakyListedPass:
      return "FlakyListedPass";
    case Reason::StatusRegressed:
      return "StatusRegressed";
    case Reason::StatusImproved:
      return "StatusImproved";
    case Reason::NoBaseline:
      return "NoBaseline";
    case Reason::NoActualValue:
      return "NoActualValue";
    case Reason::MoreIsWorse:
      return "MoreIsWorse";
    case Reason::LessIsBetter:
      return "LessIsBetter";
    case Reason::LessIsWorse:
      return "LessIsWorse";
    case Reason::MoreIsBetter:
      return "MoreIsBetter";
    case Reason::WithinTolerance:
      return "WithinTolerance";
    case Reason::BelowTolerance:
      return "BelowTolerance";
    case Reason::NotComparable:
      return "NotComparable";
    case Reason::EagerFailed:
      return "EagerFailed";
    case Reason::InvalidStatus:
      return "InvalidStatus";
    case Reason::InvalidExpectedStatus:
      return "InvalidExpectedStatus";
    case Reason::InvalidCounter:
      return "InvalidCounter";
    case Reason::InvalidExpectedCounter:
      return "InvalidExpectedCounter";
    case Reason::NoCapture:
      return "NoCapture";
    case Reason::ScriptCrashed:
      return "ScriptCrashed";
    default:
      return "?";
  }
}

inline QByteArray dump(const std::vector<Verdict>& verdicts) {
  std::string out;
  for (const Verdict& v : verdicts) {
    if (!out.empty()) out += "; ";
    out += v.status == StatusWord::None ? "-" : statusText(v.status);
    ((out += ' ') += className(v.cls)) += ' ';
    out += reasonName(v.reason);
    if (v.metric != kNoMetric) (out += '@') += metricCatalogue().at(v.metric).name;
  }
  return QByteArray::fromStdString(out);
}

}  // namespace plumbline::verdicts

Q_DECLARE_METATYPE(plumbline::verdicts::Case)
