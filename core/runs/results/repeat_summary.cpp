// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/results/repeat_summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/diff/run_diff.h"
#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/results/cache_result.h"
#include "core/sources/formats/cache_run.h"
#include "core/statistics/statistics.h"
#include "core/tables/shard_merge.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kAccuracy = "accuracy", kSpeedup = "speedup", kMeasured = "measured",
                           kNotMeasured = "not measured", kNoStatus = "no status", kLost = "lost",
                           kCancelled = "cancelled", kTimedOut = "timed out";

struct ModelValues {
  std::vector<std::pair<int, std::string>> statuses;  ///< repeat, word
  std::map<std::size_t, std::vector<double>> values;  ///< by position in the catalogue
};

MetricSpread spreadOf(const std::string& metric, const std::vector<double>& values) {
  MetricSpread spread{.metric = metric, .count = static_cast<int>(values.size())};
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  spread.min = *min;
  spread.max = *max;
  spread.median = statistics::median(values).value;
  spread.mean = statistics::arithmeticMean(values).value;
  if (values.size() < 2) return spread;
  long double squares = 0;
  for (const double value : values)
    squares += static_cast<long double>(value - spread.mean) * static_cast<long double>(value - spread.mean);
  spread.stddev = static_cast<double>(std::sqrt(squares / static_cast<long double>(values.size() - 1)));
  return spread;
}

class Collector {
 public:
  explicit Collector(const Run& run) : m_run(run) {
    for (const TaskPlan& task : run.plan.tasks)
      if (!task.model.empty()) at(task.model);
  }

  void addRepeat(int repeat, const std::shared_ptr<const tables::CsvTable>& csv) {
    const auto table = csv ? diff::RunTable::of(csv) : base::Result<diff::RunTable>(base::fail({}));
    std::map<std::string, std::size_t> rows;  // a benchmark appends to its file: the last row of a name is the newest
    for (std::size_t row = 0; table && row < table->rowCount(); ++row) {
      const auto model = table->modelName(row);
      if (!model) continue;
      at(*model);
      rows[*model] = row;
    }
    for (const auto& [model, row] : rows) addRow(repeat, *table, row, m_models[at(model)].second);
    m_seen.push_back({repeat, std::move(rows)});
  }

  /// addModel adds one that has no row and no task of its own.
  void addModel(const std::string& model) { at(model); }

  std::vector<ModelRepeats> summary() {
    std::vector<ModelRepeats> out;
    for (auto& [model, values] : m_models) {
      for (const auto& [repeat, rows] : m_seen) {
        if (rows.contains(model)) continue;
        const std::string_view word = wordWithoutRow(repeat, model);
        if (!word.empty()) values.statuses.emplace_back(repeat, word);
      }
      out.push_back(summed(model, values));
    }
    return out;
  }

 private:
  std::size_t at(const std::string& model) {
    const auto [found, isNew] = m_at.try_emplace(model, m_models.size());
    if (isNew) m_models.emplace_back(model, ModelValues{});
    return found->second;
  }

  void addRow(int repeat, const diff::RunTable& table, std::size_t row, ModelValues& into) const {
    std::optional<bool> isMeasured;
    diff::Kept kept;
    const auto& catalogue = verdicts::metricCatalogue();
    std::string status;
    if (const auto accuracy = table.cells(catalogue.at(verdicts::metricIndex(kAccuracy)))) {
      status = table.reading(*accuracy, row, kept).text;
      if (status.empty()) status = kNoStatus;
    }
    for (std::size_t metric = 0; metric < catalogue.size(); ++metric) {
      const auto cells = table.cells(catalogue[metric]);
      if (!cells || cells->isAccuracy) continue;
      const diff::Reading reading = table.reading(*cells, row, kept);
      // Zeros beside a word of a run that did not come to its end are padding, whatever else the row holds.
      const bool isPadding = reading.number == 0 && cells->zeroMayBePadding && !status.empty() && status != kNoStatus &&
                             !verdicts::hasCounters(status);
      const bool isNumber = reading.state == diff::ReadingState::Number && !isPadding;
      if (isNumber) into.values[metric].push_back(reading.number);
      // A row of a timed run was measured when its speedup was; in a table without one, when any number was.
      if (catalogue[metric].name == kSpeedup || (isNumber && !table.frame().hasColumn(kSpeedup))) isMeasured = isNumber;
    }
    if (!table.frame().hasColumn(kAccuracy)) status = isMeasured.value_or(false) ? kMeasured : kNotMeasured;
    into.statuses.emplace_back(repeat, std::move(status));
  }

  /// wordWithoutRow: a finished task without a row lost its model unless it was ended; another one has no status yet.
  std::string_view wordWithoutRow(int repeat, const std::string& model) const {
    bool isCancelled = false, isTimedOut = false;
    for (std::size_t i = 0; i < m_run.plan.tasks.size(); ++i) {
      const TaskPlan& task = m_run.plan.tasks[i];
      if (task.repeat != repeat || (!task.model.empty() && task.model != model)) continue;
      const RunState state = statusOf(m_run, i).state;
      if (!isFinished(state)) return {};
      isCancelled = isCancelled || state == RunState::Cancelled;
      isTimedOut = isTimedOut || state == RunState::TimedOut;
    }
    return isCancelled ? kCancelled : isTimedOut ? kTimedOut : kLost;
  }

  static ModelRepeats summed(const std::string& model, ModelValues& values) {
    ModelRepeats out{.model = model, .statuses = {}, .metrics = {}, .failedRepeats = {}};
    std::ranges::stable_sort(values.statuses, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [repeat, word] : values.statuses) {
      auto found = std::ranges::find(out.statuses, word, &StatusCount::status);
      if (found == out.statuses.end()) found = out.statuses.insert(found, {.status = word});
      ++found->count;
      if (word != kMeasured && word != kCancelled && !verdicts::isPassing(word)) out.failedRepeats.push_back(repeat);
    }
    std::ranges::stable_sort(out.statuses, std::greater{}, &StatusCount::count);
    out.isStable =
        std::ranges::count_if(out.statuses, [](const StatusCount& count) { return count.status != kCancelled; }) <= 1;
    for (const auto& [metric, numbers] : values.values)
      out.metrics.push_back(spreadOf(verdicts::metricCatalogue()[metric].name, numbers));
    return out;
  }

  const Run& m_run;
  std::vector<std::pair<std::string, ModelValues>> m_models;  ///< the requested ones first, then in the order of rows
  std::map<std::string, std::size_t> m_at;
  std::vector<std::pair<int, std::map<std::string, std::size_t>>> m_seen;
};

using TablePtr = std::shared_ptr<const tables::CsvTable>;

constexpr std::string_view kName = "name";

/// readTable. Errors: TooLarge; BadFormat for what pandas could not read, or a table without names.
base::Result<TablePtr> readTable(const std::string& bytes, const std::string& file) {
  auto scanned = tables::CsvTable::scan(bytes, file);
  if (!scanned.isValue()) return base::fail(scanned.isError() ? scanned.error() : base::Error{.file = file});
  const TablePtr& table = scanned.value();
  if (const auto& error = table->pandasError()) return base::fail(*error);
  if (!table->columnOf(kName)) {
    return base::fail(base::ErrorCode::BadFormat, "The table has no column \"name\".",
                      "Look into the log: a benchmark that writes its results has this column.", file, 1);
  }
  return table;
}

std::set<std::string> modelsOf(const TablePtr& table) {
  std::set<std::string> models;
  const auto rows = diff::RunTable::of(table);
  if (!rows) return models;
  for (std::size_t row = 0; row < rows->rowCount(); ++row)
    if (auto model = rows->modelName(row)) models.insert(std::move(*model));
  return models;
}

/// resultFileOf is the displayed name of a task's result: "llama/result.csv", "part 2/result.csv".
std::string resultFileOf(const TaskPlan& task) {
  return (task.model.empty() ? "part " + std::to_string(task.partition + 1) : task.model) + "/" + resultName(task);
}

/// addCause adds what the logs of a repeat say of a failed model; the last one, since a benchmark may be retried. A timed
/// run writes no status into its table: where it was not measured, or has no row, the log has the word.
void addCause(const Run& run, const Outputs& outputs, int repeat, ModelRepeats& model) {
  std::string status;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    if (task.repeat != repeat || (!task.model.empty() && task.model != model.model)) continue;
    for (const LogCauses& log : causesIn(outputs, i))
      for (const sources::FailureCause& found : log.failures) {
        if (found.model != model.model) continue;
        if (!found.text.empty()) model.cause = placedCause(log.log, found);
        if (found.status != kMeasured) status = found.status;
      }
  }
  if (model.statuses.size() != 1 || status.empty()) return;
  std::string& word = model.statuses.front().status;
  if (word == kNotMeasured || word == kLost) word = status;
}

}  // namespace

std::vector<ModelRepeats> repeatSummary(const Run& run, const Outputs& outputs) {
  Collector collector(run);
  for (int repeat = 1; repeat <= lastRepeat(run.plan); ++repeat) {
    const auto table = suiteTable(run, repeat, outputs);
    collector.addRepeat(repeat, table ? table->table : nullptr);
  }
  // A whole suite goes on when a model dies; the log alone has its name.
  for (std::size_t i = 0; isWholeSuite(run.spec) && i < run.plan.tasks.size(); ++i)
    for (const LogCauses& log : causesIn(outputs, i))
      for (const sources::FailureCause& found : log.failures)
        if (!found.model.empty()) collector.addModel(found.model);
  std::vector<ModelRepeats> models = collector.summary();
  for (ModelRepeats& model : models)
    if (!model.failedRepeats.empty()) addCause(run, outputs, model.failedRepeats.front(), model);
  return models;
}

base::Result<SuiteTable> suiteTable(const Run& run, int repeat, const Outputs& outputs) {
  SuiteTable out;
  std::vector<TablePtr> parts;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    const std::string* bytes = task.repeat == repeat ? bytesOf(outputs, i, resultName(task)) : nullptr;
    if (bytes == nullptr) continue;
    if (auto table = readTable(*bytes, resultFileOf(task)))
      parts.push_back(std::move(*table));
    else
      out.problems.push_back(table.error());
  }
  if (!parts.empty()) {
    auto merged = tables::mergeShards(parts, "repeat " + std::to_string(repeat) + ".csv");
    if (!merged.isValue()) return base::fail(merged.isError() ? merged.error() : base::Error{});
    for (const tables::RepeatedName& again : merged.value().repeated) {
      out.problems.push_back({.code = base::ErrorCode::BadFormat,
                              .text = "The model " + again.name + " is in " + parts[again.kept.shard]->fileName() +
                                      " too, whose row was kept.",
                              .file = parts[again.dropped.shard]->fileName()});
    }
    out.table = merged.value().table;
  }
  const std::set<std::string> models = out.table ? modelsOf(out.table) : std::set<std::string>{};
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    if (task.repeat == repeat && !task.model.empty() && isFinished(statusOf(run, i).state) &&
        !models.contains(task.model))
      out.lost.push_back(task.model);
  }
  return out;
}

std::string outputProblem(const Run& run, std::size_t task, const Outputs& outputs) {
  if (task >= run.plan.tasks.size()) return {};
  const TaskPlan& plan = run.plan.tasks[task];
  if (run.spec.kind == RunKind::Repro) {
    const std::string* reported = bytesOf(outputs, task, std::string(kOutcomeFile));
    const auto outcome = reported == nullptr ? base::Result<ReproOutcome>(base::fail({})) : outcomeOfJson(*reported);
    return outcome ? outcomeProblem(*outcome) : "its log cannot be read";
  }
  const auto missing = [](const Step& step) { return "the " + step.name + " run wrote no " + step.output; };
  for (const Step& step : plan.steps) {
    if (step.output.empty()) continue;
    const std::string* bytes = bytesOf(outputs, task, step.output);
    if (bytes == nullptr) return missing(step);
    if (run.spec.kind != RunKind::TorchCache) continue;
    if (const auto time = compileTime(*bytes, step.output); !time)
      return step.output + ": " + withoutDot(time.error().text);
  }
  if (run.spec.kind == RunKind::TorchCache || resultName(plan).empty()) return {};
  const std::string file = resultName(plan);
  const std::string& bytes = *bytesOf(outputs, task, file);
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson)
    return sources::readCacheRuns(bytes, file).empty() ? file + " holds no compile times" : std::string();
  const auto table = readTable(bytes, file);
  if (!table) return file + ": " + withoutDot(table.error().text);
  const auto models = modelsOf(*table);
  if (models.empty()) return file + " has no row";
  if (!plan.model.empty() && !models.contains(plan.model)) return file + " has no row of " + plan.model;
  return {};
}

}  // namespace plumbline::runs
