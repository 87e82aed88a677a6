// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_columns.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

using verdicts::OrderBy;

bool isNumeric(const tables::TypedColumn* column) {
  return column && column->type() != tables::ColumnType::Text && column->type() != tables::ColumnType::RawText;
}

TriageColumn metricColumn(const verdicts::MetricColumn& metric, std::size_t index) {
  const verdicts::MetricInfo& info = metric.info;
  TriageColumn column;
  column.kind = ColumnKind::Metric;
  column.metric = index;
  column.key = u"metric:"_s + fromUtf8(info.name);
  column.title = shortened(fromUtf8(info.title.empty() ? info.name : info.title), 60);
  if (!info.unit.empty()) column.title += u" ("_s + fromUtf8(info.unit) + u")"_s;
  const QString tooltip = info.better == verdicts::Better::Lower
                              ? TriageColumns::tr("%1: expected \u2192 actual, and the change; lower is better")
                          : info.better == verdicts::Better::Higher
                              ? TriageColumns::tr("%1: expected \u2192 actual, and the change; higher is better")
                              : TriageColumns::tr("%1: expected \u2192 actual, and the change");
  column.tooltip = tooltip.arg(shortened(fromUtf8(info.name)));
  column.numeric = isNumeric(metric.actual) && isNumeric(metric.expected);
  column.shownByDefault = metric.metric != verdicts::kNoMetric;
  return column;
}

/// isJudged returns whether a check of this pair is about the metric.
bool isJudged(const verdicts::Comparison& comparison, const verdicts::MetricColumn& metric) {
  return std::ranges::any_of(comparison.checks(), [&metric](const verdicts::CheckSummary& check) {
    return verdicts::checkMetric(check.check) == metric.info.name;
  });
}

OrderBy orderOf(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::Verdict: return OrderBy::Verdict;
    case ColumnKind::Decision: return OrderBy::Decision;
    case ColumnKind::Model: return OrderBy::Name;
    case ColumnKind::Metric: return OrderBy::Metric;
    case ColumnKind::Runs: return OrderBy::RedSince;
    case ColumnKind::Flaky: return OrderBy::Flaky;
    case ColumnKind::Findings: return OrderBy::Findings;
    case ColumnKind::Reason: return OrderBy::Reason;
  }
  return OrderBy::Verdict;
}

}  // namespace

TriageColumns::TriageColumns(const verdicts::Comparison& comparison, bool withDecisions) {
  m_columns.push_back({ColumnKind::Verdict, 0, u"verdict"_s, tr("Verdict"),
                       tr("What CI's checks say about the model: the worst over all checks")});
  m_columns.push_back({ColumnKind::Model, 0, u"model"_s, tr("Model"), tr("The model's name in both files")});
  // What decides comes first, so that the reason beside it is on the screen; the other metrics follow the reason.
  const auto& metrics = comparison.metrics();
  const bool anyKnown = std::ranges::any_of(metrics, [](const auto& m) { return m.metric != verdicts::kNoMetric; });
  const bool anyJudged = std::ranges::any_of(metrics, [&](const auto& m) { return isJudged(comparison, m); });
  std::vector<TriageColumn> others;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    TriageColumn column = metricColumn(metrics[i], i);
    column.shownByDefault = column.shownByDefault || !anyKnown;
    (!anyJudged || isJudged(comparison, metrics[i]) ? m_columns : others).push_back(std::move(column));
  }
  // It comes with the first decision, and moves neither the names nor the values then.
  if (withDecisions)
    m_columns.push_back({ColumnKind::Decision, 0, u"decision"_s, tr("Decision"),
                         tr("What you decided: A accepts, X keeps, F marks as flaky, N writes a note"), false, false,
                         true});
  m_columns.push_back({ColumnKind::Runs, 0, u"runs"_s, tr("Last runs"),
                       tr("The last 20 runs in the history, the newest at the right; sorts by since when a row is red (Y shows all)"), false,
                       false, true});
  m_columns.push_back({ColumnKind::Reason, 0, u"reason"_s, tr("Reason"), tr("Which rule decided, and why")});
  std::ranges::move(others, std::back_inserter(m_columns));
  m_columns.push_back(
      {ColumnKind::Flaky, 0, u"flaky"_s, tr("Flaky"), tr("On a flaky list that the rules in use read")});
  m_columns.push_back({ColumnKind::Findings, 0, u"findings"_s, tr("Findings"),
                       tr("What CI does not say; it never changes CI's exit status")});
}

bool TriageColumns::setShown(ColumnKind kind, bool on) {
  const auto found = std::ranges::find(m_columns, kind, &TriageColumn::kind);
  return found != m_columns.end() && std::exchange(found->shownByDefault, on) != on;
}

int TriageColumns::indexOf(const QString& key) const {
  const auto found = std::find_if(m_columns.begin(), m_columns.end(), [&key](const auto& c) { return c.key == key; });
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

QStringList TriageColumns::keys() const {
  QStringList keys;
  for (const TriageColumn& column : m_columns) keys << column.key;
  return keys;
}

verdicts::RowOrder TriageColumns::orderFor(int column, bool descending) const {
  if (column < 0 || column >= count()) return {};
  verdicts::RowOrder order;
  order.by = orderOf(at(column).kind);
  order.metric = at(column).metric;
  order.descending = descending;
  return order;
}

int TriageColumns::columnOf(const verdicts::RowOrder& order) const {
  const auto found = std::find_if(m_columns.begin(), m_columns.end(), [&order](const TriageColumn& c) {
    return orderOf(c.kind) == order.by && (order.by != OrderBy::Metric || c.metric == order.metric);
  });
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

}  // namespace plumbline::ui
