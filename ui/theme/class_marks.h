// SPDX-License-Identifier: GPL-3.0-or-later
// The glyph and the words of each verdict class: what carries the meaning where colour cannot.
//
//   classMark(VerdictClass::Fail).glyph   // "✗"
#pragma once

#include <QString>

#include "core/verdicts/verdict.h"

namespace plumbline::ui {

struct ClassMark {
  QString glyph;  ///< one character
  QString word;   ///< as the table shows it, at most eight letters
  QString title;  ///< for buttons and tooltips
};

ClassMark classMark(verdicts::VerdictClass cls);

}  // namespace plumbline::ui
