// SPDX-License-Identifier: GPL-3.0-or-later
// A metric of one row as the words the table shows: expected, actual, what changed between them.
//
//   MetricText t = metricText(comparison.cell(row, m), comparison.metrics()[m].info);
//   // {"7", "9", "+2", changed}   {"pass", "fail_accuracy", "", changed}   {"pass", "pass", "", unchanged}
#pragma once

#include <QMetaType>
#include <QString>

#include "core/verdicts/comparison.h"

namespace plumbline::ui {

struct MetricText {
  QString expected;  ///< "–" where there is no value
  QString actual;
  QString delta;     ///< "+2", "−0.31", "not measured"; empty when there is nothing to say
  bool changed = false;
  bool numeric = false;
  bool notMeasured = false;
  bool matters = false;  ///< a check looked at it and its class is not that of an unchanged row
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  double deltaNumber = 0;
};

/// kNoValue stands for a value that is not there.
inline constexpr char16_t kNoValue = u'\u2013';

MetricText metricText(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info);
/// oneLine is what is copied and read aloud: "7 → 9 (+2)", "pass".
QString oneLine(const MetricText& text);
/// metricTooltip says the values in full with unit and change in percent.
QString metricTooltip(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info);
/// signedNumber gives "+2" or "−2" (a true minus), "0" for zero.
QString signedNumber(double value, int decimals);

}  // namespace plumbline::ui

Q_DECLARE_METATYPE(plumbline::ui::MetricText)
