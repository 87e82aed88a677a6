// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the table of result files: what a cell says, what it sorts by, what it tells on demand.
//
//   sourceText(list, file, SourceColumn::Shard)    // "1 of 2"
#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

#include "core/session/source_list.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

enum class SourceColumn { State, Config, Shard, Attempt, Rows, Why, File };
inline constexpr int kSourceColumns = 7;

/// StateLook is how a state is shown; the colours are those of a verdict class whose meaning is near.
struct StateLook {
  QString id;     ///< stable word for actions: "unnamed"
  QString glyph;  ///< one character
  QString title;  ///< of the chip: "No name"
  QString tooltip;
  verdicts::VerdictClass cls;
};
StateLook lookOf(session::FileState state);

QString sourceColumnTitle(SourceColumn column);
QString sourceColumnTooltip(SourceColumn column);
QString sourceText(const session::SourceList& list, const session::SourceFile& file, SourceColumn column);
/// sourceTooltip gives the whole story, line by line; "" where the cell says it all.
QString sourceTooltip(const session::SourceList& list, const session::SourceFile& file, SourceColumn column);
/// sourceSortValue is a number, or lower-case text; invalid where there is nothing to sort by: such rows come last.
QVariant sourceSortValue(const session::SourceList& list, const session::SourceFile& file, SourceColumn column);
/// hasWords tells whether every word of a filter occurs in a file's cells or in its whole origin.
bool hasWords(const session::SourceList& list, const session::SourceFile& file, const QStringList& words);
/// shownOrigin is the origin below the path that was opened.
QString shownOrigin(const session::SourceList& list, const session::SourceFile& file);

}  // namespace plumbline::ui
