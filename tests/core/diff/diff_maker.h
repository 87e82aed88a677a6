// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and joins from texts, for tests.
//
//   const auto diff = support::diffOf({"name,speedup\na,1.2\n", "name,speedup\na,1.3\n"});
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/diff/run_diff.h"
#include "tests/support/pair_maker.h"

namespace plumbline::support {

inline diff::Run runOf(const std::string& csv, const std::string& label = "run") {
  diff::Run run;
  run.label = label;
  run.origin = label + ".csv";
  run.tables = {table(csv, run.origin)};
  return run;
}

/// diffOf is null when the texts cannot be joined.
inline diff::RunDiffPtr diffOf(const std::vector<std::string>& csvs) {
  std::vector<diff::Run> runs;
  for (const std::string& csv : csvs) runs.push_back(runOf(csv, "run" + std::to_string(runs.size() + 1)));
  auto made = diff::RunDiff::make(std::move(runs));
  return made.isValue() ? made.value() : nullptr;
}

inline QString stateName(diff::ReadingState state) {
  switch (state) {
    case diff::ReadingState::NoRow:
      return QStringLiteral("no row");
    case diff::ReadingState::NoColumn:
      return QStringLiteral("no column");
    case diff::ReadingState::Empty:
      return QStringLiteral("empty");
    case diff::ReadingState::Padded:
      return QStringLiteral("padded");
    case diff::ReadingState::Number:
      return QStringLiteral("number");
    case diff::ReadingState::NotFinite:
      return QStringLiteral("not finite");
    case diff::ReadingState::Word:
      return QStringLiteral("word");
  }
  return {};
}

/// readingText gives "number 1.2", "word pass", "padded 0", "empty".
inline QString readingText(const diff::RunDiff& diff, std::size_t run, const std::string& model,
                           const std::string& metric) {
  const auto row = diff.rowOf(model);
  const auto column = diff.metricOf(metric);
  if (!row || !column) return QStringLiteral("nothing");
  const diff::Reading reading = diff.reading(run, *row, *column);
  QString out = stateName(reading.state);
  if (!reading.text.empty())
    out += QLatin1Char(' ') + QString::fromUtf8(reading.text.data(), qsizetype(reading.text.size()));
  return out;
}

}  // namespace plumbline::support
