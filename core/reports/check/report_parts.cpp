// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/charts/make_chart.h"
#include "core/charts/number_text.h"
#include "core/diff/choose_runs.h"
#include "core/flaky/checkout.h"
#include "core/reports/metric_text.h"
#include "core/text/sha256.h"
#include "resources/embedded.h"

namespace plumbline::reports {
namespace {

using overview::ConfigResult;
using verdicts::ComparedRow;

/// What a check looked at is shown; timings that moved a little would bury it.
constexpr std::size_t kChangesShown = 3;

/// valueText takes the ".0" from counts that pandas gives a column with an empty cell.
std::string valueText(std::string text, const verdicts::MetricInfo& info) {
  if (info.decimals == 0 && info.better != verdicts::Better::Neither && text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::vector<ReportRow::Cell> cellsOf(const verdicts::Comparison& comparison, std::size_t row) {
  std::vector<ReportRow::Cell> cells, others;
  const verdicts::VerdictClass worst = comparison.row(row).cls;
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
    verdicts::MetricCell cell = comparison.cell(row, m);
    if (cell.expectedText.empty() && cell.actualText.empty()) continue;
    ReportRow::Cell out;
    const verdicts::MetricInfo& info = comparison.metrics()[m].info;
    out.metric = info.name;
    out.isChanged = cell.changed || !cell.expected || !cell.actual;
    out.isNotMeasured = cell.notMeasured;
    if (cell.numeric && cell.changed && !cell.notMeasured && std::isfinite(cell.delta))
      out.delta = signedDelta(cell.delta, info.decimals);
    out.expected = valueText(std::move(cell.expectedText), info);
    out.actual = valueText(std::move(cell.actualText), info);
    out.isChecked = cell.checked;
    const bool decided = out.isChanged && cell.checked && cell.cls == worst;
    (decided ? cells : others).push_back(std::move(out));
  }
  cells.insert(cells.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  cells.shrink_to_fit();
  return cells;
}

ReportRow rowOf(const ConfigResult& config, std::size_t row, bool needsAttention) {
  const verdicts::Comparison& comparison = *config.comparison;
  const ComparedRow& compared = comparison.row(row);
  ReportRow out;
  std::string scratch;
  out.model = comparison.modelName(row, scratch);
  out.cls = compared.cls;
  out.statusWord = comparison.statusWord(row);
  out.sentence = comparison.sentence(row);
  out.failsCi = compared.failsCi;
  out.isFlaky = compared.flaky;
  out.isExcused = compared.excused;
  const auto absent = config.absentRow(row);
  out.isMissingShard = absent == overview::Absent::MissingShard;
  out.isLost = absent == overview::Absent::Lost;
  if (const sources::FailureCause* cause = config.causeOf(row)) {
    out.cause = cause->text;
    out.causeLog = cause->log;
    out.causeLine = cause->line;
  }
  if (out.isMissingShard) out.sentence = "Its shard is not here: nothing is known of it.";
  out.needsAttention = needsAttention;
  out.cells = cellsOf(comparison, row);
  const auto breaks = std::ranges::find(out.cells, "graph_breaks", &ReportRow::Cell::metric);
  if (breaks != out.cells.end() && breaks->isChanged && !breaks->actual.empty())
    out.graphBreakNote = sources::breakSentence(config.baselineNotes, config.runNotes, out.model);
  out.path = config.baselinePath;
  if (!out.path.empty() && compared.expectedRow != verdicts::kNoRow) out.line = config.baseline->lineOf(compared.expectedRow);
  return out;
}

void count(const ConfigResult& config, std::size_t row, verdicts::ClassCounts& to) {
  const ComparedRow& compared = config.comparison->row(row);
  ++to.byClass[static_cast<std::size_t>(compared.cls)];
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f)
    if (compared.has(static_cast<verdicts::Finding>(f))) ++to.findings[f];
  if (config.needsDecision(row)) ++to.needDecision;
  if (compared.excused) ++to.excused;
}

/// ChartOf is a chart worth a place in a report, and the column that both sides must have for it.
struct ChartOf {
  std::string_view column;
  charts::ChartKind kind;
};
constexpr std::array kCharts = {ChartOf{"speedup", charts::ChartKind::Speedup},
                                ChartOf{"speedup", charts::ChartKind::Scatter},
                                ChartOf{"compilation_latency", charts::ChartKind::CompileTime},
                                ChartOf{"compression_ratio", charts::ChartKind::Memory}};

/// A chart in a report is half a page wide and cannot be zoomed.
constexpr std::size_t kMaxModels = 24;

bool haveBoth(const overview::ConfigResult& config, std::string_view column) {
  return config.run->columnOf(column).has_value() && config.baseline->columnOf(column).has_value();
}

namespace fs = std::filesystem;

ReportInput inputOf(std::string kind, std::string origin, std::string_view bytes) {
  ReportInput out;
  out.kind = std::move(kind);
  out.origin = std::move(origin);
  out.sha256 = text::sha256Hex(bytes);
  out.bytes = bytes.size();
  return out;
}

/// addTables lists results of the shown commit, baselines, and files of unknown config.
void addTables(const ReportSource& source, std::vector<ReportInput>& to) {
  const overview::CommitView& view = *source.view;
  std::set<std::size_t> unused(view.unnamed().begin(), view.unnamed().end());
  unused.insert(view.doubledBaselines().begin(), view.doubledBaselines().end());
  std::map<std::size_t, std::string> configOfShard;
  for (const overview::ConfigResult& config : view.configs())
    for (const overview::ShardUse& use : config.shards) {
      configOfShard[use.piece] = nameOf(source, config);
      if (!use.used) unused.insert(use.piece);
    }
  const auto& pieces = view.opened().pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const sources::Piece& piece = pieces[i];
    const bool isOfCommit = piece.isBaseline || !piece.identity || configOfShard.contains(i);
    if (!isOfCommit || piece.table == nullptr) continue;
    ReportInput input = inputOf(piece.isBaseline ? "expected" : "actual", piece.origin, piece.table->bytes());
    if (!piece.isBaseline && configOfShard.contains(i)) input.config = configOfShard[i];
    if (piece.isBaseline && piece.identity)
      if (const auto* config = view.find(piece.identity->config)) input.config = nameOf(source, *config);
    input.isUsed = !unused.contains(i);
    to.push_back(std::move(input));
  }
}

void addFlakyLists(const overview::CommitView& view, std::vector<ReportInput>& to) {
  std::map<std::string, bool> isUsed;  // by path
  for (const auto& [folder, own] : view.options().ownFlaky)
    for (const flaky::OwnList& list : own->lists) isUsed[list.path] = !list.problem;
  for (const auto& [path, used] : isUsed) {
    const auto file = files::readFile(path, flaky::kMaxListBytes);
    ReportInput input = inputOf("flaky-list", path, file ? file->bytes : std::string());
    if (!file) input.sha256.clear();
    input.isUsed = used;
    to.push_back(std::move(input));
  }
}

/// asTyped gives a path that was looked up in the manner of the baseline's: relative to the working folder when that is
/// how it was typed. Reports do not depend on the machine.
std::string asTyped(const std::string& path, const std::string& like) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed || fs::path(like).is_absolute()) return path;
  const fs::path relative = fs::path(path).lexically_relative(here);
  return relative.empty() ? path : relative.string();
}

void addRules(const overview::CommitView& view, const ReportArguments& arguments, std::vector<ReportInput>& to) {
  const std::string& generation = view.options().rules->generation;
  if (const auto bytes = resources::embeddedBytes("rules/" + generation + ".toml"))
    to.push_back(inputOf("rules", "built-in " + generation, *bytes));
  if (arguments.rules != "checkout") return;
  const std::string baseline = overview::mainBaseline(view.opened());
  const auto checkout = flaky::findCheckout(baseline);
  if (!checkout) return;
  for (const auto& script : {checkout->accuracy, checkout->graphBreaks})
    if (script && !script->problem) to.push_back(inputOf("rules", asTyped(script->path, baseline), script->source));
}

}  // namespace

void addRows(const ConfigResult& from, bool allRows, ReportConfig& to) {
  to.rowsTotal = from.comparison->rowCount();
  // Sorted before the rows are made: sorting rows takes a second copy of half of them.
  struct Place {
    std::uint32_t row = 0;
    bool isMissingShard = false, needsAttention = false;
    verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  };
  std::vector<Place> order;
  for (std::size_t row = 0; row < to.rowsTotal; ++row) {
    const bool isMissingShard = from.absentRow(row) == overview::Absent::MissingShard;
    if (!isMissingShard) count(from, row, to.counts);
    const bool needsAttention = overview::signatureOf(from, row).has_value();
    if (needsAttention || allRows)
      order.push_back({static_cast<std::uint32_t>(row), isMissingShard, needsAttention, from.comparison->row(row).cls});
  }
  std::ranges::stable_sort(order, [](const Place& a, const Place& b) {
    return std::pair(a.isMissingShard, a.cls) < std::pair(b.isMissingShard, b.cls);
  });
  to.rows.reserve(order.size());
  for (const Place& place : order) to.rows.push_back(rowOf(from, place.row, place.needsAttention));
}

std::string rowStatus(const ReportRow& row) {
  if (row.isMissingShard) return "NO SHARD";
  return row.statusWord;
}

std::string reasonText(const ReportRow& row) {
  std::string text = row.sentence;
  if (!row.cause.empty()) text += " Cause: " + row.cause + sources::placeText(row.causeLog, row.causeLine);
  if (!row.graphBreakNote.empty()) text += ' ' + row.graphBreakNote + '.';
  return text;
}

std::string detailText(const ReportRow& row) {
  std::string text = changeText(row);
  if (!row.cause.empty()) text += (text.empty() ? "" : ": ") + sources::shortCause(row.cause) + sources::placeText(row.causeLog, row.causeLine);
  if (!row.graphBreakNote.empty()) text += (text.empty() ? "" : "; ") + row.graphBreakNote;
  return text;
}

std::vector<const ReportRow::Cell*> shownChanges(const ReportRow& row, std::size_t& more) {
  std::vector<const ReportRow::Cell*> shown;
  more = 0;
  const bool hasChecked =
      std::ranges::any_of(row.cells, [](const ReportRow::Cell& cell) { return cell.isChanged && cell.isChecked; });
  for (const ReportRow::Cell& cell : row.cells) {
    if (!cell.isChanged) continue;
    if (shown.size() < kChangesShown && (cell.isChecked || !hasChecked)) shown.push_back(&cell);
    else ++more;
  }
  return shown;
}

std::string changeText(const ReportRow& row) {
  std::string out;
  std::size_t more = 0;
  for (const ReportRow::Cell* cell : shownChanges(row, more)) {
    out += (out.empty() ? "" : ", ") + cell->metric + ' ';
    out += cell->expected.empty() || cell->actual.empty() ? cell->expected + cell->actual : cell->expected + " -> " + cell->actual;
    if (cell->isNotMeasured) {
      out += " (not measured)";
    } else if (!cell->delta.empty()) {
      out += " (" + cell->delta + ')';
    }
  }
  return more == 0 ? out : out + " and " + std::to_string(more) + " more";
}

bool isJudged(const ReportConfig& config) {
  return config.exitStatus == 1 || (config.hasRun && config.hasBaseline && config.exitStatus == 0 && config.problem.empty());
}

std::string ciAnswer(const ReportConfig& config) {
  if (config.exitStatus == 1) return "fail";
  if (!config.hasRun) return "not run";
  if (!config.hasBaseline) return "no baseline";
  return isJudged(config) ? "pass" : "not judged";
}

void addPerformance(const overview::ConfigResult& from, const ReportOptions& options, ReportConfig& to) {
  if (from.run == nullptr || from.baseline == nullptr) return;
  const bool isTimed = std::ranges::any_of(kCharts, [&](const ChartOf& c) { return haveBoth(from, c.column); });
  if (!isTimed) return;
  const auto runs = diff::actualAgainstBaseline(from);
  if (!runs) return;
  const auto made = diff::RunDiff::make(*runs);
  if (!made.isValue()) return;
  const diff::RunDiff& pair = *made.value();
  to.summary = diff::summaryLines(pair, 0, 1);
  to.ratioAlarms = diff::ratioAlarms(pair, 0, 1, options.thresholds);
  for (const diff::RatioAlarm& alarm : to.ratioAlarms) to.alarmModels.push_back(pair.model(alarm.row));
  if (!options.withCharts) return;
  charts::ChartOptions chartOptions;
  chartOptions.thresholds = options.thresholds;
  chartOptions.limit = kMaxModels;
  for (const ChartOf& chart : kCharts) {
    if (!haveBoth(from, chart.column)) continue;
    charts::ChartData data = charts::makeChart(chart.kind, pair, 0, 1, chartOptions);
    if (!data.isEmpty()) to.charts.push_back(std::move(data));
  }
}

void addCompileTimes(const overview::CommitView& view, const ReportOptions& options, Report& to) {
  if (!options.withCharts || view.opened().cacheRuns.empty()) return;
  charts::ChartOptions chartOptions;
  chartOptions.thresholds = options.thresholds;
  chartOptions.limit = kMaxModels;
  charts::ChartData data = charts::compileTimeChart(view.opened().cacheRuns, chartOptions);
  if (!data.isEmpty()) to.charts.push_back(std::move(data));
}

std::string meanText(const statistics::Mean& mean, const diff::SummaryLine& line) {
  if (mean.count == 0) return "-";
  const std::uint8_t metric = verdicts::metricIndex(line.metric);
  if (metric == verdicts::kNoMetric) return charts::fixedText(mean.value, 1) + (line.unit.empty() ? "" : " " + line.unit);
  return charts::valueText(verdicts::metricCatalogue()[metric], mean.value);
}

std::vector<ReportInput> inputsOf(const ReportSource& source, const ReportArguments& arguments) {
  std::vector<ReportInput> inputs;
  addTables(source, inputs);
  addFlakyLists(*source.view, inputs);
  addRules(*source.view, arguments, inputs);
  std::ranges::sort(inputs, [](const ReportInput& a, const ReportInput& b) {
    return std::tie(a.kind, a.origin) < std::tie(b.kind, b.origin);
  });
  return inputs;
}

std::string ruleDetails(const overview::CommitView& view) {
  std::string details = view.options().rules->origin;
  const std::string baseline = overview::mainBaseline(view.opened());
  const auto checkout = flaky::findCheckout(baseline);
  if (!checkout) return details;
  const std::size_t at = details.find(checkout->root);
  if (at != std::string::npos) details.replace(at, checkout->root.size(), asTyped(checkout->root, baseline));
  return details;
}

std::string defaultFlakyList(const overview::CommitView& view) {
  for (const auto& [folder, own] : view.options().ownFlaky)
    if (own->isDefault) return own->lists.front().path;
  return "";
}

std::string flakyDate(const overview::CommitView& view) {
  for (const auto& [folder, own] : view.options().ownFlaky)
    for (const flaky::OwnList& list : own->lists)
      for (const flaky::FlakyEntry& entry : list.entries)
        if (entry.expires) return flaky::dateText(own->today);
  return "";
}

}  // namespace plumbline::reports
