// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program that says a line whenever something is safe, and kills it (SIGKILL) in the middle of its work.
//
//   const auto run = tests::killedRun(program, {path}, 3, 250);   // 250 microseconds after its third line
//   ... look at the files; run->lines is what it had said ...
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

namespace plumbline::tests {

struct KilledRun {
  QList<QByteArray> lines;  ///< whole lines it said, to the last
  QByteArray complaint;     ///< its standard error
};

/// killedRun waits for `afterLines` lines, then `microseconds`, then kills. Nothing when the program could not be
/// started, said too little within 20 s, or ended by itself: `complaint` of a test's own log says which.
std::optional<KilledRun> killedRun(const QString& program, const QStringList& arguments, int afterLines,
                                   qint64 microseconds);

/// killCount is how many kills a test shall try: PLUMBLINE_KILLS, else `usual`.
int killCount(int usual);

}  // namespace plumbline::tests
