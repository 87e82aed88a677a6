// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_match.h"

#include <QStringList>

namespace plumbline::ui {
namespace {

constexpr int kInsideWord = 10;
constexpr int kLettersInOrder = 40;

/// lettersCost is the number of letters skipped between the first and the last one found.
std::optional<int> lettersCost(const QString& word, const QString& text) {
  qsizetype at = -1;
  qsizetype first = -1;
  for (const QChar letter : word) {
    at = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
    if (at < 0) return std::nullopt;
    if (first < 0) first = at;
  }
  return static_cast<int>(at - first + 1 - word.size());
}

std::optional<int> wordCost(const QString& word, const QString& text) {
  for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
       at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
    if (at == 0) return 0;
    if (!text.at(at - 1).isLetterOrNumber()) return 1;
  }
  if (text.contains(word, Qt::CaseInsensitive)) return kInsideWord;
  if (const auto skipped = lettersCost(word, text)) return kLettersInOrder + *skipped;
  return std::nullopt;
}

}  // namespace

std::optional<int> matchCost(const QString& typed, const QString& text) {
  int sum = 0;
  const QStringList words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const QString& word : words) {
    const auto cost = wordCost(word, text);
    if (!cost) return std::nullopt;
    sum += *cost;
  }
  return sum;
}

}  // namespace plumbline::ui
