// SPDX-License-Identifier: GPL-3.0-or-later
// Rows whose name occurred before: the check scripts then find neither row (SPEC 2.1).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/progress.h"

namespace plumbline::tables {

class CsvTable;

struct DuplicateName {
  std::size_t row = 0;
  std::size_t firstRow = 0;
};

struct DuplicateNames {
  std::vector<DuplicateName> kept;  ///< in row order, at most kMostOfAKind
  std::size_t total = 0;
};

/// findDuplicateNames looks at one column and takes at most `budgetBytes` while it works (a small table is always
/// allowed). Missing names (NA words) equal nothing. Nothing comes back when it was cancelled.
std::optional<DuplicateNames> findDuplicateNames(const CsvTable& table, std::size_t column, std::size_t budgetBytes,
                                                 const base::Progress& progress);

}  // namespace plumbline::tables
