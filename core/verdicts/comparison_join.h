// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a Comparison before anything is judged: which baseline row belongs to which actual row, what is new,
// lost, double, or left behind by git.
//
//   std::vector<ComparedRow> rows = comparedRows(join, actual.table(), expected);
#pragma once

#include <vector>

#include "core/tables/frame.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/row_join.h"

namespace plumbline::verdicts {

/// comparedRows gives the actual rows in file order, then the lost models in the baseline's order, with the findings
/// New, Lost, DuplicateActual, DuplicateExpected and ConflictMarker set. A row of the run that begins with '#' is a row
/// like any other, because the checks judge it; one of the baseline alone is no lost model. Linear in rows.
std::vector<ComparedRow> comparedRows(const RowJoin& join, const tables::Frame& actual, const tables::Frame& expected);

/// setFinding sets the bit of a finding.
inline void setFinding(ComparedRow& row, Finding finding) {
  row.findings = static_cast<std::uint16_t>(row.findings | (1U << static_cast<unsigned>(finding)));
}

}  // namespace plumbline::verdicts
