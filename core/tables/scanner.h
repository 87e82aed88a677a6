// SPDX-License-Identifier: GPL-3.0-or-later
// Finds all records and cells of a file and puts them into a CellStore.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/progress.h"
#include "core/tables/block_masks.h"
#include "core/tables/cell_store.h"
#include "core/tables/record_log.h"

namespace plumbline::tables {

/// Layout is how cells are kept; Fitting takes Dense when it fits into twice the file, as CsvTable does.
enum class Layout { Fitting, Dense, Sparse };

struct Scanned {
  CellStore cells;
  RecordLog log;
};

/// scanRecords returns nothing when it was cancelled. `census` must be of the same bytes.
std::optional<Scanned> scanRecords(std::string_view bytes, const Census& census, Instructions instructions,
                                   Layout layout, const base::Progress& progress);

}  // namespace plumbline::tables
