// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/configs/ci_names.h"
#include "core/configs/name_parser.h"
#include "core/sources/formats/hud_records.h"
#include "core/sources/formats/source_text.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::sources {
namespace {

using Json = nlohmann::json;

/// HudRun is what all records of one table have in common; empty if not given.
struct HudRun {
  std::string benchmark, mode, dtype, device, backend, commit;
  std::string suite;  ///< origins, joined by '+'
  int attempt = 0;
  std::map<std::string, std::string> extra;  ///< benchmark.extra_info's texts, numbers and switches, '-' as '_'
  bool isDynamic = false;
  std::string workflowId, jobId, machine;  ///< of the first record; they do not separate tables
  RunDetails details;                      ///< the same
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
  RecordKind add(const Json& record);
  const std::vector<HudTable>& tables() const { return m_tables; }
  bool isFull() const { return m_isFull; }  ///< over the limit of tables or cells; the rest was left out

 private:
  HudTable* tableOf(HudRun run);
  void addValues(HudTable& table, const std::string& model, const std::string& metric, const Json& values,
                 const Json* texts);
  RecordKind addVersion3(const Json& record);
  RecordKind addVersion2(const Json& record);
  RecordKind addTorchBench(const Json& record);

  std::vector<HudTable> m_tables;
  std::map<std::string, std::size_t> m_byKey;
  std::size_t m_cells = 0;  ///< of all tables as they are written out, with the empty ones
  bool m_isFull = false;
};

constexpr std::size_t kMaxTables = 1000, kMaxCells = 5'000'000;

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

using configs::catalogue;

/// readRunner: a runner called after its device, as HUD's uploader calls it, has the machine as its type.
void readRunner(const Json& record, HudRun& run) {
  const bool isDevice = catalogue().device(run.machine) != nullptr ||
                        std::ranges::any_of(catalogue().platforms, [&](const configs::Platform& p) { return p.name == run.machine; });
  if (!isDevice) return;
  if (run.device.empty()) run.device = run.machine;
  if (std::string type = textAt(memberAt(record, "runners")->front(), "type"); !type.empty()) run.machine = std::move(type);
}

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

/// cellText writes a mean as a table's cell: whole numbers without a point, others in the shortest form.
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
  // A table has a cell for every model and metric: records that share neither would make it grow with their square.
  const std::size_t models = table.models.size(), metrics = table.metrics.size();
  const std::size_t grown =
      (models + (table.modelAt.contains(model) ? 0 : 1)) * (metrics + (table.metricAt.contains(metric) ? 0 : 1));
  if (m_cells + grown - models * metrics > kMaxCells) {
    m_isFull = true;
    return;
  }
  m_cells += grown - models * metrics;
  const auto [modelAt, isNewModel] = table.modelAt.try_emplace(model, table.models.size());
  if (isNewModel) {
    table.models.push_back(model);
    table.batchSizes.emplace_back();
  }
  const auto [metricAt, isNewMetric] = table.metricAt.try_emplace(metric, table.metrics.size());
  if (isNewMetric) table.metrics.push_back(metric);
  HudCell& cell = table.cells[{modelAt->second, metricAt->second}];
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

/// identityOfRun is the config of a table, from backend, suite, mode, device, dtype and the flags of the benchmark in
/// its records. A dtype is part of the config only if it is not CI's default. Errors: BadFormat; the text names what
/// the records lack.
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

constexpr std::string_view kBatchSizeColumn = "batch_size";

/// partNames are made of the fields in which the tables of a file differ: "inductor.training", "cpu.dynamic".
std::vector<std::string> partNames(const std::vector<HudTable>& tables) {
  using Field = std::string (*)(const HudRun&);
  const std::array<Field, 9> fields = {
      [](const HudRun& r) { return r.benchmark; },
      [](const HudRun& r) { return r.commit; },
      [](const HudRun& r) { return r.attempt == 0 ? std::string() : "attempt" + std::to_string(r.attempt); },
      [](const HudRun& r) { return r.suite; },
      [](const HudRun& r) { return r.device; },
      [](const HudRun& r) { return r.backend; },
      [](const HudRun& r) { return r.mode; },
      [](const HudRun& r) { return r.dtype; },
      [](const HudRun& r) { return std::string(r.isDynamic ? "dynamic" : "static"); }};
  std::vector<std::string> names(tables.size());
  for (const Field field : fields) {
    const bool differs =
        std::ranges::any_of(tables, [&](const HudTable& t) { return field(t.run) != field(tables.front().run); });
    if (!differs) continue;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const std::string word = field(tables[i].run);
      if (!word.empty()) names[i] += (names[i].empty() ? "" : ".") + word;
    }
  }
  std::set<std::string> used;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) names[i] = tables.size() == 1 ? tables[i].run.benchmark : std::to_string(i + 1);
    if (names[i].empty()) names[i] = "records";
    if (!used.insert(names[i]).second) used.insert(names[i] += "." + std::to_string(i + 1));
  }
  return names;
}

class HudReader {
 public:
  explicit HudReader(const SourceText& text) : m_text(text) {}

  FormatPieces read(const base::Progress& progress) {
    const JsonOutcome seen = eachRecord(
        m_text.bytes, [this](const nlohmann::json& record) { count(m_groups.add(record)); }, progress);
    if (seen.records == 0 || m_unknown == seen.records) return {};
    m_out.isKnown = true;
    if (seen.wasStopped) return std::move(m_out);
    reportSkipped(seen);
    const std::vector<std::string> names = partNames(m_groups.tables());
    for (std::size_t i = 0; i < names.size(); ++i) addTable(m_groups.tables()[i], names[i]);
    if (m_repeated != 0)
      addProblem(text::counted(m_repeated, "cell comes", "cells come") +
                  " more than once; the mean of the numbers, or the last text, was used.",
              "The dashboard uses the mean, too.");
    return std::move(m_out);
  }

 private:
  void count(RecordKind kind) {
    m_unknown += kind == RecordKind::Unknown ? 1 : 0;
    m_withoutMetric += kind == RecordKind::WithoutMetric ? 1 : 0;
    m_scores += kind == RecordKind::TorchBenchScore ? 1 : 0;
    m_torchBench = m_torchBench || kind == RecordKind::TorchBench;
  }

  void addProblem(std::string text, std::string hint, std::size_t line = 0) {
    m_out.problems.push_back({base::ErrorCode::BadFormat, std::move(text), std::move(hint), m_text.origin, line});
  }

  void reportSkipped(const JsonOutcome& seen) {
    if (seen.badLines != 0)
      addProblem(text::counted(seen.badLines, "line that is no JSON was", "lines that are no JSON were") +
                  " skipped; this is the first.",
              "HUD's uploader skips them, too.", seen.firstBad);
    if (seen.isCut)
      addProblem("This JSON ends early or is damaged; the records before that were read.", "Get it again.");
    if (m_withoutMetric != 0)
      addProblem(
          text::counted(m_withoutMetric, "record without a metric was", "records without a metric were") + " skipped.",
          "HUD's uploader skips them, too.");
    if (m_scores != 0)
      addProblem("These are scores of TorchBench: one number per domain, no models.",
              "Open the output of the benchmark itself.");
    if (m_unknown != 0)
      addProblem(text::counted(m_unknown, "record of no known kind was", "records of no known kind were") + " skipped.",
                 "");
    if (m_groups.isFull())
      addProblem("This file has more tables or cells than any real one; the rest was left out.", "");
  }

  void addTable(const HudTable& table, const std::string& part) {
    Piece piece = partOf(m_text, part);
    piece.form = Form::HudJson;
    const bool hasBatch = std::ranges::any_of(table.batchSizes, [](const std::string& b) { return !b.empty(); });
    std::vector<std::string> header{std::string(kNameColumn)};
    if (hasBatch) header.emplace_back(kBatchSizeColumn);
    for (const std::string& metric : table.metrics)
      header.push_back(metric == kNameColumn || metric == kBatchSizeColumn ? metric + " (metric)" : metric);
    DerivedCsv csv(header);
    auto cell = table.cells.begin();  // they are in the order of the table
    for (std::size_t model = 0; model < table.models.size(); ++model) {
      std::vector<std::string> cells{table.models[model]};
      if (hasBatch) cells.push_back(table.batchSizes[model]);
      for (std::size_t metric = 0; metric < table.metrics.size(); ++metric) {
        const bool isFilled = cell != table.cells.end() && cell->first == std::pair(model, metric);
        cells.push_back(isFilled ? cellText(cell->second) : std::string());
        m_repeated += isFilled && cell->second.records > 1 ? 1 : 0;
        if (isFilled) ++cell;
      }
      csv.add(cells);
    }
    piece.table = csv.table(piece.origin);
    if (piece.table == nullptr) {
      addProblem("A table of this file is larger than a table may be.", "");
      return;
    }
    piece.notes.details = table.run.details;
    setIdentity(piece, table);
    m_out.pieces.push_back(std::move(piece));
  }

  void setIdentity(Piece& piece, const HudTable& table) const {
    if (m_torchBench) {
      piece.unnamedReason = "TorchBench's own output names no backend.";
      return;
    }
    // "training_SUITE.json" in an artifact is named like its CSV; only the name has shard and attempt.
    std::string name = m_text.origin;
    if (const std::size_t dot = name.rfind('.'); dot != name.npos) name.replace(dot, name.npos, ".csv");
    const auto named = configs::identityOf(name);
    auto described = identityOfRun(table);
    if (!described) {
      piece.unnamedReason = described.error().text;
      if (named && m_groups.tables().size() == 1 && table.metricAt.contains("accuracy")) {
        piece.identity = *named;
        piece.unnamedReason.clear();
      }
      return;
    }
    piece.identity = *described;
    if (!named) return;
    const bool isSame = named->config.suite == described->config.suite && named->config.mode == described->config.mode;
    if (isSame && m_groups.tables().size() == 1) piece.identity->config = named->config;
    piece.identity->shard = named->shard;
    piece.identity->shards = named->shards;
    const auto fill = [](std::string& to, const std::string& from) { to = to.empty() ? from : to; };
    if (piece.identity->attempt == 0) piece.identity->attempt = named->attempt;
    fill(piece.identity->jobId, named->jobId);
    fill(piece.identity->workflowId, named->workflowId);
    fill(piece.identity->machine, named->machine);
    fill(piece.identity->commit, named->commit);
  }

  const SourceText& m_text;
  HudGroups m_groups;
  FormatPieces m_out;
  std::size_t m_unknown = 0, m_withoutMetric = 0, m_scores = 0, m_repeated = 0;
  bool m_torchBench = false;
};

}  // namespace

FormatPieces readHudJson(const SourceText& text, const base::Progress& progress) {
  if (!looksLikeJson(text.bytes)) return {};
  return HudReader(text).read(progress);
}

}  // namespace plumbline::sources
