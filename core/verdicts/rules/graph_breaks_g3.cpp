// SPDX-License-Identifier: GPL-3.0-or-later
// check_graph_breaks of 2026-08: whole-file validation, tracked metrics with a tolerance, INVALID rows (SPEC 4.5).
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>

#include "core/python/numbers.h"
#include "core/python/repr.h"
#include "core/python/unicode_classes.h"
#include "core/verdicts/field.h"
#include "core/verdicts/rules/graph_breaks_common.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {
namespace {

using tables::Frame;
using tables::ValueKind;

// Data rows are counted from 2, because the script takes the header for row 1 and does not know of blank lines.
constexpr std::size_t kFirstRowNumber = 2;

std::optional<std::string> refuseFile(const Frame& frame, const std::string& label,
                                      std::initializer_list<std::string_view> columns,
                                      const std::vector<std::uint32_t>& again) {
  if (frame.rowCount() == 0) return "Error: " + label + " CSV contains no model results.";
  std::string missing;
  for (const std::string_view column : columns) {
    if (!frame.hasColumn(column)) missing.append(missing.empty() ? "" : ", ").append(column);
  }
  if (!missing.empty()) return "Error: " + label + " CSV is missing required columns: " + missing + ".";

  const tables::TypedColumn& names = *frame.column("name");
  std::string scratch;
  for (std::size_t row = 0; row < frame.rowCount(); ++row) {
    const tables::Value name = names.at(row, scratch);
    if (name.kind == ValueKind::Text && !python::stripSpace(name.text).empty()) continue;
    std::string text = "Error: " + label + " CSV row " + std::to_string(row + kFirstRowNumber) +
                       " has a missing or invalid model name: ";
    appendRepr(text, name);
    return text + ".";
  }
  if (again.empty()) return std::nullopt;
  std::string models;
  for (const std::uint32_t row : again) (models += models.empty() ? "" : " ") += names.at(row, scratch).text;
  return "Error: " + label + " CSV contains multiple results for: " + models + ".";
}

std::optional<std::string> refuseFiles(CheckRows& rows) {
  // The required columns are in alphabetical order, as the script lists them.
  auto refused = refuseFile(*rows.input().actual, "actual", {"accuracy", "name"}, rows.join().actualAgain());
  if (refused) return refused;
  return refuseFile(*rows.input().expected, "expected", {"accuracy", "graph_breaks", "name"},
                    rows.join().expectedAgain());
}

constexpr std::string_view kWantsCounter = ", expected a finite nonnegative integer\n";
constexpr std::string_view kWantsStatus = ", expected a result status\n";

/// parseCounter reads a count: a finite number that is whole and not negative, as text or number but not as a bool.
std::optional<double> parseCounter(const Field& field) {
  if (!field || field->kind == ValueKind::NaN || field->kind == ValueKind::Boolean) return std::nullopt;
  const auto value = isText(field) ? python::parseFloat(field->text) : std::optional<double>(field->asDouble());
  if (!value || !std::isfinite(*value) || *value < 0 || std::trunc(*value) != *value) return std::nullopt;
  return *value + 0.0;  // -0.0 is the integer 0
}

bool isStatus(const Field& field) { return isText(field) && !python::stripSpace(field->text).empty(); }

class GraphBreaksG3 : public RowRule {
 public:
  GraphBreaksG3(CheckRows& rows, const GraphBreaksRules& rules)
      : RowRule(rows),
        m_flaky(rules.flaky.namesFor(rows.words().expectedPath)),
        m_passWithoutCapture(rules.passWithoutCapture.begin(), rules.passWithoutCapture.end()),
        m_optionalStatuses(rules.captureOptionalStatuses.begin(), rules.captureOptionalStatuses.end()),
        m_kept(1 - rules.dropTolerance),
        m_accuracy(rows.input(), "accuracy", kAccuracyMetric),
        m_graphs(rows.input(), std::string(kUniqueGraphs), metricIndex(kUniqueGraphs)),
        m_calls(rows.input(), std::string(kCallsCaptured), metricIndex(kCallsCaptured)),
        m_breaks(rows.input(), std::string(kGraphBreaks), metricIndex(kGraphBreaks)),
        m_tracked(rows.input(), rules.tracked) {}

  std::optional<std::string> refusal() override { return refuseFiles(rows()); }

  std::optional<base::Error> judge(std::uint32_t row, std::vector<Verdict>& verdicts) override {
    if (rows().join().firstExpectedRow(row) == kNoJoinRow) {
      m_improved.add(row);
      verdicts.push_back({row, StatusWord::Missing, VerdictClass::Missing, Reason::NoBaseline, m_breaks.metric()});
      return std::nullopt;
    }
    const auto invalid = [&](Reason reason, std::uint8_t metric) {
      m_invalid.add(row);
      verdicts.push_back({row, StatusWord::Invalid, VerdictClass::Invalid, reason, metric});
      return std::nullopt;
    };
    const Field status = m_accuracy.actual(rows().join(), row);
    if (!isStatus(status)) return invalid(Reason::InvalidStatus, kAccuracyMetric);
    const Field expectedStatus = m_accuracy.expected(rows().join(), row);
    if (!isStatus(expectedStatus)) return invalid(Reason::InvalidExpectedStatus, kAccuracyMetric);

    const Field graphsField = m_graphs.actual(rows().join(), row);
    const auto graphs = parseCounter(graphsField);
    const bool required = needsCapture(row, status->text, expectedStatus->text);
    if (!graphs && (required || !isMissing(graphsField))) return invalid(Reason::InvalidCounter, m_graphs.metric());
    if (required && *graphs == 0 && parseCounter(m_calls.expected(rows().join(), row)) != 0.0) {
      return invalid(Reason::NoCapture, m_graphs.metric());
    }
    judgeMetrics(row, required || (graphs && *graphs > 0), verdicts);
    return std::nullopt;
  }

  void append(std::string& out, const Verdict& verdict) override {
    appendModel(out, verdict.row);
    switch (verdict.status) {
      case StatusWord::Pass:
      case StatusWord::PassButFlaky:
      case StatusWord::EagerFailed:
        (out += statusText(verdict.status)) += '\n';
        return;
      case StatusWord::Invalid:
        appendInvalid(out, verdict);
        return;
      default: break;
    }
    appendWord(out, verdict.status, kGraphBreaksStatusWidth);
    if (verdict.status == StatusWord::Missing) {
      appendComparison(out, kGraphBreaks, m_breaks.actual(rows().join(), verdict.row), std::nullopt);
      return;
    }
    FieldPair& field = m_tracked.find(verdict.metric).fields;
    ((out += ' ') += field.name()) += '=';
    python::appendFixed(out, parseCounter(field.actual(rows().join(), verdict.row)).value_or(0.0), 0);
    out += ", expected=";
    python::appendFixed(out, parseCounter(field.expected(rows().join(), verdict.row)).value_or(0.0), 0);
    out += '\n';
  }

  base::Result<std::string> message() override {
    auto text = listMessages(rows(), {{m_invalid, "Error", {"missing or invalid required Dynamo metrics:"}}});
    const auto changes = trackedMessage(rows(), m_failed, m_improved);
    if (text && changes) *text += *changes;
    return text && !changes ? changes : text;
  }

 private:
  bool needsCapture(std::uint32_t row, std::string_view status, std::string_view expectedStatus) {
    const bool passes = status == "pass";
    if (passes && rows().isModelIn(row, m_passWithoutCapture)) return false;
    if (status == expectedStatus && !passes) return false;
    return m_optionalStatuses.find(status) == m_optionalStatuses.end() && !status.starts_with("eager_");
  }

  void judgeMetrics(std::uint32_t row, bool compared, std::vector<Verdict>& verdicts) {
    const bool flaky = rows().isModelIn(row, m_flaky);
    RowTally tally;
    bool invalid = false;
    std::uint8_t tolerated = kNoMetric;
    for (TrackedField& tracked : m_tracked.all()) {
      const Field expectedField = tracked.fields.expected(rows().join(), row);
      if (isMissing(expectedField) && tracked.fields.name() != kGraphBreaks) continue;
      const Field actualField = tracked.fields.actual(rows().join(), row);
      const auto expected = parseCounter(expectedField);
      const auto actual = parseCounter(actualField);
      if (!expected || (!actual && (compared || !isMissing(actualField)))) {
        invalid = true;
        const Reason reason = expected ? Reason::InvalidCounter : Reason::InvalidExpectedCounter;
        verdicts.push_back({row, StatusWord::Invalid, VerdictClass::Invalid, reason, tracked.fields.metric()});
        continue;
      }
      if (!compared || *actual == *expected) continue;
      const bool drop = *actual < *expected;
      if (tracked.compare == Compare::DropTolerance && (!drop || *actual >= *expected * m_kept)) {
        tolerated = tracked.fields.metric();
        continue;
      }
      verdicts.push_back(tally.change(row, tracked, !drop, flaky));
    }
    if (invalid) {
      m_invalid.add(row);
      return;
    }
    if (!compared) {
      verdicts.push_back({row, StatusWord::EagerFailed, VerdictClass::ExpectedFail, Reason::EagerFailed, kNoMetric});
      return;
    }
    if (!tally.printed()) {
      const Reason reason = tolerated != kNoMetric ? Reason::WithinTolerance
                            : flaky                ? Reason::FlakyListedPass
                                                   : Reason::Equal;
      verdicts.push_back(passVerdict(row, flaky, reason, tolerated));
    }
    if (tally.failed()) {
      m_failed.add(row);
    } else if (tally.improved()) {
      m_improved.add(row);
    }
  }

  void appendInvalid(std::string& out, const Verdict& verdict) {
    appendWord(out, verdict.status, kGraphBreaksStatusWidth);
    out += ' ';
    FieldPair& field = fieldOf(verdict.metric);
    if (verdict.reason == Reason::NoCapture) {
      out += "unique_graphs=0, expected Dynamo graph capture\n";
      return;
    }
    const bool inExpected =
        verdict.reason == Reason::InvalidExpectedStatus || verdict.reason == Reason::InvalidExpectedCounter;
    if (inExpected) out += "expected ";
    (out += field.name()) += '=';
    appendRepr(out, inExpected ? field.expected(rows().join(), verdict.row) : field.actual(rows().join(), verdict.row));
    const bool aboutStatus = verdict.metric == kAccuracyMetric;
    out += aboutStatus ? kWantsStatus : kWantsCounter;
  }

  FieldPair& fieldOf(std::uint8_t metric) {
    if (metric == kAccuracyMetric) return m_accuracy;
    if (metric == m_graphs.metric()) return m_graphs;
    return m_tracked.find(metric).fields;
  }

  flaky::NameSet m_flaky;
  flaky::NameSet m_passWithoutCapture;
  flaky::NameSet m_optionalStatuses;
  double m_kept;  ///< share of the baseline that a "drop-tolerance" metric must keep
  FieldPair m_accuracy;
  FieldPair m_graphs;
  FieldPair m_calls;
  FieldPair m_breaks;
  TrackedFields m_tracked;
  NameList m_failed;
  NameList m_improved;
  NameList m_invalid;
};

}  // namespace

std::unique_ptr<RowRule> makeGraphBreaksG3(CheckRows& rows, const GraphBreaksRules& rules) {
  return std::make_unique<GraphBreaksG3>(rows, rules);
}

}  // namespace plumbline::verdicts
