// SPDX-License-Identifier: GPL-3.0-or-later
// How a remark about a flaky entry is shown: glyph, word, sentence, and the verdict class whose colours fit.
//
//   const RemarkLook look = lookOf(RemarkKind::Expired);   // "✗", "Expired"
#pragma once

#include <QString>

#include "core/session/flaky_overview.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

struct RemarkLook {
  QString id;       ///< stable word for settings and tests: "expired"
  QString glyph;    ///< one character
  QString title;    ///< for the chip: "In no baseline"
  QString word;     ///< for a cell: "no baseline"
  QString tooltip;  ///< one sentence for the chip
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
};

RemarkLook lookOf(session::RemarkKind kind);

}  // namespace plumbline::ui
