// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"
#include "core/runs/repro_results.h"
#include "core/runs/result_words.h"
#include "core/runs/run_results.h"
#include "core/statistics/means.h"

namespace plumbline::runs {
namespace {

using reports::TableCell;
using reports::TableColumn;

constexpr std::size_t kNameWidth = 60, kFailuresShown = 50;
constexpr int kTimeDecimals = 3, kPercentDecimals = 1, kSpreadDigits = 4;

std::string shownName(const std::string& name) {
  return reports::elidedText(reports::shownText(name.empty() ? "the whole suite" : name), kNameWidth);
}

std::string tableText(std::vector<TableColumn> columns, const std::vector<std::vector<TableCell>>& rows) {
  if (rows.empty()) return {};
  reports::TextTable table(std::move(columns));
  for (const auto& row : rows) table.measure(row);
  std::string out = table.header("");
  for (const auto& row : rows) out += table.line(row);
  return out;
}

/// sentence begins a line about a model; problems inside are told as they are.
std::string lineAbout(const std::string& name, const std::string& problem) {
  return "  " + name + ": " + reports::shownText(withoutDot(problem)) + ".\n";
}

std::string meanText(const ModelTimes& times, std::optional<double> RepeatOfModel::*which) {
  std::vector<double> values;
  for (const RepeatOfModel& repeat : times.repeats)
    if (isGood(repeat)) values.push_back(*(repeat.*which));
  return values.empty() ? "-" : fixedText(statistics::arithmeticMean(values).value, kTimeDecimals);
}

std::string timesText(const Run& run, const Outputs& outputs) {
  const CacheResult result = cacheResult(run, outputs);
  std::vector<std::vector<TableCell>> rows;
  std::string problems;
  std::size_t measured = 0, good = 0, all = 0;
  for (const ModelTimes& times : result.models) {
    const auto count = static_cast<std::size_t>(std::count_if(times.repeats.begin(), times.repeats.end(), isGood));
    good += count;
    all += times.repeats.size();
    measured += times.speedup ? 1 : 0;
    rows.push_back({{shownName(times.model)},
                    {meanText(times, &RepeatOfModel::cold)},
                    {meanText(times, &RepeatOfModel::warm)},
                    {times.speedup ? fixedText(*times.speedup, kPercentDecimals) + " %" : "-"},
                    {std::to_string(count) + " of " + std::to_string(times.repeats.size())}});
    // What the run as a whole says of a model is not said twice.
    if (!times.problem.empty() && run.problem.find(times.model + ": " + times.problem) == std::string::npos)
      problems += lineAbout(shownName(times.model), times.problem);
  }
  return tableText({{.title = "MODEL"},
                    {.title = "COLD s", .firstToTheRight = true},
                    {.title = "WARM s", .firstToTheRight = true},
                    {.title = "SPEEDUP", .firstToTheRight = true},
                    {.title = "GOOD REPEATS"}},
                   rows) +
         problems + std::to_string(measured) + " of " + countOf(result.models.size(), "model") + " measured, " +
         std::to_string(good) + " of " + countOf(all, "repeat") + " good.\n";
}

/// failuresText is a line per task that did not end well.
std::string failuresText(const Run& run) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    const TaskStatus& status = statusOf(run, i);
    if (status.state == RunState::Done || ++count > kFailuresShown) continue;
    std::string name = shownName(task.model);
    if (task.model.empty() && run.spec.partitions > 1) name = "part " + std::to_string(task.partition + 1);
    if (lastRepeat(run.plan) > 1) name += ", repeat " + std::to_string(task.repeat);
    const std::string why = status.reason.empty() ? "" : ": " + status.reason;
    out += lineAbout(name, std::string(stateWord(status.state)) + why);
  }
  if (count > kFailuresShown) out += "  and " + std::to_string(count - kFailuresShown) + " more.\n";
  return out;
}

std::string statusText(const ModelRepeats& model) {
  std::string out;
  for (const StatusCount& count : model.statuses)
    out += (out.empty() ? "" : ", ") + reports::shownText(count.status) + ' ' + std::to_string(count.count);
  return out;
}

/// countsText: "pass 9, fail_accuracy 2, lost 1" over all models of one repeat.
std::string countsText(const std::vector<ModelRepeats>& models) {
  std::map<std::string, int> counts;
  for (const ModelRepeats& model : models)
    for (const StatusCount& count : model.statuses) counts[count.status] += count.count;
  ModelRepeats all;
  for (const auto& [status, count] : counts) all.statuses.push_back({.status = status, .count = count});
  std::stable_sort(all.statuses.begin(), all.statuses.end(),
                   [](const StatusCount& a, const StatusCount& b) { return a.count > b.count; });
  return countOf(models.size(), "model") + (models.empty() ? "" : ": ") + statusText(all) + ".\n";
}

std::string tablesText(const Run& run, const Outputs& outputs) {
  const std::vector<ModelRepeats> models = repeatSummary(run, outputs);
  if (lastRepeat(run.plan) > 1) return repeatText(models);
  std::string out = countsText(models);
  for (const ModelRepeats& model : models)
    if (!model.failedRepeats.empty()) out += lineAbout(shownName(model.model), model.statuses.front().status);
  return out;
}

std::string filesText(const Run& run, const Outputs& outputs) {
  std::string out;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const std::string* bytes = bytesOf(outputs, i, resultName(run.plan.tasks[i]));
    if (bytes == nullptr) continue;
    for (const sources::CacheRun& found : sources::readCacheRuns(*bytes, resultName(run.plan.tasks[i])))
      out += "Repeat " + std::to_string(run.plan.tasks[i].repeat) + ": compile times of " +
             countOf(found.models.size(), "model") + ".\n";
  }
  return out;
}

}  // namespace

std::string repeatText(const std::vector<ModelRepeats>& models) {
  std::vector<std::vector<TableCell>> rows;
  std::string spreads;
  std::size_t stable = 0;
  for (const ModelRepeats& model : models) {
    stable += model.isStable ? 1 : 0;
    std::string note = model.isStable ? "" : "changes";
    if (!model.failedRepeats.empty())
      note += (note.empty() ? "" : ", ") + std::string("failed in ") + listOf(model.failedRepeats, "repeat");
    rows.push_back({{shownName(model.model)}, {statusText(model)}, {std::move(note)}});
    for (const MetricSpread& spread : model.metrics) {
      if (spread.least == spread.most) continue;
      spreads += "  " + shownName(model.model) + " " + spread.metric + ": median " +
                 shortText(spread.median, kSpreadDigits) + ", " + shortText(spread.least, kSpreadDigits) + " to " +
                 shortText(spread.most, kSpreadDigits) + ", deviation " + shortText(spread.deviation, kSpreadDigits) +
                 ", " + countOf(std::size_t(spread.count), "repeat") + ".\n";
    }
  }
  std::string out = tableText({{.title = "MODEL"}, {.title = "STATUSES"}, {.title = ""}}, rows);
  if (!spreads.empty()) out += "Numbers that differ between repeats:\n" + spreads;
  return out + std::to_string(stable) + " of " + countOf(models.size(), "model") +
         " ended the same way in all repeats.\n";
}

std::string summaryText(const Run& run, const Outputs& outputs) {
  std::string out;
  if (run.spec.kind == RunKind::Repro) {
    out = reproSummary(run, outputs);
  } else if (run.spec.kind == RunKind::TorchCache) {
    out = timesText(run, outputs);
  } else {
    const bool isJson = run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson;
    out = (isJson ? filesText(run, outputs) : tablesText(run, outputs)) + failuresText(run);
  }
  if (!run.problem.empty()) out += reports::shownText(run.problem) + '\n';
  std::vector<std::string> files = run.results;
  const std::string& asked = run.spec.output;
  if (!asked.empty() && !files.empty() && std::find(files.begin(), files.end(), asked) == files.end())
    files.insert(files.begin(), asked);
  for (const std::string& file : files) out += "Result: " + reports::shownText(file) + '\n';
  if (!run.folder.empty()) out += "Logs and record: " + reports::shownText(run.folder) + '\n';
  return out;
}

}  // namespace plumbline::runs
