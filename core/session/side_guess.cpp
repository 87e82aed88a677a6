// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/side_guess.h"

#include <QFileInfo>

namespace plumbline::session {
namespace {

/// baselineLikeness is positive for a baseline, negative for a run, 0 when the path says nothing.
int baselineLikeness(const QString& path) {
  const QString lower = path.toLower();
  const QString file = lower.section(QLatin1Char('/'), -1);
  const QString folders = lower.chopped(file.size());
  int score = 0;
  if (file.contains(QLatin1String("expected")) || file.contains(QLatin1String("baseline"))) score += 4;
  if (file.contains(QLatin1String("actual"))) score -= 4;
  if (folders.contains(QLatin1String("ci_expected_accuracy"))) score += 2;
  if (folders.contains(QLatin1String("test-reports"))) score -= 2;
  if (folders.contains(QLatin1String("expected")) || folders.contains(QLatin1String("baseline"))) score += 1;
  if (folders.contains(QLatin1String("actual"))) score -= 1;
  return score;
}

}  // namespace

SideGuess guessPair(const QStringList& paths) {
  if (paths.isEmpty()) return {};
  const int first = baselineLikeness(paths.at(0));
  if (paths.size() == 1) return first > 0 ? SideGuess{{}, paths.at(0), true} : SideGuess{paths.at(0), {}, first < 0};
  const int second = baselineLikeness(paths.at(1));
  if (first > second) return {paths.at(1), paths.at(0), true};
  return {paths.at(0), paths.at(1), first < second};
}

bool isPair(const QStringList& paths) {
  if (paths.isEmpty() || paths.size() > 2) return false;
  for (const QString& path : paths) {
    const QFileInfo file(path);
    const QString ending = file.suffix().toLower();
    for (const char* other : {"zip", "json", "jsonl", "ndjson", "log", "txt"})
      if (ending == QLatin1String(other)) return false;
    if (file.isDir()) return false;
  }
  return true;
}

SourceGuess guessSources(const QStringList& paths) {
  // A folder above may be called anything; only the name that was chosen itself counts.
  constexpr int kItsOwnName = 2;
  SourceGuess guess;
  for (const QString& path : paths) {
    const QString name = QFileInfo(path).fileName().toLower();
    const bool tree = name.contains(QLatin1String("ci_expected_accuracy")) || baselineLikeness(name) > kItsOwnName;
    (tree ? guess.expected : guess.actual) << path;
  }
  return guess;
}

std::pair<QString, QString> guessSides(const QString& one, const QString& other) {
  const SideGuess guess = guessPair({one, other});
  return {guess.actual, guess.expected};
}

}  // namespace plumbline::session
