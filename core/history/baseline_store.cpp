// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/baseline_store.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "core/history/blame.h"
#include "core/history/past/commit_times.h"

namespace plumbline::history {
namespace {

QVariant sqlOrNull(const std::optional<std::string>& text) { return text ? toSql(*text) : QVariant(QMetaType(QMetaType::QString)); }

std::optional<std::string> textOrNothing(const SqlRows& row, int column) {
  return row.isNull(column) ? std::nullopt : std::optional(textAt(row, column));
}

/// RowIndex gives the ids of the database their places in a BaselineHistory.
class RowIndex {
 public:
  void add(std::int64_t id) { m_places.emplace(id, m_places.size()); }
  /// at is 0 for an id without a row; then isWhole is false, and nothing that was read may be used.
  std::size_t at(const QVariant& id) {
    const auto found = m_places.find(id.toLongLong());
    m_isWhole = m_isWhole && found != m_places.end();
    return m_isWhole ? found->second : 0;
  }
  bool isWhole() const { return m_isWhole; }

 private:
  std::map<std::int64_t, std::size_t> m_places;
  bool m_isWhole = true;
};

/// appendPart adds the commits of `part` from `first` to before `end`, with what they changed.
void appendPart(BaselineHistory& line, const BaselineHistory& part, std::size_t first, std::size_t end) {
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < line.files.size(); ++i) places.emplace(line.files[i], i);
  std::vector<std::size_t> fileAt;
  for (const std::string& file : part.files) fileAt.push_back(places.emplace(file, places.size()).first->second);
  line.files.resize(places.size());
  for (std::size_t i = 0; i < fileAt.size(); ++i) line.files[fileAt[i]] = part.files[i];
  const auto isIn = [&](std::size_t commit) { return commit >= first && commit < end; };
  const std::size_t before = line.commits.size();
  for (std::size_t i = first; i < end; ++i) line.commits.push_back(part.commits[i]);
  for (BaselineChange change : part.changes) {
    if (!isIn(change.commit)) continue;
    change.file = fileAt[change.file];
    change.commit = change.commit - first + before;
    line.changes.push_back(std::move(change));
  }
  for (const BaselineRename& rename : part.renames)
    if (isIn(rename.commit)) line.renames.push_back({rename.commit - first + before, fileAt[rename.from], fileAt[rename.to]});
}

/// joinedLine makes one line of two parts of it: a commit's first parents are always the same, so that up to the last common commit the
/// longer part holds all of the other.
base::Result<BaselineHistory> joinedLine(const BaselineHistory& known, const BaselineHistory& added, const std::string& store) {
  if (known.commits.empty()) return added;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < known.commits.size(); ++i) places.emplace(known.commits[i].hash, i + 1);
  std::size_t last = added.commits.size(), knownLast = 0;  // behind the last common commit
  for (; last > 0 && knownLast == 0; --last)
    if (const auto place = places.find(added.commits[last - 1].hash); place != places.end()) knownLast = place->second;
  if (knownLast == 0)
    return base::fail(base::ErrorCode::BadArgument, "This history has no commit in common with the one that is stored.",
                      "Get the whole of a shallow clone first (git fetch --unshallow), or name another file with --store for another repository.", store);
  ++last;
  if (last < added.commits.size() && knownLast < known.commits.size())
    return base::fail(base::ErrorCode::BadArgument,
                      "This branch left the one that is stored behind commit " + known.commits[knownLast - 1].hash.substr(0, 12) + '.',
                      "Check out the branch that was added first, or name another file with --store for this one.", store);
  BaselineHistory line;
  if (last >= knownLast)
    appendPart(line, added, 0, last);
  else
    appendPart(line, known, 0, knownLast);
  appendPart(line, known, knownLast, known.commits.size());
  appendPart(line, added, last, added.commits.size());
  return line;
}

}  // namespace

base::Result<BaselineStore::Added> BaselineStore::add(const BaselineHistory& history) {
  Added added;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    const auto known = read();
    if (!known) return base::fail(known.error());
    if (history.commits.empty()) return {};
    const auto line = joinedLine(*known, history, m_connection.name());
    if (!line) return base::fail(line.error());
    const auto growth = [](std::size_t now, std::size_t before) { return now - std::min(now, before); };
    const auto movesIn = [](const BaselineHistory& one) {
      return static_cast<std::size_t>(std::ranges::count_if(one.changes, &BaselineChange::isMove));
    };
    added.commits = growth(line->commits.size(), known->commits.size());
    added.knownCommits = growth(history.commits.size(), added.commits);
    added.changes = growth(line->changes.size(), known->changes.size());
    added.moves = std::min(added.changes, growth(movesIn(*line), movesIn(*known)));
    added.renames = growth(line->renames.size(), known->renames.size());
    if (added.commits + added.changes + added.renames > 0)
      if (auto written = write(*line); !written) return written;
    if (auto kept = writeRepository(history.repository, true); !kept) return kept;
    const auto set = setIndexedCommitTimes(m_connection);
    return set ? base::Result<void>() : base::fail(set.error());
  });
  if (!done) return base::fail(std::move(done.error()));
  return added;
}

base::Result<void> BaselineStore::write(const BaselineHistory& line) {
  for (const char* table : {"baseline_change", "baseline_rename", "baseline_commit", "baseline_file"})
    if (auto gone = m_connection.run(std::string("DELETE FROM ") + table); !gone) return gone;
  const auto number = [](std::size_t index) { return QVariant::fromValue<qlonglong>(static_cast<qlonglong>(index) + 1); };
  const auto insert = [&](std::string_view sql, std::size_t rows, const std::function<QVariantList(std::size_t)>& valuesOf) -> base::Result<void> {
    auto statement = m_connection.prepare(sql);
    if (!statement) return base::fail(statement.error());
    for (std::size_t i = 0; i < rows; ++i)
      if (auto stored = m_connection.runPrepared(*statement, valuesOf(i)); !stored) return stored;
    return {};
  };
  auto done = insert("INSERT INTO baseline_file VALUES (?, ?)", line.files.size(),
                     [&](std::size_t i) { return QVariantList{number(i), toSql(line.files[i])}; });
  if (!done) return done;
  done = insert("INSERT INTO baseline_commit VALUES (?, ?, ?, ?, ?, ?, ?, ?)", line.commits.size(), [&](std::size_t i) {
    const BaselineCommit& commit = line.commits[i];
    return QVariantList{number(i), toSql(commit.hash), QVariant::fromValue<qlonglong>(commit.time), toSql(commit.day), toSql(commit.author),
                        toSql(commit.subject),
                        commit.pullRequest ? QVariant::fromValue<qlonglong>(*commit.pullRequest) : QVariant(QMetaType(QMetaType::LongLong)),
                        toSql(kindName(commit.kind))};
  });
  if (!done) return done;
  done = insert("INSERT INTO baseline_change VALUES (?, ?, ?, ?, ?, ?)", line.changes.size(), [&](std::size_t i) {
    const BaselineChange& change = line.changes[i];
    return QVariantList{number(change.file), toSql(change.model), toSql(change.column), number(change.commit), sqlOrNull(change.before),
                        sqlOrNull(change.after)};
  });
  if (!done) return done;
  return insert("INSERT INTO baseline_rename VALUES (?, ?, ?)", line.renames.size(), [&](std::size_t i) {
    const BaselineRename& rename = line.renames[i];
    return QVariantList{number(rename.commit), number(rename.from), number(rename.to)};
  });
}

base::Result<std::optional<std::string>> BaselineStore::repository() {
  auto row = m_connection.query("SELECT address FROM baseline_repository");
  if (!row) return base::fail(std::move(row.error()));
  return row->next() ? std::optional(textAt(*row, 0)) : std::nullopt;
}

base::Result<void> BaselineStore::keepRepository(const std::string& address) {
  return m_connection.transaction([&] { return writeRepository(address, false); });
}

base::Result<void> BaselineStore::writeRepository(const std::string& address, bool replaces) {
  const auto known = repository();
  if (!known) return base::fail(known.error());
  if (*known && (address.empty() || address == **known || !(replaces || (*known)->empty()))) return {};
  if (auto gone = m_connection.run("DELETE FROM baseline_repository"); !gone) return gone;
  return m_connection.run("INSERT INTO baseline_repository VALUES (?)", {toSql(address)});
}

base::Result<std::vector<std::string>> BaselineStore::files() {
  auto rows = m_connection.query("SELECT path FROM baseline_file ORDER BY path");
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<std::string> paths;
  while (rows->next()) paths.push_back(textAt(*rows, 0));
  return paths;
}

base::Result<BaselineHistory> BaselineStore::paths() { return read({.files = {""}, .model = {}, .column = {}}); }

base::Result<BaselineHistory> BaselineStore::readLineage(const std::string& file, const std::string& model, const std::string& column) {
  auto renames = paths();
  if (!renames) return renames;
  std::vector<std::string> paths = lineage(*renames, file);
  if (paths.empty()) return renames;
  return read({std::move(paths), model, column});
}

base::Result<BaselineHistory> BaselineStore::read(const BaselineQuery& query) {
  base::Result<BaselineHistory> read;
  auto done = m_connection.snapshot([&]() -> base::Result<void> {  // add() writes the whole line anew
    read = readParts(query);
    return read ? base::Result<void>() : base::fail(read.error());
  });
  return done ? read : base::fail(std::move(done.error()));
}

base::Result<BaselineHistory> BaselineStore::readParts(const BaselineQuery& query) {
  BaselineHistory out;
  RowIndex commitAt, fileAt;
  auto commits = m_connection.query("SELECT id, hash, time, day, author, subject, pr, kind FROM baseline_commit ORDER BY id");
  if (!commits) return base::fail(std::move(commits.error()));
  while (commits->next()) {
    commitAt.add(commits->value(0).toLongLong());
    out.commits.push_back({textAt(*commits, 1), textAt(*commits, 3), textAt(*commits, 4), textAt(*commits, 5), commits->value(2).toLongLong(),
                           commits->isNull(6) ? std::nullopt : std::optional<std::int64_t>(commits->value(6).toLongLong()),
                           kindOfName(textAt(*commits, 7))});
  }
  auto files = m_connection.query("SELECT id, path FROM baseline_file ORDER BY id");
  if (!files) return base::fail(std::move(files.error()));
  while (files->next()) {
    fileAt.add(files->value(0).toLongLong());
    out.files.push_back(textAt(*files, 1));
  }
  auto renames = m_connection.query("SELECT commit_id, old_file, new_file FROM baseline_rename ORDER BY commit_id, new_file");
  if (!renames) return base::fail(std::move(renames.error()));
  while (renames->next())
    out.renames.push_back({commitAt.at(renames->value(0)), fileAt.at(renames->value(1)), fileAt.at(renames->value(2))});

  std::string sql = "SELECT file, commit_id, model, col, old_value, new_value FROM baseline_change WHERE 1 = 1";
  QVariantList values;
  if (!query.files.empty()) {
    sql += " AND file IN (SELECT id FROM baseline_file WHERE path IN (?";
    for (std::size_t i = 1; i < query.files.size(); ++i) sql += ", ?";
    sql += "))";
    for (const std::string& file : query.files) values.push_back(toSql(file));
  }
  for (const auto& [column, text] : {std::pair("model", &query.model), std::pair("col", &query.column)})
    if (!text->empty()) {
      sql += std::string(" AND ") + column + " = ?";
      values.push_back(toSql(*text));
    }
  auto changes = m_connection.query(sql + " ORDER BY commit_id, file, model, col", values);
  if (!changes) return base::fail(std::move(changes.error()));
  while (changes->next())
    out.changes.push_back({fileAt.at(changes->value(0)), commitAt.at(changes->value(1)), textAt(*changes, 2),
                           textAt(*changes, 3), textOrNothing(*changes, 4), textOrNothing(*changes, 5)});
  if (!commitAt.isWhole() || !fileAt.isWhole())
    return base::fail(
        base::ErrorCode::BadFormat, "The history is damaged: a change is of a commit or a file that is not there.",
        "Move the file away and add the sources again, or restore a copy; nothing was changed.", m_connection.name());
  return out;
}

}  // namespace plumbline::history
