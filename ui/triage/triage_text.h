// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a cell of the triage table: display, sort value, tooltip, screen reader. Four functions over a
// comparison, so that they can be tested without a view.
//
//   displayText(comparison, column, row)   // "pass → fail_accuracy"
#pragma once

#include <QFontMetrics>
#include <QMetaType>
#include <QString>
#include <QVariant>
#include <vector>

#include "core/verdicts/comparison.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/triage_columns.h"

namespace plumbline::ui {

/// A metric of one row as the words the table shows: expected, actual, what changed between them.
///
///   MetricText t = metricText(comparison.cell(row, m), comparison.metrics()[m].info);
///   // {"7", "9", "+2", changed}   {"pass", "fail_accuracy", "", changed}   {"pass", "pass", "", unchanged}
struct MetricText {
  QString expected;  ///< "–" where there is no value
  QString actual;
  QString delta;     ///< "+2", "−0.31", "not measured"; empty when there is none
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
/// metricTooltip has the full values with unit and change in percent.
QString metricTooltip(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info);
/// signedNumber: "+2" or "−2" (a true minus), "0" for zero.
QString signedNumber(double value, int decimals);

/// What was decided is no part of a comparison: for the column Decision these three are empty (see decision_text.h).
QString displayText(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);
QString tooltipText(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);
/// accessibleText is complete in every cell: "FAIL llama accuracy expected pass actual fail_accuracy".
QString accessibleText(const verdicts::Comparison& comparison, const TriageColumn& column, std::size_t row);

/// verdictWord is the word in the verdict column: the class's, or LOST.
QString verdictWord(const verdicts::Comparison& comparison, std::size_t row);
/// ciWord is the word that a check script prints for a row; empty where none mentions it.
QString ciWord(const verdicts::Comparison& comparison, std::size_t row);

/// DeadScripts are the check scripts that die on a pair or turn it down.
struct DeadScripts {
  QString names;     ///< "accuracy, graph-breaks"; empty when all get through
  QString reason;    ///< their messages, each once
  bool all = false;  ///< no script is left that judges
};
DeadScripts deadScripts(const verdicts::Comparison& comparison);
QString nameText(const verdicts::Comparison& comparison, std::size_t row);
/// findingTitles joins the short phrases of a row's findings.
QString findingTitles(const verdicts::ComparedRow& row);

// Where the parts of a metric's cell stand: expected, arrow, actual, delta, under those of the other rows. Where they
// do not fit, one line instead, in which the actual value survives and an ellipsis shows that something is missing.
//
//   for (const CellPart& part : layOutNumbers(text, columnParts, cell.width(), metrics)) ...
//   // wide: {"pass", " → ", "timeout"}   narrow: {"… → timeout"}   narrower: {"time…"}

/// ColumnParts are the widths, in pixels, that the rows of a column need for each part.
struct ColumnParts {
  int expected = 0;
  int actual = 0;
  int delta = 0;
  int text = 0;        ///< a column of words: the longest change, which flows from the left
  int whole = 0;       ///< columns without parts
  bool arrow = false;  ///< any measured row changed
};

enum class PartRole { Expected, Arrow, Actual, Delta, Line };

/// CellPart is a text in a slot of the cell; pixels from the cell's left edge. The text fits the slot.
struct CellPart {
  PartRole role = PartRole::Line;
  QString text;
  int left = 0;
  int width = 0;
  Qt::Alignment align;
};

QString arrowText();
/// notMeasuredText stands for the zero of a metric that was not measured.
QString notMeasuredText();
/// layOutNumbers meets at the right: the last part of every row ends at the edge.
std::vector<CellPart> layOutNumbers(const MetricText& text, const ColumnParts& parts, int width,
                                    const QFontMetrics& metrics);
/// layOutWords begins every row at the left: words need no place of their own to be compared, and the column stays
/// narrow.
std::vector<CellPart> layOutWords(const MetricText& text, int width, const QFontMetrics& metrics);

// The summary of a pair in one line.
//
//   statusText(*comparison)   // "128 models · 3 fail · 1 flaky · 2 improved · CI would fail"

QString statusText(const verdicts::Comparison& comparison, bool saysCi = true);
/// shownText: "12 of 128".
QString shownText(std::size_t shown, std::size_t all);
/// millisecondsText: "84 ms", "0.4 ms" or "1.2 s".
QString millisecondsText(double ms);

/// hiddenChangeText names what changed in a row that is as expected, where no column that is shown has the change; else "".
/// "Changed in a hidden column: speedup (x) 1.4 → 1.5."
QString hiddenChangeText(const verdicts::Comparison& comparison, const TriageColumns& columns, const QStringList& hidden, std::size_t row);

/// cellsText returns rows and columns as text for the clipboard, header first. Empty when stopped.
QString cellsText(const verdicts::Comparison& comparison, const TriageColumns& columns, const QList<int>& shown,
                  const std::vector<std::uint32_t>& rows, TableFormat format, const base::Progress& progress = {});

}  // namespace plumbline::ui

Q_DECLARE_METATYPE(plumbline::ui::MetricText)
