// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says about one row: cells, the deciding word, the sentence.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/verdicts/comparison_metrics.h"
#include "core/verdicts/comparison_pair.h"
#include "core/verdicts/findings.h"
#include "core/verdicts/python_number.h"
#include "core/verdicts/python_text.h"

namespace plumbline::verdicts {
namespace {

std::string textOf(const tables::Value& value) {
  std::string out;
  appendStr(out, value);
  return out;
}

/// keepText lets a text value point into the file and not into a scratch string that is about to go. Where quotes had
/// to be resolved it then shows the raw text between them; the cell's own text string has the resolved one.
tables::Value keepText(tables::Value value, const tables::CsvTable& table, std::size_t row, std::size_t column) {
  const std::string_view bytes = table.bytes();
  const bool inFile = value.text.data() >= bytes.data() && value.text.data() <= bytes.data() + bytes.size();
  if (value.kind != tables::ValueKind::Text || inFile) return value;
  const auto span = table.cellSpan(row, column + table.leadingColumns());
  std::string_view raw = span ? bytes.substr(span->begin, span->end - span->begin) : std::string_view{};
  if (raw.size() >= 2 && raw.front() == '"' && raw.back() == '"') raw = raw.substr(1, raw.size() - 2);
  value.text = raw;
  return value;
}

/// whyNoRow says why `other` has no row of a name of `own`. 123 and "123" are two names for pandas, and it takes all
/// names of a file for numbers or none.
WhyAbsent whyNoRow(const tables::Frame& own, const tables::Frame& other, std::string_view name) {
  if (hasTextNames(own) == hasTextNames(other) || !parseFloat(name)) return WhyAbsent::NoRow;
  return hasTextNames(own) ? WhyAbsent::NamesAreNumbers : WhyAbsent::NamesAreTexts;
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
  facts.expected = textOf(*cell.expected);
  facts.actual = textOf(*cell.actual);
  facts.expectedKind = kindOf(*cell.expected);
  facts.actualKind = kindOf(*cell.actual);
  return changeWords(facts);
}

/// compares tells whether a check ever compares a metric under these rules.
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

}  // namespace

std::string_view checkMetric(Check check) {
  switch (check) {
    case Check::Accuracy:
      return "accuracy";
    case Check::GraphBreaks:
      return "graph_breaks";
    case Check::Memory:
      return "compression_ratio";
    default:
      return {};
  }
}

bool hasTextNames(const tables::Frame& frame) {
  const tables::ColumnType type = frame.column("name")->type();
  return type == tables::ColumnType::Text || type == tables::ColumnType::RawText;
}

std::string_view PairComparison::modelName(std::size_t i, std::string& scratch) const {
  const ComparedRow& row = m_rows[i];
  const bool lost = row.actualRow == kNoRow;
  const tables::TypedColumn* names = (lost ? m_expected : m_actual).column("name");
  const tables::Value name = names->at(lost ? row.expectedRow : row.actualRow, scratch);
  if (name.kind == tables::ValueKind::Text) return name.text;
  scratch = textOf(name);
  return scratch;
}

std::span<const Verdict> PairComparison::verdicts(std::size_t i, std::size_t checkIndex) const {
  const ComparedRow& row = m_rows[i];
  const std::vector<Verdict>& all = m_checks[checkIndex].verdicts;
  if (row.actualRow == kNoRow) return {};
  const auto range = std::equal_range(all.begin(), all.end(), Verdict{row.actualRow},
                                      [](const Verdict& a, const Verdict& b) { return a.row < b.row; });
  return {range.first, range.second};
}

MetricCell PairComparison::cell(std::size_t i, std::size_t metricColumn) const {
  const ComparedRow& row = m_rows[i];
  const MetricColumn& metric = m_metrics[metricColumn];
  MetricCell out;
  std::string actualScratch;
  std::string expectedScratch;
  if (row.actualRow != kNoRow) out.actual = metric.actual->at(row.actualRow, actualScratch);
  if (row.expectedRow != kNoRow) out.expected = metric.expected->at(row.expectedRow, expectedScratch);
  if (out.actual && out.actual->kind != tables::ValueKind::NaN) out.actualText = textOf(*out.actual);
  if (out.expected && out.expected->kind != tables::ValueKind::NaN) out.expectedText = textOf(*out.expected);
  if (out.actual && out.expected) {
    out.changed = !sameMetric(*out.actual, *out.expected);
    out.numeric = out.actual->isNumber() && out.expected->isNumber();
    if (out.numeric) {
      const double before = out.expected->asDouble();
      out.delta = out.actual->asDouble() - before;
      out.percent = before == 0 ? std::numeric_limits<double>::quiet_NaN() : out.delta / std::abs(before) * 100;
    }
  }
  if (out.actual) out.actual = keepText(*out.actual, m_actual.table(), row.actualRow, metric.actual->index());
  if (out.expected)
    out.expected = keepText(*out.expected, m_expected.table(), row.expectedRow, metric.expected->index());
  out.notMeasured = row.has(Finding::NotMeasured) && metric.info.zeroMeansNotMeasured;
  for (std::size_t c = 0; c < m_checks.size(); ++c) {
    for (const Verdict& verdict : verdicts(i, c)) {
      const bool about = verdict.metric == kNoMetric ? metric.info.name == checkMetric(m_checks[c].check)
                                                     : verdict.metric == metric.metric;
      if (!about) continue;
      out.cls = out.checked ? std::min(out.cls, verdict.cls) : verdict.cls;
      out.checked = true;
    }
  }
  return out;
}

PairComparison::Decision PairComparison::decision(std::size_t i) const {
  Decision first;
  for (std::size_t c = 0; c < m_checks.size(); ++c) {
    for (const Verdict& verdict : verdicts(i, c)) {
      if (verdict.cls != m_rows[i].cls) continue;
      // Of several reasons to pass, one that had something to weigh says more than "equal".
      if (verdict.reason != Reason::Equal) return {c, &verdict};
      if (first.verdict == nullptr) first = {c, &verdict};
    }
  }
  return first;
}

std::string_view PairComparison::statusWord(std::size_t i) const {
  const ComparedRow& row = m_rows[i];
  if (row.actualRow == kNoRow) return row.has(Finding::Lost) ? "LOST" : "CONFLICT";
  const Decision decided = decision(i);
  if (decided.verdict == nullptr) return "NOT_JUDGED";
  if (decided.verdict->reason == Reason::ScriptCrashed) return "CRASHED";
  const std::string_view word = statusText(decided.verdict->status);
  return word.empty() && decided.verdict->cls == VerdictClass::Missing ? "MISSING" : word;
}

VerdictFacts PairComparison::facts(std::size_t i, std::size_t checkIndex, const Verdict& verdict) const {
  const ComparedRow& row = m_rows[i];
  VerdictFacts out;
  out.check = m_checks[checkIndex].check;
  out.generation = m_options.rules->generation;
  out.noGraphsColumn = !m_actual.hasColumn("unique_graphs");
  out.metric =
      verdict.metric == kNoMetric ? checkMetric(out.check) : std::string_view(metricCatalogue()[verdict.metric].name);
  const auto side = [&](const tables::Frame& frame, std::uint32_t at, bool repeated, std::string& text, double& number,
                        CellKind& kind) {
    text = "None";
    number = std::numeric_limits<double>::quiet_NaN();
    if (at == kNoRow) return WhyAbsent::NoRow;
    if (repeated) return WhyAbsent::SeveralRows;
    const tables::TypedColumn* column = frame.column(out.metric);
    if (column == nullptr) return WhyAbsent::NoColumn;
    std::string scratch;
    const tables::Value value = column->at(at, scratch);
    text = textOf(value);
    number = value.asDouble();
    kind = kindOf(value);
    return WhyAbsent::Present;
  };
  out.actualAbsent =
      side(m_actual, row.actualRow, row.has(Finding::DuplicateActual), out.actual, out.actualNumber, out.actualKind);
  out.expectedAbsent = side(m_expected, row.expectedRow, row.has(Finding::DuplicateExpected), out.expected,
                            out.expectedNumber, out.expectedKind);
  std::string scratch;
  if (out.expectedAbsent == WhyAbsent::NoRow)
    out.expectedAbsent = whyNoRow(m_actual, m_expected, modelName(i, scratch));
  const std::uint8_t metric = metricIndex(out.metric);
  out.notMeasured =
      row.has(Finding::NotMeasured) && metric != kNoMetric && metricCatalogue()[metric].zeroMeansNotMeasured;
  if (out.check == Check::Memory) out.allowedDrop = 1 - m_options.rules->memory.tolerance;
  if (out.check == Check::GraphBreaks)
    for (const TrackedMetric& tracked : m_options.rules->graphBreaks.tracked)
      if (tracked.name == out.metric && tracked.compare == Compare::DropTolerance)
        out.allowedDrop = m_options.rules->graphBreaks.dropTolerance;
  return out;
}

std::string PairComparison::explained(std::size_t i, std::size_t checkIndex, const Verdict& verdict) const {
  return explain(verdict, facts(i, checkIndex, verdict));
}

std::string PairComparison::lostSentence(std::size_t i) const {
  const ComparedRow& row = m_rows[i];
  if (!row.has(Finding::Lost)) return findingSentence(Finding::ConflictMarker, {});
  std::string out = "It is in the baseline";
  if (const auto* accuracy = m_expected.column("accuracy")) {
    std::string scratch;
    out += " (accuracy " + textOf(accuracy->at(row.expectedRow, scratch)) + ")";
  }
  std::string nameScratch;
  const WhyAbsent why = whyNoRow(m_expected, m_actual, modelName(i, nameScratch));
  if (why != WhyAbsent::NoRow)
    return out + ", but CI finds no row for it in this run (" + std::string(whyAbsentText(why)) +
           "): CI never looks at such a model and stays green.";
  return out + ", but this run has no row for it: CI never looks at such a model and stays green.";
}

std::string PairComparison::plainChanges(std::size_t i) const {
  std::string out;
  std::size_t named = 0;
  for (std::size_t m = 0; m < m_metrics.size() && named < kNamedChanges; ++m) {
    const MetricCell found = cell(i, m);
    if (!found.changed || found.checked) continue;
    ++named;
    out += (out.empty() ? " " : ", ") + changeOf(m_metrics[m].info.name, found);
  }
  return out.empty() ? out : out + ".";
}

/// diedBefore finds the check in use that would have compared a metric of this row, had its script come so far.
const CheckSummary* PairComparison::diedBefore(std::size_t i, std::string_view metric) const {
  for (std::size_t c = 0; c < m_checks.size(); ++c)
    if ((m_checks[c].crash || m_checks[c].refused) && verdicts(i, c).empty() &&
        compares(*m_options.rules, m_checks[c].check, metric))
      return &m_checks[c];
  return nullptr;
}

/// changesNobodyJudged names the changed metrics that no check has a verdict on, and says why there is none;
/// `alsoUnwatched` includes those that no check in use would ever compare.
std::string PairComparison::changesNobodyJudged(std::size_t i, bool alsoUnwatched) const {
  std::vector<std::pair<std::string, std::string>> whyAndWhat;  // metrics with the same reason share a sentence
  std::size_t named = 0;
  for (std::size_t m = 0; m < m_metrics.size() && named < kNamedChanges; ++m) {
    const MetricCell found = cell(i, m);
    if (!found.changed || found.checked) continue;
    const std::string& metric = m_metrics[m].info.name;
    const auto looksAt = [&](Check check) { return compares(*m_options.rules, check, metric); };
    std::string why;
    if (const CheckSummary* died = diedBefore(i, metric)) {
      why = ": the " + std::string(checkName(died->check)) + " script " + std::string(whereItEnded(*died)) +
            ", so CI has no verdict on that.";
    } else if (!alsoUnwatched) {
      continue;
    } else if (std::ranges::any_of(m_checks, looksAt, &CheckSummary::check)) {
      why = ". No check compares that in this row.";
    } else if (std::ranges::any_of(kPairChecks, looksAt)) {
      why = ". None of the checks in use compares that.";
    } else {
      why = ". No check compares that.";
    }
    ++named;
    auto same = std::ranges::find(whyAndWhat, why, &std::pair<std::string, std::string>::first);
    if (same == whyAndWhat.end()) same = whyAndWhat.insert(same, {why, ""});
    same->second += (same->second.empty() ? " " : ", ") + changeOf(metric, found);
  }
  std::string out;
  for (const auto& [why, what] : whyAndWhat) out += what + why;
  return out;
}

std::string PairComparison::unjudgedSentence(std::size_t i) const {
  for (const CheckSummary& check : m_checks) {
    const std::optional<base::Error>& why = check.refused ? check.refused : check.crash;
    if (!why) continue;
    std::string_view words = why->text;
    if (!check.refused && words.ends_with('.')) words.remove_suffix(1);  // ours; a refusal is in the script's own words
    const std::string_view where = check.refused            ? " turns this pair down ("
                                   : check.verdicts.empty() ? " dies before its first row ("
                                                            : " dies before this row (";
    return "Not judged: the script of " + std::string(checkName(check.check)) + std::string(where) +
           std::string(words) + ")." + plainChanges(i);
  }
  return "No check looks at this pair's columns." + plainChanges(i);
}

std::string PairComparison::sentence(std::size_t i) const {
  const ComparedRow& row = m_rows[i];
  if (row.actualRow == kNoRow) return lostSentence(i);
  const Decision decided = decision(i);
  std::string out = decided.verdict == nullptr ? unjudgedSentence(i) : explained(i, decided.check, *decided.verdict);
  for (std::size_t c = 0; c < m_checks.size(); ++c)
    for (const Verdict& verdict : verdicts(i, c))
      if (&verdict != decided.verdict && failsCi(verdict)) out += " " + explained(i, c, verdict);
  const bool fine = row.cls == VerdictClass::Pass || row.cls == VerdictClass::ExpectedFail;
  if (decided.verdict != nullptr) out += changesNobodyJudged(i, fine);
  std::string scratch;
  // New and double rows are what the verdict's own sentence is about.
  for (const Finding finding : {Finding::NotMeasured, Finding::UnknownStatus, Finding::RocmByPath, Finding::StaleFlaky,
                                Finding::ConflictMarker})
    if (row.has(finding)) out += " " + findingSentence(finding, flakyLists(modelName(i, scratch)));
  if (const std::string excuse = excuseText(i); !excuse.empty()) out += " " + excuse;
  return out;
}

}  // namespace plumbline::verdicts
