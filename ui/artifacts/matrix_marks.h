// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell of the matrix shows: glyphs with counts, worst first, and how many shards are here. Words for people come
// from core/overview; this is the short form that fits 48 pixels.
//
//   shortText(cell)     // "✗3 ▲1 2/4"
//   kindOf(cell)        // CellKind::Matters
#pragma once

#include <QList>
#include <QString>

#include "core/overview/matrix.h"

namespace plumbline::ui {

/// CellKind tells how a cell is drawn.
enum class CellKind {
  NoConfig,    ///< CI has no such combination
  NotRun,      ///< a baseline, and no run of it was opened
  NoBaseline,  ///< a run, and nothing to hold it against
  Problem,     ///< could not be judged
  Calm,        ///< everything as expected
  Matters,     ///< something to look at
};
CellKind kindOf(const overview::MatrixCell& cell);

/// CellMark is a glyph with its count.
struct CellMark {
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  QString text;  ///< "✗3"
};
/// marksOf lists what matters, worst first; of a calm cell what passes and what fails as expected.
QList<CellMark> marksOf(const overview::MatrixCell& cell);
/// lookOf is the class whose tint the cell has.
verdicts::VerdictClass lookOf(const overview::MatrixCell& cell);
/// shardText: "2/4" when a shard is missing, else empty.
QString shardText(const overview::MatrixCell& cell);
/// shortText is the whole cell in one line: "✗3 ▲1 2/4", "not run", "".
QString shortText(const overview::MatrixCell& cell);

}  // namespace plumbline::ui
