// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/row_history.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "core/history/baseline_changes.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/run_intake.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

constexpr std::string_view kSamplesOf =
    "SELECT v.run, v.number, v.word, CASE WHEN r.commit_time > 0 THEN r.commit_time ELSE r.measured_at END, "
    "r.measured_at, r.attempt,"
    " r.newest_before, r.branch, r.pruned FROM sample v JOIN run r ON r.id = v.run WHERE v.series = ? AND v.run < ? ORDER BY v.run "
    "DESC";
/// kNewest samples mostly decide. A server answers in whole, and reads a page of the disk for each older one.
constexpr std::size_t kNewest = 24;

/// kNewestFirst orders points as series are ordered everywhere.
constexpr auto kNewestFirst = [](const auto& one, const auto& other) {
  return std::tie(one.time, one.measuredAt, one.attempt, one.run) >
         std::tie(other.time, other.measuredAt, other.attempt, other.run);
};

}  // namespace

bool isRedValue(const std::string& metric, const std::optional<double>& number, const std::string& word,
                const std::optional<std::string>& expected) {
  if (number) {
    const auto limit = metric == "graph_breaks" && expected ? finiteNumber(*expected) : std::nullopt;
    return limit && *number > *limit;
  }
  return !word.empty() && !word.starts_with("pass") && word != expected && (metric == kStatusMetric || isStatusWord(word));
}

base::Result<void> RowHistory::prepare() {
  const std::string newestOf = std::string(kSamplesOf) + " LIMIT " + std::to_string(kNewest);
  for (const auto& [statement, sql] :
       {std::pair(&m_seriesOf, std::string_view("SELECT id FROM series WHERE model = ? AND config = ? AND metric = ?")),
        std::pair(&m_samplesOf, kSamplesOf), std::pair(&m_newestOf, std::string_view(newestOf)),
        std::pair(
            &m_movesOf,
            std::string_view("SELECT b.commit_id, c.time, b.new_value FROM baseline_change b JOIN baseline_commit c"
                             " ON c.id = b.commit_id WHERE b.file = ? AND b.model = ? AND b.col = ?"))}) {
    if (*statement) continue;
    auto made = m_connection.prepare(sql);
    if (!made) return base::fail(std::move(made.error()));
    *statement = *std::move(made);
  }
  if (!m_runOf) {
    auto made = m_connection.prepare("SELECT " + std::string(kRunColumns) + " FROM run WHERE id = ?");
    if (!made) return base::fail(std::move(made.error()));
    m_runOf = *std::move(made);
  }
  auto words = m_connection.query("SELECT id, " + std::string(kWordText) + " FROM word w");
  if (!words) return base::fail(std::move(words.error()));
  while (words->next()) m_words[words->value(0).toLongLong()] = textAt(*words, 1);
  return readBaselines();
}

base::Result<void> RowHistory::readBaselines() {
  m_baselinesOf.clear();
  auto files = m_connection.query("SELECT id, path FROM baseline_file");
  if (!files) return base::fail(std::move(files.error()));
  while (files->next())
    if (const std::string config = nameOfBaseline(textAt(*files, 1)); !config.empty())
      m_baselinesOf[config].push_back(files->value(0).toLongLong());
  return {};
}

base::Result<std::vector<RowHistory::Move>> RowHistory::movesOf(const RowKey& row) {
  std::vector<Move> moves;
  for (const CellPlace& cell : baselineCells(row.config, row.metric)) {
    const auto files = m_baselinesOf.find(cell.config);
    if (files == m_baselinesOf.end()) continue;
    for (const std::int64_t file : files->second) {
      auto found = m_connection.rows(*m_movesOf, {toSqlNumber(file), toSql(row.model), toSql(cell.column)});
      if (!found) return base::fail(std::move(found.error()));
      while (found->next())
        moves.push_back({found->value(0).toLongLong(), found->value(1).toLongLong(),
                         found->isNull(2) ? std::nullopt : std::optional(textAt(*found, 2))});
    }
  }
  // A file that moves to another folder and changes leaves its rows here and brings them there in one commit.
  std::ranges::stable_sort(moves, {}, [](const Move& move) { return std::pair(move.commit, move.value.has_value()); });
  return moves;
}

base::Result<std::vector<std::int64_t>> RowHistory::seriesOf(const RowKey& row) {
  auto found = m_connection.rows(*m_seriesOf, {toSql(row.model), toSql(row.config), toSql(row.metric)});
  if (!found) return base::fail(std::move(found.error()));
  std::vector<std::int64_t> ids;
  while (found->next()) ids.push_back(found->value(0).toLongLong());
  return ids;
}

base::Result<void> RowHistory::readSeries(std::int64_t series, const RowKey& row, const std::vector<Move>& moves,
                                          Until until, std::size_t count, const RowOptions& options,
                                          std::vector<Point>& points) {
  auto found = m_connection.rows(*m_newestOf, {toSqlNumber(series), toSqlNumber(std::numeric_limits<std::int64_t>::max())});
  if (!found) return base::fail(std::move(found.error()));
  std::vector<std::int64_t> kept;          // the newest times, a heap with the oldest in front
  std::optional<std::int64_t> newestGood;  // nothing older than that is of interest
  Point point;
  for (std::size_t read = 0;; ++read) {
    if (!found->next()) {
      if (read != kNewest) return {};
      found = m_connection.rows(*m_samplesOf, {toSqlNumber(series), toSqlNumber(point.run)});
      if (!found) return base::fail(std::move(found.error()));
      if (!found->next()) return {};
    }
    SqlRows& sample = *found;
    point = {};
    point.run = sample.value(0).toLongLong();
    point.time = sample.value(3).toLongLong();
    const std::int64_t newestLeft = std::max<std::int64_t>(point.time, sample.value(6).toLongLong());
    if (until == Until::FirstGood ? newestGood && newestLeft < *newestGood
                                  : kept.size() == count && newestLeft < kept.front())
      break;
    if (point.time > options.until || sample.value(8).toInt() != 0 ||
        (!options.branch.empty() && textAt(sample, 7) != options.branch))
      continue;
    point.measuredAt = sample.value(4).toLongLong();
    point.attempt = sample.value(5).toInt();
    if (sample.isNull(1))
      point.word = m_words[sample.value(2).toLongLong()];
    else
      point.number = sample.value(1).toDouble();
    const auto later = std::ranges::upper_bound(moves, point.time, {}, &Move::time);
    point.expected = later == moves.begin() ? row.expected : std::prev(later)->value;
    if (until == Until::FirstGood && !point.number && point.word.empty()) continue;  // nothing was measured
    point.isRed = isRedValue(row.metric, point.number, point.word, point.expected);
    if (!point.isRed) newestGood = std::max(newestGood.value_or(point.time), point.time);
    kept.push_back(point.time);
    std::ranges::push_heap(kept, std::greater<>());
    if (kept.size() > count) {
      std::ranges::pop_heap(kept, std::greater<>());
      kept.pop_back();
    }
    points.push_back(point);
  }
  return {};
}

base::Result<std::vector<RowHistory::Point>> RowHistory::newestPoints(const RowKey& row, Until until, std::size_t count,
                                                                      const RowOptions& options) {
  const auto ids = seriesOf(row);
  if (!ids) return base::fail(ids.error());
  std::vector<Point> points;
  if (ids->empty() || count == 0) return points;
  auto moves = movesOf(row);
  if (!moves) return base::fail(std::move(moves.error()));
  // Along the line of first parents the time of a commit may step back: the later commit holds from the earlier's time
  // on.
  for (std::size_t i = 1; i < moves->size(); ++i) (*moves)[i].time = std::max((*moves)[i].time, (*moves)[i - 1].time);
  for (const std::int64_t id : *ids)
    if (auto read = readSeries(id, row, *moves, until, count, options, points); !read)
      return base::fail(std::move(read.error()));
  std::ranges::sort(points, kNewestFirst);
  return points;
}

base::Result<std::size_t> RowHistory::runIndex(std::int64_t run, Answer& answer) {
  const auto [known, isNew] = answer.runAt.emplace(run, answer.runs.size());
  if (!isNew) return known->second;
  auto found = m_connection.rows(*m_runOf, {toSqlNumber(run)});
  if (!found) return base::fail(std::move(found.error()));
  answer.runs.push_back(found->next() ? infoAt(*found, 0) : RunInfo{});
  return known->second;
}

base::Result<RowStrips> RowHistory::lastRuns(std::span<const RowKey> rows, std::size_t count,
                                             const RowOptions& options) {
  if (auto ready = prepare(); !ready) return base::fail(std::move(ready.error()));
  Answer answer;
  RowStrips strips;
  for (const RowKey& row : rows) {
    auto points = newestPoints(row, Until::Count, count, options);
    if (!points) return base::fail(std::move(points.error()));
    points->resize(std::min(points->size(), count));
    RowStrip& strip = strips.rows.emplace_back();
    for (auto point = points->rbegin(); point != points->rend(); ++point) {
      const auto run = runIndex(point->run, answer);
      if (!run) return base::fail(run.error());
      strip.points.push_back({*run, point->number, std::move(point->word), std::move(point->expected), point->isRed});
    }
  }
  strips.runs = std::move(answer.runs);
  return strips;
}

base::Result<RowStreak> RowHistory::streakOf(const RowKey& row, const RowOptions& options, Answer& answer) {
  RowStreak streak;
  streak.row = row;
  auto points = newestPoints(row, Until::FirstGood, std::numeric_limits<std::size_t>::max(), options);
  if (!points) return base::fail(std::move(points.error()));
  if (points->empty()) return streak;
  const Point& newest = points->front();
  streak.value = newest.number ? text::shortestText(*newest.number) : newest.word;
  streak.expected = newest.expected;
  const auto good = std::ranges::find(*points, false, &Point::isRed);
  streak.length = static_cast<std::size_t>(good - points->begin());
  const auto keep = [&](std::optional<std::size_t>& where, const Point& point) -> base::Result<void> {
    const auto index = runIndex(point.run, answer);
    if (!index) return base::fail(index.error());
    where = *index;
    return {};
  };
  if (auto kept = keep(streak.latest, newest); !kept) return base::fail(std::move(kept.error()));
  if (streak.length == 0) return streak;
  if (auto kept = keep(streak.first, *std::prev(good)); !kept) return base::fail(std::move(kept.error()));
  if (good != points->end())
    if (auto kept = keep(streak.lastGood, *good); !kept) return base::fail(std::move(kept.error()));
  return streak;
}

base::Result<RedRows> RowHistory::redSince(std::span<const RowKey> rows, const RowOptions& options) {
  if (auto ready = prepare(); !ready) return base::fail(std::move(ready.error()));
  Answer answer;
  RedRows red;
  for (const RowKey& row : rows) {
    auto streak = streakOf(row, options, answer);
    if (!streak) return base::fail(std::move(streak.error()));
    red.rows.push_back(*std::move(streak));
  }
  red.runs = std::move(answer.runs);
  return red;
}

base::Result<std::vector<RowKey>> RowHistory::statusRows() {
  // Of other columns the first value shows whether they hold words.
  auto series = m_connection.query(
      "SELECT DISTINCT s.config, s.model, s.metric FROM series s WHERE s.metric IN ('accuracy', 'graph_breaks') OR"
      " (SELECT v.word FROM sample v WHERE v.series = s.id ORDER BY v.run LIMIT 1) IS NOT NULL ORDER BY s.config, "
      "s.model, s.metric");
  if (!series) return base::fail(std::move(series.error()));
  std::vector<RowKey> rows;
  while (series->next()) rows.push_back({textAt(*series, 0), textAt(*series, 1), textAt(*series, 2)});
  return rows;
}

base::Result<bool> RowHistory::isInNewest(const RowKey& row, const RunInfo& latest, const RunInfo& newest, const RowOptions& options) {
  const std::int64_t since = timeOfRun(newest);
  // The jobs of a commit end one after the other.
  if (timeOfRun(latest) >= since || (!newest.commit.empty() && latest.commit == newest.commit)) return true;
  if (newest.commit.empty() && latest.commit.empty() && latest.origin == newest.origin) return true;  // jobs and repeats of one file
  const std::string time(kRunTime);
  std::string sql = "SELECT 1 FROM series s JOIN sample v ON v.series = s.id JOIN run r ON r.id = v.run WHERE s.model = ? AND s.config = ?"
                    " AND r.pruned = 0 AND r.shard = ? AND r.shards = ? AND " + time + " <= ? AND (" + time + " >= ?";
  QVariantList values = {toSql(row.model), toSql(row.config), latest.shard, latest.shards, toSqlNumber(options.until), toSqlNumber(since)};
  if (!newest.commit.empty()) {
    sql += " OR r.commit_hash = ?";
    values << toSql(newest.commit);
  }
  sql += ')';
  if (!options.branch.empty()) {
    sql += " AND r.branch = ?";
    values << toSql(options.branch);
  }
  auto found = m_connection.query(sql + " LIMIT 1", values);
  if (!found) return base::fail(std::move(found.error()));
  return found->next();
}

base::Result<RedRows> RowHistory::redNow(const RowOptions& options) {
  const auto rows = statusRows();
  if (!rows) return base::fail(rows.error());
  auto all = redSince(*rows, options);
  if (!all) return all;
  using Shard = std::tuple<std::string, int, int>;
  const auto shardOf = [&](const RowStreak& streak) {
    const RunInfo& run = all->runs[*streak.latest];
    return Shard(streak.row.config, run.shard, run.shards);
  };
  std::map<Shard, std::size_t> newest;
  for (const RowStreak& streak : all->rows)
    if (streak.latest) {
      std::size_t& run = newest.try_emplace(shardOf(streak), *streak.latest).first->second;
      if (timeOfRun(all->runs[run]) < timeOfRun(all->runs[*streak.latest])) run = *streak.latest;
    }
  std::vector<RowStreak> red;
  for (RowStreak& streak : all->rows) {
    if (streak.length == 0) continue;
    const auto isThere = isInNewest(streak.row, all->runs[*streak.latest], all->runs[newest[shardOf(streak)]], options);
    if (!isThere) return base::fail(isThere.error());
    if (*isThere) red.push_back(std::move(streak));
  }
  all->rows = std::move(red);
  return all;
}

}  // namespace plumbline::history
