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
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/history/rows/row_reads.h"
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
  bool hasRuns = true;  ///< of redNow: there is a run with a status
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
  enum class Until : std::uint8_t { Count, FirstGood };
  /// Request is what the series of some rows are read for.
  struct Request {
    std::span<const RowKey> rows;
    std::vector<std::vector<BaselineMove>> moves;  ///< of each row
    Until until = Until::Count;
    std::size_t count = 0;
    const RowOptions* options = nullptr;
    const std::unordered_map<std::int64_t, std::string>* words = nullptr;
  };
  class SeriesScan;
  /// RunList holds the runs of an answer, each once.
  struct RunList {
    std::vector<std::int64_t> ids;
    std::unordered_map<std::int64_t, std::size_t> at;
    std::size_t indexOf(std::int64_t run);
  };

  base::Result<void> readWords();
  base::Result<void> eachRow(std::span<const RowKey> rows, Until until, std::size_t count, const RowOptions& options,
                             const std::function<void(const RowKey&, std::vector<Point>&)>& use);
  base::Result<std::vector<std::vector<Point>>> newestPoints(std::span<const RowKey> rows, Until until, std::size_t count,
                                                             const RowOptions& options);
  static RowStreak streakOf(const RowKey& row, std::span<const Point> points, RunList& list);
  base::Result<RedRows> streaksOf(std::span<const RowKey> rows, const RowOptions& options, RunList& list);
  base::Result<RedRows> readRedNow(const RowOptions& options);
  /// statusRows also returns one series of each row.
  base::Result<std::vector<RowKey>> statusRows(std::vector<std::int64_t>& series);
  /// seriesInNewest returns those series whose model has any value in the newest run of its config and shard, or in another one of its
  /// commit. `asked` is a list for VALUES: the series, that run and its time.
  base::Result<std::set<std::int64_t>> seriesInNewest(const std::string& asked, const RowOptions& options);

  SqlConnection& m_connection;
  std::unordered_map<std::int64_t, std::string> m_words;
};

}  // namespace plumbline::history
