// SPDX-License-Identifier: GPL-3.0-or-later
// The history: what CI measured, how the baselines moved, what was decided. One SQLite file, by default
// $XDG_DATA_HOME/plumbline/history.sqlite, or a database on a PostgreSQL server. Any number of programs may use it at
// once; each change is stored whole or not at all, also when the program is killed. Belongs to the thread that opened
// it; needs a QCoreApplication. May block for as long as another program writes: use it off the GUI thread.
//
//   auto store = Store::open(defaultStoreFile(), Store::Access::ReadWrite);
//   if (!store) return printError(context, store.error());
//   (*store)->baselines().add(moves.value());
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/history/baseline_store.h"
#include "core/history/row_history.h"
#include "core/history/run_store.h"
#include "core/history/sql_connection.h"
#include "core/history/strip_store.h"

namespace plumbline::history {

/// defaultStoreFile is in the user's data folder ($XDG_DATA_HOME, ~/.local/share).
std::string defaultStoreFile();

class Store {
 public:
  using Access = SqlConnection::Access;

  /// open takes a file or a postgresql:// URL, makes the file (ReadWrite), brings its schema up to date, also for ReadOnly, and
  /// checks it when the last program did not close it. Errors leave the store as it is: those of SqlConnection::open and
  /// bringUpToDate; BadFormat for a damaged file.
  static base::Result<std::unique_ptr<Store>> open(const std::string& where, Access access);

  /// migratedFrom is the version of the schema before open brought it up to date; 0 where it was, or there was none.
  int migratedFrom() const { return m_migratedFrom; }

  BaselineStore& baselines() { return m_baselines; }
  RunStore& runs() { return m_runs; }
  StripStore& strips() { return m_strips; }
  RowHistory& rows() { return m_rows; }
  SqlConnection& connection() { return *m_connection; }
  const std::string& name() const { return m_connection->name(); }

  /// sizeBytes of the file, or of all tables on the server.
  base::Result<std::uint64_t> sizeBytes();
  /// check looks at every page, index and row, and whether what belongs together is there. Errors: BadFormat with the
  /// first things found.
  base::Result<void> check();
  /// rowCounts lists what is stored, in the order of the schema: {"baseline changes", 912}.
  base::Result<std::vector<std::pair<std::string, std::uint64_t>>> rowCounts();

 private:
  explicit Store(std::unique_ptr<SqlConnection> connection)
      : m_connection(std::move(connection)), m_baselines(*m_connection), m_runs(*m_connection), m_rows(*m_connection), m_strips(*m_connection) {}
  base::Result<void> checkWith(std::string_view statement);

  int m_migratedFrom = 0;
  std::unique_ptr<SqlConnection> m_connection;
  BaselineStore m_baselines;
  RunStore m_runs;
  RowHistory m_rows;
  StripStore m_strips;
};

}  // namespace plumbline::history
