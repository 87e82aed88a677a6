// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the history and how an older store becomes a present one: one list of statements for each version,
// applied in one transaction. The statements are SQLite's; a server gets them without what it does not know, and its
// value table in parts by month.
//
//   auto before = bringUpToDate(connection);      // creates, migrates, or refuses a newer one
#pragma once

#include "core/base/result.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

inline constexpr int kSchemaVersion = 5;

/// schemaVersion of the store: 0 for an empty database. Errors: BadFormat for a database of another program.
base::Result<int> schemaVersion(SqlConnection& connection);

/// monthOf a Unix time: 202603. makeMonth makes the part of a server's value table for a month, if it is not there.
int monthOf(std::int64_t time);
base::Result<void> makeMonth(SqlConnection& connection, int month);

/// bringUpToDate creates or migrates, and returns the version that it migrated from, 0 for none. With Access::ReadOnly nothing is
/// changed: an older store is NotWritable. Errors: BadFormat for another program's database and for a store of a newer
/// Plumbline, NotWritable, NotFound for an empty one.
base::Result<int> bringUpToDate(SqlConnection& connection);

}  // namespace plumbline::history
