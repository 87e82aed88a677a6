// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/row_reads.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>
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
  auto files = connection.query("SELECT id, path FROM baseline_file ORDER BY id");
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

/// kMaxPaths is how many paths of a config's baselines are read, of the newest files; PyTorch has ten. kCellsAtOnce bounds the memory.
constexpr std::size_t kMaxPaths = 2'000, kCellsAtOnce = 20'000;

/// RenameIndex finds the renames of files.
class RenameIndex {
 public:
  explicit RenameIndex(std::vector<FileRename> renames) : m_renames(std::move(renames)) {
    for (std::size_t i = 0; i < m_renames.size(); ++i) {
      m_byFile[m_renames[i].to].push_back(i);
      if (m_renames[i].from != m_renames[i].to) m_byFile[m_renames[i].from].push_back(i);
    }
  }
  /// withEarlierPaths are files and all that they, or one of those, were renamed from.
  std::set<std::int64_t> withEarlierPaths(std::vector<std::int64_t> files) const {
    std::set<std::int64_t> paths;
    for (std::size_t i = 0; i < files.size() && paths.size() < kMaxPaths; ++i)
      if (paths.insert(files[i]).second) each(files[i], [&](const FileRename& rename) { files.push_back(rename.from); });
    return paths;
  }
  /// touching are the renames from or to one of the paths, in their order.
  std::vector<FileRename> touching(const std::set<std::int64_t>& paths) const {
    std::set<std::size_t> found;
    for (const std::int64_t path : paths)
      if (const auto of = m_byFile.find(path); of != m_byFile.end()) found.insert(of->second.begin(), of->second.end());
    std::vector<FileRename> renames;
    for (const std::size_t i : found) renames.push_back(m_renames[i]);
    return renames;
  }

 private:
  template <typename Use>
  void each(std::int64_t file, const Use& use) const {
    if (const auto of = m_byFile.find(file); of != m_byFile.end())
      for (const std::size_t i : of->second)
        if (m_renames[i].to == file) use(m_renames[i]);
  }
  std::vector<FileRename> m_renames;
  std::unordered_map<std::int64_t, std::vector<std::size_t>> m_byFile;
};

/// ConfigPaths are the baselines of a config, with all paths that one of them had before.
struct ConfigPaths {
  std::vector<std::int64_t> files;  ///< ascending
  std::set<std::int64_t> paths;
  std::vector<FileRename> renames;  ///< from or to a path, in the order of the commits
};

/// CellPast is what a cell said in the files of a config, and in those that they were renamed from.
class CellPast {
 public:
  explicit CellPast(const ConfigPaths& config) : m_config(&config) {}
  void add(std::int64_t path, BaselineMove move) { m_moves[move.commit].emplace_back(path, std::move(move)); }

  /// addTo appends the past of the files: a rename brings there what the other path said, and takes away from here what is known. A
  /// commit that only renames and leaves what the files say together says nothing new.
  void addTo(std::vector<BaselineMove>& moves) const {
    std::unordered_map<std::int64_t, std::optional<std::string>> known;
    std::optional<std::string> now;  // what the files say together
    auto rename = m_config->renames.begin();
    for (auto step = m_moves.begin(); step != m_moves.end() || rename != m_config->renames.end();) {
      const bool isRename = step == m_moves.end() || (rename != m_config->renames.end() && rename->commit <= step->first);
      const std::int64_t commit = isRename ? rename->commit : step->first;
      std::map<std::int64_t, BaselineMove> said;  // by path
      const auto set = [&](std::int64_t path, const BaselineMove& move) {
        known[path] = move.value;
        if (const auto [of, isNew] = said.try_emplace(path, move); !isNew) of->second.value = move.value;  // a commit that renames may change, too
      };
      std::vector<std::pair<std::int64_t, BaselineMove>> gone, brought;
      for (; rename != m_config->renames.end() && rename->commit == commit; ++rename) {
        const auto value = known.find(rename->from);
        if (value == known.end() || !value->second) continue;
        gone.emplace_back(rename->from, BaselineMove{.commit = commit, .time = rename->time, .value = {}, .before = {}});
        brought.emplace_back(rename->to, BaselineMove{.commit = commit, .time = rename->time, .value = value->second, .before = {}});
      }
      for (const auto* list : {&std::as_const(gone), &std::as_const(brought)})
        for (const auto& [path, move] : *list) set(path, move);
      const bool isOnlyRenamed = step == m_moves.end() || step->first != commit;
      for (; step != m_moves.end() && step->first == commit; ++step)
        for (const auto& [path, move] : step->second) set(path, move);
      std::erase_if(said, [&](const auto& one) { return !std::ranges::binary_search(m_config->files, one.first); });
      if (said.empty()) continue;
      std::optional<std::string> last;  // as sortMoves puts them
      for (const auto& [path, move] : said)
        if (move.value) last = move.value;
      if (isOnlyRenamed && now && last == now) continue;
      now = std::move(last);
      for (auto& [path, move] : said) moves.push_back(std::move(move));
    }
  }

 private:
  const ConfigPaths* m_config;
  std::map<std::int64_t, std::vector<std::pair<std::int64_t, BaselineMove>>> m_moves;  ///< by the commit, each with its path
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

namespace {

/// CellReader reads the past of cells, as many at a time as the memory shall have.
class CellReader {
 public:
  CellReader(SqlConnection& connection, std::span<const RowKey> rows) : m_connection(connection), m_rows(rows), m_moves(rows.size()) {}

  base::Result<void> add(std::size_t row, const std::string& column, const ConfigPaths& config) {
    for (const std::int64_t path : config.paths) m_cells.push_back({m_places.size(), path});
    m_places.push_back({row, column, CellPast(config)});
    return m_cells.size() < kCellsAtOnce ? base::Result<void>() : read();
  }

  base::Result<std::vector<std::vector<BaselineMove>>> finish() {
    if (auto done = read(); !done) return base::fail(done.error());
    std::ranges::for_each(m_moves, &sortMoves);
    return std::move(m_moves);
  }

 private:
  struct Place {
    std::size_t row = 0;
    std::string column;
    CellPast past;
  };
  struct Cell {
    std::size_t place = 0;
    std::int64_t file = 0;
  };

  base::Result<void> read() {
    const auto done = inParts(
        m_connection, m_cells.size(),
        [&](std::size_t i, QVariantList& values) {
          const Place& place = m_places[m_cells[i].place];
          values << toSql(m_rows[place.row].model) << toSql(place.column);
          return std::to_string(m_cells[i].file) + ", ?, ?";
        },
        [&](const std::string& list, const QVariantList& values) -> base::Result<void> {
          auto found = m_connection.query("SELECT w.column1, b.commit_id, c.time, b.new_value, b.old_value FROM (VALUES " + list +
                                          ") AS w CROSS JOIN baseline_change b CROSS JOIN baseline_commit c WHERE b.file = w.column2"
                                          " AND b.model = w.column3 AND b.col = w.column4 AND c.id = b.commit_id ORDER BY w.column1, b.commit_id", values);
          if (!found) return base::fail(std::move(found.error()));
          const auto textOrNothing = [&](int column) { return found->isNull(column) ? std::nullopt : std::optional(textAt(*found, column)); };
          while (found->next()) {
            const Cell& cell = m_cells[found->value(0).toULongLong()];
            m_places[cell.place].past.add(cell.file, {found->value(1).toLongLong(), found->value(2).toLongLong(), textOrNothing(3), textOrNothing(4)});
          }
          return {};
        });
    if (!done) return done;
    for (const Place& place : m_places) place.past.addTo(m_moves[place.row]);
    m_places.clear();
    m_cells.clear();
    return {};
  }

  SqlConnection& m_connection;
  std::span<const RowKey> m_rows;
  std::vector<Place> m_places;
  std::vector<Cell> m_cells;
  std::vector<std::vector<BaselineMove>> m_moves;
};

}  // namespace

base::Result<std::vector<std::vector<BaselineMove>>> movesOf(SqlConnection& connection, std::span<const RowKey> rows) {
  const auto filesOf = baselineFiles(connection);
  if (!filesOf) return base::fail(filesOf.error());
  auto renames = renamesOf(connection);
  if (!renames) return base::fail(renames.error());
  const RenameIndex index(*std::move(renames));
  std::map<std::string, ConfigPaths> configs;
  CellReader reader(connection, rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const CellPlace& place : baselineCells(rows[i].config, rows[i].metric)) {
      const auto files = filesOf->find(place.config);
      if (files == filesOf->end()) continue;
      const auto [config, isNew] = configs.try_emplace(place.config);
      if (isNew) {
        config->second = {files->second, index.withEarlierPaths({files->second.rbegin(), files->second.rend()}), {}};
        config->second.renames = index.touching(config->second.paths);
      }
      if (auto done = reader.add(i, place.column, config->second); !done) return base::fail(done.error());
    }
  return reader.finish();
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
