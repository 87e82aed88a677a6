// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/row_reads.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/history/row_history.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/run_store.h"

namespace plumbline::history {
namespace {

// Rows that one statement asks for. To a server each statement is a round trip; Qt's driver of SQLite takes time by the square of
// the number of placeholders.
constexpr std::size_t kAskedServer = 1024, kAskedFile = 64;

/// inParts calls `read` with a list for VALUES for some of the items at a time: "(0, ?, ?), (1, ?, ?)", numbered through.
base::Result<void> inParts(const SqlConnection& connection, std::size_t count, const std::function<std::string(std::size_t, QVariantList&)>& tuple,
                           const std::function<base::Result<void>(const std::string&, const QVariantList&)>& read) {
  const std::size_t atOnce = connection.engine() == SqlConnection::Engine::Sqlite ? kAskedFile : kAskedServer;
  for (std::size_t first = 0; first < count; first += atOnce) {
    std::string list;
    QVariantList values;
    for (std::size_t i = first; i < std::min(count, first + atOnce); ++i)
      list.append(i == first ? "(" : ", (").append(std::to_string(i)).append(", ").append(tuple(i, values)).append(1, ')');
    if (auto done = read(list, values); !done) return done;
  }
  return {};
}

using FilesOf = std::unordered_map<std::string, std::vector<std::int64_t>>;  ///< baselines of a config

base::Result<FilesOf> baselineFiles(SqlConnection& connection) {
  FilesOf filesOf;
  auto files = connection.query("SELECT id, path FROM baseline_file");
  if (!files) return base::fail(std::move(files.error()));
  while (files->next())
    if (const std::string config = nameOfBaseline(textAt(*files, 1)); !config.empty())
      filesOf[config].push_back(files->value(0).toLongLong());
  return filesOf;
}

/// sortMoves puts the moves of a row in their order.
void sortMoves(std::vector<BaselineMove>& moves) {
  // A file that moves to another folder and changes leaves its rows here and brings them there in one commit.
  std::ranges::stable_sort(moves, {}, [](const BaselineMove& move) { return std::pair(move.commit, move.value.has_value()); });
  // Along the line of first parents the time of a commit may step back: the later commit holds from the earlier's time on.
  for (std::size_t i = 1; i < moves.size(); ++i) moves[i].time = std::max(moves[i].time, moves[i - 1].time);
}

constexpr std::string_view kSampleColumns = "v.run, v.number, v.word, r.measured_at, r.attempt, r.newest_before, ";

RunSample sampleAt(const SqlRows& row, int first) {
  RunSample sample;
  sample.run = row.value(first).toLongLong();
  if (row.isNull(first + 1))
    sample.word = row.value(first + 2).toLongLong();
  else
    sample.number = row.value(first + 1).toDouble();
  sample.measuredAt = row.value(first + 3).toLongLong();
  sample.attempt = row.value(first + 4).toInt();
  sample.newestBefore = row.value(first + 5).toLongLong();
  sample.time = row.value(first + 6).toLongLong();
  sample.isHidden = row.value(first + 7).toInt() != 0;
  return sample;
}

}  // namespace

base::Result<std::vector<std::vector<std::int64_t>>> seriesOf(SqlConnection& connection, std::span<const RowKey> rows) {
  std::vector<std::vector<std::int64_t>> series(rows.size());
  const auto done = inParts(
      connection, rows.size(),
      [&](std::size_t i, QVariantList& values) {
        values << toSql(rows[i].model) << toSql(rows[i].config) << toSql(rows[i].metric);
        return "?, ?, ?";
      },
      [&](const std::string& list, const QVariantList& values) -> base::Result<void> {
        // CROSS JOIN keeps SQLite, which knows no sizes, to this order.
        auto found = connection.query("SELECT w.column1, s.id FROM (VALUES " + list + ") AS w CROSS JOIN series s WHERE"
                                      " s.model = w.column2 AND s.config = w.column3 AND s.metric = w.column4 ORDER BY s.id", values);
        if (!found) return base::fail(std::move(found.error()));
        while (found->next()) series[found->value(0).toULongLong()].push_back(found->value(1).toLongLong());
        return {};
      });
  return done ? base::Result<std::vector<std::vector<std::int64_t>>>(std::move(series)) : base::fail(done.error());
}

base::Result<std::vector<std::vector<BaselineMove>>> movesOf(SqlConnection& connection, std::span<const RowKey> rows) {
  const auto filesOf = baselineFiles(connection);
  if (!filesOf) return base::fail(filesOf.error());
  struct Cell {
    std::size_t row = 0;
    std::int64_t file = 0;
    std::string column;
  };
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const CellPlace& place : baselineCells(rows[i].config, rows[i].metric))
      if (const auto files = filesOf->find(place.config); files != filesOf->end())
        for (const std::int64_t file : files->second) cells.push_back({i, file, place.column});
  std::vector<std::vector<BaselineMove>> moves(rows.size());
  const auto done = inParts(
      connection, cells.size(),
      [&](std::size_t i, QVariantList& values) {
        values << toSql(rows[cells[i].row].model) << toSql(cells[i].column);
        return std::to_string(cells[i].file) + ", ?, ?";
      },
      [&](const std::string& list, const QVariantList& values) -> base::Result<void> {
        auto found = connection.query("SELECT w.column1, b.commit_id, c.time, b.new_value FROM (VALUES " + list +
                                      ") AS w CROSS JOIN baseline_change b CROSS JOIN baseline_commit c WHERE b.file = w.column2"
                                      " AND b.model = w.column3 AND b.col = w.column4 AND c.id = b.commit_id ORDER BY w.column1", values);
        if (!found) return base::fail(std::move(found.error()));
        while (found->next())
          moves[cells[found->value(0).toULongLong()].row].push_back(
              {found->value(1).toLongLong(), found->value(2).toLongLong(),
               found->isNull(3) ? std::nullopt : std::optional(textAt(*found, 3))});
        return {};
      });
  if (!done) return base::fail(done.error());
  std::ranges::for_each(moves, &sortMoves);
  return moves;
}

base::Result<std::vector<std::vector<RunSample>>> newestSamples(SqlConnection& connection, std::span<const SampleQuery> queries,
                                                                std::size_t limit, const std::string& branch) {
  std::vector<std::vector<RunSample>> samples(queries.size());
  const std::string columns = std::string(kSampleColumns) + std::string(kRunTime) + " AS time, CASE WHEN r.pruned = 0" +
                              (branch.empty() ? "" : " AND r.branch = ?") + " THEN 0 ELSE 1 END AS hidden";
  const std::string from = " FROM sample v JOIN run r ON r.id = v.run WHERE v.series = ", order = " ORDER BY v.run DESC LIMIT ?";
  const QVariantList first = branch.empty() ? QVariantList{} : QVariantList{toSql(branch)};
  const QVariant last = toSqlNumber(static_cast<std::int64_t>(std::min<std::size_t>(limit, std::numeric_limits<std::int32_t>::max())));
  if (connection.engine() == SqlConnection::Engine::Sqlite) {
    auto statement = connection.prepare("SELECT " + columns + from + "? AND v.run < ?" + order);
    if (!statement) return base::fail(std::move(statement.error()));
    for (std::size_t i = 0; i < queries.size(); ++i) {
      auto found = connection.rows(*statement, QVariantList(first) << toSqlNumber(queries[i].series) << toSqlNumber(queries[i].beforeRun) << last);
      if (!found) return base::fail(std::move(found.error()));
      while (found->next()) samples[i].push_back(sampleAt(*found, 0));
    }
    return samples;
  }
  const auto done = inParts(
      connection, queries.size(),
      [&](std::size_t i, QVariantList&) { return std::to_string(queries[i].series) + ", " + std::to_string(queries[i].beforeRun); },
      [&](const std::string& list, const QVariantList&) -> base::Result<void> {
        auto found = connection.query("SELECT w.column1, t.* FROM (VALUES " + list + ") AS w CROSS JOIN LATERAL (SELECT " + columns +
                                      from + "w.column2 AND v.run < w.column3" + order + ") AS t", QVariantList(first) << last);
        if (!found) return base::fail(std::move(found.error()));
        while (found->next()) samples[found->value(0).toULongLong()].push_back(sampleAt(*found, 1));
        return {};
      });
  if (!done) return base::fail(done.error());
  // A nested loop keeps the order of the samples; the server does not promise it.
  for (auto& list : samples) std::ranges::sort(list, std::greater<>(), &RunSample::run);
  return samples;
}

}  // namespace plumbline::history
