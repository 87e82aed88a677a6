// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/row_history.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <tuple>

#include "core/history/baseline_changes.h"
#include "core/history/rows/row_reads.h"
#include "core/history/run_intake.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

/// kFirstSamples of a series mostly decide; the rest is read some times as many at a time.
constexpr std::size_t kFirstSamples = 2, kMoreAtATime = 8;
constexpr std::size_t kHeldAtOnce = 1024;  // their points are held

/// kNewestFirst orders points as series are ordered everywhere.
constexpr auto kNewestFirst = [](const auto& one, const auto& other) {
  return std::tie(one.time, one.measuredAt, one.attempt, one.run) >
         std::tie(other.time, other.measuredAt, other.attempt, other.run);
};

/// isOfOneRun: a row's latest run is the newest of its config and shard, or belongs to it.
bool isOfOneRun(const RunInfo& latest, const RunInfo& newest) {
  // The jobs of a commit end one after the other.
  if (timeOfRun(latest) >= timeOfRun(newest) || (!newest.commit.empty() && latest.commit == newest.commit)) return true;
  return newest.commit.empty() && latest.commit.empty() && latest.origin == newest.origin;  // jobs and repeats of one file
}

}  // namespace

/// SeriesScan takes the samples of a series, newest run first, until the older ones say nothing new.
class RowHistory::SeriesScan {
 public:
  SeriesScan(const Request& request, std::int64_t series, std::size_t row) : m_request(&request), m_row(row), m_query{.series = series} {}

  std::size_t row() const { return m_row; }
  const SampleQuery& query() const { return m_query; }
  bool isDone() const { return m_isDone; }
  /// take adds points; fewer samples than were asked for are the last ones.
  void take(std::span<const RunSample> samples, bool isLast, std::vector<Point>& points) {
    for (const RunSample& sample : samples) {
      if (m_isDone) return;
      m_query.beforeRun = sample.run;
      take(sample, points);
    }
    m_isDone = m_isDone || isLast;
  }

 private:
  void take(const RunSample& sample, std::vector<Point>& points);

  const Request* m_request;
  std::size_t m_row;
  SampleQuery m_query;
  bool m_isDone = false;
  std::vector<std::int64_t> m_kept;          ///< the newest times, a heap with the oldest in front
  std::optional<std::int64_t> m_newestGood;  ///< nothing older than that is of interest
};

void RowHistory::SeriesScan::take(const RunSample& sample, std::vector<Point>& points) {
  const std::int64_t newestLeft = std::max(sample.time, sample.newestBefore);
  m_isDone = m_request->until == Until::FirstGood ? m_newestGood && newestLeft < *m_newestGood
                                                  : m_kept.size() == m_request->count && newestLeft < m_kept.front();
  if (m_isDone || sample.isHidden || sample.time > m_request->options->until) return;
  Point point{sample.run, sample.time, sample.measuredAt, sample.attempt, sample.number, {}, {}};
  if (const auto word = m_request->words->find(sample.word); !sample.number && word != m_request->words->end()) point.word = word->second;
  const RowKey& row = m_request->rows[m_row];
  const std::vector<BaselineMove>& moves = m_request->moves[m_row];
  const auto later = std::ranges::upper_bound(moves, point.time, {}, &BaselineMove::time);
  const bool isBeforeAll = later == moves.begin();
  point.expected = !isBeforeAll ? std::prev(later)->value : !moves.empty() && moves.front().before ? moves.front().before : row.expected;
  if (m_request->until == Until::FirstGood && !point.number && point.word.empty()) return;  // nothing was measured
  point.isRed = isRedValue(row.metric, point.number, point.word, point.expected);
  if (!point.isRed) m_newestGood = std::max(m_newestGood.value_or(point.time), point.time);
  m_kept.push_back(point.time);
  std::ranges::push_heap(m_kept, std::greater<>());
  if (m_kept.size() > m_request->count) {
    std::ranges::pop_heap(m_kept, std::greater<>());
    m_kept.pop_back();
  }
  points.push_back(std::move(point));
}

bool isRedValue(const std::string& metric, const std::optional<double>& number, const std::string& word,
                const std::optional<std::string>& expected) {
  if (number) {
    const auto limit = metric == kGraphBreaks && expected ? finiteNumber(*expected) : std::nullopt;
    return limit && *number > *limit;
  }
  return !word.empty() && !word.starts_with("pass") && word != expected && (metric == kStatusMetric || isStatusWord(word));
}

base::Result<void> RowHistory::readWords() {
  auto words = m_connection.query("SELECT id, " + std::string(kWordText) + " FROM word w");
  if (!words) return base::fail(std::move(words.error()));
  while (words->next()) m_words[words->value(0).toLongLong()] = textAt(*words, 1);
  return {};
}

base::Result<std::vector<std::vector<RowHistory::Point>>> RowHistory::newestPoints(std::span<const RowKey> rows, Until until,
                                                                                  std::size_t count, const RowOptions& options) {
  const auto series = seriesOf(m_connection, rows);
  if (!series) return base::fail(series.error());
  auto moves = movesOf(m_connection, rows);
  if (!moves) return base::fail(std::move(moves.error()));
  const Request request{rows, *std::move(moves), until, count, &options, &m_words};
  std::vector<SeriesScan> scans;
  for (std::size_t i = 0; i < rows.size() && count > 0; ++i)
    for (const std::int64_t id : (*series)[i]) scans.emplace_back(request, id, i);
  std::vector<std::vector<Point>> points(rows.size());
  // One more than wanted shows that nothing newer follows.
  std::size_t limit = until == Until::Count ? std::min<std::size_t>(count, kHeldAtOnce) + 1 : kFirstSamples;
  for (; !scans.empty(); limit *= kMoreAtATime) {
    std::vector<SampleQuery> queries;
    std::ranges::transform(scans, std::back_inserter(queries), &SeriesScan::query);
    const auto samples = newestSamples(m_connection, queries, limit, options.branch);
    if (!samples) return base::fail(samples.error());
    for (std::size_t i = 0; i < scans.size(); ++i)
      scans[i].take((*samples)[i], (*samples)[i].size() < limit, points[scans[i].row()]);
    std::erase_if(scans, &SeriesScan::isDone);
  }
  for (auto& list : points) std::ranges::sort(list, kNewestFirst);
  return points;
}

base::Result<void> RowHistory::eachRow(std::span<const RowKey> rows, Until until, std::size_t count, const RowOptions& options,
                                       const std::function<void(const RowKey&, std::vector<Point>&)>& use) {
  if (auto ready = readWords(); !ready) return ready;
  for (std::size_t first = 0; first < rows.size(); first += kHeldAtOnce) {
    const auto some = rows.subspan(first, std::min(kHeldAtOnce, rows.size() - first));
    auto points = newestPoints(some, until, count, options);
    if (!points) return base::fail(std::move(points.error()));
    for (std::size_t i = 0; i < some.size(); ++i) use(some[i], (*points)[i]);
  }
  return {};
}

std::size_t RowHistory::RunList::indexOf(std::int64_t run) {
  const auto [known, isNew] = at.emplace(run, ids.size());
  if (isNew) ids.push_back(run);
  return known->second;
}

base::Result<RowStrips> RowHistory::lastRuns(std::span<const RowKey> rows, std::size_t count, const RowOptions& options) {
  return m_connection.read<RowStrips>([&]() -> base::Result<RowStrips> {
    RowStrips strips;
    RunList list;
    auto read = eachRow(rows, Until::Count, count, options, [&](const RowKey&, std::vector<Point>& points) {
      points.resize(std::min(points.size(), count));
      RowStrip& strip = strips.rows.emplace_back();
      for (Point& point : points | std::views::reverse)
        strip.points.push_back({list.indexOf(point.run), point.number, std::move(point.word), std::move(point.expected), point.isRed});
    });
    if (!read) return base::fail(std::move(read.error()));
    auto runs = RunStore(m_connection).runsOf(list.ids);
    if (!runs) return base::fail(std::move(runs.error()));
    strips.runs = *std::move(runs);
    return strips;
  });
}

RowStreak RowHistory::streakOf(const RowKey& row, std::span<const Point> points, RunList& list) {
  RowStreak streak;
  streak.row = row;
  if (points.empty()) return streak;
  const Point& newest = points.front();
  streak.value = newest.number ? text::shortestText(*newest.number) : newest.word;
  streak.expected = newest.expected;
  streak.latest = list.indexOf(newest.run);
  const auto good = std::ranges::find(points, false, &Point::isRed);
  streak.length = static_cast<std::size_t>(good - points.begin());
  if (streak.length == 0) return streak;
  streak.first = list.indexOf(std::prev(good)->run);
  if (good != points.end()) streak.lastGood = list.indexOf(good->run);
  return streak;
}

base::Result<RedRows> RowHistory::streaksOf(std::span<const RowKey> rows, const RowOptions& options, RunList& list) {
  RedRows red;
  auto read = eachRow(rows, Until::FirstGood, std::numeric_limits<std::size_t>::max(), options,
                      [&](const RowKey& row, const std::vector<Point>& points) { red.rows.push_back(streakOf(row, points, list)); });
  if (!read) return base::fail(std::move(read.error()));
  auto runs = RunStore(m_connection).runsOf(list.ids);
  if (!runs) return base::fail(std::move(runs.error()));
  red.runs = *std::move(runs);
  return red;
}

base::Result<RedRows> RowHistory::redSince(std::span<const RowKey> rows, const RowOptions& options) {
  return m_connection.read<RedRows>([&] {
    RunList list;
    return streaksOf(rows, options, list);
  });
}

base::Result<std::vector<RowKey>> RowHistory::statusRows(std::vector<std::int64_t>& series) {
  // Of other columns the first value shows whether they hold words.
  auto found = m_connection.query(
      "SELECT s.config, s.model, s.metric, min(s.id) FROM series s WHERE s.metric IN ('accuracy', 'graph_breaks') OR"
      " (SELECT v.word FROM sample v WHERE v.series = s.id ORDER BY v.run LIMIT 1) IS NOT NULL GROUP BY s.config, s.model, s.metric"
      " ORDER BY s.config, s.model, s.metric");
  if (!found) return base::fail(std::move(found.error()));
  std::vector<RowKey> rows;
  while (found->next()) {
    rows.push_back({textAt(*found, 0), textAt(*found, 1), textAt(*found, 2)});
    series.push_back(found->value(3).toLongLong());
  }
  return rows;
}

base::Result<std::set<std::int64_t>> RowHistory::seriesInNewest(const std::string& asked, const RowOptions& options) {
  std::set<std::int64_t> there;
  if (asked.empty()) return there;
  const std::string time(kRunTime);
  // CROSS JOIN keeps SQLite, which knows no sizes, to this order. The run with the highest id whose newest_before is older is the first
  // one that may count by its time.
  std::string sql = "SELECT DISTINCT w.column1 FROM (VALUES " + asked + ") AS w CROSS JOIN run n CROSS JOIN series a CROSS JOIN series s"
                    " CROSS JOIN sample v CROSS JOIN run r WHERE n.id = w.column2 AND a.id = w.column1 AND s.model = a.model"
                    " AND s.config = a.config AND v.series = s.id AND v.run >="
                    " (SELECT min(f.id) FROM (SELECT coalesce(max(o.id), 0) AS id FROM run o WHERE o.newest_before < w.column3"
                    " UNION ALL SELECT c.id FROM run c WHERE c.commit_hash = n.commit_hash AND n.commit_hash <> '') AS f)"
                    " AND r.id = v.run AND r.pruned = 0 AND r.shard = n.shard AND r.shards = n.shards AND " + time + " <= ?"
                    " AND (" + time + " >= w.column3 OR (n.commit_hash <> '' AND r.commit_hash = n.commit_hash))";
  QVariantList values = {toSqlNumber(options.until)};
  if (!options.branch.empty()) {
    sql += " AND r.branch = ?";
    values << toSql(options.branch);
  }
  auto found = m_connection.query(sql, values);
  if (!found) return base::fail(std::move(found.error()));
  while (found->next()) there.insert(found->value(0).toLongLong());
  return there;
}

base::Result<RedRows> RowHistory::redNow(const RowOptions& options) {
  return m_connection.read<RedRows>([&] { return readRedNow(options); });
}

base::Result<RedRows> RowHistory::readRedNow(const RowOptions& options) {
  std::vector<std::int64_t> series;
  const auto rows = statusRows(series);
  if (!rows) return base::fail(rows.error());
  RunList list;
  auto all = streaksOf(*rows, options, list);
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
  std::string asked;
  std::vector<bool> isThere(all->rows.size());
  for (std::size_t i = 0; i < all->rows.size(); ++i) {
    if (all->rows[i].length == 0) continue;
    const std::size_t run = newest[shardOf(all->rows[i])];
    isThere[i] = isOfOneRun(all->runs[*all->rows[i].latest], all->runs[run]);
    if (isThere[i]) continue;
    asked += (asked.empty() ? "(" : ", (") + std::to_string(series[i]) + ", " + std::to_string(list.ids[run]) + ", " +
             std::to_string(timeOfRun(all->runs[run])) + ')';
  }
  const auto there = seriesInNewest(asked, options);
  if (!there) return base::fail(there.error());
  std::vector<RowStreak> red;
  for (std::size_t i = 0; i < all->rows.size(); ++i)
    if (isThere[i] || there->contains(series[i])) red.push_back(std::move(all->rows[i]));
  all->rows = std::move(red);
  all->hasRuns = !newest.empty();
  return all;
}

}  // namespace plumbline::history
