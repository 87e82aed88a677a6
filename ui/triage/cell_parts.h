// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a metric's cell stand: expected, arrow, actual, delta, under those of the other rows. Where they do
// not fit, one line instead, in which the actual value survives and an ellipsis says that something is missing.
//
//   for (const CellPart& part : layOutNumbers(text, columnParts, cell.width(), metrics)) ...
//   // wide: {"pass", " → ", "timeout"}   narrow: {"… → timeout"}   narrower: {"time…"}
#pragma once

#include <QFontMetrics>
#include <QString>
#include <vector>

#include "ui/triage/metric_text.h"

namespace plumbline::ui {

/// ColumnParts are the widths, in pixels, that the rows of a column need for each part.
struct ColumnParts {
  int expected = 0;
  int actual = 0;
  int delta = 0;
  int words = 0;       ///< a column of words: the longest change, which flows from the left
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
QString notMeasuredText();
/// layOutNumbers meets at the right: the last part of every row ends at the edge.
std::vector<CellPart> layOutNumbers(const MetricText& text, const ColumnParts& parts, int width, const QFontMetrics& metrics);
/// layOutWords begins every row at the left: words need no place of their own to be compared, and the column stays narrow.
std::vector<CellPart> layOutWords(const MetricText& text, int width, const QFontMetrics& metrics);

}  // namespace plumbline::ui
