// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the table of flaky entries: what a cell says, what it sorts by, what it tells on demand.
//
//   cellText(*overview, row, FlakyColumn::Scope)    // "rocm · inductor_*_training"
#pragma once

#include <QString>
#include <QVariant>

#include "core/session/flaky_overview.h"

namespace plumbline::ui {

enum class FlakyColumn { Name, Check, Scope, Excuses, Matches, Remarks, Origin, Reason, Expires, Issue };
inline constexpr int kFlakyColumns = 10;

QString columnTitle(FlakyColumn column);
QString columnTooltip(FlakyColumn column);
QString cellText(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// cellTooltip gives the whole story, line by line; "" where the cell says it all.
QString cellTooltip(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// sortValue is a number, or lower-case text; invalid where there is nothing to sort by: such rows come last.
QVariant sortValue(const session::FlakyOverview& overview, const session::FlakyRow& row, FlakyColumn column);
/// fileNameOf is the last part of a path.
QString fileNameOf(const std::string& path);
/// matchesText tells whether every word of a filter occurs in a row.
bool matchesText(const session::FlakyOverview& overview, const session::FlakyRow& row, const QStringList& words);

}  // namespace plumbline::ui
