// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows the store has runs of.
//
//   auto rows = rowKeys(store->connection());       // by model, config and metric
//   auto strips = store->rows().lastRuns(*rows, 20);
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/history/row_history.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

/// rowKeys lists each model, config and metric once. Errors as SqlConnection.
base::Result<std::vector<RowKey>> rowKeys(SqlConnection& connection);

}  // namespace plumbline::history
