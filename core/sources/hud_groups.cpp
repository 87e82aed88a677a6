// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/hud_groups.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/sources/json_words.h"

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostTables = 1000, kMostCells = 5'000'000;

int numberOf(const Json& object, const char* key) {
  const std::string text = wordAt(object, key);
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void readOrigin(const Json& record, HudRun& run) {
  run.commit = wordAt(record, "head_sha");
  run.attempt = std::max(numberOf(record, "run_attempt"), 0);
  run.workflowId = wordAt(record, "workflow_id");
  run.jobId = wordAt(record, "job_id");
  if (const Json* runners = memberAt(record, "runners"); runners != nullptr && runners->is_array() && !runners->empty())
    run.machine = nameOf(&runners->front());
}

void readExtra(const Json* extra, HudRun& run) {
  if (extra == nullptr || !extra->is_object()) return;
  for (const auto& [key, value] : extra->items()) {
    std::string text = wordOf(&value);
    if (text.empty() || text.size() > 256) continue;
    std::string name = key;
    std::replace(name.begin(), name.end(), '-', '_');
    run.words.emplace(std::move(name), std::move(text));
  }
  if (run.device.empty()) run.device = wordAt(*extra, "device");
  run.isDynamic = wordAt(*extra, "is_dynamic") == "true" || wordAt(*extra, "dynamic_shapes") == "true";
}

std::string keyOf(const HudRun& run) {
  std::string key;
  for (const std::string* part :
       {&run.benchmark, &run.mode, &run.dtype, &run.device, &run.backend, &run.suite, &run.commit})
    key += *part + '\0';
  return key + (run.isDynamic ? "d" : "s") + std::to_string(run.attempt);
}

void addText(HudCell& cell, std::string word) {
  if (!word.empty()) cell.word = std::move(word);
}

}  // namespace

std::string cellText(const HudCell& cell) {
  if (!cell.word.empty()) return cell.word;
  return cell.numbers == 0 ? std::string() : numberWord(cell.sum / static_cast<double>(cell.numbers));
}

HudTable* HudGroups::tableOf(HudRun run) {
  const auto [found, isNew] = m_byKey.try_emplace(keyOf(run), m_tables.size());
  if (!isNew) return &m_tables[found->second];
  if (m_tables.size() == kMostTables) {
    m_byKey.erase(found);
    m_isFull = true;
    return nullptr;
  }
  m_tables.emplace_back().run = std::move(run);
  return &m_tables.back();
}

void HudGroups::addValues(HudTable& table, const std::string& model, const std::string& metric, const Json& values,
                          const Json* words) {
  if (m_cells >= kMostCells) {
    m_isFull = true;
    return;
  }
  const auto [modelAt, isNewModel] = table.modelAt.try_emplace(model, table.models.size());
  if (isNewModel) {
    table.models.push_back(model);
    table.batchSizes.emplace_back();
  }
  const auto [metricAt, isNewMetric] = table.metricAt.try_emplace(metric, table.metrics.size());
  if (isNewMetric) table.metrics.push_back(metric);
  const auto [at, isNewCell] = table.cells.try_emplace({modelAt->second, metricAt->second});
  m_cells += isNewCell ? 1 : 0;
  HudCell& cell = at->second;
  ++cell.records;
  const auto addOne = [&cell](const Json& value) {
    if (value.is_number()) {
      cell.sum += value.get<double>();
      ++cell.numbers;
    } else {
      addText(cell, wordOf(&value));
    }
  };
  for (const Json* list : {&values, words}) {
    if (list == nullptr) continue;
    if (list->is_array()) {
      std::for_each(list->begin(), list->end(), addOne);
    } else {
      addOne(*list);
    }
  }
  // ClickHouse gives the words as the text of a JSON list: "[\"pass\"]".
  if (cell.word.size() > 4 && cell.word.starts_with("[\"") && cell.word.ends_with("\"]"))
    cell.word = cell.word.substr(2, cell.word.size() - 4);
}

RecordKind HudGroups::addVersion3(const Json& record) {
  const Json& metric = *memberAt(record, "metric");
  const std::string name = nameOf(&metric);
  const std::string model = nameOf(memberAt(record, "model"));
  if (name.empty()) return RecordKind::WithoutMetric;
  HudRun run;
  readOrigin(record, run);
  run.benchmark = nameOf(memberAt(record, "benchmark"));
  if (run.benchmark.empty()) run.benchmark = wordAt(record, "name");
  if (const Json* benchmark = memberAt(record, "benchmark")) {
    run.mode = wordAt(*benchmark, "mode");
    run.dtype = wordAt(*benchmark, "dtype");
    readExtra(memberAt(*benchmark, "extra_info"), run);
  }
  if (const Json* about = memberAt(record, "model")) {
    run.backend = wordAt(*about, "backend");
    run.suite = wordsOf(memberAt(*about, "origins"));
  }
  const auto batch = run.words.find("batch_size");
  const std::string batchSize = batch == run.words.end() ? std::string() : batch->second;
  HudTable* table = tableOf(std::move(run));
  if (table == nullptr) return RecordKind::Benchmark;
  const Json* values = memberAt(metric, "benchmark_values");
  const Json* extra = memberAt(metric, "extra_info");
  const Json none;
  addValues(*table, model, name, values != nullptr ? *values : none,
            extra != nullptr ? memberAt(*extra, "benchmark_values") : nullptr);
  if (const auto at = table->modelAt.find(model); at != table->modelAt.end() && !batchSize.empty())
    table->batchSizes[at->second] = batchSize;
  return RecordKind::Benchmark;
}

RecordKind HudGroups::addVersion2(const Json& record) {
  HudRun run;
  readOrigin(record, run);
  run.benchmark = wordAt(record, "test_name");
  if (run.benchmark.empty()) run.benchmark = wordAt(record, "filename");
  run.dtype = wordAt(record, "dtype");
  run.device = wordAt(record, "device");
  run.mode = wordAt(record, "mode");
  run.backend = wordAt(record, "backend");
  if (run.machine.empty()) run.machine = wordAt(record, "runner");
  if (HudTable* table = tableOf(std::move(run)))
    addValues(*table, wordAt(record, "name"), wordAt(record, "metric"), *memberAt(record, "actual"), nullptr);
  return RecordKind::Benchmark;
}

RecordKind HudGroups::addTorchBench(const Json& record) {
  HudRun run;
  run.benchmark = "TorchBench";
  run.mode = wordAt(record, "test");
  run.dtype = wordAt(record, "precision");
  run.device = wordAt(record, "device");
  HudTable* table = tableOf(std::move(run));
  const std::string model = wordAt(record, "name");
  if (table == nullptr) return RecordKind::TorchBench;
  if (const Json* status = memberAt(record, "status")) addValues(*table, model, "status", *status, nullptr);
  for (const auto& [metric, value] : record.find("results")->items())
    if (value.is_number() || value.is_string()) addValues(*table, model, metric, value, nullptr);
  if (const auto at = table->modelAt.find(model); at != table->modelAt.end())
    table->batchSizes[at->second] = wordAt(record, "batch_size");
  return RecordKind::TorchBench;
}

RecordKind HudGroups::add(const Json& record) {
  const Json* metric = memberAt(record, "metric");
  if (metric != nullptr && metric->is_object()) return addVersion3(record);
  if (metric != nullptr && metric->is_string() && memberAt(record, "actual") != nullptr) return addVersion2(record);
  if (const Json* results = memberAt(record, "results"); results != nullptr && results->is_object() &&
                                                       memberAt(record, "name") != nullptr &&
                                                       memberAt(record, "test") != nullptr)
    return addTorchBench(record);
  if (memberAt(record, "score") != nullptr && memberAt(record, "pytorch_version") != nullptr)
    return RecordKind::TorchBenchScore;
  // What the uploader knows and passes over: metadata of a record, and no metric.
  for (const char* key : {"benchmark", "model", "repo", "head_sha", "workflow_id"})
    if (memberAt(record, key) != nullptr) return RecordKind::WithoutMetric;
  return RecordKind::Unknown;
}

}  // namespace plumbline::sources
