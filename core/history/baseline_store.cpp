// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/baseline_store.h"

#include <map>
#include <optional>

#include "core/history/blame.h"

namespace plumbline::history {
namespace {

QVariant sqlOrNull(const std::optional<std::string>& text) { return text ? toSql(*text) : QVariant(QMetaType(QMetaType::QString)); }

std::optional<std::string> textOrNothing(const QSqlQuery& row, int column) {
  return row.isNull(column) ? std::nullopt : std::optional(textAt(row, column));
}

/// RowIndex gives the ids of the database their places in a BaselineHistory.
using RowIndex = std::map<std::int64_t, std::size_t>;

}  // namespace

base::Result<std::vector<std::int64_t>> BaselineStore::idsOfFiles(const BaselineHistory& history) {
  auto next = m_connection.number("SELECT max(id) FROM baseline_file");
  auto insert = m_connection.prepare("INSERT INTO baseline_file VALUES (?, ?) ON CONFLICT DO NOTHING");
  if (!next) return base::fail(next.error());
  if (!insert) return base::fail(insert.error());
  std::vector<std::int64_t> ids;
  for (const std::string& path : history.files) {
    if (auto done = m_connection.runPrepared(*insert, {QVariant::fromValue<qlonglong>(*next + 1), toSql(path)}); !done)
      return base::fail(done.error());
    const auto id = m_connection.number("SELECT id FROM baseline_file WHERE path = ?", {toSql(path)});
    if (!id) return base::fail(id.error());
    if (*id > *next) next = *id;
    ids.push_back(*id);
  }
  return ids;
}

base::Result<BaselineStore::Added> BaselineStore::add(const BaselineHistory& history) {
  Added added;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    const auto files = idsOfFiles(history);
    if (!files) return base::fail(files.error());
    auto next = m_connection.number("SELECT max(id) FROM baseline_commit");
    if (!next) return base::fail(next.error());
    std::vector<qlonglong> ids;  // of the commits; 0: known before, and its changes too
    for (const BaselineCommit& commit : history.commits) {
      const auto known = m_connection.number("SELECT count(*) FROM baseline_commit WHERE hash = ?", {toSql(commit.hash)});
      if (!known) return base::fail(known.error());
      ids.push_back(*known > 0 ? 0 : ++*next);
      ++(*known > 0 ? added.knownCommits : added.commits);
      if (*known > 0) continue;
      auto stored = m_connection.run("INSERT INTO baseline_commit VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                                     {ids.back(), toSql(commit.hash), QVariant::fromValue<qlonglong>(commit.time), toSql(commit.day),
                                      toSql(commit.author), toSql(commit.subject),
                                      commit.pullRequest ? QVariant::fromValue<qlonglong>(*commit.pullRequest)
                                                         : QVariant(QMetaType(QMetaType::LongLong)),
                                      toSql(kindName(commit.kind))});
      if (!stored) return stored;
    }
    auto insert = m_connection.prepare("INSERT INTO baseline_change VALUES (?, ?, ?, ?, ?, ?)");
    if (!insert) return base::fail(insert.error());
    for (const BaselineChange& change : history.changes) {
      if (ids[change.commit] == 0) continue;
      auto stored = m_connection.runPrepared(*insert, {static_cast<qlonglong>((*files)[change.file]), toSql(change.model), toSql(change.column),
                                                       ids[change.commit], sqlOrNull(change.before), sqlOrNull(change.after)});
      if (!stored) return stored;
      ++added.changes;
      added.moves += change.isMove() ? 1 : 0;
    }
    for (const BaselineRename& rename : history.renames) {
      if (ids[rename.commit] == 0) continue;
      auto stored = m_connection.run("INSERT INTO baseline_rename VALUES (?, ?, ?)",
                                     {ids[rename.commit], static_cast<qlonglong>((*files)[rename.from]), static_cast<qlonglong>((*files)[rename.to])});
      if (!stored) return stored;
      ++added.renames;
    }
    return {};
  });
  if (!done) return base::fail(std::move(done.error()));
  return added;
}

base::Result<std::vector<std::string>> BaselineStore::files() {
  auto rows = m_connection.query("SELECT path FROM baseline_file ORDER BY path");
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<std::string> paths;
  while (rows->next()) paths.push_back(textAt(*rows, 0));
  return paths;
}

base::Result<BaselineHistory> BaselineStore::readLineage(const std::string& file, const std::string& model, const std::string& column) {
  const auto renames = read({.files = {""}, .model = {}, .column = {}});  // renames and no change
  if (!renames) return renames;
  std::vector<std::string> paths = lineage(*renames, file);
  if (paths.empty()) return renames;
  return read({std::move(paths), model, column});
}

base::Result<BaselineHistory> BaselineStore::read(const BaselineQuery& query) {
  BaselineHistory out;
  RowIndex commitAt, fileAt;
  auto commits = m_connection.query("SELECT id, hash, time, day, author, subject, pr, kind FROM baseline_commit ORDER BY id");
  if (!commits) return base::fail(std::move(commits.error()));
  while (commits->next()) {
    commitAt.emplace(commits->value(0).toLongLong(), out.commits.size());
    out.commits.push_back({textAt(*commits, 1), textAt(*commits, 3), textAt(*commits, 4), textAt(*commits, 5), commits->value(2).toLongLong(),
                           commits->isNull(6) ? std::nullopt : std::optional<std::int64_t>(commits->value(6).toLongLong()),
                           kindOfName(textAt(*commits, 7))});
  }
  auto files = m_connection.query("SELECT id, path FROM baseline_file ORDER BY id");
  if (!files) return base::fail(std::move(files.error()));
  while (files->next()) {
    fileAt.emplace(files->value(0).toLongLong(), out.files.size());
    out.files.push_back(textAt(*files, 1));
  }
  auto renames = m_connection.query("SELECT commit_id, old_file, new_file FROM baseline_rename ORDER BY commit_id, new_file");
  if (!renames) return base::fail(std::move(renames.error()));
  while (renames->next())
    out.renames.push_back({commitAt[renames->value(0).toLongLong()], fileAt[renames->value(1).toLongLong()], fileAt[renames->value(2).toLongLong()]});

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
    out.changes.push_back({fileAt[changes->value(0).toLongLong()], commitAt[changes->value(1).toLongLong()], textAt(*changes, 2),
                           textAt(*changes, 3), textOrNothing(*changes, 4), textOrNothing(*changes, 5)});
  return out;
}

}  // namespace plumbline::history
