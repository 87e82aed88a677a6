// SPDX-License-Identifier: GPL-3.0-or-later
// Groups benchmark records into tables: what a table's records have in common, its models, its metrics.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/configs/ci_names.h"

namespace plumbline::sources {

/// HudRun is what all records of one table have in common; empty if not given.
struct HudRun {
  std::string benchmark, mode, dtype, device, backend, commit;
  std::string suite;  ///< origins, joined by '+'
  int attempt = 0;
  std::map<std::string, std::string> extra;  ///< benchmark.extra_info's texts, numbers and switches, '-' as '_'
  bool isDynamic = false;
  std::string workflowId, jobId, machine;  ///< of the first record; they do not separate tables
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
};

/// RecordKind of one JSON object.
enum class RecordKind : unsigned char { Benchmark, WithoutMetric, TorchBench, TorchBenchScore, Unknown };

class HudGroups {
 public:
  RecordKind add(const nlohmann::json& record);
  const std::vector<HudTable>& tables() const { return m_tables; }
  bool isFull() const { return m_isFull; }  ///< over the limit of tables or cells; the rest was left out

 private:
  HudTable* tableOf(HudRun run);
  void addValues(HudTable& table, const std::string& model, const std::string& metric, const nlohmann::json& values,
                 const nlohmann::json* texts);
  RecordKind addVersion3(const nlohmann::json& record);
  RecordKind addVersion2(const nlohmann::json& record);
  RecordKind addTorchBench(const nlohmann::json& record);

  std::vector<HudTable> m_tables;
  std::map<std::string, std::size_t> m_byKey;
  std::size_t m_cells = 0;
  bool m_isFull = false;
};

/// cellText writes a mean as a table's cell: whole numbers without a point, others in the shortest form.
std::string cellText(const HudCell& cell);

/// identityOfRun is the config of a table, from backend, suite, mode, device, dtype and the flags of the benchmark in
/// its records. A dtype is part of the config only if it is not CI's default. Errors: BadFormat; the text names what
/// the records lack.
base::Result<configs::Identity> identityOfRun(const HudTable& table);

}  // namespace plumbline::sources
