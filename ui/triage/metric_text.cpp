// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/metric_text.h"

#include <cmath>

#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

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
  text.matters = cell.checked && cell.cls != verdicts::VerdictClass::Pass && cell.cls != verdicts::VerdictClass::ExpectedFail;
  text.deltaNumber = cell.numeric ? cell.delta : 0;
  if (cell.notMeasured) text.delta = u"not measured"_s;
  else if (cell.numeric && cell.changed && std::isfinite(cell.delta)) text.delta = signedNumber(cell.delta, info.decimals);
  return text;
}

QString oneLine(const MetricText& text) {
  QString line = text.changed ? text.expected + u" \u2192 "_s + text.actual : text.actual;
  if (!text.delta.isEmpty()) line += u" ("_s + text.delta + u")"_s;
  return line;
}

QString metricTooltip(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info) {
  const auto side = [&info](const std::optional<Value>& value, const std::string& python) {
    if (!value) return u"no row"_s;
    if (value->kind == ValueKind::NaN) return u"empty"_s;
    const QString unit = info.unit.empty() || !value->isNumber() ? QString() : u" "_s + fromUtf8(info.unit);
    return shortened(fromUtf8(python)) + unit;
  };
  QString tip = u"%1\nexpected: %2\nactual: %3"_s.arg(fromUtf8(info.name), side(cell.expected, cell.expectedText),
                                                     side(cell.actual, cell.actualText));
  if (cell.numeric && cell.changed && !cell.notMeasured) {
    tip += u"\nchange: "_s + signedNumber(cell.delta, info.decimals);
    if (std::isfinite(cell.percent)) tip += u" (%1 %)"_s.arg(signedNumber(cell.percent, 1));
  }
  if (cell.notMeasured) tip += u"\nThe run failed before this was measured: its zero is padding, not a count."_s;
  return tip;
}

}  // namespace plumbline::ui
