// SPDX-License-Identifier: GPL-3.0-or-later
// check_accuracy: the accuracy word of both files must be equal (SPEC 3).
#include "core/verdicts/field.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {
namespace {

using tables::ValueKind;

constexpr std::size_t kStatusWidth = 9;

bool isPass(const Field& field) { return field && field->kind == ValueKind::Text && field->text == "pass"; }

bool areEqual(const Field& a, const Field& b) {
  // None equals None: A1 calls a model that neither file has once an expected failure.
  return a && b ? pythonEquals(*a, *b) : !a && !b;
}

class AccuracyRule : public RowRule {
 public:
  AccuracyRule(CheckRows& rows, const AccuracyRules& rules)
      : RowRule(rows),
        m_form(rules.form),
        m_flaky(rules.flaky.namesFor(rows.words().expectedPath)),
        m_accuracy(rows.input(), "accuracy", kAccuracyMetric) {}

  std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) override {
    const Field actual = m_accuracy.actual(rows().join(), row);
    const Field expected = m_accuracy.expected(rows().join(), row);
    Verdict verdict = decide(row, actual, expected);
    verdict.row = row;
    verdict.metric = kAccuracyMetric;
    if (verdict.cls == VerdictClass::Fail || verdict.cls == VerdictClass::Missing) m_failed.add(row);
    if (verdict.cls == VerdictClass::Improved) m_improved.add(row);
    verdicts.push_back(verdict);
    return std::nullopt;
  }

  void append(std::string& out, const Verdict& verdict) override {
    appendModel(out, verdict.row);
    if (verdict.status == StatusWord::Pass || verdict.status == StatusWord::XFail) {
      (out += statusText(verdict.status)) += '\n';
      return;
    }
    appendWord(out, verdict.status, kStatusWidth);
    out += " accuracy=";
    appendStr(out, m_accuracy.actual(rows().join(), verdict.row));
    out += ", expected=";
    appendStr(out, m_accuracy.expected(rows().join(), verdict.row));
    out += '\n';
  }

  base::Result<std::string> message() override {
    return changeMessages(rows(), {{m_failed, "Error", {"accuracy status regressed:"}},
                                   {m_improved, "Improvement", {"accuracy status improved:"}}});
  }

 private:
  Verdict decide(std::uint32_t row, const Field& actual, const Field& expected) {
    if (m_form == AccuracyForm::A3) {
      if (!actual) return make(StatusWord::MissingAccuracy, VerdictClass::Missing, Reason::NoActualValue);
      if (!expected) return make(StatusWord::MissingExpected, VerdictClass::Missing, Reason::NoBaseline);
    }
    if (areEqual(actual, expected)) {
      if (isPass(expected)) return make(StatusWord::Pass, VerdictClass::Pass, Reason::Equal);
      return make(StatusWord::XFail, VerdictClass::ExpectedFail,
                  expected ? Reason::ExpectedFailure : Reason::BothAbsent);
    }
    const bool passes = isPass(actual);
    if (rows().isModelIn(row, m_flaky)) {
      return make(passes ? StatusWord::PassButFlaky : StatusWord::FailButFlaky, VerdictClass::Flaky,
                  Reason::FlakyListed);
    }
    if (!passes) {
      const Reason reason = !actual ? Reason::NoActualValue : !expected ? Reason::NoBaseline : Reason::StatusRegressed;
      return make(StatusWord::Fail, VerdictClass::Fail, reason);
    }
    return make(StatusWord::Improved, VerdictClass::Improved, expected ? Reason::StatusImproved : Reason::NoBaseline);
  }

  static Verdict make(StatusWord status, VerdictClass cls, Reason reason) {
    return {.status = status, .cls = cls, .reason = reason};
  }

  AccuracyForm m_form;
  flaky::NameSet m_flaky;
  FieldPair m_accuracy;
  NameList m_failed;
  NameList m_improved;
};

}  // namespace

std::unique_ptr<RowRule> makeAccuracyRule(CheckRows& rows, const RuleSet& rules) {
  return std::make_unique<AccuracyRule>(rows, rules.accuracy);
}

}  // namespace plumbline::verdicts
