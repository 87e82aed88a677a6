// SPDX-License-Identifier: GPL-3.0-or-later
// The glyph and the words of each move; the colour is that of the verdict class whose meaning is nearest.
//
//   moveLook(Move::Worse).glyph   // "▼"
#pragma once

#include <QString>
#include <array>

#include "core/diff/move.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

struct MoveLook {
  QString glyph;  ///< one character
  QString word;   ///< as the table shows it
  QString title;  ///< for chips and tooltips
  QString tooltip;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  bool isTinted = false;  ///< behind the row too
};

MoveLook moveLook(diff::Move move);

/// kMoveChips are the classes of the keys 1 to 7.
inline constexpr std::array kMoveChips = {diff::Move::Worse,   diff::Move::Broke,      diff::Move::Better,
                                          diff::Move::Healed,  diff::Move::Changed,    diff::Move::OnlyBefore,
                                          diff::Move::OnlyAfter};

/// The marks of flipped rows, of rows whose ratio hides what moved, and of values below their floor.
QString flipMark();
QString alarmMark();
QString floorMark();

}  // namespace plumbline::ui
