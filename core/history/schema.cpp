// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/schema.h"

#include <QDateTime>
#include <QString>
#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace plumbline::history {
namespace {

/// kVersion1 has its ids from us, not from the database: both engines then hold the same rows. Times are Unix seconds.
constexpr std::string_view kVersion1[] = {
    "CREATE TABLE plumbline_schema (version INTEGER NOT NULL)",
    "INSERT INTO plumbline_schema VALUES (0)",
    // A run is one attempt of one job for one config, or one file of results.
    "CREATE TABLE run (id BIGINT PRIMARY KEY, content_hash TEXT NOT NULL UNIQUE, commit_hash TEXT NOT NULL,"
    " commit_time BIGINT NOT NULL, branch TEXT NOT NULL, workflow TEXT NOT NULL, workflow_id TEXT NOT NULL, job TEXT "
    "NOT NULL,"
    " job_id TEXT NOT NULL, attempt INTEGER NOT NULL, shard INTEGER NOT NULL, shards INTEGER NOT NULL, machine TEXT "
    "NOT NULL,"
    " image TEXT NOT NULL, torch_version TEXT NOT NULL, device TEXT NOT NULL, origin TEXT NOT NULL, measured_at BIGINT "
    "NOT NULL)",
    "CREATE INDEX run_by_commit ON run (commit_hash)",
    // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one statement on two lines
    "CREATE TABLE series (id BIGINT PRIMARY KEY, suite TEXT NOT NULL, config TEXT NOT NULL, model TEXT NOT NULL,"
    " metric TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE (model, config, metric, suite, unit))",
    "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    // A value is a number, or a word where the cell held none ("pass", "nan", "").
    "CREATE TABLE sample (series BIGINT NOT NULL, run BIGINT NOT NULL, number DOUBLE PRECISION, word INTEGER,"
    " PRIMARY KEY (series, run)) WITHOUT ROWID",
    // Baselines: commits in their order on the first-parent line; a NULL value is a row that was not there.
    "CREATE TABLE baseline_commit (id BIGINT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, time BIGINT NOT NULL, day TEXT "
    "NOT NULL,"
    " author TEXT NOT NULL, subject TEXT NOT NULL, pr BIGINT, kind TEXT NOT NULL)",
    "CREATE TABLE baseline_file (id BIGINT PRIMARY KEY, path TEXT NOT NULL UNIQUE)",
    "CREATE TABLE baseline_change (file BIGINT NOT NULL, model TEXT NOT NULL, col TEXT NOT NULL, commit_id BIGINT NOT "
    "NULL,"
    " old_value TEXT, new_value TEXT, PRIMARY KEY (file, model, col, commit_id)) WITHOUT ROWID",
    "CREATE TABLE baseline_rename (commit_id BIGINT NOT NULL, old_file BIGINT NOT NULL, new_file BIGINT NOT NULL,"
    " PRIMARY KEY (commit_id, old_file, new_file))",
    "CREATE TABLE decision (id BIGINT PRIMARY KEY, content_hash TEXT NOT NULL UNIQUE, time BIGINT NOT NULL, file TEXT "
    "NOT NULL,"
    " model TEXT NOT NULL, action TEXT NOT NULL, reason TEXT NOT NULL, note TEXT NOT NULL, outcome TEXT NOT NULL)",
    "CREATE TABLE flaky_episode (id BIGINT PRIMARY KEY, list TEXT NOT NULL, scope TEXT NOT NULL, model TEXT NOT NULL,"
    " reason TEXT NOT NULL, first_commit TEXT NOT NULL, first_time BIGINT NOT NULL, last_commit TEXT NOT NULL,"
    " last_time BIGINT NOT NULL)",
};

/// kVersion2: pins are lines "name version"; a pruned run is hidden until it is removed for good. newest_before is the time of the newest
/// run with a lower id: who reads a series from its highest id downwards knows from it when nothing newer can follow.
constexpr std::string_view kVersion2[] = {
    "ALTER TABLE run ADD COLUMN pins TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE run ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE run ADD COLUMN newest_before BIGINT NOT NULL DEFAULT 0",
    "UPDATE run SET newest_before = w.newest FROM (SELECT id, coalesce(max(CASE WHEN commit_time > 0 THEN commit_time ELSE measured_at"
    " END) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newest FROM run) AS w WHERE w.id = run.id",
};

/// kVersion3: the highest id that a run ever had. That of a removed run names no other one.
constexpr std::string_view kVersion3[] = {
    "CREATE TABLE last_run (id BIGINT NOT NULL)",
    "INSERT INTO last_run SELECT coalesce(max(id), 0) FROM run",
};

/// kVersion4: who put an entry onto a flaky list and took it off, and the commits' subjects. "" for a commit that is not known.
constexpr std::string_view kVersion4[] = {
    "ALTER TABLE flaky_episode ADD COLUMN first_author TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE flaky_episode ADD COLUMN first_subject TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE flaky_episode ADD COLUMN last_author TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE flaky_episode ADD COLUMN last_subject TEXT NOT NULL DEFAULT ''",
};

/// kVersion5: where the repository of the baselines is on the web, in one row at most; "": on no forge that is known. Which one an older
/// store was filled from is not known.
constexpr std::string_view kVersion5[] = {
    "CREATE TABLE baseline_repository (address TEXT NOT NULL)",
    "INSERT INTO baseline_repository SELECT '' WHERE EXISTS (SELECT 1 FROM baseline_commit)",
};

/// A server keeps the values by month of their run, so that a year can be taken off without a scan.
constexpr std::string_view kServerSample =
    "CREATE TABLE sample (series BIGINT NOT NULL, run BIGINT NOT NULL, number DOUBLE PRECISION, word INTEGER, month "
    "INTEGER NOT NULL,"
    " PRIMARY KEY (series, run, month)) PARTITION BY LIST (month)";

/// forEngine writes a statement of kVersions as an engine takes it. Texts are compared by bytes in both.
std::string forEngine(SqlConnection::Engine engine, std::string_view statement) {
  if (engine == SqlConnection::Engine::Sqlite) return std::string(statement);
  if (statement.starts_with("CREATE TABLE sample ")) return std::string(kServerSample);
  QString sql = QString::fromUtf8(statement.data(), static_cast<qsizetype>(statement.size()));
  if (!statement.starts_with("CREATE TABLE") && !statement.starts_with("ALTER TABLE")) return sql.toStdString();
  sql.remove(QStringLiteral(" WITHOUT ROWID"));
  return sql.replace(QStringLiteral("TEXT"), QStringLiteral("TEXT COLLATE \"C\"")).toStdString();
}

constexpr std::span<const std::string_view> kVersions[] = {kVersion1, kVersion2, kVersion3, kVersion4, kVersion5};
static_assert(std::size(kVersions) == kSchemaVersion);

constexpr std::int64_t kLastMonth = 253'402'300'799;  // end of the year 9999

base::Error newerError(const SqlConnection& connection, std::int64_t version) {
  return {base::ErrorCode::BadFormat,
          "The history was written by a newer Plumbline (its version is " + std::to_string(version) +
              ", this program knows " + std::to_string(kSchemaVersion) + "); nothing was changed.",
          "Update Plumbline, or name another store with --store.", connection.name()};
}

base::Result<void> migrate(SqlConnection& connection, int target = kSchemaVersion) {
  return connection.transaction([&]() -> base::Result<void> {
    const auto version = schemaVersion(connection);  // another program may have been faster
    if (!version) return base::fail(version.error());
    for (int next = *version; next < target; ++next) {
      for (const std::string_view statement : kVersions[next])
        if (auto done = connection.run(forEngine(connection.engine(), statement)); !done) return done;
      if (auto done = connection.run("UPDATE plumbline_schema SET version = ?", {next + 1}); !done) return done;
    }
    return {};
  });
}

base::Error foreignSchema(const SqlConnection& connection, const std::string& what) {
  return {base::ErrorCode::BadFormat,
          "The history was changed by another program: " + what + " is not of Plumbline; nothing was read.",
          "Restore a copy, or add the sources again to another file with --store.", connection.name()};
}

/// checkKinds refuses what computes when it is read, such as views, before anything is read.
base::Result<void> checkKinds(SqlConnection& connection) {
  auto row = connection.query(
      "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage < 1"
      " OR (name = 'plumbline_schema' AND sql <> ?) LIMIT 1",
      {toSql(kVersion1[0])});
  if (!row) return base::fail(std::move(row.error()));
  if (row->next()) return base::fail(foreignSchema(connection, textAt(*row, 0)));
  return {};
}

/// definitionsIn lists what the schema says, without SQLite's own indexes and statistics.
base::Result<std::set<std::string>> definitionsIn(SqlConnection& connection) {
  auto rows = connection.query("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'");
  if (!rows) return base::fail(std::move(rows.error()));
  std::set<std::string> definitions;
  while (rows->next()) definitions.insert(textAt(*rows, 0) + ": " + textAt(*rows, 1));
  return definitions;
}

/// checkDefinitions compares the tables with those of a new store: a column of a stranger's may compute as well.
base::Result<void> checkDefinitions(SqlConnection& connection, int version) {
  const auto pristine = SqlConnection::openMemory();
  if (!pristine) return base::fail(pristine.error());
  if (auto made = migrate(**pristine, version); !made) return made;
  const auto wanted = definitionsIn(**pristine), found = definitionsIn(connection);
  if (!wanted || !found) return base::fail(wanted ? found.error() : wanted.error());
  std::vector<std::string> other;
  std::ranges::set_symmetric_difference(*wanted, *found, std::back_inserter(other));
  if (other.empty()) return {};
  return base::fail(foreignSchema(connection, other.front().substr(0, other.front().find(':'))));
}

}  // namespace

base::Result<int> schemaVersion(SqlConnection& connection) {
  const bool isServer = connection.engine() == SqlConnection::Engine::PostgreSql;
  const std::string tables = isServer ? "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()"
                                      : "SELECT count(*) FROM sqlite_master WHERE 1 = 1";
  const auto ours =
      connection.number(tables + (isServer ? " AND tablename = ?" : " AND name = ?"), {toSql("plumbline_schema")});
  if (!ours) return base::fail(ours.error());
  if (*ours == 0) {
    const auto others = connection.number(tables);
    if (!others) return base::fail(others.error());
    if (*others == 0) return 0;
    return base::fail(
        base::ErrorCode::BadFormat,
        isServer ? "This database belongs to another program." : "This file is a database of another program.",
        "Name another one with --store; this one is left as it is.", connection.name());
  }
  const auto version = connection.number("SELECT version FROM plumbline_schema");
  if (!version) return base::fail(version.error());
  return static_cast<int>(*version);
}

int monthOf(std::int64_t time) {
  const QDate day = QDateTime::fromSecsSinceEpoch(std::clamp<std::int64_t>(time, 0, kLastMonth), Qt::UTC).date();
  return day.year() * 100 + day.month();
}

base::Result<void> makeMonth(SqlConnection& connection, int month) {
  const std::string name = "sample_" + std::to_string(month);
  const auto known = connection.number(
      "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = ?", {toSql(name)});
  if (!known) return base::fail(known.error());
  if (*known > 0) return {};
  return connection.run("CREATE TABLE " + name + " PARTITION OF sample FOR VALUES IN (" + std::to_string(month) + ")");
}

base::Result<int> bringUpToDate(SqlConnection& connection) {
  const bool isFile = connection.engine() == SqlConnection::Engine::Sqlite;
  if (isFile)
    if (auto checked = checkKinds(connection); !checked) return base::fail(std::move(checked.error()));
  const auto version = schemaVersion(connection);
  if (!version) return base::fail(version.error());
  if (*version > kSchemaVersion) return base::fail(newerError(connection, *version));
  if (isFile && *version > 0)
    if (auto checked = checkDefinitions(connection, *version); !checked) return base::fail(std::move(checked.error()));
  // This is written into the file, so only now that it is known to be a history.
  if (isFile && connection.access() == SqlConnection::Access::ReadWrite)
    if (auto set = connection.run("PRAGMA journal_mode = WAL"); !set) return base::fail(std::move(set.error()));
  if (*version == kSchemaVersion) return 0;
  if (connection.access() == SqlConnection::Access::ReadWrite) {
    auto migrated = migrate(connection);
    return migrated ? base::Result<int>(*version) : base::fail(std::move(migrated.error()));
  }
  if (*version == 0)
    return base::fail(base::ErrorCode::NotFound, "There is no history yet.",
                      "Make one: plumbline-cli history add, with results or with --git and a checkout.",
                      connection.name());
  return base::fail(base::ErrorCode::NotWritable,
                    "The history is of an older Plumbline and cannot be brought up to date",
                    "Run plumbline-cli history check once as a user who may write it.", connection.name());
}

}  // namespace plumbline::history
