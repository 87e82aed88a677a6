// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the history and how an older store becomes a present one: one list of statements for each version, applied in
// one transaction. SQL here is that of SQLite and of PostgreSQL, but for the marks that bringUpToDate replaces.
//
//   auto version = bringUpToDate(connection);      // creates, migrates, or refuses a newer one
#pragma once

#include "core/base/result.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

inline constexpr int kSchemaVersion = 2;

/// schemaVersion of the store: 0 for an empty database. Errors: BadFormat for a database of another program.
base::Result<int> schemaVersion(SqlConnection& connection);

/// bringUpToDate creates or migrates. With Access::ReadOnly nothing is changed: an older store is an error. Errors: BadFormat
/// for another program's database and for a store of a newer Plumbline, NotWritable, NotFound for an empty one.
base::Result<void> bringUpToDate(SqlConnection& connection);

}  // namespace plumbline::history
