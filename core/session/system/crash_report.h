// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of crashes. A signal that ends the program leaves a file in the given folder: version, libraries and system, the
// signal, and the names of the last actions; nothing of what was open. The next start finds it.
//
//   for (const QString& file : takeCrashReports(stateFolder()))  // of programs that ended before
//   const auto ready = writeCrashReports(stateFolder());         // from now on
//   noteAction("review.save");                                   // before each action; the GUI thread
//   endCrashReports();                                           // at an ordinary end
#pragma once

#include <QString>
#include <QStringList>
#include <string_view>

#include "core/base/result.h"

namespace plumbline::session {

inline constexpr int kNotedActions = 32;
inline constexpr int kKeptCrashReports = 10;

/// writeCrashReports makes the folder and a file in it, and catches the signals of a crash until endCrashReports. A signal then ends
/// the program as it would have without this. Errors: NotWritable.
base::Result<void> writeCrashReports(const QString& folder);
/// endCrashReports removes the file.
void endCrashReports();

/// noteAction remembers the name of an action, cut after 47 bytes, for a report. The oldest of kNotedActions is forgotten.
void noteAction(std::string_view name);

/// takeCrashReports gives new reports their final names, by their times, and returns their paths, the newest first. Each is returned
/// once. Removed are the oldest beyond kKeptCrashReports, and files of programs that were killed.
QStringList takeCrashReports(const QString& folder);

}  // namespace plumbline::session
