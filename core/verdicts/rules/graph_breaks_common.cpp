// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/graph_breaks_common.h"

#include <algorithm>

namespace plumbline::verdicts {

void appendComparison(std::string& out, std::string_view metric, const Field& actual, const Field& expected) {
  ((out += ' ') += metric) += '=';
  appendStr(out, actual);
  out += ", expected=";
  appendStr(out, expected);
  out += '\n';
}

base::Error orderCrash(CheckRows& rows, std::uint32_t row, std::string_view metric, const Field& actual,
                       const Field& expected) {
  std::string why(metric);
  why += " is ";
  appendRepr(why, actual);
  why += " here and ";
  appendRepr(why, expected);
  why += " in the baseline, which Python cannot put in order.";
  return rows.crash(
      row, "TypeError", why,
      actual ? "Make both values numbers." : "Look for a second row of this model, or for a missing column.");
}

TrackedFields::TrackedFields(const CheckInput& input, const std::vector<TrackedMetric>& metrics) {
  m_fields.reserve(metrics.size());
  for (const TrackedMetric& metric : metrics) {
    m_fields.push_back({FieldPair(input, metric.name, metricIndex(metric.name)), metric.compare});
  }
}

TrackedField& TrackedFields::find(std::uint8_t metric) {
  const auto at =
      std::ranges::find_if(m_fields, [metric](const TrackedField& f) { return f.fields.metric() == metric; });
  return at == m_fields.end() ? m_fields.front() : *at;
}

Verdict RowTally::change(std::uint32_t row, const TrackedField& tracked, bool greater, bool flaky) {
  const bool lowerIsBetter = tracked.compare == Compare::LowerIsBetter;
  const bool worse = greater == lowerIsBetter;
  m_printed = true;
  if (!flaky) (worse ? m_failed : m_improved) = true;
  const Reason direction = worse ? (greater ? Reason::MoreIsWorse : Reason::LessIsWorse)
                                 : (greater ? Reason::MoreIsBetter : Reason::LessIsBetter);
  Verdict verdict{.row = row, .metric = tracked.fields.metric()};
  if (flaky) {
    verdict.status = worse ? StatusWord::FailButFlaky : StatusWord::ImprovedButFlaky;
    verdict.cls = VerdictClass::Flaky;
    verdict.reason = Reason::FlakyListed;
  } else {
    verdict.status = worse ? StatusWord::Fail : StatusWord::Improved;
    verdict.cls = worse ? VerdictClass::Fail : VerdictClass::Improved;
    verdict.reason = direction;
  }
  return verdict;
}

Verdict passVerdict(std::uint32_t row, bool flaky, Reason reason, std::uint8_t metric) {
  return {.row = row,
          .status = flaky ? StatusWord::PassButFlaky : StatusWord::Pass,
          .cls = VerdictClass::Pass,
          .reason = reason,
          .metric = metric};
}

base::Result<std::string> trackedMessage(CheckRows& rows, const NameList& failed, const NameList& improved) {
  return changeMessages(rows, {{failed,
                                "Error",
                                {"regressed dynamo metrics (more graph",
                                 "breaks / eager fallbacks, or fewer ops / graphs captured):"}},
                               {improved, "Improvement", {"improved dynamo metrics:"}}});
}

}  // namespace plumbline::verdicts
