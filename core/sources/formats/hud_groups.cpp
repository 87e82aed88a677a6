// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/hud_groups.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/configs/name_parser.h"
#include "core/sources/formats/hud_records.h"
#include "core/sources/formats/source_text.h"
#include "core/text/ascii.h"

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxTables = 1000, kMaxCells = 5'000'000;

int numberOf(const Json& object, const char* key) {
  const std::string text = textAt(object, key);
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void readOrigin(const Json& record, HudRun& run) {
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
    if (text.empty() || text.size() > 256) continue;
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

using configs::catalogue;

/// toKey changes to lower case and '-' to '_'.
std::string toKey(std::string_view text) {
  std::string key = text::toLower(text);
  std::ranges::replace(key, '-', '_');
  return key;
}

std::string_view extraOf(const HudRun& run, const std::string& key) {
  const auto found = run.extra.find(key);
  return found == run.extra.end() ? std::string_view{} : std::string_view(found->second);
}

/// flagKey is the key under which the benchmark writes a flag: "--dynamic-shapes" is "dynamic_shapes".
std::string flagKey(std::string_view flag) {
  return toKey(flag.substr(std::min(flag.find_first_not_of('-'), flag.size())));
}

/// hasFlags: the run was started with these.
bool hasFlags(const HudRun& run, const configs::Words& flags) {
  const std::string backend = toKey(run.backend);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string key = flagKey(flags[i]);
    if (i + 1 < flags.size() && !flags[i + 1].starts_with('-')) {
      const std::string value = toKey(flags[++i]);
      if (toKey(extraOf(run, key)) != value && !(key == "backend" && backend == value)) return false;
    } else if (extraOf(run, key) != "true" && backend != key) {
      return false;
    }
  }
  return !flags.empty();
}

const configs::Backend* backendOf(const HudRun& run) {
  const configs::Backend* best = nullptr;
  for (const configs::Backend& backend : catalogue().backends)
    if (hasFlags(run, backend.flags) && (best == nullptr || best->flags.size() < backend.flags.size())) best = &backend;
  if (best != nullptr) return best;
  for (const configs::Backend& backend : catalogue().backends)
    if (backend.name == toKey(run.backend)) return &backend;
  return nullptr;
}

std::optional<configs::Mode> hudModeOf(std::string_view word) {
  for (const configs::Mode mode : {configs::Mode::Training, configs::Mode::Inference})
    if (configs::modeName(mode) == word) return mode;
  return std::nullopt;
}

/// platformOf is the platform by the machine's name or the device; null for that of CUDA and CPU.
const configs::Platform* platformOf(const HudRun& run) {
  const std::string machine = toKey(run.machine);
  for (const configs::Platform& platform : catalogue().platforms)
    for (const std::string& word : platform.jobWords)
      if (machine.find(word) != std::string::npos) return &platform;
  for (const configs::Platform& platform : catalogue().platforms)
    if (platform.name == run.device) return &platform;
  return nullptr;
}

base::Result<configs::Identity> noIdentity(std::string what) {
  return base::fail(
      {base::ErrorCode::BadFormat, "The records " + std::move(what) + ".", "Assign a config by hand, if it is one."});
}

}  // namespace

std::string cellText(const HudCell& cell) {
  if (!cell.text.empty()) return cell.text;
  return cell.numbers == 0 ? std::string() : numberText(cell.sum / static_cast<double>(cell.numbers));
}

HudTable* HudGroups::tableOf(HudRun run) {
  const auto [found, isNew] = m_byKey.try_emplace(keyOf(run), m_tables.size());
  if (!isNew) return &m_tables[found->second];
  if (m_tables.size() == kMaxTables) {
    m_byKey.erase(found);
    m_isFull = true;
    return nullptr;
  }
  m_tables.emplace_back().run = std::move(run);
  return &m_tables.back();
}

void HudGroups::addValues(HudTable& table, const std::string& model, const std::string& metric, const Json& values,
                          const Json* texts) {
  if (m_cells >= kMaxCells) {
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
      if (std::string text = textOf(&value); !text.empty()) cell.text = std::move(text);
    }
  };
  for (const Json* list : {&values, texts}) {
    if (list == nullptr) continue;
    if (list->is_array()) {
      std::for_each(list->begin(), list->end(), addOne);
    } else {
      addOne(*list);
    }
  }
  // ClickHouse exports the texts as the text of a JSON list: "[\"pass\"]".
  if (cell.text.size() > 4 && cell.text.starts_with("[\"") && cell.text.ends_with("\"]"))
    cell.text = cell.text.substr(2, cell.text.size() - 4);
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
  if (const Json* about = memberAt(record, "model")) {
    run.backend = textAt(*about, "backend");
    run.suite = joinedTexts(memberAt(*about, "origins"));
  }
  const std::string batchSize(extraOf(run, "batch_size"));
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
  run.benchmark = textAt(record, "test_name");
  if (run.benchmark.empty()) run.benchmark = textAt(record, "filename");
  run.dtype = textAt(record, "dtype");
  run.device = textAt(record, "device");
  run.mode = textAt(record, "mode");
  run.backend = textAt(record, "backend");
  if (run.machine.empty()) run.machine = textAt(record, "runner");
  if (HudTable* table = tableOf(std::move(run)))
    addValues(*table, textAt(record, "name"), textAt(record, "metric"), *memberAt(record, "actual"), nullptr);
  return RecordKind::Benchmark;
}

RecordKind HudGroups::addTorchBench(const Json& record) {
  HudRun run;
  run.benchmark = "TorchBench";
  run.mode = textAt(record, "test");
  run.dtype = textAt(record, "precision");
  run.device = textAt(record, "device");
  HudTable* table = tableOf(std::move(run));
  const std::string model = textAt(record, "name");
  if (table == nullptr) return RecordKind::TorchBench;
  if (const Json* status = memberAt(record, "status")) addValues(*table, model, "status", *status, nullptr);
  for (const auto& [metric, value] : record.find("results")->items())
    if (value.is_number() || value.is_string()) addValues(*table, model, metric, value, nullptr);
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

base::Result<configs::Identity> identityOfRun(const HudTable& table) {
  const HudRun& run = table.run;
  const bool isAccuracy = table.metricAt.contains(catalogue().accuracy);
  if (!isAccuracy && !table.metricAt.contains("speedup"))
    return noIdentity("hold no accuracy and no speedup, so no baseline of CI is theirs");
  const auto mode = hudModeOf(run.mode);
  if (!mode) return noIdentity("do not say whether this is training or inference");
  const configs::Suite* suite = suiteOf(run.suite);
  if (suite == nullptr)
    return noIdentity(run.suite.empty() ? "name no suite" : "name a suite that is not known: \"" + run.suite + "\"");
  const configs::Backend* backend = backendOf(run);
  if (backend == nullptr)
    return noIdentity(run.backend.empty() ? "name no backend"
                                          : "name a backend that is not known: \"" + run.backend + "\"");
  const configs::Platform* platform = platformOf(run);
  const configs::Device* device = run.device.empty() ? nullptr : catalogue().device(run.device);
  if (device == nullptr && platform != nullptr) device = catalogue().device(platform->device);
  if (device == nullptr)
    return noIdentity(run.device.empty() ? "name no device"
                                         : "name a device that is not known: \"" + run.device + "\"");

  if (!run.dtype.empty() && !configs::isTestText(run.dtype)) return noIdentity("name a data type that cannot be one");

  const bool isWide = platform != nullptr && platform->suiteNames;  // its baselines have one column per dtype
  const std::string& defaultDtype =
      *mode == configs::Mode::Training ? device->trainingPrecision : device->inferencePrecision;
  configs::Identity identity;
  configs::Config& config = identity.config;
  std::string front, back;
  bool isDtypeKnown = !isWide && (run.dtype.empty() || run.dtype == defaultDtype);
  for (const configs::Variant& variant : catalogue().variants) {
    // The records have a separate field for dynamic shapes; a dtype may be the name of a variant.
    const bool isPrecision = !isWide && !device->isDefault && run.dtype == variant.name && run.dtype != defaultDtype;
    if (!isPrecision && !hasFlags(run, variant.flags) && !(variant.inFront && run.isDynamic)) continue;
    isDtypeKnown = isDtypeKnown || isPrecision;
    if (variant.inFront) {
      front += variant.name + "_";
    } else {
      back += "_" + variant.name;
    }
  }
  if (!device->isDefault && platform == nullptr) front += device->name + "_";
  config.test = front + backend->name + back;
  if (!isAccuracy) config.test += "_" + catalogue().performance;
  config.suite = suite->name;
  config.mode = *mode;
  if (platform != nullptr) config.platform = platform->name;
  if (!isDtypeKnown) config.dtype = run.dtype;
  identity.attempt = run.attempt;
  identity.jobId = run.jobId;
  identity.workflowId = run.workflowId;
  identity.machine = run.machine;
  identity.commit = run.commit;
  return identity;
}

}  // namespace plumbline::sources
