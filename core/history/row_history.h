// SPDX-License-Identifier: GPL-3.0-or-later
// What the store knows of rows (a model of a config) and one of their columns: the last runs, newest right, and since
// which run a row is red. Reads each series from its newest run backwards and stops as soon as the answer is known: for
// the rows of one commit, not of all.
//
//   const std::vector<RowKey> rows = {{"inductor_torchbench_training", "moco", "accuracy"}};
//   auto strips = store->rows().lastRuns(rows, 20);                 // strips->rows[0].points, oldest first
//   auto red = store->rows().redSince(rows, {.until = commitTime}); // red->rows[0].first, lastGood: indices into
//   red->runs
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/history/run_store.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

struct RowKey {
  std::string config, model, metric;  ///< config as configs::configName
  /// What the baseline says, for runs at whose time the store knows none.
  std::optional<std::string> expected = {};
};

/// RowOptions choose runs: of one branch ("": all), and not newer than `until` (Unix seconds).
struct RowOptions {
  std::string branch = {};
  std::int64_t until = std::numeric_limits<std::int64_t>::max();
};

struct RowPoint {
  std::size_t run = 0;  ///< index into the runs of the answer
  std::optional<double> number;
  std::string word;
  std::optional<std::string> expected;  ///< the baseline at that time, where it is known
  bool isRed = false;                   ///< as isRedValue
};

struct RowStrip {
  std::vector<RowPoint> points;  ///< oldest first
};
struct RowStrips {
  std::vector<RunInfo> runs;
  std::vector<RowStrip> rows;  ///< one for each row asked for
};

/// RowStreak: the newest runs of a row that are all red; those where its cell is empty do not count. Indices into RedRows::runs.
struct RowStreak {
  RowKey row;
  std::size_t length = 0;                              ///< runs; 0: the newest one is not red, or there is none
  std::optional<std::size_t> latest, first, lastGood;  ///< newest run with a value, first red one, the one before it
  std::string value;                                   ///< of the newest run
  std::optional<std::string> expected;                 ///< at the newest run
};
struct RedRows {
  std::vector<RunInfo> runs;
  std::vector<RowStreak> rows;
};

/// isRedValue: a status word, or any word in the column "accuracy", that neither passes nor is the one of the baseline;
/// more graph breaks than the baseline has. An empty cell is not red.
bool isRedValue(const std::string& metric, const std::optional<double>& number, const std::string& word,
                const std::optional<std::string>& expected);

class RowHistory {
 public:
  explicit RowHistory(SqlConnection& connection) : m_connection(connection) {}

  /// lastRuns returns the last `count` runs of each row. Errors as SqlConnection, for all functions.
  base::Result<RowStrips> lastRuns(std::span<const RowKey> rows, std::size_t count, const RowOptions& options = {});
  /// redSince returns a streak for each row, in their order.
  base::Result<RedRows> redSince(std::span<const RowKey> rows, const RowOptions& options = {});
  /// redNow finds all rows that are red and whose model is in the newest run of their config and shard, or in another run of its commit,
  /// also where it has nothing in the column of the row.
  base::Result<RedRows> redNow(const RowOptions& options = {});

 private:
  struct Point {
    std::int64_t run = 0, time = 0, measuredAt = 0;
    int attempt = 0;
    std::optional<double> number;
    std::string word;
    std::optional<std::string> expected;
    bool isRed = false;
  };
  struct Move {
    std::int64_t commit = 0, time = 0;
    std::optional<std::string> value;
  };
  enum class Until : std::uint8_t { Count, FirstGood };
  struct Answer {
    std::vector<RunInfo> runs;
    std::unordered_map<std::int64_t, std::size_t> runAt;
  };

  base::Result<void> prepare();
  base::Result<void> readBaselines();
  base::Result<std::vector<Move>> movesOf(const RowKey& row);
  base::Result<std::vector<std::int64_t>> seriesOf(const RowKey& row);
  base::Result<std::vector<Point>> newestPoints(const RowKey& row, Until until, std::size_t count,
                                                const RowOptions& options);
  base::Result<void> readSeries(std::int64_t series, const RowKey& row, const std::vector<Move>& moves, Until until,
                                std::size_t count, const RowOptions& options, std::vector<Point>& points);
  base::Result<RowStreak> streakOf(const RowKey& row, const RowOptions& options, Answer& answer);
  base::Result<std::size_t> runIndex(std::int64_t run, Answer& answer);
  base::Result<std::vector<RowKey>> statusRows();
  /// isInNewest: the model of a row has any value in the newest run of its config and shard, or in another one of its commit.
  base::Result<bool> isInNewest(const RowKey& row, const RunInfo& latest, const RunInfo& newest, const RowOptions& options);

  SqlConnection& m_connection;
  std::optional<SqlStatement> m_seriesOf, m_newestOf, m_samplesOf, m_runOf, m_movesOf;
  std::unordered_map<std::int64_t, std::string> m_words;
  std::unordered_map<std::string, std::vector<std::int64_t>> m_baselinesOf;  ///< files of a config
};

}  // namespace plumbline::history
