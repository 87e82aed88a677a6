// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, glyphs and numbers for decisions of same().
//
//   TensorStyle style = styleOf(verdictOf(decision));    // "✗", "DIFFERS", the colours of a failure
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

#include "core/numerics/same/same.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

/// TensorVerdict: worst first. Near passes with a margin of 0.8 or more.
enum class TensorVerdict : std::uint8_t { Raises, Differs, Near, Same, NotCompared };

TensorVerdict verdictOf(const numerics::Decision& decision);
bool isFailing(TensorVerdict verdict);

struct TensorStyle {
  QString glyph;
  QString word;                     ///< as tables show it
  QString title;                    ///< for chips and screen readers
  verdicts::VerdictClass cls;       ///< its colours
  bool isQuiet = false;             ///< muted, no tint
};
TensorStyle styleOf(TensorVerdict verdict);

/// numberText has four significant digits: "0.0001234", "1.2e-07", "nan", "∞". "" for none.
QString numberText(double value);
QString numberText(const std::optional<double>& value);
/// marginText has three digits, and never rounds to 1.
QString marginText(double margin);
/// stepLabel is the step that decided: "by errors against fp64", "within tolerance".
QString stepLabel(const numerics::Decision& decision);
/// decisionName is the path of a decision, or a text for a file with a single value.
QString decisionName(const numerics::Decision& decision);

/// answerText is the whole answer in one line.
QString answerText(const numerics::SameResult& result);
/// logText are torch's own lines with their levels, as in Python's logging.
QString logText(const numerics::SameResult& result);

/// shapeOf and dtypeOf: "3 x 2", "float32"; for other values the type and "".
QString shapeOf(const numerics::ValuePtr& value);
QString dtypeOf(const numerics::ValuePtr& value);
bool isTensor(const numerics::ValuePtr& value);
/// valueCountText: "1 value", "12 values".
QString valueCountText(std::size_t count);

}  // namespace plumbline::ui
