// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/diff/run_table.h"
#include "core/runs/result_words.h"
#include "core/runs/run_results.h"
#include "core/statistics/means.h"
#include "core/verdicts/status_words.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kAccuracy = "accuracy", kSpeedup = "speedup", kMeasured = "measured",
                           kNotMeasured = "not measured", kNoStatus = "no status", kLost = "lost",
                           kCancelled = "cancelled";

struct ModelValues {
  std::vector<std::pair<int, std::string>> statuses;  ///< repeat, word
  std::map<std::size_t, std::vector<double>> values;  ///< by position in the catalogue
};

MetricSpread spreadOf(const std::string& metric, const std::vector<double>& values) {
  MetricSpread spread{.metric = metric, .count = static_cast<int>(values.size())};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  spread.least = *least;
  spread.most = *most;
  spread.median = statistics::median(values).value;
  spread.mean = statistics::arithmeticMean(values).value;
  if (values.size() < 2) return spread;
  long double squares = 0;
  for (const double value : values)
    squares += static_cast<long double>(value - spread.mean) * static_cast<long double>(value - spread.mean);
  spread.deviation = static_cast<double>(std::sqrt(squares / static_cast<long double>(values.size() - 1)));
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

  /// wordWithoutRow: a task that is over and left no row lost its model; one that is not over says nothing yet.
  std::string_view wordWithoutRow(int repeat, const std::string& model) const {
    bool isCancelled = false;
    for (std::size_t i = 0; i < m_run.plan.tasks.size(); ++i) {
      const TaskPlan& task = m_run.plan.tasks[i];
      if (task.repeat != repeat || (!task.model.empty() && task.model != model)) continue;
      const RunState state = statusOf(m_run, i).state;
      if (!isOver(state)) return {};
      isCancelled = isCancelled || state == RunState::Cancelled;
    }
    return isCancelled ? kCancelled : kLost;
  }

  static ModelRepeats summed(const std::string& model, ModelValues& values) {
    ModelRepeats out{.model = model, .statuses = {}, .metrics = {}, .failedRepeats = {}};
    std::stable_sort(values.statuses.begin(), values.statuses.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [repeat, word] : values.statuses) {
      auto found = std::find_if(out.statuses.begin(), out.statuses.end(),
                                [&w = word](const StatusCount& count) { return count.status == w; });
      if (found == out.statuses.end()) found = out.statuses.insert(found, {.status = word});
      ++found->count;
      if (word != kMeasured && word != kCancelled && !verdicts::isPassing(word)) out.failedRepeats.push_back(repeat);
    }
    std::stable_sort(out.statuses.begin(), out.statuses.end(),
                     [](const StatusCount& a, const StatusCount& b) { return a.count > b.count; });
    out.isStable = std::count_if(out.statuses.begin(), out.statuses.end(),
                                 [](const StatusCount& count) { return count.status != kCancelled; }) <= 1;
    for (const auto& [metric, numbers] : values.values)
      out.metrics.push_back(spreadOf(verdicts::metricCatalogue()[metric].name, numbers));
    return out;
  }

  const Run& m_run;
  std::vector<std::pair<std::string, ModelValues>> m_models;  ///< those asked for first, then as rows bring them
  std::map<std::string, std::size_t> m_at;
  std::vector<std::pair<int, std::map<std::string, std::size_t>>> m_seen;
};

}  // namespace

std::vector<ModelRepeats> repeatSummary(const Run& run, const Outputs& outputs) {
  Collector collector(run);
  for (int repeat = 1; repeat <= lastRepeat(run.plan); ++repeat) {
    const auto table = suiteTable(run, repeat, outputs);
    collector.addRepeat(repeat, table ? table->table : nullptr);
  }
  return collector.summary();
}

}  // namespace plumbline::runs
