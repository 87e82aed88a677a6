// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/overview/row_signature.h"
#include "core/reports/metric_words.h"
#include "core/reports/report_parts.h"

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
  return cells;
}

ReportRow rowOf(const ConfigResult& config, std::size_t row, bool needsLook) {
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
  if (out.isMissingShard) out.sentence = "Its shard is not here: nothing is known of it.";
  out.needsLook = needsLook;
  out.cells = cellsOf(comparison, row);
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

}  // namespace

void addRows(const ConfigResult& from, bool allRows, ReportConfig& to) {
  to.rowsTotal = from.comparison->rowCount();
  for (std::size_t row = 0; row < to.rowsTotal; ++row) {
    if (from.absentRow(row) != overview::Absent::MissingShard) count(from, row, to.counts);
    const bool needsLook = overview::signatureOf(from, row).has_value();
    if (needsLook || allRows) to.rows.push_back(rowOf(from, row, needsLook));
  }
  std::stable_sort(to.rows.begin(), to.rows.end(), [](const ReportRow& a, const ReportRow& b) {
    return std::pair(a.isMissingShard, a.cls) < std::pair(b.isMissingShard, b.cls);
  });
}

std::string rowWord(const ReportRow& row) {
  if (row.isMissingShard) return "NO SHARD";
  return row.statusWord;
}

std::vector<const ReportRow::Cell*> shownChanges(const ReportRow& row, std::size_t& more) {
  std::vector<const ReportRow::Cell*> shown;
  more = 0;
  const bool hasChecked = std::any_of(row.cells.begin(), row.cells.end(),
                                      [](const ReportRow::Cell& cell) { return cell.isChanged && cell.isChecked; });
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
  return config.ciExit != 0 || (config.hasRun && config.hasBaseline && (config.rowsTotal > 0 || config.problem.empty()));
}

std::string ciWord(const ReportConfig& config) {
  if (config.ciExit != 0) return "fail";
  if (!config.hasRun) return "not run";
  if (!config.hasBaseline) return "no baseline";
  return isJudged(config) ? "pass" : "not judged";
}

std::string countedNoun(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace plumbline::reports
