// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/cell_history.h"

#include <algorithm>
#include <set>

#include "core/history/report_parts.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/store.h"

namespace plumbline::history {
namespace {

/// isOfCell: a log outside of a repository names the file alone; without a known baseline the config decides.
bool isOfCell(const CellDecision& decision, const CellQuery& query, const std::string& known) {
  const std::string& file = known.empty() ? query.file : known;
  if (file.empty()) return isAbout(decision, query.config);
  const auto column = dtypeColumn(file, query.config);
  const bool isOfFile = decision.file == file || file.ends_with('/' + decision.file) || decision.file.ends_with('/' + file);
  return isOfFile && (!column || isOfColumn(decision, *column));
}

std::int64_t lastMove(const BaselineHistory& moves) {
  return moves.changes.empty() ? 0 : moves.commits[moves.changes.back().commit].time;
}

/// keepColumn leaves the changes of a data type, as those of the status.
void keepColumn(BaselineHistory& moves, const std::string& column) {
  std::erase_if(moves.changes, [&](const BaselineChange& change) { return change.column != column; });
  for (BaselineChange& change : moves.changes) change.column = kStatusMetric;
}

/// readMoves finds the baseline: the one that the query names, else the one of the config that moved last.
base::Result<void> readMoves(Store& store, const CellQuery& query, CellHistory& cell) {
  const auto files = store.baselines().files();
  if (!files) return base::fail(files.error());
  bool isNamed = false;
  for (const std::string& file : *files) {
    const bool isThis = query.file == file || query.file.ends_with('/' + file);
    const auto column = dtypeColumn(file, query.config);
    if (!isThis && (isNamed || (!column && nameOfBaseline(file) != query.config))) continue;
    auto moves = store.baselines().readLineage(file, query.model, {});
    if (!moves) return base::fail(std::move(moves.error()));
    if (column) keepColumn(*moves, *column);
    if (!isThis && column && moves->changes.empty()) continue;  // a baseline without this data type
    if (!isThis && !cell.file.empty() && lastMove(*moves) <= lastMove(cell.moves)) continue;
    isNamed = isNamed || isThis;
    cell.file = file;
    cell.moves = *std::move(moves);
  }
  return {};
}

std::vector<std::string> metricsOf(const SeriesList& list, const BaselineHistory& moves) {
  std::set<std::string> names;
  for (const Series& series : list.series) names.insert(series.key.metric);
  for (const BaselineChange& change : moves.changes) names.insert(change.column);
  std::vector<std::string> metrics(names.begin(), names.end());
  std::ranges::stable_partition(metrics, [](const std::string& name) { return name == kStatusMetric; });
  return metrics;
}

std::string timesText(std::size_t count) {
  return count == 1 ? "once" : count == 2 ? "twice" : std::to_string(count) + " times";
}

}  // namespace

base::Result<CellHistory> cellHistory(Store& store, const CellQuery& query) {
  CellHistory cell;
  auto list = store.runs().series({.model = query.model, .config = query.config});
  if (!list) return base::fail(std::move(list.error()));
  if (auto read = readMoves(store, query, cell); !read) return base::fail(std::move(read.error()));
  auto repository = store.baselines().repository();
  if (!repository) return base::fail(std::move(repository.error()));
  cell.repository = *std::move(repository);
  cell.metrics = metricsOf(*list, cell.moves);
  cell.metric = !query.metric.empty() ? query.metric : cell.metrics.empty() ? std::string() : cell.metrics.front();
  std::erase_if(list->series, [&](const Series& series) { return series.key.metric != cell.metric; });
  cell.list = *std::move(list);
  std::erase_if(cell.moves.changes, [&](const BaselineChange& change) { return change.column != cell.metric; });
  cell.blamed = blame(cell.moves, cell.file, {.model = query.model, .column = cell.metric, .all = true});
  auto decisions = decisionsOf(store.connection(), query.model);
  if (!decisions) return base::fail(std::move(decisions.error()));
  cell.decisions = *std::move(decisions);
  std::erase_if(cell.decisions, [&](const CellDecision& decision) { return !isOfCell(decision, query, cell.file); });
  auto episodes = episodesOf(store.connection(), query.model, query.config);
  if (!episodes) return base::fail(std::move(episodes.error()));
  cell.episodes = *std::move(episodes);
  std::erase_if(cell.episodes, [&](const FlakyEpisode& one) { return !isAbout(one, cell.metric); });
  return cell;
}

std::string blameSentence(const CellHistory& cell) {
  if (cell.blamed.empty()) return {};
  const BlamedCell& last = cell.blamed.back();
  const BaselineCommit& commit = cell.moves.commits[last.commit];
  const BaselineChange& change = cell.moves.changes[last.change];
  const std::string value = change.after.value_or("");
  std::string text = !change.after ? "removed" : value.empty() ? "emptied" : "pinned at " + value;
  text += " by " + shortName(commit) + " on " + dayText(commit.time);
  const auto undone = static_cast<std::size_t>(std::ranges::count_if(cell.blamed, [&](const BlamedCell& one) {
    return one.undoneBy && cell.moves.changes[one.change].after == change.after;
  }));
  return undone == 0 ? text : text + ", undone " + timesText(undone) + " before";
}

base::Result<std::vector<std::string>> blameLines(Store& store, const CellQuery& query) {
  CellHistory cell;
  if (auto read = readMoves(store, query, cell); !read) return base::fail(std::move(read.error()));
  std::vector<std::string> lines;
  for (const std::string& metric : metricsOf({}, cell.moves)) {
    cell.blamed = blame(cell.moves, cell.file, {.model = query.model, .column = metric, .all = true});
    lines.push_back(metric + ": " + blameSentence(cell));
  }
  return lines;
}

}  // namespace plumbline::history
