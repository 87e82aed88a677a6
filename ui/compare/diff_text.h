// SPDX-License-Identifier: GPL-3.0-or-later
// Readings and their changes as the words the comparison shows.
//
//   const DiffText t = diffText(rows, row, metric);   // {"1.42", "1.20", "−0.22", "−15.5 %", Move::Worse}
#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <array>

#include "core/diff/diff_rows.h"
#include "core/diff/move.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

// The glyph and the words of each move; the colour is that of the verdict class whose meaning is nearest.
//
//   moveStyle(Move::Worse).glyph   // "▼"

struct MoveStyle {
  QString glyph;  ///< one character
  QString word;   ///< as the table shows it
  QString title;  ///< for chips and tooltips
  QString tooltip;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  bool isTinted = false;  ///< behind the row too
};

MoveStyle moveStyle(diff::Move move);

/// kMoveChips are the classes of the keys 1 to 7.
inline constexpr std::array kMoveChips = {diff::Move::Worse,   diff::Move::Broke,      diff::Move::Better,
                                          diff::Move::Healed,  diff::Move::Changed,    diff::Move::OnlyBefore,
                                          diff::Move::OnlyAfter};

/// The marks of flipped rows, of rows whose ratio hides what moved, and of values below their floor.
QString flipMark();
QString alarmMark();
QString floorMark();

struct DiffText {
  QString before, after;   ///< a value, or why there is none: "missing", "not measured"; "–" where the run has no such row
  QString delta, percent;  ///< signed; "" when there is nothing to say; percent says so of what is within the noise
  diff::Move move = diff::Move::Nothing;
  bool isNumeric = false;  ///< both sides are numbers
  bool isChanged = false;  ///< the two differ at all
  bool hasBefore = false, hasAfter = false;  ///< a value, not the words for a lack of one
  bool isBelowFloor = false;
  bool isFlipped = false;
};

DiffText diffText(const diff::DiffRows& rows, std::size_t row, std::size_t metric);
/// readingText is one value with the metric's decimals, or the words for why there is none.
QString readingText(const diff::Reading& reading, const verdicts::MetricInfo& info);
bool hasValue(const diff::Reading& reading);
/// oneLine: "1.42 → 1.20 (−0.22, −15.5 %)" for the clipboard and screen readers.
QString oneLine(const DiffText& text);
/// metricTitle: "compile time (s)".
QString metricTitle(const verdicts::MetricInfo& info);
/// percentText: "−15.5 %" of a share; "" for NaN. decimalText: a number with that many decimals and a true minus.
QString percentText(double share);
QString decimalText(double value, int decimals);
/// moveSentence says what became of one metric: "speedup: 1.42 → 1.20 x (−15.5 %), worse: over 5 %".
QString moveSentence(const diff::DiffRows& rows, std::size_t row, std::size_t metric);
/// noiseWord is the smallest q of a row: "0.012", "noise, 0.41", "too few values", of the history "too few runs" or that it is unsure; "" where nothing was tested.
QString noiseWord(const diff::DiffRows& rows, std::size_t row);
/// rowSentences are those of all metrics of a row that moved, turn over or are beyond the noise, then the alarm, then new and gone graph breaks.
QStringList rowSentences(const diff::DiffRows& rows, std::size_t row);

}  // namespace plumbline::ui

Q_DECLARE_METATYPE(plumbline::ui::DiffText)
