// SPDX-License-Identifier: GPL-3.0-or-later
// Which of two dropped files is the run and which the baseline, by their paths.
//
//   auto [actual, expected] = session::guessSides(first, second);
#pragma once

#include <QString>
#include <QStringList>
#include <utility>

namespace plumbline::session {

struct SideGuess {
  QString actual;
  QString expected;   ///< empty when only one path was given
  bool sure = false;  ///< a path says so; false: the order in which they came decides
};

/// guessPair looks at the first two paths. A path of a checkout's ci_expected_accuracy folder, or with "expected" or
/// "baseline" in it, is the baseline; one of a test-reports folder or with "actual" in it is the run. File names weigh
/// more than folders. When the paths say nothing, the first is the run.
SideGuess guessPair(const QStringList& paths);

/// isPair returns whether paths are one or two CSV files to hold against each other; folders, zips, JSON, logs and more
/// than two files are opened as the sources of a whole commit.
bool isPair(const QStringList& paths);

struct SourceGuess {
  QStringList actual;
  QStringList expected;  ///< trees of baselines, by their name; a checkout is found later, by its content
};
/// guessSources sorts the sources of a commit.
SourceGuess guessSources(const QStringList& paths);

/// guessSides is guessPair for two paths: first of the answer is actual, second expected.
std::pair<QString, QString> guessSides(const QString& one, const QString& other);

}  // namespace plumbline::session
