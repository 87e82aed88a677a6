// SPDX-License-Identifier: GPL-3.0-or-later
// Puts what the passes over a file noticed into words: the diagnostics, and what pandas would raise.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/tables/csv_table.h"
#include "core/tables/lexer.h"
#include "core/text/line_index.h"

namespace plumbline::tables {

/// DuplicateName is a row whose name occurred before: the check scripts then find neither row (SPEC 2.1).
struct DuplicateName {
  std::size_t row = 0;
  std::size_t firstRow = 0;
};

struct DuplicateNames {
  std::vector<DuplicateName> kept;  ///< in row order, at most kMaxPerKind
  std::size_t total = 0;
};

/// findDuplicateNames looks at one column and takes at most `budgetBytes` while it works (a small table is always
/// allowed). Missing names (NA words) equal nothing. Nothing comes back when it was cancelled.
std::optional<DuplicateNames> findDuplicateNames(const CsvTable& table, std::size_t column, std::size_t budgetBytes,
                                                 const base::Progress& progress);

/// Findings is what is known beside the table itself.
struct Findings {
  const RecordLog& log;
  const text::LineIndex& lines;
  std::optional<std::size_t> badUtf8;  ///< offset of the first byte that is not UTF-8
  bool hasNul = false;
  DuplicateNames duplicates;
};

struct Diagnosis {
  std::vector<Diagnostic> diagnostics;  ///< in file order
  std::size_t dropped = 0;
};

Diagnosis diagnose(const CsvTable& table, const Findings& findings);

/// whatPandasRaises returns the error in which pd.read_csv ends on this file, if it does.
std::optional<base::Error> whatPandasRaises(const CsvTable& table, const Findings& findings);

}  // namespace plumbline::tables
