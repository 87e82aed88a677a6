// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the table of flaky entries: text, sort value and tooltip.
//
//   cellText(*overview, row, FlakyColumn::Scope)    // "rocm · inductor_*_training"
#pragma once

#include <QString>
#include <QVariant>

#include "core/session/flaky_lists.h"
#include "core/verdicts/verdict.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

/// How a remark about a flaky entry is shown: glyph, word, sentence, and the verdict class whose colours fit.
///
///   const RemarkStyle look = styleOf(RemarkKind::Expired);   // "✗", "Expired"
struct RemarkStyle {
  QString id;       ///< stable word for settings and tests: "expired"
  QString glyph;    ///< one character
  QString title;    ///< for the chip: "In no baseline"
  QString word;     ///< for a cell: "no baseline"
  QString tooltip;  ///< one sentence for the chip
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
};

RemarkStyle styleOf(session::RemarkKind kind);

enum class FlakyColumn { Name, Check, Scope, Excuses, Matches, Remarks, Origin, Reason, Expires, Issue };
inline constexpr int kFlakyColumns = 10;

ColumnHead headOf(FlakyColumn column);
QString cellText(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// cellTooltip has the details, line by line; "" where the cell has them all.
QString cellTooltip(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// sortValue is a number, or lower-case text; invalid where there is nothing to sort by: such rows come last.
QVariant sortValue(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// fileNameOf is the last part of a path.
QString fileNameOf(const std::string& path);
/// matchesText: every word of a filter occurs in the row.
bool matchesText(const session::FlakyOverview& overview, const session::FlakyRow& row, const QStringList& words);

}  // namespace plumbline::ui
