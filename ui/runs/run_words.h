// SPDX-License-Identifier: GPL-3.0-or-later
// How states, times and places of runs are written and marked, the same in the queue, the tasks and the status line.
// No widgets: models use it.
//
//   const RunLook look = runLook(runs::RunState::TimedOut);   // "!", "timed out"
//   spanText(7384);                                           // "2:03:04"
#pragma once

#include <QString>

#include "core/runs/run_state.h"
#include "core/verdicts/verdict.h"

namespace plumbline::ui {

/// RunRole are the roles that both tables' models answer and their delegate paints.
enum class RunRole : int {
  State = Qt::UserRole + 1,  ///< int of runs::RunState, in the column of states; invalid elsewhere
  Share,                     ///< double, 0 to 1: how much is done, in the column of progress
  FailedShare,               ///< double: what failed of it
  Detail,                    ///< QString: quiet words at the right end of the cell
  Quiet,                     ///< bool: the cell's words may be overlooked
  Glyph,                     ///< QString: in the place of the state's own, for what came of a repro run
  Look,                      ///< int of VerdictClass: likewise
  Tint,                      ///< int of VerdictClass: what the whole row is tinted as
};

/// RunLook: glyph and word carry the meaning, the class lends its colours.
struct RunLook {
  QString glyph;  ///< one character
  QString word;   ///< "timed out"
  verdicts::VerdictClass look = verdicts::VerdictClass::Pass;
  verdicts::VerdictClass tint = verdicts::VerdictClass::Pass;  ///< of the row; Pass: none
  bool isQuiet = false;
};
RunLook runLook(runs::RunState state);
/// isActive: neither waiting nor over.
bool isActive(runs::RunState state);

/// spanText: "4 s", "3:05", "2:03:04"; "" for less than nothing.
QString spanText(double seconds);
/// momentText is the time of day, with the date when it is not today's; "" for 0.
QString momentText(double secondsSince1970, double now);
/// secondsText has the digits that matter: "0.42", "12.3", "1240".
QString secondsText(double seconds);

double beganOf(const runs::Run& run);
double endedOf(const runs::Run& run);  ///< 0 while it is not over
/// progressText: "3 of 8", "3 of 8, 1 failed".
QString progressText(const runs::RunProgress& progress);
/// endText: "failed: 8 of 8, 1 failed · torchcache.json" of a run that is over.
QString endText(const runs::Run& run, double now);
/// outcomeText is one line about a run: what failed, where the result is, why there is none.
QString outcomeText(const runs::Run& run, const runs::RunProgress& progress);
/// taskTitle names a task: its model, "part 2 of 4", "whole suite", "command".
QString taskTitle(const runs::Run& run, std::size_t task);

}  // namespace plumbline::ui
