// SPDX-License-Identifier: GPL-3.0-or-later
// check_graph_breaks of 2025-11: one counter, any change counts (SPEC 4.1).
#include "core/verdicts/field.h"
#include "core/verdicts/rules/graph_breaks_common.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {
namespace {

class GraphBreaksG1 : public RowRule {
 public:
  GraphBreaksG1(CheckRows& rows, const GraphBreaksRules& rules)
      : RowRule(rows),
        m_flaky(rules.flaky.namesFor(rows.words().expectedPath)),
        m_breaks(rows.input(), std::string(kGraphBreaks), metricIndex(kGraphBreaks)) {}

  std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) override {
    const Field actual = m_breaks.actual(rows().join(), row);
    const Field expected = m_breaks.expected(rows().join(), row);
    const bool flaky = rows().isModelIn(row, m_flaky);
    Verdict verdict{.row = row, .metric = m_breaks.metric()};
    if (!expected) {
      m_improved.add(row);
      set(verdict, StatusWord::Missing, VerdictClass::Missing, Reason::NoBaseline);
    } else if (actual && pythonEquals(*actual, *expected)) {
      set(verdict, flaky ? StatusWord::PassButFlaky : StatusWord::Pass, VerdictClass::Pass,
          flaky ? Reason::FlakyListedPass : Reason::Equal);
    } else {
      switch (pythonOrder(actual, expected)) {
        case Order::TypeError: return orderCrash(rows(), row, m_breaks.name(), actual, expected);
        case Order::Greater:
          if (!flaky) m_failed.add(row);
          set(verdict, flaky ? StatusWord::FailButFlaky : StatusWord::Fail,
              flaky ? VerdictClass::Flaky : VerdictClass::Fail, flaky ? Reason::FlakyListed : Reason::MoreIsWorse);
          break;
        case Order::Less:
          if (!flaky) m_improved.add(row);
          set(verdict, flaky ? StatusWord::ImprovedButFlaky : StatusWord::Improved,
              flaky ? VerdictClass::Flaky : VerdictClass::Improved, flaky ? Reason::FlakyListed : Reason::LessIsBetter);
          break;
        case Order::Unordered:
        case Order::Equal:
          // No branch of the script takes a NaN: its status keeps the word of the model before, and has none at first.
          if (m_previous == StatusWord::None) {
            return rows().crash(row, "UnboundLocalError", "graph_breaks is missing on a side of the first model.",
                                "Give the model a number in both files.");
          }
          set(verdict, m_previous, VerdictClass::Invalid, Reason::NotComparable);
          break;
      }
    }
    m_previous = verdict.status;
    verdicts.push_back(verdict);
    return std::nullopt;
  }

  void append(std::string& out, const Verdict& verdict) override {
    const bool equal = verdict.reason == Reason::Equal || verdict.reason == Reason::FlakyListedPass;
    appendModel(out, verdict.row);
    if (equal) {
      (out += statusText(verdict.status)) += '\n';
      return;
    }
    // Where a NaN repeats the word of a model that was equal, that word has no colon.
    const bool colon = verdict.status != StatusWord::Pass && verdict.status != StatusWord::PassButFlaky;
    appendWord(out, verdict.status, kGraphBreaksStatusWidth, colon);
    appendComparison(out, m_breaks.name(), m_breaks.actual(rows().join(), verdict.row),
                     m_breaks.expected(rows().join(), verdict.row));
  }

  base::Result<std::string> message() override {
    return changeMessages(rows(), {{m_failed, "Error", {"new dynamo graph breaks:"}},
                                   {m_improved, "Improvement", {"fixed dynamo graph breaks:"}}});
  }

 private:
  static void set(Verdict& verdict, StatusWord status, VerdictClass cls, Reason reason) {
    verdict.status = status;
    verdict.cls = cls;
    verdict.reason = reason;
  }

  flaky::NameSet m_flaky;
  FieldPair m_breaks;
  NameList m_failed;
  NameList m_improved;
  StatusWord m_previous = StatusWord::None;
};

}  // namespace

std::unique_ptr<RowRule> makeGraphBreaksG1(CheckRows& rows, const GraphBreaksRules& rules) {
  return std::make_unique<GraphBreaksG1>(rows, rules);
}

}  // namespace plumbline::verdicts
