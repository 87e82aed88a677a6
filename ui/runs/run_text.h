// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and glyphs for states, times and targets of runs, for models (no widgets).
//
//   const RunStyle style = runStyle(runs::RunState::TimedOut);   // "!", "timed out"
//   spanText(7384);                                             // "2:03:04"
#pragma once

#include <QString>

#include "core/runs/engine/run_state.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

/// RunRole are the roles of both tables, drawn by their delegate.
enum class RunRole : int {
  State = Qt::UserRole + 1,  ///< int of runs::RunState, in the column of states; invalid elsewhere
  Share,                     ///< double, 0 to 1: how much is done, in the column of progress
  FailedShare,               ///< double: what failed of it
  Detail,                    ///< QString: muted text at the right end of the cell
  Quiet,                     ///< bool: the text is muted
  Glyph,                     ///< QString: instead of that of the state, for the result of a repro run
  Style,                     ///< int of VerdictClass: likewise
  Tint,                      ///< int of VerdictClass: tint of the whole row
};

/// RunStyle: glyph and word carry the meaning, the class its colours.
struct RunStyle {
  QString glyph;  ///< one character
  QString word;   ///< "timed out"
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  verdicts::VerdictClass tint = verdicts::VerdictClass::Pass;  ///< of the row; Pass: no tint
  bool isQuiet = false;
};
RunStyle runStyle(runs::RunState state);
/// isActive: neither waiting nor over.
bool isActive(runs::RunState state);

/// spanText: "4 s", "3:05", "2:03:04"; "" for negative times.
QString spanText(double seconds);
/// momentText is the time of day, with the date unless it is today; "" for 0.
QString momentText(double secondsSince1970, double now);
/// secondsText: "0.42", "12.3", "1240".
QString secondsText(double seconds);

double beganOf(const runs::Run& run);
double endedOf(const runs::Run& run);  ///< 0 while it is not over
/// progressText: "3 of 8 tasks", "3 of 8 tasks, 1 failed".
QString progressText(const runs::RunProgress& progress);
/// finishedText: "failed: 8 of 8 tasks, 1 failed · torchcache.json" of a run that is over.
QString finishedText(const runs::Run& run, double now);
/// outcomeText is one line about a run: what failed, where the result is, or why there is none.
QString outcomeText(const runs::Run& run, const runs::RunProgress& progress);
/// taskTitle: the model, "part 2 of 4", "whole suite" or "command".
QString taskTitle(const runs::Run& run, std::size_t task);
/// runCountText: "1 run", "3 runs".
QString runCountText(qsizetype count);
/// secondsNow is the present time in seconds since 1970.
double secondsNow();

}  // namespace plumbline::ui
