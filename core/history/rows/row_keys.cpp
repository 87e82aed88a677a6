// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/row_keys.h"

namespace plumbline::history {

base::Result<std::vector<RowKey>> rowKeys(SqlConnection& connection) {
  auto found = connection.query("SELECT DISTINCT config, model, metric FROM series ORDER BY model, config, metric");
  if (!found) return base::fail(std::move(found.error()));
  std::vector<RowKey> rows;
  while (found->next()) rows.push_back({textAt(*found, 0), textAt(*found, 1), textAt(*found, 2)});
  return rows;
}

}  // namespace plumbline::history
