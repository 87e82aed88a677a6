// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_text.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/triage/triage_model.h"

namespace plumbline::ui {
namespace {

using tables::Value;
using tables::ValueKind;

bool isWhole(double value) { return std::isfinite(value) && value == std::floor(value); }

QString plainNumber(double value, int decimals) {
  if (!std::isfinite(value)) return QString::number(value);
  if (decimals == 0 && !isWhole(value)) return QString::number(value, 'g', 6);
  return QString::number(value, 'f', decimals);
}

QString valueText(const std::optional<Value>& value, const std::string& python, int decimals) {
  if (!value || value->kind == ValueKind::NaN) return QString(QChar(kNoValue));
  if (value->kind == ValueKind::Real) return plainNumber(value->real, decimals);
  return fromUtf8(python);
}

constexpr int kSpare = 2;           // a text that fits exactly is elided at some scales
constexpr int kMaxPartChars = 120;   // characters: more never fits a cell
constexpr char16_t kEllipsis = u'\u2026';

/// The texts of a cell, ready to be laid out.
struct CellTexts {
  QString expected;
  QString actual;
  QString delta;
};

CellTexts textsOf(const MetricText& text) {
  if (text.notMeasured) return {shortened(text.expected, kMaxPartChars), notMeasuredText(), {}};
  return {shortened(text.expected, kMaxPartChars), shortened(text.actual, kMaxPartChars), text.delta};
}

bool fits(const std::vector<CellPart>& parts, const QFontMetrics& metrics) {
  return std::all_of(parts.begin(), parts.end(), [&metrics](const CellPart& part) {
    return part.left >= 0 && metrics.horizontalAdvance(part.text) <= part.width;
  });
}

/// The whole cell as one line, the fullest that fits: what came before goes first, then the change, never the actual.
std::vector<CellPart> oneLine(const MetricText& text, int width, const QFontMetrics& metrics, Qt::Alignment align) {
  const CellTexts texts = textsOf(text);
  const QString delta = texts.delta.isEmpty() ? QString() : u"  "_s + texts.delta;
  const QString lessDelta = texts.delta.isEmpty() ? QString() : QString(u' ') + kEllipsis;
  const QString now = text.changed ? arrowText() + texts.actual : texts.actual;
  QStringList lines;
  if (text.changed) {
    lines << texts.expected + now + delta << texts.expected + now + lessDelta << kEllipsis + now + delta
          << kEllipsis + now + lessDelta;
  } else {
    lines << now + delta;
    if (!delta.isEmpty()) lines << now + lessDelta;
  }
  const auto full = std::find_if(lines.cbegin(), lines.cend(),
                                 [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; });
  // With the ellipsis at its end the text is too long in any case, so that the cut always shows.
  const QString line =
      full != lines.cend() ? *full : metrics.elidedText(texts.actual + kEllipsis, Qt::ElideRight, width);
  return {{PartRole::Line, line, 0, width, align}};
}

}  // namespace

QString signedNumber(double value, int decimals) {
  const QString size = plainNumber(std::fabs(value), decimals);
  if (size.toDouble() == 0) return value == 0 ? u"0"_s : (value > 0 ? u"+"_s : u"\u2212"_s) + u"\u2248"_s + u"0"_s;
  return (value > 0 ? u"+"_s : u"\u2212"_s) + size;
}

MetricText metricText(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info) {
  MetricText text;
  text.expected = valueText(cell.expected, cell.expectedText, info.decimals);
  text.actual = valueText(cell.actual, cell.actualText, info.decimals);
  // A row that only one file has is a change to the eye, though there is nothing to subtract.
  text.changed = cell.changed || cell.expected.has_value() != cell.actual.has_value();
  text.numeric = cell.numeric;
  text.notMeasured = cell.notMeasured;
  text.cls = cell.cls;
  text.matters =
      cell.checked && cell.cls != verdicts::VerdictClass::Pass && cell.cls != verdicts::VerdictClass::ExpectedFail;
  text.deltaNumber = cell.numeric ? cell.delta : 0;
  if (cell.notMeasured) text.delta = TriageModel::tr("not measured");
  else if (cell.numeric && cell.changed && std::isfinite(cell.delta))
    text.delta = signedNumber(cell.delta, info.decimals);
  return text;
}

QString oneLine(const MetricText& text) {
  QString line = text.changed ? text.expected + u" \u2192 "_s + text.actual : text.actual;
  if (!text.delta.isEmpty()) line += u" ("_s + text.delta + u")"_s;
  return line;
}

QString metricTooltip(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info) {
  const auto side = [&info](const std::optional<Value>& value, const std::string& python) {
    if (!value) return TriageModel::tr("no row");
    if (value->kind == ValueKind::NaN) return TriageModel::tr("empty");
    const QString unit = info.unit.empty() || !value->isNumber() ? QString() : u" "_s + fromUtf8(info.unit);
    return shortened(fromUtf8(python)) + unit;
  };
  QString tip =
      TriageModel::tr("%1\nexpected: %2\nactual: %3")
          .arg(fromUtf8(info.name), side(cell.expected, cell.expectedText), side(cell.actual, cell.actualText));
  if (cell.numeric && cell.changed && !cell.notMeasured) {
    const QString change = signedNumber(cell.delta, info.decimals);
    tip += u'\n' + (std::isfinite(cell.percent)
                        ? TriageModel::tr("change: %1 (%2 %)").arg(change, signedNumber(cell.percent, 1))
                        : TriageModel::tr("change: %1").arg(change));
  }
  if (cell.notMeasured)
    tip += TriageModel::tr("\nThe run failed before this was measured: its zero is padding, not a count.");
  return tip;
}

using verdicts::Comparison;
using verdicts::Finding;

QString nameText(const Comparison& comparison, std::size_t row) {
  std::string scratch;
  return fromUtf8(comparison.modelName(row, scratch));
}

QString verdictWord(const Comparison& comparison, std::size_t row) {
  const verdicts::ComparedRow& compared = comparison.row(row);
  return compared.has(Finding::Lost) ? TriageModel::tr("LOST") : classMark(compared.cls).word;
}

QString ciWord(const Comparison& comparison, std::size_t row) {
  const QString word = fromUtf8(comparison.statusWord(row));
  // These texts are Plumbline's own: no script reports such a row.
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
    case ColumnKind::Decision:
    case ColumnKind::Runs: return {};
    case ColumnKind::Model: return nameText(comparison, row);
    case ColumnKind::Metric:
      return oneLine(metricText(comparison.cell(row, column.metric), comparison.metrics()[column.metric].info));
    case ColumnKind::Flaky:
      return comparison.row(row).excused ? TriageModel::tr("yours") : comparison.row(row).flaky ? TriageModel::tr("flaky") : QString();
    case ColumnKind::Findings: return findingTitles(comparison.row(row));
    case ColumnKind::Reason: return fromUtf8(comparison.sentence(row));
  }
  return {};
}

QString tooltipText(const Comparison& comparison, const TriageColumn& column, std::size_t row) {
  const verdicts::ComparedRow& compared = comparison.row(row);
  switch (column.kind) {
    case ColumnKind::Verdict: {
      const QString tip = classMark(compared.cls).title;
      const QString word = ciWord(comparison, row);
      if (word.isEmpty()) return TriageModel::tr("%1\nNo check script says anything about this row.").arg(tip);
      return (compared.failsCi ? TriageModel::tr("%1 \u00b7 CI's word: %2\nThis row alone makes CI fail.")
                               : TriageModel::tr("%1 \u00b7 CI's word: %2\nThis row does not make CI fail."))
          .arg(tip, word);
    }
    case ColumnKind::Decision:
    case ColumnKind::Runs: return {};
    case ColumnKind::Model: return shortened(nameText(comparison, row), 2000);
    case ColumnKind::Metric:
      return metricTooltip(comparison.cell(row, column.metric), comparison.metrics()[column.metric].info);
    case ColumnKind::Flaky:
      if (compared.excused) return fromUtf8(comparison.excuseText(row));
      return compared.flaky ? TriageModel::tr("On a flaky list: CI excuses most of its failures.") : QString();
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
  QString who = verdictWord(comparison, row) + u" "_s + nameText(comparison, row);
  switch (column.kind) {
    case ColumnKind::Verdict:
    case ColumnKind::Decision:
    case ColumnKind::Runs:
    case ColumnKind::Model: return who;
    case ColumnKind::Metric: {
      const auto& info = comparison.metrics()[column.metric].info;
      const MetricText text = metricText(comparison.cell(row, column.metric), info);
      const auto shown = [](const QString& value) {
        return value == QString(QChar(kNoValue)) ? TriageModel::tr("no value") : value;
      };
      const QString metric = fromUtf8(info.name);
      if (!text.changed) return TriageModel::tr("%1 %2 unchanged %3").arg(who, metric, shown(text.actual));
      return (text.notMeasured ? TriageModel::tr("%1 %2 expected %3 actual %4 not measured")
                               : TriageModel::tr("%1 %2 expected %3 actual %4"))
          .arg(who, metric, shown(text.expected), shown(text.actual));
    }
    case ColumnKind::Flaky:
      return (comparison.row(row).excused ? TriageModel::tr("%1 excused by your list")
              : comparison.row(row).flaky ? TriageModel::tr("%1 flaky")
                                          : TriageModel::tr("%1 not flaky")).arg(who);
    case ColumnKind::Findings: {
      const QString titles = findingTitles(comparison.row(row));
      return TriageModel::tr("%1 findings %2").arg(who, titles.isEmpty() ? TriageModel::tr("none") : titles);
    }
    case ColumnKind::Reason: return who + u" "_s + fromUtf8(comparison.sentence(row));
  }
  return who;
}

QString hiddenChangeText(const Comparison& comparison, const TriageColumns& columns, const QStringList& hidden, std::size_t row) {
  constexpr qsizetype kNamed = 2;
  const verdicts::ComparedRow& compared = comparison.row(row);
  const bool isFine = compared.cls == VerdictClass::Pass || compared.cls == VerdictClass::ExpectedFail;
  if (hidden.isEmpty() || !isFine || !compared.changed) return {};
  QStringList changes;
  for (int c = 0; c < columns.count(); ++c) {
    const TriageColumn& column = columns.at(c);
    if (column.kind != ColumnKind::Metric) continue;
    const verdicts::MetricCell cell = comparison.cell(row, column.metric);
    if (!cell.changed) continue;
    if (!hidden.contains(column.key)) return {};
    changes << column.title + u' ' + oneLine(metricText(cell, comparison.metrics()[column.metric].info));
  }
  if (changes.isEmpty()) return {};
  const QString named = changes.mid(0, kNamed).join(u", "_s);
  if (changes.size() > kNamed)
    return TriageModel::tr("Changed in hidden columns: %1 and %2 more.").arg(named, QString::number(changes.size() - kNamed));
  return (changes.size() == 1 ? TriageModel::tr("Changed in a hidden column: %1.") : TriageModel::tr("Changed in hidden columns: %1.")).arg(named);
}

QString arrowText() { return u" \u2192 "_s; }
/// The zero in brackets, as reports write it; the tooltip says why.
QString notMeasuredText() { return u"(0)"_s; }

std::vector<CellPart> layOutNumbers(const MetricText& text, const ColumnParts& parts, int width,
                                    const QFontMetrics& metrics) {
  const CellTexts texts = textsOf(text);
  std::vector<CellPart> out;
  int right = width;
  const auto put = [&](PartRole role, const QString& value, int slot, Qt::Alignment align) {
    right -= slot;
    if (!value.isEmpty()) out.push_back({role, value, right, slot, align});
  };
  if (parts.delta > 0) {
    put(PartRole::Delta, texts.delta, parts.delta, Qt::AlignRight);
    right -= kGrid;
  }
  put(PartRole::Actual, texts.actual, parts.actual, Qt::AlignRight);
  if (text.changed) {
    put(PartRole::Arrow, arrowText(), metrics.horizontalAdvance(arrowText()), Qt::AlignHCenter);
    put(PartRole::Expected, texts.expected, std::max(right, 0), Qt::AlignRight);
  }
  // A delta that no measured row had has no slot of its own.
  const bool complete = texts.delta.isEmpty() || parts.delta > 0;
  return complete && fits(out, metrics) ? out : oneLine(text, width, metrics, Qt::AlignRight);
}

std::vector<CellPart> layOutWords(const MetricText& text, int width, const QFontMetrics& metrics) {
  const CellTexts texts = textsOf(text);
  std::vector<CellPart> out;
  int left = 0;
  const auto put = [&](PartRole role, const QString& value) {
    const int advance = metrics.horizontalAdvance(value);
    out.push_back({role, value, left, advance + kSpare, Qt::AlignLeft});
    left += advance;
  };
  if (text.changed) {
    put(PartRole::Expected, texts.expected);
    put(PartRole::Arrow, arrowText());
  }
  put(PartRole::Actual, texts.actual);
  return left + kSpare <= width ? out : oneLine(text, width, metrics, Qt::AlignLeft);
}

using verdicts::VerdictClass;

QString statusText(const verdicts::Comparison& comparison, bool saysCi) {
  const std::size_t rows = comparison.rowCount();
  QStringList parts{counted(rows, TriageModel::tr("model"), TriageModel::tr("models"))};
  for (VerdictClass cls : verdicts::kAllClasses)
    if (const std::uint32_t count = comparison.counts().of(cls); count > 0 && cls != VerdictClass::Pass)
      parts << grouped(count) + u' ' + classMark(cls).title.toLower();
  if (saysCi) parts << (comparison.ciExit() == 0 ? TriageModel::tr("CI would pass") : TriageModel::tr("CI would fail"));
  return parts.join(u" \u00b7 "_s);
}

QString shownText(std::size_t shown, std::size_t all) {
  return shown == all ? grouped(all) : TriageModel::tr("%1 of %2").arg(grouped(shown), grouped(all));
}

QString millisecondsText(double ms) {
  if (ms >= 1000) return QString::number(ms / 1000, 'f', 1) + u" s"_s;
  return QString::number(ms, 'f', ms < 9.95 ? 1 : 0) + u" ms"_s;
}

QString cellsText(const verdicts::Comparison& comparison, const TriageColumns& columns, const QList<int>& shown,
                  const std::vector<std::uint32_t>& rows, TableFormat format, const base::Progress& progress) {
  TextTable table;
  QStringList header;
  QList<bool> right;
  for (int column : shown) {
    header << columns.at(column).title;
    right << columns.at(column).numeric;
  }
  table << header;
  for (std::uint32_t row : rows) {
    if (progress.stopRequested()) return {};
    QStringList cells;
    for (int column : shown) cells << displayText(comparison, columns.at(column), row);
    table << cells;
  }
  return tableText(table, format, right);
}

}  // namespace plumbline::ui
