// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/show_report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/flaky/flaky_entry.h"
#include "core/history/blame.h"
#include "core/history/report_parts.h"
#include "core/history/rows/baseline_cells.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

using CellMoves = std::map<CellPlace, std::vector<const BaselineChange*>>;

/// movesByCell: a file that was renamed has the moves of its earlier paths, too.
CellMoves movesByCell(const BaselineHistory& moves) {
  CellMoves cells;
  for (const BaselineChange& change : moves.changes) cells[{nameOfBaseline(moves.files[change.file]), change.column}].push_back(&change);
  for (const std::string& file : moves.files) {
    const std::string config = nameOfBaseline(file);
    for (const BlamedCell& cell : blame(moves, file, {.all = true})) {
      const BaselineChange& change = moves.changes[cell.change];
      cells[{config, change.column}].push_back(&change);
    }
  }
  return cells;
}

/// movesOf lists the changes of a series' baseline, oldest first.
std::vector<const BaselineChange*> movesOf(const Series& series, const CellMoves& moves) {
  std::vector<const BaselineChange*> found;
  for (const CellPlace& cell : baselineCells(series.key.config, series.key.metric))
    if (const auto known = moves.find(cell); known != moves.end())
      std::ranges::copy_if(known->second, std::back_inserter(found), [&](const BaselineChange* change) { return change->model == series.key.model; });
  std::ranges::sort(found);  // as they lie in the history
  const auto again = std::ranges::unique(found);  // under both paths
  found.erase(again.begin(), again.end());
  return found;
}

std::vector<CellDecision> decisionsIn(const Series& series, std::vector<CellDecision> decisions) {
  std::erase_if(decisions, [&](const CellDecision& one) { return !isAbout(one, series.key.config); });
  return decisions;
}

std::vector<FlakyEpisode> episodesIn(const Series& series, std::vector<FlakyEpisode> episodes) {
  std::erase_if(episodes, [&](const FlakyEpisode& one) {
    return !one.entry.appliesTo(series.key.model, series.key.config + ".csv") || !isAbout(one, series.key.metric);
  });
  return episodes;
}

/// NoteRow is a row of the table that is no run.
struct NoteRow {
  std::int64_t time = 0;
  std::vector<reports::TableCell> cells;
};

std::vector<NoteRow> notesOf(const Series& series, const BaselineHistory& moves, const CellMoves& cells, const std::vector<CellDecision>& decisions,
                             const std::vector<FlakyEpisode>& episodes) {
  std::vector<NoteRow> notes;
  const auto add = [&](std::int64_t time, const std::string& what, const std::string& commit, const std::string& text) {
    notes.push_back({time, {{utcText(time)}, {reports::printableText(what)}, {commit}, {reports::printableText(text)}}});
  };
  for (const CellDecision& one : decisionsIn(series, decisions)) add(one.time, one.action, "", reasonText(one));
  const std::vector<const BaselineChange*> changes = movesOf(series, cells);
  const bool hasSeveralFiles = std::ranges::any_of(changes, [&](const BaselineChange* change) { return change->file != changes.front()->file; });
  for (const BaselineChange* change : changes) {
    const BaselineCommit& commit = moves.commits[change->commit];
    const std::string file = hasSeveralFiles ? " of " + moves.files[change->file] : std::string();
    add(commit.time, "baseline " + change->before.value_or("-") + " -> " + change->after.value_or("-") + file, shortName(commit), commit.subject);
  }
  for (const FlakyEpisode& one : episodesIn(series, episodes)) {
    const std::string list = scopeText(one);
    if (one.began) add(one.began->time, "put on a flaky list", shortName(*one.began), list + ", by " + one.began->author + ": " + one.began->subject);
    if (one.ended) add(one.ended->time, "taken off the list", shortName(*one.ended), list + ", by " + one.ended->author + ": " + one.ended->subject);
  }
  std::ranges::stable_sort(notes, {}, &NoteRow::time);
  return notes;
}

/// RedRun is the first of the red runs at the end of a series, and its point where the series has it.
struct RedRun {
  const RunInfo* run = nullptr;
  std::optional<std::size_t> point;
};

RedRun firstRed(const SeriesList& list, std::size_t index, const RedRows& red) {
  const RowStreak& streak = red.rows[index];
  if (streak.length == 0) return {};
  RedRun first{&red.runs[*streak.first], {}};
  const std::vector<SeriesPoint>& points = list.series[index].points;
  for (std::size_t i = 0; i < points.size() && !first.point; ++i)
    if (list.runs[points[i].run].contentHash == first.run->contentHash) first.point = i;
  return first;
}

std::string seriesText(const SeriesList& list, std::size_t index, const RedRows& red, std::vector<NoteRow> notes) {
  const Series& series = list.series[index];
  reports::TextTable table({{.title = "DATE"}, {.title = "VALUE"}, {.title = "COMMIT"}, {.title = "RUN"}});
  std::vector<std::vector<reports::TableCell>> rows;
  const RedRun first = firstRed(list, index, red);
  auto note = notes.begin();
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const RunInfo& run = list.runs[series.points[i].run];
    for (; note != notes.end() && note->time <= timeOfRun(run); ++note) rows.push_back(std::move(note->cells));
    const std::string shard = shardText(run);
    rows.push_back({{utcText(timeOfRun(run))},
                    {reports::printableText(pointText(series.points[i])) + (first.point == i ? "  <- red since here" : "")},
                    {reports::printableText(run.commit.substr(0, kShortHash))},
                    {reports::printableText(run.origin) + (shard.empty() ? "" : " (" + shard + ')')}});
  }
  for (; note != notes.end(); ++note) rows.push_back(std::move(note->cells));
  std::string title = reports::printableText(series.key.config + ' ' + series.key.model + ' ' + series.key.metric);
  if (first.run != nullptr && !first.point)
    title += ", red since " + utcText(timeOfRun(*first.run)) + ' ' + reports::printableText(first.run->commit.substr(0, kShortHash));
  return title + '\n' + table.written(rows, "  ");
}

OrderedJson authoredJson(const std::optional<BaselineCommit>& commit) {
  if (!commit) return nullptr;
  OrderedJson json = commitJson(*commit);
  json["author"] = commit->author;
  return json;
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

std::string showJson(const SeriesList& list, const RedRows& red, const BaselineHistory& moves, const std::vector<CellDecision>& decisions,
                     const std::vector<FlakyEpisode>& episodes) {
  OrderedJson all = OrderedJson::array();
  const CellMoves cells = movesByCell(moves);
  for (std::size_t i = 0; i < list.series.size(); ++i) {
    const Series& series = list.series[i];
    OrderedJson points = OrderedJson::array(), changes = OrderedJson::array(), decided = OrderedJson::array(),
                listed = OrderedJson::array();
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
    for (const BaselineChange* change : movesOf(series, cells))
      changes.push_back({{"old", textOrNull(change->before)}, {"new", textOrNull(change->after)}, {"commit", commitJson(moves.commits[change->commit])}});
    for (const CellDecision& one : decisionsIn(series, decisions))
      decided.push_back({{"decision", one.action},
                         {"unix_s", one.time},
                         {"what", one.what},
                         {"reason", one.reason},
                         {"note", one.note}});
    for (const FlakyEpisode& one : episodesIn(series, episodes))
      listed.push_back({{"list", one.list},
                        {"name", one.entry.name},
                        {"check", one.entry.check},
                        {"platform", one.entry.platform},
                        {"scope", one.entry.config},
                        {"reason", one.entry.reason},
                        {"began", authoredJson(one.began)},
                        {"ended", authoredJson(one.ended)}});
    const RedRun first = firstRed(list, i, red);
    all.push_back({{"config", series.key.config},
                   {"model", series.key.model},
                   {"metric", series.key.metric},
                   {"red_since", first.point ? OrderedJson(*first.point) : OrderedJson(nullptr)},
                   {"red_since_unix_s", first.run != nullptr ? OrderedJson(timeOfRun(*first.run)) : OrderedJson(nullptr)},
                   {"points", std::move(points)},
                   {"baseline", std::move(changes)},
                   {"decisions", std::move(decided)},
                   {"flaky_episodes", std::move(listed)}});
  }
  return jsonText("plumbline-history-show", {{"series", std::move(all)}});
}

}  // namespace

std::string pointText(const SeriesPoint& point) { return point.number ? text::shortestText(*point.number) : point.word; }

void addUnmeasured(SeriesList& list, const BaselineHistory& moves, const std::vector<CellDecision>& decisions, const SeriesQuery& query) {
  const auto measured = static_cast<std::ptrdiff_t>(list.series.size());
  std::set<CellPlace> known;
  for (const Series& series : list.series) known.insert({series.key.config, series.key.metric});
  const auto add = [&](const CellPlace& row) {
    const bool isChosen = (query.config.empty() || flaky::matchesGlob(query.config, row.config)) && (query.metric.empty() || query.metric == row.column);
    if (isChosen && known.insert(row).second)
      list.series.push_back({.key = {.suite = {}, .config = row.config, .model = query.model, .metric = row.column, .unit = {}}, .points = {}});
  };
  for (const auto& [cell, changes] : movesByCell(moves))
    if (!cell.config.empty() && std::ranges::count(changes, query.model, &BaselineChange::model) > 0) add(rowOfCell(cell.config, cell.column));
  for (const CellDecision& one : decisions) {
    const std::string config = nameOfBaseline(one.file);
    if (config.empty() || std::ranges::any_of(list.series, [&](const Series& series) { return isAbout(one, series.key.config); })) continue;
    const CellPlace row = rowOfCell(config, one.column);
    add({row.config, query.metric.empty() ? std::string(kStatusMetric) : query.metric});
  }
  std::ranges::sort(list.series.begin() + measured, list.series.end(), {}, [](const Series& series) { return std::tie(series.key.config, series.key.metric); });
}

std::string showReport(const SeriesList& list, const RedRows& red, const BaselineHistory& moves, const std::vector<CellDecision>& decisions,
                       const std::vector<FlakyEpisode>& episodes, ReportForm form) {
  if (form == ReportForm::Json) return showJson(list, red, moves, decisions, episodes);
  if (form == ReportForm::Tsv) return showTsv(list);
  std::string out;
  const CellMoves cells = movesByCell(moves);
  for (std::size_t i = 0; i < list.series.size(); ++i)
    out += (out.empty() ? "" : "\n") + seriesText(list, i, red, notesOf(list.series[i], moves, cells, decisions, episodes));
  return out;
}

}  // namespace plumbline::history
