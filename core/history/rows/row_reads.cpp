// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/row_reads.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
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

/// FileRename is a baseline that a commit gave another path.
struct FileRename {
  std::int64_t commit = 0, time = 0, from = 0, to = 0;
};

base::Result<std::vector<FileRename>> renamesOf(SqlConnection& connection) {
  auto rows = connection.query("SELECT r.commit_id, c.time, r.old_file, r.new_file FROM baseline_rename r JOIN baseline_commit c ON c.id = r.commit_id"
                               " ORDER BY r.commit_id");
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<FileRename> renames;
  while (rows->next())
    renames.push_back({rows->value(0).toLongLong(), rows->value(1).toLongLong(), rows->value(2).toLongLong(), rows->value(3).toLongLong()});
  return renames;
}

/// withEarlierPaths is a file and all files that it, or one of them, was renamed from.
std::vector<std::int64_t> withEarlierPaths(std::int64_t file, std::span<const FileRename> renames) {
  std::vector<std::int64_t> files = {file};
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const FileRename& rename : renames)
      if (rename.to == files[i] && std::ranges::find(files, rename.from) == files.end()) files.push_back(rename.from);
  return files;
}

/// CellPast is what a cell of a file said, and of the files that it was renamed from.
class CellPast {
 public:
  explicit CellPast(std::int64_t file) : m_file(file) {}
  void add(std::int64_t path, BaselineMove move) { m_steps[move.commit].moves.emplace_back(path, std::move(move)); }
  void add(const FileRename& rename) { m_steps[rename.commit].renames.push_back(rename); }

  /// moves is the past of the file's path: a rename brings there what the other path said, and takes away from here what is known.
  std::vector<BaselineMove> moves() const {
    std::vector<BaselineMove> past;
    std::map<std::int64_t, std::optional<std::string>> known;  // of each path
    const auto set = [&](std::int64_t path, const BaselineMove& move) {
      known[path] = move.value;
      if (path != m_file) return;
      if (!past.empty() && past.back().commit == move.commit)
        past.back().value = move.value;  // a commit that renames may change, too
      else
        past.push_back(move);
    };
    for (const auto& [commit, step] : m_steps) {
      std::vector<std::pair<std::int64_t, BaselineMove>> gone, brought;
      for (const FileRename& rename : step.renames) {
        const auto said = known.find(rename.from);
        if (said == known.end() || !said->second) continue;
        gone.emplace_back(rename.from, BaselineMove{.commit = commit, .time = rename.time, .value = {}, .before = {}});
        brought.emplace_back(rename.to, BaselineMove{.commit = commit, .time = rename.time, .value = said->second, .before = {}});
      }
      for (const auto* list : {&std::as_const(gone), &std::as_const(brought), &step.moves})
        for (const auto& [path, move] : *list) set(path, move);
    }
    return past;
  }

 private:
  /// Step is what a commit did to the cell.
  struct Step {
    std::vector<FileRename> renames;
    std::vector<std::pair<std::int64_t, BaselineMove>> moves;  ///< each with its path
  };
  std::int64_t m_file;
  std::map<std::int64_t, Step> m_steps;  ///< by the commit
};

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
  const auto renames = renamesOf(connection);
  if (!renames) return base::fail(renames.error());
  struct Place {
    std::size_t row = 0;
    CellPast past;
  };
  struct Cell {
    std::size_t place = 0;
    std::int64_t file = 0;
    std::string column;
  };
  std::vector<Place> places;
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const CellPlace& place : baselineCells(rows[i].config, rows[i].metric)) {
      const auto files = filesOf->find(place.config);
      if (files == filesOf->end()) continue;
      for (const std::int64_t file : files->second) {
        const std::vector<std::int64_t> paths = withEarlierPaths(file, *renames);
        for (const std::int64_t path : paths) cells.push_back({places.size(), path, place.column});
        places.push_back({i, CellPast(file)});
        for (const FileRename& rename : *renames)
          if (std::ranges::find(paths, rename.from) != paths.end() || std::ranges::find(paths, rename.to) != paths.end()) places.back().past.add(rename);
      }
    }
  const auto done = inParts(
      connection, cells.size(),
      [&](std::size_t i, QVariantList& values) {
        values << toSql(rows[places[cells[i].place].row].model) << toSql(cells[i].column);
        return std::to_string(cells[i].file) + ", ?, ?";
      },
      [&](const std::string& list, const QVariantList& values) -> base::Result<void> {
        auto found = connection.query("SELECT w.column1, b.commit_id, c.time, b.new_value, b.old_value FROM (VALUES " + list +
                                      ") AS w CROSS JOIN baseline_change b CROSS JOIN baseline_commit c WHERE b.file = w.column2"
                                      " AND b.model = w.column3 AND b.col = w.column4 AND c.id = b.commit_id ORDER BY w.column1, b.commit_id", values);
        if (!found) return base::fail(std::move(found.error()));
        const auto textOrNothing = [&](int column) { return found->isNull(column) ? std::nullopt : std::optional(textAt(*found, column)); };
        while (found->next()) {
          const Cell& cell = cells[found->value(0).toULongLong()];
          places[cell.place].past.add(cell.file, {found->value(1).toLongLong(), found->value(2).toLongLong(), textOrNothing(3), textOrNothing(4)});
        }
        return {};
      });
  if (!done) return base::fail(done.error());
  std::vector<std::vector<BaselineMove>> moves(rows.size());
  for (const Place& place : places) std::ranges::move(place.past.moves(), std::back_inserter(moves[place.row]));
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
