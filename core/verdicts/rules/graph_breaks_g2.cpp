// SPDX-License-Identifier: GPL-3.0-or-later
// check_graph_breaks of 2026-07: several tracked metrics, each with a better direction (SPEC 4.4).
#include <cmath>

#include "core/python/numbers.h"
#include "core/verdicts/field.h"
#include "core/verdicts/rules/graph_breaks_common.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {
namespace {

using tables::Value;
using tables::ValueKind;

class GraphBreaksG2 : public RowRule {
 public:
  GraphBreaksG2(CheckRows& rows, const GraphBreaksRules& rules)
      : RowRule(rows),
        m_flaky(rules.flaky.namesFor(rows.words().expectedPath)),
        m_graphs(rows.input(), std::string(kUniqueGraphs), metricIndex(kUniqueGraphs)),
        m_breaks(rows.input(), std::string(kGraphBreaks), metricIndex(kGraphBreaks)),
        m_tracked(rows.input(), rules.tracked) {}

  std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) override {
    const Field graphs = m_graphs.actual(rows().join(), row);
    bool captured = false;
    if (graphs) {
      const auto sign = intSign(*graphs);
      if (!sign) return graphsCrash(row, graphs);
      captured = *sign != 0;
    }
    if (!m_breaks.expected(rows().join(), row)) {
      m_improved.add(row);
      verdicts.push_back({row, StatusWord::Missing, VerdictClass::Missing, Reason::NoBaseline, m_breaks.metric()});
      return std::nullopt;
    }
    if (!captured) {
      verdicts.push_back({row, StatusWord::EagerFailed, VerdictClass::ExpectedFail, Reason::EagerFailed, kNoMetric});
      return std::nullopt;
    }
    return judgeMetrics(row, verdicts);
  }

  void append(std::string& out, const Verdict& verdict) override {
    appendModel(out, verdict.row);
    if (verdict.status == StatusWord::Pass || verdict.status == StatusWord::PassButFlaky ||
        verdict.status == StatusWord::EagerFailed) {
      (out += statusText(verdict.status)) += '\n';
      return;
    }
    appendWord(out, verdict.status, kGraphBreaksStatusWidth);
    FieldPair& field = verdict.status == StatusWord::Missing ? m_breaks : m_tracked.find(verdict.metric).fields;
    appendComparison(out, field.name(), field.actual(rows().join(), verdict.row),
                     field.expected(rows().join(), verdict.row));
  }

  base::Result<std::string> message() override { return trackedMessage(rows(), m_failed, m_improved); }

 private:
  std::optional<base::Error> judgeMetrics(std::uint32_t row, std::vector<Verdict>& verdicts) {
    const bool flaky = rows().isModelIn(row, m_flaky);
    RowTally tally;
    for (TrackedField& tracked : m_tracked.all()) {
      const Field expected = tracked.fields.expected(rows().join(), row);
      const Field actual = tracked.fields.actual(rows().join(), row);
      if (isMissing(expected) || isMissing(actual) || pythonEquals(*actual, *expected)) continue;
      const Order order = pythonOrder(actual, expected);
      if (order == Order::TypeError) return orderCrash(rows(), row, tracked.fields.name(), actual, expected);
      verdicts.push_back(tally.change(row, tracked, order == Order::Greater, flaky));
    }
    if (!tally.printed()) verdicts.push_back(passVerdict(row, flaky, flaky ? Reason::FlakyListedPass : Reason::Equal));
    if (tally.failed()) {
      m_failed.add(row);
    } else if (tally.improved()) {
      m_improved.add(row);
    }
    return std::nullopt;
  }

  /// intSign is the sign of int(value); nullopt where Python raises.
  static std::optional<int> intSign(const Value& value) {
    switch (value.kind) {
      case ValueKind::Text: return python::parseIntSign(value.text);
      case ValueKind::NaN: return std::nullopt;
      case ValueKind::Real:
        if (std::isinf(value.real)) return std::nullopt;
        return std::fabs(value.real) < 1 ? 0 : 1;
      default: return value.asDouble() == 0 ? 0 : 1;
    }
  }

  base::Error graphsCrash(std::uint32_t row, const Field& graphs) {
    std::string why = "unique_graphs ";
    appendRepr(why, graphs);
    const bool infinite = graphs->kind == ValueKind::Real;
    return rows().crash(row, infinite ? "OverflowError" : "ValueError", why + " is not a whole number.",
                        "Put a number there, or remove the column.");
  }

  flaky::NameSet m_flaky;
  FieldPair m_graphs;
  FieldPair m_breaks;
  TrackedFields m_tracked;
  NameList m_failed;
  NameList m_improved;
};

}  // namespace

std::unique_ptr<RowRule> makeGraphBreaksG2(CheckRows& rows, const GraphBreaksRules& rules) {
  return std::make_unique<GraphBreaksG2>(rows, rules);
}

}  // namespace plumbline::verdicts
