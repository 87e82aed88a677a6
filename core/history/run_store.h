// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the store that holds what runs measured: a run is one attempt of one job for one config, or one file of results. A run
// with a content that is there already is not stored again. Attempts, shards and images stay apart.
//
//   auto added = store->runs().add(records);                       // in one transaction
//   auto series = store->runs().series({.model = "moco", .metric = "graph_breaks"});
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

/// kRunColumns are those of RunInfo in the table "run", in the order in which infoAt reads them.
inline constexpr std::string_view kRunColumns =
    "content_hash, commit_hash, commit_time, branch, workflow, workflow_id, job, job_id, attempt, shard, shards, machine, image,"
    " torch_version, device, origin, measured_at, pins";

/// RunInfo is what is known of a run; empty and 0 where it is not. Times are Unix seconds.
struct RunInfo {
  std::string contentHash, commit;
  std::int64_t commitTime = 0;
  std::string branch, workflow, workflowId, job, jobId;
  int attempt = 0, shard = 0, shards = 0;
  std::string machine, image, torchVersion, device, origin;
  std::int64_t measuredAt = 0;
  std::string pins = {};  ///< versions of what the run was built with: lines "name version", sorted
  bool operator==(const RunInfo&) const = default;
};

/// infoAt reads the columns of kRunColumns, from `first` on.
RunInfo infoAt(const SqlRows& row, int first);

/// timeOfRun is that of its commit, or of the measurement where that is unknown. kRunTime is its SQL for the run "r"; kRunOrder sorts
/// runs from old to new.
inline std::int64_t timeOfRun(const RunInfo& run) { return run.commitTime > 0 ? run.commitTime : run.measuredAt; }
inline constexpr std::string_view kRunTime = "CASE WHEN r.commit_time > 0 THEN r.commit_time ELSE r.measured_at END";
inline constexpr std::string_view kRunOrder =
    "CASE WHEN r.commit_time > 0 THEN r.commit_time ELSE r.measured_at END, r.measured_at, r.attempt, r.id";

/// kWordText is SQL for the text of the word "w". A store of others may hold a long one that thousands of values name, so that a longer
/// word than the history takes is cut.
inline constexpr std::string_view kWordText = "substr(w.text, 1, 1000)";

/// kStatusMetric is the column whose words say whether a model passed.
inline constexpr std::string_view kStatusMetric = "accuracy";
/// kGraphBreaks is the count that may not be above the baseline's.
inline constexpr std::string_view kGraphBreaks = "graph_breaks";

struct SeriesKey {
  std::string suite, config, model, metric, unit;
  bool operator==(const SeriesKey&) const = default;
};

/// SharedKey is a series that many values name; copies share it.
class SharedKey {
 public:
  SharedKey(SeriesKey key) : m_key(std::make_shared<const SeriesKey>(std::move(key))) {}
  SharedKey(std::string suite, std::string config, std::string model, std::string metric, std::string unit)
      : SharedKey(SeriesKey{std::move(suite), std::move(config), std::move(model), std::move(metric), std::move(unit)}) {}
  const SeriesKey& operator*() const { return *m_key; }
  const SeriesKey* operator->() const { return m_key.get(); }

 private:
  std::shared_ptr<const SeriesKey> m_key;
};

/// Sample is one value: a number, or the word that the cell held where it held none.
struct Sample {
  SharedKey series;
  std::optional<double> number;
  std::string word;
};

struct RunRecord {
  RunInfo info;
  std::vector<Sample> samples;
};

struct SeriesPoint {
  std::size_t run = 0;  ///< index into SeriesList::runs
  std::optional<double> number;
  std::string word;
};
struct Series {
  SeriesKey key;
  std::vector<SeriesPoint> points;  ///< oldest run first
};
struct SeriesList {
  std::vector<RunInfo> runs;   ///< in the order in which the series need them
  std::vector<Series> series; ///< by config and metric
};

/// SeriesQuery chooses series; "" matches all. `config` may have * and ? for any text and any character.
struct SeriesQuery {
  std::string model = {}, config = {}, metric = {};
  std::int64_t since = 0;  ///< of runs: the time of the commit, or of the measurement where that is unknown
};

struct KnownCommit {
  std::string hash;
  std::int64_t time = 0;  ///< of its newest run, as timeOfRun
};
/// CommitQuery chooses commits by their first digits and by their time.
struct CommitQuery {
  std::string prefix = {};
  std::int64_t until = std::numeric_limits<std::int64_t>::max();
  std::size_t limit = std::numeric_limits<std::int32_t>::max();
};

class RunStore {
 public:
  explicit RunStore(SqlConnection& connection) : m_connection(connection) {}

  struct Added {
    std::size_t runs = 0, knownRuns = 0, values = 0;
    std::size_t repeated = 0;  ///< values of a series that the run has twice: the first counts
  };
  /// add stores the runs that are not there yet, all in one transaction. A run whose commit has no time gets that of the baselines' history
  /// or of the commit's other runs; one that has a time gives it to those. Errors as SqlConnection.
  base::Result<Added> add(std::span<const RunRecord> records);
  base::Result<SeriesList> series(const SeriesQuery& query);
  /// runsOf is called in the snapshot in which the ids were read.
  base::Result<std::vector<RunInfo>> runsOf(std::span<const std::int64_t> ids);
  /// commits lists those of the runs, newest first.
  base::Result<std::vector<KnownCommit>> commits(const CommitQuery& query);

 private:
  base::Result<void> learnIds();
  base::Result<std::int64_t> seriesId(const SeriesKey& key);
  base::Result<std::int64_t> wordId(const std::string& word);
  struct LastRun {
    std::int64_t id = 0;      ///< also of a run that was removed
    std::int64_t newest = 0;  ///< the time of the newest run there is
  };
  base::Result<LastRun> lastRun();
  base::Result<bool> addRun(const RunInfo& info, LastRun& last);
  /// commitTimes are those of the commits of the runs, as far as they are known.
  base::Result<std::map<std::string, std::int64_t>> commitTimes(std::span<const RunRecord> records);
  base::Result<void> insertRows(std::vector<SampleRow>& rows, Added& added);
  base::Result<void> readSeries(const SeriesQuery& query, SeriesList& list);
  /// readRuns reads runs into m_runs, readCommitTimes those times of their commits that are known; `ids` are joined by commas.
  base::Result<void> readRuns(const std::string& ids);
  base::Result<void> readCommitTimes(const std::string& ids);

  SqlConnection& m_connection;
  std::unordered_map<std::string, std::int64_t> m_seriesIds, m_wordIds;
  std::unordered_map<std::int64_t, RunInfo> m_runs;  ///< those read before; of them only the time of the commit changes, and only where it is not known
  std::string m_key;                                 ///< room for the text of a key
  std::int64_t m_lastSeries = 0, m_lastWord = 0;
};

}  // namespace plumbline::history
