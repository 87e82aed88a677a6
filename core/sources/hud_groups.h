// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark records sorted into the tables they make: what is common to a table, its models, its metrics.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace plumbline::sources {

/// HudRun is what all records of one table have in common. Empty: not said.
struct HudRun {
  std::string benchmark, mode, dtype, device, backend, commit;
  std::string suite;  ///< origins, joined by '+'
  int attempt = 0;
  std::map<std::string, std::string> words;  ///< benchmark.extra_info's texts, numbers and switches, '-' as '_'
  bool isDynamic = false;
  std::string workflowId, jobId, machine;  ///< of the first record; they do not part tables
};

struct HudCell {
  double sum = 0;
  std::size_t numbers = 0;
  std::string word;  ///< the last text; wins over numbers
  std::size_t records = 0;
};
struct HudTable {
  HudRun run;
  std::vector<std::string> models, metrics;                      ///< in the order in which they come
  std::vector<std::string> batchSizes;                           ///< per model; "" where not said
  std::map<std::pair<std::size_t, std::size_t>, HudCell> cells;  ///< by model and metric
  std::map<std::string, std::size_t> modelAt, metricAt;
};

/// RecordKind is what one JSON object turned out to be.
enum class RecordKind : unsigned char { Benchmark, WithoutMetric, TorchBench, TorchBenchScore, Unknown };

class HudGroups {
 public:
  RecordKind add(const nlohmann::json& record);
  const std::vector<HudTable>& tables() const { return m_tables; }
  bool isFull() const { return m_isFull; }  ///< more tables, or cells, than any real file has: the rest was left out

 private:
  HudTable* tableOf(HudRun run);
  void addValues(HudTable& table, const std::string& model, const std::string& metric, const nlohmann::json& values,
                 const nlohmann::json* words);
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

}  // namespace plumbline::sources
