// SPDX-License-Identifier: GPL-3.0-or-later
// A decision of same() in the words, glyphs and numbers of the window.
//
//   TensorLook look = lookOf(verdictOf(decision));    // "✗", "DIFFERS", the look of a failure
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

#include "core/numerics/same.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

/// TensorVerdict: worst first. Near passes, but by less than a fifth of its bound.
enum class TensorVerdict : std::uint8_t { Raises, Differs, Near, Same, NotCompared };

TensorVerdict verdictOf(const numerics::Decision& decision);
bool isFailing(TensorVerdict verdict);

struct TensorLook {
  QString glyph;
  QString word;                     ///< as tables show it
  QString title;                    ///< for chips and screen readers
  verdicts::VerdictClass cls;       ///< whose colours it has
  bool isQuiet = false;             ///< muted, no tint
};
TensorLook lookOf(TensorVerdict verdict);

/// numberText has four significant digits: "0.0001234", "1.2e-07", "nan", "∞". "" for none.
QString numberText(double value);
QString numberText(const std::optional<double>& value);
/// marginText has three, and never says 1 for what is below it.
QString marginText(double margin);
/// stepSentence is the step in words, with what it was decided by: "by errors against fp64", "within tolerance".
QString stepWords(const numerics::Decision& decision);
/// placeOf names a decision for sentences: its path, or what stands in a file that holds one thing.
QString placeOf(const numerics::Decision& decision);

/// answerText is the whole answer in one line.
QString answerText(const numerics::SameResult& result);
/// logText are torch's own lines, each with its level as Python's logging writes it.
QString logText(const numerics::SameResult& result);

/// shapeOf and dtypeOf say what a value is: "3 x 2", "float32"; the type and "" for what is no tensor.
QString shapeOf(const numerics::ValuePtr& value);
QString dtypeOf(const numerics::ValuePtr& value);
bool isTensor(const numerics::ValuePtr& value);

}  // namespace plumbline::ui
