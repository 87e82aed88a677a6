// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/hud_groups.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostTables = 1000, kMostCells = 5'000'000;
constexpr double kExact = 9007199254740992.0;  // 2^53

const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string numberText(double value) {
  std::array<char, 40> text{};
  const auto end = value == std::floor(value) && std::abs(value) < kExact
                       ? std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value)).ptr
                       : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// A text, number or switch as a text; "" for anything else.
std::string textOf(const Json* value) {
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  if (value->is_boolean()) return value->get<bool>() ? "true" : "false";
  if (value->is_number_unsigned()) return std::to_string(value->get<std::uint64_t>());
  if (value->is_number_integer()) return std::to_string(value->get<std::int64_t>());
  if (value->is_number()) return numberText(value->get<double>());
  return {};
}
std::string textOf(const Json& object, const char* key) { return textOf(member(object, key)); }

int numberOf(const Json& object, const char* key) {
  const std::string text = textOf(object, key);
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The name of a thing that is an object with a name, or, in older files, just the name.
std::string nameOf(const Json* thing) {
  if (thing == nullptr) return {};
  return thing->is_object() ? textOf(*thing, "name") : textOf(thing);
}

std::string joined(const Json* list) {
  if (list == nullptr || !list->is_array()) return textOf(list);
  std::string out;
  for (const Json& entry : *list) {
    const std::string text = textOf(&entry);
    if (!text.empty()) out += (out.empty() ? "" : "+") + text;
  }
  return out;
}

void readOrigin(const Json& record, HudRun& run) {
  run.commit = textOf(record, "head_sha");
  run.attempt = std::max(numberOf(record, "run_attempt"), 0);
  run.workflowId = textOf(record, "workflow_id");
  run.jobId = textOf(record, "job_id");
  if (const Json* runners = member(record, "runners"); runners != nullptr && runners->is_array() && !runners->empty())
    run.machine = nameOf(&runners->front());
}

void readExtra(const Json* extra, HudRun& run) {
  if (extra == nullptr || !extra->is_object()) return;
  for (const auto& [key, value] : extra->items()) {
    std::string text = textOf(&value);
    if (text.empty() || text.size() > 256) continue;
    std::string name = key;
    std::replace(name.begin(), name.end(), '-', '_');
    run.words.emplace(std::move(name), std::move(text));
  }
  if (run.device.empty()) run.device = textOf(*extra, "device");
  run.isDynamic = textOf(*extra, "is_dynamic") == "true" || textOf(*extra, "dynamic_shapes") == "true";
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
  return cell.numbers == 0 ? std::string() : numberText(cell.sum / static_cast<double>(cell.numbers));
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
      addText(cell, textOf(&value));
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
  const Json& metric = *member(record, "metric");
  const std::string name = nameOf(&metric);
  const std::string model = nameOf(member(record, "model"));
  if (name.empty()) return RecordKind::WithoutMetric;
  HudRun run;
  readOrigin(record, run);
  run.benchmark = nameOf(member(record, "benchmark"));
  if (run.benchmark.empty()) run.benchmark = textOf(record, "name");
  if (const Json* benchmark = member(record, "benchmark")) {
    run.mode = textOf(*benchmark, "mode");
    run.dtype = textOf(*benchmark, "dtype");
    readExtra(member(*benchmark, "extra_info"), run);
  }
  if (const Json* about = member(record, "model")) {
    run.backend = textOf(*about, "backend");
    run.suite = joined(member(*about, "origins"));
  }
  const auto batch = run.words.find("batch_size");
  const std::string batchSize = batch == run.words.end() ? std::string() : batch->second;
  HudTable* table = tableOf(std::move(run));
  if (table == nullptr) return RecordKind::Benchmark;
  const Json* values = member(metric, "benchmark_values");
  const Json* extra = member(metric, "extra_info");
  const Json none;
  addValues(*table, model, name, values != nullptr ? *values : none,
            extra != nullptr ? member(*extra, "benchmark_values") : nullptr);
  if (const auto at = table->modelAt.find(model); at != table->modelAt.end() && !batchSize.empty())
    table->batchSizes[at->second] = batchSize;
  return RecordKind::Benchmark;
}

RecordKind HudGroups::addVersion2(const Json& record) {
  HudRun run;
  readOrigin(record, run);
  run.benchmark = textOf(record, "test_name");
  if (run.benchmark.empty()) run.benchmark = textOf(record, "filename");
  run.dtype = textOf(record, "dtype");
  run.device = textOf(record, "device");
  run.mode = textOf(record, "mode");
  run.backend = textOf(record, "backend");
  if (run.machine.empty()) run.machine = textOf(record, "runner");
  if (HudTable* table = tableOf(std::move(run)))
    addValues(*table, textOf(record, "name"), textOf(record, "metric"), *member(record, "actual"), nullptr);
  return RecordKind::Benchmark;
}

RecordKind HudGroups::addTorchBench(const Json& record) {
  HudRun run;
  run.benchmark = "TorchBench";
  run.mode = textOf(record, "test");
  run.dtype = textOf(record, "precision");
  run.device = textOf(record, "device");
  HudTable* table = tableOf(std::move(run));
  const std::string model = textOf(record, "name");
  if (table == nullptr) return RecordKind::TorchBench;
  if (const Json* status = member(record, "status")) addValues(*table, model, "status", *status, nullptr);
  for (const auto& [metric, value] : record.find("results")->items())
    if (value.is_number() || value.is_string()) addValues(*table, model, metric, value, nullptr);
  if (const auto at = table->modelAt.find(model); at != table->modelAt.end())
    table->batchSizes[at->second] = textOf(record, "batch_size");
  return RecordKind::TorchBench;
}

RecordKind HudGroups::add(const Json& record) {
  const Json* metric = member(record, "metric");
  if (metric != nullptr && metric->is_object()) return addVersion3(record);
  if (metric != nullptr && metric->is_string() && member(record, "actual") != nullptr) return addVersion2(record);
  if (const Json* results = member(record, "results"); results != nullptr && results->is_object() &&
                                                       member(record, "name") != nullptr &&
                                                       member(record, "test") != nullptr)
    return addTorchBench(record);
  if (member(record, "score") != nullptr && member(record, "pytorch_version") != nullptr)
    return RecordKind::TorchBenchScore;
  // What the uploader knows and passes over: metadata of a record, and no metric.
  for (const char* key : {"benchmark", "model", "repo", "head_sha", "workflow_id"})
    if (member(record, key) != nullptr) return RecordKind::WithoutMetric;
  return RecordKind::Unknown;
}

}  // namespace plumbline::sources
