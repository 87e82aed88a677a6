// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a HUD benchmark JSON as tables: what makes a table, a run of it, and the values of both.
//
//   HudGroups groups;
//   eachRecord(bytes, [&](const nlohmann::json& record) { groups.add(record); });
//   for (HudTable& table : groups.tables()) write(table);
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sources/open.h"

namespace plumbline::sources {

inline constexpr std::size_t kMaxHudTables = 1000, kMaxHudRuns = 10'000, kMaxHudCells = 5'000'000;
inline constexpr std::size_t kMaxHudTextBytes = 1000;  ///< of what names a run, a model or a metric: each repeat of a run has it

/// HudRun is what all records of one table have in common; empty if not given.
struct HudRun {
  std::string benchmark, mode, dtype, device, backend, commit;
  std::string suite;  ///< origins, joined by '+'
  int attempt = 0;
  std::map<std::string, std::string> extra;  ///< benchmark.extra_info's texts, numbers and switches, '-' as '_'
  bool isDynamic = false;
  std::string workflowId, jobId, machine;  ///< of the first record; they do not separate tables, only their runs
  RunDetails details;                      ///< the same
};

/// HudValue is one value of a record, with the places of its run, model and metric in the table.
struct HudValue {
  std::size_t run = 0, model = 0, metric = 0, repeat = 0;
  double number = 0;
  std::string text;  ///< "": it is a number
};

struct HudCell {
  double sum = 0;
  std::size_t numbers = 0;
  std::string text;  ///< the last one; has precedence over numbers
  std::size_t records = 0;
};
struct HudTable {
  HudRun run;
  std::vector<std::string> models, metrics;                      ///< in order of first occurrence
  std::vector<std::string> batchSizes;                           ///< per model; "" where not given
  std::map<std::pair<std::size_t, std::size_t>, HudCell> cells;  ///< by model and metric
  std::map<std::string, std::size_t> modelAt, metricAt;
  std::vector<MeasuredRun> runs;  ///< the jobs, machines and images, without their tables
  std::vector<HudValue> values;   ///< of all runs
  std::map<std::string, std::size_t> runAt;
  std::size_t currentRun = 0;  ///< of the record that is read
};

/// RecordKind of one JSON object.
enum class RecordKind : unsigned char { Benchmark, WithoutMetric, TorchBench, TorchBenchScore, TooLong, Unknown };

class HudGroups {
 public:
  RecordKind add(const nlohmann::json& record);
  const std::vector<HudTable>& tables() const { return m_tables; }
  std::vector<HudTable>& tables() { return m_tables; }
  bool isFull() const { return m_isFull; }  ///< over the limit of tables or cells; the rest was left out

 private:
  /// tableOf sets m_isTooLong where a text of the run, the model or the metric is; null also when there are too many tables.
  HudTable* tableOf(HudRun run, const std::string& model, const std::string& metric);
  bool setRun(HudTable& table, const HudRun& run);
  void addValues(HudTable& table, const std::string& model, const std::string& metric, const nlohmann::json& values,
                 const nlohmann::json* texts);
  RecordKind addVersion3(const nlohmann::json& record);
  RecordKind addVersion2(const nlohmann::json& record);
  RecordKind addTorchBench(const nlohmann::json& record);

  std::vector<HudTable> m_tables;
  std::map<std::string, std::size_t> m_byKey;
  std::size_t m_cells = 0;  ///< of all tables as they are written out, with the empty ones
  std::size_t m_runs = 0, m_values = 0;
  bool m_isFull = false, m_isTooLong = false;
};

/// extraOf is a text of benchmark.extra_info; "" where the records have none of this name.
std::string_view extraOf(const HudRun& run, const std::string& key);

}  // namespace plumbline::sources
