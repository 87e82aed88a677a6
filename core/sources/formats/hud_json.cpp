// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/configs/ci_names.h"
#include "core/configs/name_parser.h"
#include "core/sources/formats/hud_groups.h"
#include "core/sources/formats/hud_records.h"
#include "core/sources/formats/source_text.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::sources {
namespace {

using configs::catalogue;

/// toKey changes to lower case and '-' to '_'.
std::string toKey(std::string_view text) {
  std::string key = text::toLower(text);
  std::ranges::replace(key, '-', '_');
  return key;
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

/// countRepeats numbers the values of each cell of a run and puts those of a run, and of a repeat, side by side.
void countRepeats(std::vector<HudValue>& values) {
  const auto cellOf = [](const HudValue& value) { return std::tuple(value.run, value.model, value.metric); };
  std::ranges::stable_sort(values, {}, cellOf);
  for (std::size_t i = 1; i < values.size(); ++i)
    if (cellOf(values[i]) == cellOf(values[i - 1])) values[i].repeat = values[i - 1].repeat + 1;
  std::ranges::stable_sort(values, {}, [](const HudValue& value) { return std::tuple(value.run, value.repeat, value.model, value.metric); });
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
// Of the runs and tables that repeats make: records of few bytes may have thousands.
constexpr std::size_t kFreeRunBytes = 16'000'000, kRunBytesPerByte = 4, kBytesOfRun = 1000, kBytesOfCell = 8;

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

/// sizeOf is what each repeat of a run has of it.
std::size_t sizeOf(const MeasuredRun& run, const std::string& origin) {
  const RunDetails& details = *run.details;
  std::size_t size = kBytesOfRun + origin.size();
  for (const std::string* part : {&run.workflowId, &run.jobId, &run.machine, &details.branch, &details.workflow, &details.job,
                                  &details.image, &details.torchVersion})
    size += part->size();
  for (const auto& [name, version] : details.pins) size += name.size() + version.size();
  return size;
}

class HudReader {
 public:
  explicit HudReader(const SourceText& text) : m_text(text), m_runBytesLeft(kFreeRunBytes + kRunBytesPerByte * text.bytes.size()) {}

  FormatPieces read(const base::Progress& progress) {
    const JsonOutcome seen = eachRecord(
        m_text.bytes,
        [this](const nlohmann::json& record) {
          if (isExported(record))
            ++m_exported;
          else
            count(m_groups.add(record));
        },
        progress);
    if (seen.records == 0 || m_unknown == seen.records) return {};
    m_out.isKnown = true;
    if (seen.wasStopped) return std::move(m_out);
    reportSkipped(seen);
    const std::vector<std::string> names = partNames(m_groups.tables());
    for (std::size_t i = 0; i < names.size(); ++i) addTable(m_groups.tables()[i], names[i]);
    if (m_repeated != 0)
      addProblem(text::counted(m_repeated, "cell comes", "cells come") +
                  " more than once; the mean of the numbers, or the last text, was used.",
              std::string(kMeansHint));
    if (m_groups.isFull() || m_areRunsCut)
      addProblem("This file has more tables or cells than any real one; the rest was left out.", "");
    return std::move(m_out);
  }

 private:
  /// isExported: a record of our own history, whose config is no file's name.
  static bool isExported(const nlohmann::json& record) {
    if (!record.is_object()) return false;
    const auto name = record.find("name");
    return name != record.end() && *name == "plumbline" && record.contains("schema_version");
  }

  void count(RecordKind kind) {
    m_unknown += kind == RecordKind::Unknown ? 1 : 0;
    m_tooLong += kind == RecordKind::TooLong ? 1 : 0;
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
    if (m_tooLong != 0)
      addProblem(text::counted(m_tooLong, "record was", "records were") + " skipped: a text in it is longer than " +
                     text::groupedText(kMaxHudTextBytes) + " bytes.",
                 "Give the run, the model or the metric a shorter name.");
    if (m_scores != 0)
      addProblem("These are scores of TorchBench: one number per domain, no models.",
              "Open the output of the benchmark itself.");
    if (m_exported != 0)
      addProblem(text::counted(m_exported, "record is", "records are") + " of a history that was exported.",
              "Add them with plumbline-cli history import.");
    if (m_unknown != 0)
      addProblem(text::counted(m_unknown, "record of no known kind was", "records of no known kind were") + " skipped.",
                 "");
  }

  void addTable(HudTable& table, const std::string& part) {
    Piece piece = partOf(m_text, part);
    piece.form = Form::HudJson;
    const bool hasBatch = std::ranges::any_of(table.batchSizes, [](const std::string& b) { return !b.empty(); });
    std::vector<std::string> header{std::string(kNameColumn)};
    if (hasBatch) header.emplace_back(kBatchSizeColumn);
    for (const std::string& metric : table.metrics) header.push_back(columnOf(metric));
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
    addRuns(piece, table);
    m_out.pieces.push_back(std::move(piece));
  }

  static std::string columnOf(const std::string& metric) {
    return metric == kNameColumn || metric == kBatchSizeColumn ? metric + " (metric)" : metric;
  }

  /// addRuns adds the runs of a table that joins several, each repeat by itself.
  void addRuns(Piece& piece, HudTable& table) {
    std::vector<HudValue> values = std::move(table.values);
    countRepeats(values);
    const auto runOf = [](const HudValue& value) { return std::pair(value.run, value.repeat); };
    if (values.empty() || (values.front().run == 0 && runOf(values.front()) == runOf(values.back()))) return;
    for (auto first = values.begin(), end = first; first != values.end(); first = end) {
      end = std::find_if(first, values.end(), [&](const HudValue& value) { return runOf(value) != runOf(*first); });
      MeasuredRun run = table.runs[first->run];
      run.repeat = first->repeat;
      if (!spend(sizeOf(run, piece.origin))) m_areRunsCut = true;
      run.table = tableOfRun({first, end}, table, piece.origin);
      piece.runs.push_back(std::move(run));
      if (piece.runs.back().table == nullptr) return;
    }
  }

  /// spend is false where repeats would take more than a file of this size can be worth.
  bool spend(std::size_t bytes) {
    const bool isEnough = bytes <= m_runBytesLeft;
    m_runBytesLeft -= isEnough ? bytes : m_runBytesLeft;
    return isEnough;
  }

  /// tableOfRun is null, and the rest is left out, when the tables have more cells than any real ones.
  std::shared_ptr<const tables::CsvTable> tableOfRun(std::span<const HudValue> values, const HudTable& table, const std::string& name) {
    std::map<std::size_t, std::size_t> columns;  // by metric
    std::size_t rows = 0, bytes = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (columns.emplace(values[i].metric, 0).second) bytes += table.metrics[values[i].metric].size();
      const bool isNewRow = i == 0 || values[i].model != values[i - 1].model;
      rows += isNewRow ? 1 : 0;
      bytes += values[i].text.size() + (isNewRow ? table.models[values[i].model].size() : 0);
    }
    m_areRunsCut = m_areRunsCut || !spend(bytes + kBytesOfCell * rows * columns.size()) || ++m_runTables > kMaxHudRuns || (m_runCells += rows * columns.size()) > kMaxHudCells;
    if (m_areRunsCut) return nullptr;
    std::vector<std::string> header{std::string(kNameColumn)};
    for (auto& [metric, column] : columns) {
      column = header.size();
      header.push_back(columnOf(table.metrics[metric]));
    }
    DerivedCsv csv(header);
    for (auto value = values.begin(); value != values.end();) {
      const std::size_t model = value->model;
      std::vector<std::string> cells(header.size());
      cells.front() = table.models[model];
      for (; value != values.end() && value->model == model; ++value)
        cells[columns[value->metric]] = value->text.empty() ? numberText(value->number) : value->text;
      csv.add(cells);
    }
    return csv.table(name);
  }

  void setIdentity(Piece& piece, const HudTable& table) const {
    if (m_torchBench) {
      piece.unnamedReason = "TorchBench's own output names no backend.";
      return;
    }
    // "training_SUITE.json" in an artifact is named like its CSV; only the name has shard and attempt.
    std::string name = m_text.origin;
    if (const std::size_t dot = name.rfind('.'); dot != name.npos) name.replace(dot, name.npos, ".csv");
    auto named = configs::identityOf(name);
    const std::string_view output = extraOf(table.run, "output");  // the CSV of each table
    const bool isOwnName = m_groups.tables().size() == 1 || (!named && !output.empty());
    if (!named && !output.empty()) named = configs::identityOf(output.substr(output.rfind('/') + 1));
    auto described = identityOfRun(table);
    if (!described) {
      piece.unnamedReason = described.error().text;
      if (named && isOwnName && table.metricAt.contains("accuracy")) {
        piece.identity = *named;
        piece.unnamedReason.clear();
      }
      return;
    }
    piece.identity = *described;
    if (!named) return;
    const bool isSame = named->config.suite == described->config.suite && named->config.mode == described->config.mode;
    if (isSame && isOwnName) piece.identity->config = named->config;
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
  std::size_t m_unknown = 0, m_withoutMetric = 0, m_scores = 0, m_repeated = 0, m_exported = 0, m_tooLong = 0;
  std::size_t m_runTables = 0, m_runCells = 0, m_runBytesLeft;
  bool m_torchBench = false, m_areRunsCut = false;
};

}  // namespace

FormatPieces readHudJson(const SourceText& text, const base::Progress& progress) {
  if (!looksLikeJson(text.bytes)) return {};
  return HudReader(text).read(progress);
}

}  // namespace plumbline::sources
