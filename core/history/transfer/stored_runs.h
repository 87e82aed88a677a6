// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs out of a store, to be written somewhere else.
//
//   auto read = eachRun(connection, {}, [&](RunRecord&& run) -> base::Result<void> { return write(run); });
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/history/run_store.h"

namespace plumbline::history {

struct RunFilter {
  std::string branch = {};  ///< "": all
  std::int64_t since = 0;   ///< as timeOfRun
};

/// eachRun hands out the runs with their values, in the order in which they were added. Stops at the first error of
/// `use`. Errors as SqlConnection.
base::Result<void> eachRun(SqlConnection& connection, const RunFilter& filter,
                           const std::function<base::Result<void>(RunRecord&&)>& use);

/// csvHeader and csvRows write runs for spreadsheets, a line for each value, by the one writer of CSV: what would run as a formula
/// there has an apostrophe in front, so that this is no form to read back (v3_records.h is).
std::string csvHeader();
std::string csvRows(const RunRecord& run);

}  // namespace plumbline::history
