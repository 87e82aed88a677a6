// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_text.h"

#include <QStringList>

#include "core/verdicts/natural_key.h"
#include "ui/theme/class_marks.h"
#include "ui/triage/metric_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::Comparison;
using verdicts::Finding;

QString nameText(const Comparison& comparison, std::size_t row) {
  std::string scratch;
  return fromUtf8(comparison.modelName(row, scratch));
}

QString verdictWord(const Comparison& comparison, std::size_t row) {
  const verdicts::ComparedRow& compared = comparison.row(row);
  return compared.has(Finding::Lost) ? u"LOST"_s : classMark(compared.cls).word;
}

QString ciWord(const Comparison& comparison, std::size_t row) {
  const QString word = fromUtf8(comparison.statusWord(row));
  // These are words of ours: no script has said anything of such a row.
  const bool ours = word == u"NOT_JUDGED" || word == u"CRASHED" || word == u"LOST" || word == u"CONFLICT";
  return ours ? QString() : word;
}

DeadScripts deadScripts(const Comparison& comparison) {
  DeadScripts dead;
  QStringList reasons;
  std::size_t count = 0;
  for (const verdicts::CheckSummary& check : comparison.checks()) {
    const std::optional<base::Error>& why = check.crash ? check.crash : check.refused;
    if (!why) continue;
    ++count;
    dead.names += (dead.names.isEmpty() ? QString() : u", "_s) + fromUtf8(verdicts::checkName(check.check));
    if (const QString reason = shortened(fromUtf8(why->text), 300); !reasons.contains(reason)) reasons << reason;
  }
  dead.reason = reasons.join(u' ');
  dead.all = count > 0 && count == comparison.checks().size();
  return dead;
}

QString findingTitles(const verdicts::ComparedRow& row) {
  QStringList titles;
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f)
    if (row.has(static_cast<Finding>(f))) titles << fromUtf8(findingTitle(static_cast<Finding>(f)));
  return titles.join(u", "_s);
}

QString displayText(const Comparison& comparison, const TriageColumn& column, std::size_t row) {
  switch (column.kind) {
    case ColumnKind::Verdict: return classMark(comparison.row(row).cls).glyph + u" "_s + verdictWord(comparison, row);
    case ColumnKind::Decision: return {};
    case ColumnKind::Model: return nameText(comparison, row);
    case ColumnKind::Metric:
      return oneLine(metricText(comparison.cell(row, column.metric), comparison.metrics()[column.metric].info));
    case ColumnKind::Flaky: return comparison.row(row).excused ? u"yours"_s : comparison.row(row).flaky ? u"flaky"_s : QString();
    case ColumnKind::Findings: return findingTitles(comparison.row(row));
    case ColumnKind::Reason: return fromUtf8(comparison.sentence(row));
  }
  return {};
}

QVariant sortValue(const Comparison& comparison, const TriageColumn& column, std::size_t row) {
  switch (column.kind) {
    case ColumnKind::Verdict: return static_cast<int>(comparison.row(row).cls);
    case ColumnKind::Decision: return {};
    case ColumnKind::Model: return fromUtf8(verdicts::lowerAscii(nameText(comparison, row).toStdString()));
    case ColumnKind::Metric: {
      const verdicts::MetricCell cell = comparison.cell(row, column.metric);
      if (cell.actual && cell.actual->isNumber()) return cell.actual->asDouble();
      if (cell.actual && cell.actual->kind == tables::ValueKind::Text) return fromUtf8(verdicts::lowerAscii(cell.actualText));
      return {};
    }
    case ColumnKind::Flaky: return comparison.row(row).flaky || comparison.row(row).excused ? 0 : 1;
    case ColumnKind::Findings: return static_cast<int>(comparison.row(row).findings);
    case ColumnKind::Reason: return static_cast<int>(comparison.row(row).cls);
  }
  return {};
}

QString tooltipText(const Comparison& comparison, const TriageColumn& column, std::size_t row) {
  const verdicts::ComparedRow& compared = comparison.row(row);
  switch (column.kind) {
    case ColumnKind::Verdict: {
      QString tip = classMark(compared.cls).title;
      const QString word = ciWord(comparison, row);
      if (word.isEmpty()) return tip + u"\nNo check script says anything about this row."_s;
      tip += u" \u00b7 CI's word: "_s + word;
      tip += compared.failsCi ? u"\nThis row alone makes CI fail."_s : u"\nThis row does not make CI fail."_s;
      return tip;
    }
    case ColumnKind::Decision: return {};
    case ColumnKind::Model: return shortened(nameText(comparison, row), 2000);
    case ColumnKind::Metric:
      return metricTooltip(comparison.cell(row, column.metric), comparison.metrics()[column.metric].info);
    case ColumnKind::Flaky:
      if (compared.excused) return fromUtf8(comparison.excuseText(row));
      return compared.flaky ? u"On a flaky list: CI excuses most of its failures."_s : QString();
    case ColumnKind::Findings: {
      QStringList lines;
      for (std::size_t f = 0; f < verdicts::kFindingCount; ++f)
        if (compared.has(static_cast<Finding>(f))) lines << fromUtf8(findingText(static_cast<Finding>(f)));
      return lines.join(u'\n');
    }
    case ColumnKind::Reason: return shortened(fromUtf8(comparison.sentence(row)), 2000);
  }
  return {};
}

QString accessibleText(const Comparison& comparison, const TriageColumn& column, std::size_t row) {
  const QString who = verdictWord(comparison, row) + u" "_s + nameText(comparison, row);
  switch (column.kind) {
    case ColumnKind::Verdict:
    case ColumnKind::Decision:
    case ColumnKind::Model: return who;
    case ColumnKind::Metric: {
      const auto& info = comparison.metrics()[column.metric].info;
      const MetricText text = metricText(comparison.cell(row, column.metric), info);
      const auto said = [](const QString& value) { return value == QString(QChar(kNoValue)) ? u"no value"_s : value; };
      const QString metric = who + u" "_s + fromUtf8(info.name);
      if (!text.changed) return metric + u" unchanged "_s + said(text.actual);
      return metric + u" expected "_s + said(text.expected) + u" actual "_s + said(text.actual) +
             (text.notMeasured ? u" not measured"_s : QString());
    }
    case ColumnKind::Flaky: return who + (comparison.row(row).excused ? u" excused by your list"_s
                                                   : comparison.row(row).flaky ? u" flaky"_s : u" not flaky"_s);
    case ColumnKind::Findings: {
      const QString titles = findingTitles(comparison.row(row));
      return who + u" findings "_s + (titles.isEmpty() ? u"none"_s : titles);
    }
    case ColumnKind::Reason: return who + u" "_s + fromUtf8(comparison.sentence(row));
  }
  return who;
}

}  // namespace plumbline::ui
