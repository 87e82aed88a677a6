// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/hud_groups.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/configs/catalogue.h"
#include "core/sources/formats/hud_records.h"
#include "core/text/json_text.h"

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

template <typename Integer = int>
Integer numberOf(const Json& object, const char* key) {
  const std::string text = textAt(object, key);
  Integer value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

constexpr std::size_t kMaxPins = 200, kMaxExtraBytes = 256;

/// readDependencies reads {"transformers": {"version": "4.40"}}: a version, one in the extra_info, or a hash.
void readDependencies(const Json* dependencies, RunDetails& details) {
  if (dependencies == nullptr || !dependencies->is_object()) return;
  for (const auto& [name, about] : dependencies->items()) {
    std::string version = textAt(about, "version");
    if (const Json* extra = memberAt(about, "extra_info"); version.empty() && extra != nullptr) version = textAt(*extra, "version");
    if (version.empty()) version = textAt(about, "sha");
    if (!version.empty() && name.size() + version.size() <= kMaxExtraBytes && details.pins.size() < kMaxPins)
      details.pins.emplace(name, std::move(version));
  }
}

void readOrigin(const Json& record, HudRun& run) {
  constexpr std::string_view kHeads = "refs/heads/";
  run.details.branch = textAt(record, "head_branch");
  if (run.details.branch.starts_with(kHeads)) run.details.branch.erase(0, kHeads.size());
  run.details.measuredAt = numberOf<std::int64_t>(record, "timestamp");
  readDependencies(memberAt(record, "dependencies"), run.details);
  run.commit = textAt(record, "head_sha");
  run.attempt = std::max(numberOf(record, "run_attempt"), 0);
  run.workflowId = textAt(record, "workflow_id");
  run.jobId = textAt(record, "job_id");
  if (const Json* runners = memberAt(record, "runners"); runners != nullptr && runners->is_array() && !runners->empty())
    run.machine = nameOf(&runners->front());
}

void readExtra(const Json* extra, HudRun& run) {
  if (extra == nullptr || !extra->is_object()) return;
  for (const auto& [key, value] : extra->items()) {
    std::string text = textOf(&value);
    if (text.empty() || text.size() > kMaxExtraBytes) continue;
    std::string name = key;
    std::replace(name.begin(), name.end(), '-', '_');
    run.extra.emplace(std::move(name), std::move(text));
  }
  if (run.device.empty()) run.device = textAt(*extra, "device");
  run.isDynamic = textAt(*extra, "is_dynamic") == "true" || textAt(*extra, "dynamic_shapes") == "true";
}

std::string keyOf(const HudRun& run) {
  std::string key;
  for (const std::string* part :
       {&run.benchmark, &run.mode, &run.dtype, &run.device, &run.backend, &run.suite, &run.commit})
    key += *part + '\0';
  return key + (run.isDynamic ? "d" : "s") + std::to_string(run.attempt);
}

/// readRunner: a runner called after its device, as HUD's uploader calls it, has the machine as its type.
void readRunner(const Json& record, HudRun& run) {
  const bool isDevice = configs::catalogue().device(run.machine) != nullptr ||
                        std::ranges::any_of(configs::catalogue().platforms, [&](const configs::Platform& p) { return p.name == run.machine; });
  if (!isDevice) return;
  if (run.device.empty()) run.device = run.machine;
  if (std::string type = textAt(memberAt(record, "runners")->front(), "type"); !type.empty()) run.machine = std::move(type);
}

/// RecordValues are those of one record. Texts have precedence over numbers.
struct RecordValues {
  std::vector<double> numbers;
  std::vector<std::string> texts;

  void add(const Json* list) {
    if (list == nullptr) return;
    if (list->is_array())
      std::for_each(list->begin(), list->end(), [this](const Json& value) { addOne(value); });
    else
      addOne(*list);
  }

 private:
  void addOne(const Json& value) {
    if (value.is_number()) {
      numbers.push_back(value.get<double>());
      return;
    }
    std::string text = textOf(&value);
    if (text.empty()) return;
    // ClickHouse exports the texts as the text of a JSON list: "[\"pass\"]".
    const Json list = text.starts_with("[\"") && text.ends_with("\"]") ? text::parseJson(text) : Json();
    if (!list.is_array()) return texts.push_back(std::move(text));
    for (const Json& one : list)
      if (std::string inner = textOf(&one); !inner.empty()) texts.push_back(std::move(inner));
  }
};

}  // namespace

std::string_view extraOf(const HudRun& run, const std::string& key) {
  const auto found = run.extra.find(key);
  return found == run.extra.end() ? std::string_view{} : std::string_view(found->second);
}

HudTable* HudGroups::tableOf(HudRun run, const std::string& model, const std::string& metric) {
  const auto isLong = [](const std::string* text) { return text->size() > kMaxHudTextBytes; };
  const std::array<const std::string*, 13> texts{&run.benchmark, &run.mode,  &run.dtype,      &run.device, &run.backend, &run.suite,         &run.commit,
                         &run.workflowId, &run.jobId, &run.machine, &run.details.branch, &model, &metric};
  m_isTooLong = std::ranges::any_of(texts, isLong);
  if (m_isTooLong) return nullptr;
  const auto [found, isNew] = m_byKey.try_emplace(keyOf(run), m_tables.size());
  if (isNew) {
    if (m_tables.size() == kMaxHudTables) {
      m_byKey.erase(found);
      m_isFull = true;
      return nullptr;
    }
    m_tables.emplace_back().run = run;
  }
  HudTable& table = m_tables[found->second];
  return setRun(table, run) ? &table : nullptr;
}

/// setRun finds the run of a record in its table.
bool HudGroups::setRun(HudTable& table, const HudRun& run) {
  std::string key;
  for (const std::string* part : {&run.workflowId, &run.jobId, &run.machine, &run.details.image}) key += *part + '\0';
  const auto [found, isNew] = table.runAt.try_emplace(std::move(key), table.runs.size());
  table.currentRun = found->second;
  if (!isNew) return true;
  if (m_runs == kMaxHudRuns) {
    table.runAt.erase(found);
    m_isFull = true;
    return false;
  }
  ++m_runs;
  table.runs.push_back({.workflowId = run.workflowId, .jobId = run.jobId, .machine = run.machine, .details = std::make_shared<const RunDetails>(run.details), .repeat = 0, .table = {}});
  return true;
}

void HudGroups::addValues(HudTable& table, const std::string& model, const std::string& metric, const Json& values,
                          const Json* texts) {
  // A table has a cell for every model and metric: records that share neither would make it grow with their square.
  const std::size_t models = table.models.size(), metrics = table.metrics.size();
  const std::size_t grown =
      (models + (table.modelAt.contains(model) ? 0 : 1)) * (metrics + (table.metricAt.contains(metric) ? 0 : 1));
  RecordValues read;
  read.add(&values);
  read.add(texts);
  const std::size_t count = read.texts.empty() ? read.numbers.size() : read.texts.size();
  if (m_cells + grown - models * metrics > kMaxHudCells || m_values + count > kMaxHudCells) {
    m_isFull = true;
    return;
  }
  m_cells += grown - models * metrics;
  m_values += count;
  const auto [modelAt, isNewModel] = table.modelAt.try_emplace(model, table.models.size());
  if (isNewModel) {
    table.models.push_back(model);
    table.batchSizes.emplace_back();
  }
  const auto [metricAt, isNewMetric] = table.metricAt.try_emplace(metric, table.metrics.size());
  if (isNewMetric) table.metrics.push_back(metric);
  HudCell& cell = table.cells[{modelAt->second, metricAt->second}];
  ++cell.records;
  const HudValue place{.run = table.currentRun, .model = modelAt->second, .metric = metricAt->second, .repeat = 0, .number = 0, .text = {}};
  for (const double number : read.numbers) {
    cell.sum += number;
    ++cell.numbers;
    if (read.texts.empty()) table.values.emplace_back(place).number = number;
  }
  for (std::string& text : read.texts) {
    cell.text = text;
    table.values.emplace_back(place).text = std::move(text);
  }
}

RecordKind HudGroups::addVersion3(const Json& record) {
  const Json& metric = *memberAt(record, "metric");
  const std::string name = nameOf(&metric);
  const std::string model = nameOf(memberAt(record, "model"));
  if (name.empty()) return RecordKind::WithoutMetric;
  HudRun run;
  readOrigin(record, run);
  run.benchmark = nameOf(memberAt(record, "benchmark"));
  if (run.benchmark.empty()) run.benchmark = textAt(record, "name");
  if (const Json* benchmark = memberAt(record, "benchmark")) {
    run.mode = textAt(*benchmark, "mode");
    run.dtype = textAt(*benchmark, "dtype");
    readExtra(memberAt(*benchmark, "extra_info"), run);
  }
  readRunner(record, run);
  if (const Json* about = memberAt(record, "model")) {
    run.backend = textAt(*about, "backend");
    run.suite = joinedTexts(memberAt(*about, "origins"));
  }
  run.details.workflow = extraOf(run, "workflow");
  run.details.job = extraOf(run, "job");
  run.details.image = extraOf(run, "image");
  run.details.torchVersion = extraOf(run, "torch_version");
  const std::string batchSize(extraOf(run, "batch_size"));
  HudTable* table = tableOf(std::move(run), model, name);
  if (table == nullptr) return m_isTooLong ? RecordKind::TooLong : RecordKind::Benchmark;
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
  run.benchmark = textAt(record, "test_name");
  if (run.benchmark.empty()) run.benchmark = textAt(record, "filename");
  run.dtype = textAt(record, "dtype");
  run.device = textAt(record, "device");
  run.mode = textAt(record, "mode");
  run.backend = textAt(record, "backend");
  if (run.machine.empty()) run.machine = textAt(record, "runner");
  const std::string model = textAt(record, "name"), metric = textAt(record, "metric");
  if (HudTable* table = tableOf(std::move(run), model, metric)) addValues(*table, model, metric, *memberAt(record, "actual"), nullptr);
  return m_isTooLong ? RecordKind::TooLong : RecordKind::Benchmark;
}

RecordKind HudGroups::addTorchBench(const Json& record) {
  HudRun run;
  run.benchmark = "TorchBench";
  run.mode = textAt(record, "test");
  run.dtype = textAt(record, "precision");
  run.device = textAt(record, "device");
  const std::string model = textAt(record, "name");
  HudTable* table = tableOf(std::move(run), model, {});
  if (table == nullptr) return m_isTooLong ? RecordKind::TooLong : RecordKind::TorchBench;
  if (const Json* status = memberAt(record, "status")) addValues(*table, model, "status", *status, nullptr);
  for (const auto& [metric, value] : record.find("results")->items())
    if ((value.is_number() || value.is_string()) && metric.size() <= kMaxHudTextBytes) addValues(*table, model, metric, value, nullptr);
  if (const auto at = table->modelAt.find(model); at != table->modelAt.end())
    table->batchSizes[at->second] = textAt(record, "batch_size");
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
  // The uploader skips records with metadata and no metric.
  for (const char* key : {"benchmark", "model", "repo", "head_sha", "workflow_id"})
    if (memberAt(record, key) != nullptr) return RecordKind::WithoutMetric;
  return RecordKind::Unknown;
}

}  // namespace plumbline::sources
