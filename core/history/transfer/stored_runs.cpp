// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/transfer/stored_runs.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/reports/text_parts.h"

namespace plumbline::history {
namespace {

struct StoredRun {
  std::int64_t id = 0;
  RunInfo info;
};

base::Result<std::vector<StoredRun>> runsWith(SqlConnection& connection, const RunFilter& filter) {
  auto rows = connection.query("SELECT r.id, " + std::string(kRunColumns) + " FROM run r WHERE r.pruned = 0 AND " +
                                   std::string(kRunTime) + " >= ? AND (? = '' OR r.branch = ?) ORDER BY r.id",
                               {toSqlNumber(filter.since), toSql(filter.branch), toSql(filter.branch)});
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<StoredRun> runs;
  while (rows->next()) runs.push_back({rows->value(0).toLongLong(), infoAt(*rows, 1)});
  return runs;
}

base::Result<std::unordered_map<std::int64_t, SharedKey>> seriesKeys(SqlConnection& connection) {
  auto rows = connection.query("SELECT id, suite, config, model, metric, unit FROM series");
  if (!rows) return base::fail(std::move(rows.error()));
  std::unordered_map<std::int64_t, SharedKey> keys;
  while (rows->next())
    keys.emplace(rows->value(0).toLongLong(),
                 SharedKey(textAt(*rows, 1), textAt(*rows, 2), textAt(*rows, 3), textAt(*rows, 4), textAt(*rows, 5)));
  return keys;
}

}  // namespace

base::Result<void> eachRun(SqlConnection& connection, const RunFilter& filter,
                           const std::function<base::Result<void>(RunRecord&&)>& use) {
  base::Result<std::vector<StoredRun>> runs;
  base::Result<std::unordered_map<std::int64_t, SharedKey>> keys;
  std::optional<SqlRows> values;
  // All of one state: a vacuum in between would leave runs without values. The rows of `values` stay of that state.
  auto asked = connection.snapshot([&]() -> base::Result<void> {
    if (runs = runsWith(connection, filter); !runs) return base::fail(runs.error());
    if (keys = seriesKeys(connection); !keys) return base::fail(keys.error());
    // Values are stored by series: one sort of all is cheaper than a search for each run.
    auto sorted = connection.query("SELECT v.run, v.series, v.number, " + std::string(kWordText) +
                                       " FROM sample v LEFT JOIN word w ON w.id = v.word WHERE v.run >= ? ORDER BY "
                                       "v.run, v.series",
                                   {toSqlNumber(runs->empty() ? 0 : runs->front().id)});
    if (!sorted) return base::fail(std::move(sorted.error()));
    values = *std::move(sorted);
    return {};
  });
  if (!asked) return asked;
  bool hasValue = values->next();
  for (StoredRun& run : *runs) {
    RunRecord record{std::move(run.info), {}};
    while (hasValue && values->value(0).toLongLong() < run.id) hasValue = values->next();
    for (; hasValue && values->value(0).toLongLong() == run.id; hasValue = values->next()) {
      const auto key = keys->find(values->value(1).toLongLong());
      if (key == keys->end()) continue;
      const bool isWord = values->value(2).isNull();
      record.samples.push_back({key->second, isWord ? std::nullopt : std::optional(values->value(2).toDouble()),
                                isWord ? textAt(*values, 3) : std::string()});
    }
    if (auto used = use(std::move(record)); !used) return used;
  }
  return {};
}

std::string csvHeader() {
  std::string header;
  reports::CsvLine line(header);
  for (const char* name : {"config", "model", "metric", "value", "word", "unit", "suite", "commit", "commit_time", "branch", "measured_at",
                           "workflow", "workflow_id", "job", "job_id", "attempt", "shard", "shards", "machine", "device", "image",
                           "torch_version", "origin", "content_hash"})
    line.cell(name);
  line.end();
  return header;
}

std::string csvRows(const RunRecord& run) {
  const RunInfo& info = run.info;
  std::string rows;
  reports::CsvLine line(rows);
  for (const Sample& sample : run.samples) {
    const SeriesKey& series = *sample.series;
    for (const std::string* part : {&series.config, &series.model, &series.metric}) line.cell(*part);
    if (sample.number)
      line.number(*sample.number).cell("");
    else
      line.cell("").cell(sample.word);
    for (const std::string* part : {&series.unit, &series.suite, &info.commit}) line.cell(*part);
    line.cell(std::to_string(info.commitTime)).cell(info.branch).cell(std::to_string(info.measuredAt));
    for (const std::string* part : {&info.workflow, &info.workflowId, &info.job, &info.jobId}) line.cell(*part);
    for (const int part : {info.attempt, info.shard, info.shards}) line.cell(std::to_string(part));
    for (const std::string* part : {&info.machine, &info.device, &info.image, &info.torchVersion, &info.origin, &info.contentHash}) line.cell(*part);
    line.end();
  }
  return rows;
}

}  // namespace plumbline::history
