// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what the store has of many rows at once. A server answers each of these in a few statements whatever the number of rows: it is
// asked over a network. All errors as SqlConnection.
//
//   auto series = seriesOf(connection, rows);                                // (*series)[i]: those of rows[i]
//   auto samples = newestSamples(connection, {{{.series = id}}}, 24, "");    // (*samples)[0]: newest first
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

struct RowKey;

/// seriesOf returns the ids of each row's series: one for each suite and unit.
base::Result<std::vector<std::vector<std::int64_t>>> seriesOf(SqlConnection& connection, std::span<const RowKey> rows);

/// BaselineMove: a commit sets a cell of a baseline, or takes its row or its file away.
struct BaselineMove {
  std::int64_t commit = 0, time = 0;  ///< Unix seconds; never before that of an earlier move
  std::optional<std::string> value;
  std::optional<std::string> before;  ///< of the same file; nullopt too for a rename
};
/// movesOf returns those of the cells that each row is compared with, in the order of the commits. A file that is renamed brings its
/// cells along.
base::Result<std::vector<std::vector<BaselineMove>>> movesOf(SqlConnection& connection, std::span<const RowKey> rows);

/// RunSample is a value of a series and what decides about its place among the others. Times are Unix seconds.
struct RunSample {
  std::int64_t run = 0, time = 0, measuredAt = 0;  ///< time as kRunTime
  int attempt = 0;
  std::int64_t newestBefore = 0;  ///< time of the newest run with a lower id
  std::optional<double> number;
  std::int64_t word = 0;    ///< its id, where there is no number
  bool isHidden = false;    ///< the run is pruned or of another branch
};
/// SampleQuery asks for the samples of a series in runs with a lower id.
struct SampleQuery {
  std::int64_t series = 0, beforeRun = std::numeric_limits<std::int64_t>::max();
};
/// newestSamples returns up to `limit` for each query, the highest id of a run first. A branch of "" is all.
base::Result<std::vector<std::vector<RunSample>>> newestSamples(SqlConnection& connection, std::span<const SampleQuery> queries,
                                                                std::size_t limit, const std::string& branch);

}  // namespace plumbline::history
