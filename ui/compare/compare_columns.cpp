// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/compare/diff_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

using diff::RowSort;

QString directionText(const verdicts::MetricInfo& info) {
  switch (info.better) {
    case verdicts::Better::Lower: return u"; lower is better"_s;
    case verdicts::Better::Higher: return u"; higher is better"_s;
    case verdicts::Better::Neither: break;
  }
  return {};
}

bool hasNumbers(const diff::RunDiff& diff, std::size_t metric) {
  for (std::size_t run = 0; run < diff.runs().size(); ++run)
    if (std::ranges::any_of(diff.numbers(run, metric), [](double number) { return !std::isnan(number); })) return true;
  return false;
}

/// differs tells whether any model has another value: what is the same everywhere stands behind what is not.
bool differs(const diff::RunDiff& diff, diff::Sides sides, std::size_t metric) {
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    const diff::Delta delta = diff::deltaOf(diff, sides.before, sides.after, row, metric);
    if (delta.isWordChange || (delta.isNumeric && delta.absolute != 0)) return true;
  }
  return false;
}

RowSort::By byOf(CompareKind kind) {
  switch (kind) {
    case CompareKind::Move: return RowSort::By::Move;
    case CompareKind::Model: return RowSort::By::Model;
    case CompareKind::Metric: return RowSort::By::Change;
    case CompareKind::Value: break;
  }
  return RowSort::By::Value;
}

}  // namespace

QString runLetter(std::size_t run) { return QString(QChar(static_cast<char16_t>(u'A' + run))); }

CompareColumns::CompareColumns(const diff::RunDiff& diff, diff::Sides sides) {
  const bool hasPair = sides.before != sides.after;
  if (hasPair)
    m_columns.push_back({CompareKind::Move, 0, 0, u"move"_s, u"Move"_s,
                         u"The worst that became of the model over all metrics; sorts worst first, the largest change first"_s, false});
  m_columns.push_back({CompareKind::Model, 0, 0, u"model"_s, u"Model"_s, u"The model's name in the files"_s, false});
  std::vector<std::size_t> order(diff.metrics().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (hasPair) std::stable_partition(order.begin(), order.end(), [&](std::size_t metric) { return differs(diff, sides, metric); });
  for (const std::size_t metric : order) {
    const verdicts::MetricInfo& info = diff.metrics()[metric];
    const QString name = fromUtf8(info.name), title = metricTitle(info);
    const bool numeric = hasNumbers(diff, metric);
    if (hasPair)
      m_columns.push_back({CompareKind::Metric, metric, 0, u"metric:"_s + name, title,
                           u"%1: %2 \u2192 %3, the change and per cent%4. A click sorts by the change"_s.arg(
                               shortened(name), runLetter(sides.before), runLetter(sides.after), directionText(info)),
                           numeric});
    for (std::size_t run = 0; run < diff.runs().size(); ++run) {
      if (hasPair && (run == sides.before || run == sides.after)) continue;
      const QString label = shortened(fromUtf8(diff.runs()[run].label), 60);
      m_columns.push_back({CompareKind::Value, metric, run, u"value:%1:%2"_s.arg(name).arg(run),
                           hasPair ? u"%1 %2"_s.arg(runLetter(run), shortened(fromUtf8(info.title.empty() ? info.name : info.title), 60)) : title,
                           u"%1 of run %2, %3%4"_s.arg(shortened(name), runLetter(run), label, directionText(info)), numeric});
    }
  }
}

int CompareColumns::indexOf(const QString& key) const {
  const auto found = std::ranges::find(m_columns, key, &CompareColumn::key);
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

int CompareColumns::indexOf(CompareKind kind) const {
  const auto found = std::ranges::find(m_columns, kind, &CompareColumn::kind);
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

RowSort CompareColumns::sortFor(int column, bool descending) const {
  if (column < 0 || column >= count()) return {};
  const CompareColumn& about = at(column);
  return {byOf(about.kind), about.metric, about.run, descending};
}

int CompareColumns::columnOf(const RowSort& sort) const {
  const auto found = std::ranges::find_if(m_columns, [&sort](const CompareColumn& column) {
    if (byOf(column.kind) != sort.by) return false;
    if (sort.by == RowSort::By::Change) return column.metric == sort.metric;
    return sort.by != RowSort::By::Value || (column.metric == sort.metric && column.run == sort.run);
  });
  return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

}  // namespace plumbline::ui
