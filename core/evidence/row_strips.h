// SPDX-License-Identifier: GPL-3.0-or-later
// Strips of rows as evidence reads them: some at a time, without the zeros that failed runs have in their counters.
//
//   auto read = eachStrip(*store, keys, 400, {}, progress, [&](std::size_t i, history::RowStrip& strip, auto runs) { judge(keys[i], strip, runs); });
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/history/store.h"

namespace plumbline::evidence {

inline constexpr std::size_t kRunsOfRow = 400;  ///< that are looked at unless another number is asked for

/// statusRowOf is the row of the status in the same table.
history::RowKey statusRowOf(const history::RowKey& row);

using UseStrip = std::function<void(std::size_t row, history::RowStrip& strip, std::span<const history::RunInfo> runs)>;
/// eachStrip hands out the newest `runs` of each row, in their order. False when stopped. Errors as SqlConnection.
base::Result<bool> eachStrip(history::Store& store, std::span<const history::RowKey> rows, std::size_t runs, const history::RowOptions& options,
                             const base::Progress& progress, const UseStrip& use);

}  // namespace plumbline::evidence
