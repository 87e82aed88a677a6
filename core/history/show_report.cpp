// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/show_report.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/history/report_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

/// movesOf lists the changes of a series' baseline, oldest first.
std::vector<const BaselineChange*> movesOf(const Series& series, const BaselineHistory& moves) {
  std::vector<bool> isOurs;
  for (const std::string& file : moves.files) isOurs.push_back(isOfConfig(file, series.key.config));
  std::vector<const BaselineChange*> found;
  for (const BaselineChange& change : moves.changes)
    if (isOurs[change.file] && change.model == series.key.model && change.column == series.key.metric) found.push_back(&change);
  return found;
}

std::vector<CellDecision> decisionsIn(const Series& series, std::vector<CellDecision> decisions) {
  std::erase_if(decisions, [&](const CellDecision& one) { return !isOfConfig(one.file, series.key.config); });
  return decisions;
}

std::string seriesText(const SeriesList& list, const Series& series, const BaselineHistory& moves,
                       const std::vector<CellDecision>& decisions) {
  reports::TextTable table({{.title = "DATE"}, {.title = "VALUE"}, {.title = "COMMIT"}, {.title = "RUN"}});
  std::vector<std::vector<reports::TableCell>> rows;
  const std::vector<const BaselineChange*> changes = movesOf(series, moves);
  const auto firstBad = firstBadPoint(series);
  std::size_t move = 0, decision = 0;
  const auto addDecisions = [&](std::int64_t until) {
    for (; decision < decisions.size() && decisions[decision].time <= until; ++decision) {
      const CellDecision& one = decisions[decision];
      rows.push_back(
          {{utcText(one.time)}, {reports::printableText(one.action)}, {}, {reports::printableText(reasonText(one))}});
    }
  };
  const auto addMoves = [&](std::int64_t until) {
    for (; move < changes.size() && moves.commits[changes[move]->commit].time <= until; ++move) {
      const BaselineCommit& commit = moves.commits[changes[move]->commit];
      addDecisions(commit.time);
      rows.push_back({{utcText(commit.time)},
                      {"baseline " + reports::printableText(changes[move]->before.value_or("-") + " -> " + changes[move]->after.value_or("-"))},
                      {shortName(commit)}, {reports::printableText(commit.subject)}});
    }
  };
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const RunInfo& run = list.runs[series.points[i].run];
    addMoves(timeOfRun(run));
    addDecisions(timeOfRun(run));
    const std::string shard = shardText(run);
    rows.push_back({{utcText(timeOfRun(run))},
                    {reports::printableText(pointText(series.points[i])) + (firstBad == i ? "  <- red since here" : "")},
                    {reports::printableText(run.commit.substr(0, kShortHash))},
                    {reports::printableText(run.origin) + (shard.empty() ? "" : " (" + shard + ')')}});
  }
  addMoves(std::numeric_limits<std::int64_t>::max());
  addDecisions(std::numeric_limits<std::int64_t>::max());
  return reports::printableText(series.key.config + ' ' + series.key.model + ' ' + series.key.metric) + '\n' + table.written(rows, "  ");
}

std::string showTsv(const SeriesList& list) {
  std::string out = "date\tunix\tcommit\tconfig\tmodel\tmetric\tvalue\tattempt\tshard\tshards\tmachine\torigin\n";
  for (const Series& series : list.series)
    for (const SeriesPoint& point : series.points) {
      const RunInfo& run = list.runs[point.run];
      out += tabbed({utcText(timeOfRun(run)), std::to_string(timeOfRun(run)), run.commit, series.key.config, series.key.model, series.key.metric,
                     pointText(point), std::to_string(run.attempt), std::to_string(run.shard), std::to_string(run.shards), run.machine, run.origin});
    }
  return out;
}

std::string showJson(const SeriesList& list, const BaselineHistory& moves, const std::vector<CellDecision>& decisions) {
  OrderedJson all = OrderedJson::array();
  for (const Series& series : list.series) {
    OrderedJson points = OrderedJson::array(), changes = OrderedJson::array(), decided = OrderedJson::array();
    for (const SeriesPoint& point : series.points) {
      const RunInfo& run = list.runs[point.run];
      points.push_back({{"value", point.number ? OrderedJson(*point.number) : OrderedJson(point.word)},
                        {"unix_s", timeOfRun(run)},
                        {"commit", run.commit},
                        {"attempt", run.attempt},
                        {"shard", run.shard},
                        {"machine", run.machine},
                        {"origin", run.origin}});
    }
    for (const BaselineChange* change : movesOf(series, moves))
      changes.push_back({{"old", textOrNull(change->before)}, {"new", textOrNull(change->after)}, {"commit", commitJson(moves.commits[change->commit])}});
    for (const CellDecision& one : decisionsIn(series, decisions))
      decided.push_back({{"decision", one.action},
                         {"unix_s", one.time},
                         {"what", one.what},
                         {"reason", one.reason},
                         {"note", one.note}});
    const auto firstBad = firstBadPoint(series);
    all.push_back({{"config", series.key.config},
                   {"model", series.key.model},
                   {"metric", series.key.metric},
                   {"red_since", firstBad ? OrderedJson(*firstBad) : OrderedJson(nullptr)},
                   {"points", std::move(points)},
                   {"baseline", std::move(changes)},
                   {"decisions", std::move(decided)}});
  }
  return jsonText("plumbline-history-show", {{"series", std::move(all)}});
}

}  // namespace

std::string pointText(const SeriesPoint& point) { return point.number ? text::shortestText(*point.number) : point.word; }

std::optional<std::size_t> firstBadPoint(const Series& series) {
  std::optional<std::size_t> first;
  for (std::size_t i = series.points.size(); i-- > 0;) {
    const SeriesPoint& point = series.points[i];
    const bool isStatus = series.key.metric == kStatusMetric || isStatusWord(point.word);
    if (point.number || point.word.empty() || point.word.starts_with("pass") || !isStatus) break;
    first = i;
  }
  return first;
}

std::string showReport(const SeriesList& list, const BaselineHistory& moves, const std::vector<CellDecision>& decisions,
                       ReportForm form) {
  if (form == ReportForm::Json) return showJson(list, moves, decisions);
  if (form == ReportForm::Tsv) return showTsv(list);
  std::string out;
  for (const Series& series : list.series)
    out += (out.empty() ? "" : "\n") + seriesText(list, series, moves, decisionsIn(series, decisions));
  return out;
}

}  // namespace plumbline::history
