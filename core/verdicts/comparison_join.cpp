// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/comparison_join.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace plumbline::verdicts {
namespace {

bool isNamed(const tables::Frame& frame, std::uint32_t row, std::string& scratch) {
  return frame.column("name")->at(row, scratch).kind != tables::ValueKind::NaN;
}

/// markRepeatedLost finds the lost models that the baseline names more than once. Only rows that neither met an actual
/// row nor are a lost model's first row can repeat one, and mostly there are none.
void markRepeatedLost(std::vector<ComparedRow>& rows, std::size_t lostBegin, const tables::Frame& expected) {
  std::vector<bool> explained(expected.rowCount(), false);
  for (const ComparedRow& row : rows)
    if (row.expectedRow != kNoRow) explained[row.expectedRow] = true;
  std::string scratch;
  const tables::CsvTable& table = expected.table();
  const std::size_t nameColumn = expected.column("name")->index();
  std::unordered_map<std::string, std::size_t> lost;
  for (std::uint32_t row = 0; row < explained.size(); ++row) {
    if (explained[row] || table.isComment(row)) continue;
    if (lost.empty())
      for (std::size_t i = lostBegin; i < rows.size(); ++i)
        lost.emplace(table.cell(rows[i].expectedRow, nameColumn, scratch), i);
    const auto repeated = lost.find(std::string(table.cell(row, nameColumn, scratch)));
    if (repeated != lost.end()) setFinding(rows[repeated->second], Finding::DuplicateExpected);
  }
}

}  // namespace

std::vector<ComparedRow> comparedRows(const RowJoin& join, const tables::Frame& actual, const tables::Frame& expected) {
  std::vector<ComparedRow> rows;
  std::string scratch;
  const auto actualRows = static_cast<std::uint32_t>(actual.rowCount());
  rows.reserve(actualRows + join.expectedOnly().size());
  for (std::uint32_t row = 0; row < actualRows; ++row) {
    ComparedRow made;  // a comment in the run is a row like any other: pandas knows no comments, and CI judges it
    made.actualRow = row;
    made.expectedRow = join.firstExpectedRow(row);
    if (join.severalActual(row)) setFinding(made, Finding::DuplicateActual);
    if (join.severalExpected(row)) setFinding(made, Finding::DuplicateExpected);
    if (actual.table().isConflictMarker(row)) {
      setFinding(made, Finding::ConflictMarker);
    } else if (made.expectedRow == kNoRow && isNamed(actual, row, scratch)) {
      setFinding(made, Finding::New);  // a name that pandas reads as missing is never found, so it is not news
    }
    rows.push_back(made);
  }
  const std::size_t lostBegin = rows.size();
  for (const std::uint32_t row : join.expectedOnly()) {
    if (expected.table().isComment(row)) continue;  // no model, so it cannot be lost
    ComparedRow lost;
    lost.expectedRow = row;
    // A line that git left behind is no model, so it cannot be lost.
    setFinding(lost, expected.table().isConflictMarker(row) ? Finding::ConflictMarker : Finding::Lost);
    rows.push_back(lost);
  }
  if (rows.size() > lostBegin) markRepeatedLost(rows, lostBegin, expected);
  return rows;
}

}  // namespace plumbline::verdicts
