// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/store.h"

#include <QStandardPaths>
#include <filesystem>

#include "core/history/schema.h"

namespace plumbline::history {

namespace {

base::Error damage(const std::string& what, const std::string& store) {
  return {base::ErrorCode::BadFormat, "The history is damaged (" + what + ").",
          "Move it away and add the sources again, or restore a copy; nothing was changed.", store};
}

base::Error olderError(base::Error older, const base::Error& cause) {
  older.text += ": " + cause.text;
  return older;
}

}  // namespace

std::string defaultStoreFile() {
  return (QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
          QStringLiteral("/plumbline/history.sqlite"))
      .toStdString();
}

base::Result<std::unique_ptr<Store>> Store::open(const std::string& where, Access access) {
  auto connection = SqlConnection::open(where, access);
  if (!connection) return base::fail(std::move(connection.error()));
  std::unique_ptr<Store> store(new Store(*std::move(connection)));
  auto ready = bringUpToDate(*store->m_connection);
  if (!ready && access == Access::ReadOnly && ready.error().code == base::ErrorCode::NotWritable) {
    // A reader cannot change the schema: a writer does, and is closed again.
    store.reset();
    auto writer = open(where, Access::ReadWrite);
    if (!writer) return base::fail(olderError(std::move(ready.error()), writer.error()));
    const int version = (*writer)->m_migratedFrom;
    writer->reset();
    auto reader = open(where, access);
    if (reader) (*reader)->m_migratedFrom = version;
    return reader;
  }
  if (!ready) return base::fail(std::move(ready.error()));
  store->m_migratedFrom = *ready;
  if (store->m_connection->hadUnfinishedLog())
    if (auto sound = store->checkWith("PRAGMA quick_check(1)"); !sound) return base::fail(std::move(sound.error()));
  return store;
}

base::Result<void> Store::checkWith(std::string_view statement) {
  auto rows = m_connection->query(statement);
  if (!rows) return base::fail(std::move(rows.error()));
  if (rows->next() && textAt(*rows, 0) == "ok") return {};
  return base::fail(damage(textAt(*rows, 0), name()));
}

base::Result<void> Store::check() {
  if (m_connection->engine() == SqlConnection::Engine::Sqlite)
    if (auto sound = checkWith("PRAGMA integrity_check(5)"); !sound) return sound;
  constexpr std::pair<const char*, const char*> kLost[] = {
      {"a value of no run", "sample v LEFT JOIN run r ON r.id = v.run WHERE r.id IS NULL"},
      {"a value of no series", "sample v LEFT JOIN series s ON s.id = v.series WHERE s.id IS NULL"},
      {"a value with an unknown word",
       "sample v LEFT JOIN word w ON w.id = v.word WHERE v.word IS NOT NULL AND w.id IS NULL"},
      {"a change of no commit",
       "baseline_change c LEFT JOIN baseline_commit m ON m.id = c.commit_id WHERE m.id IS NULL"},
      {"a change of no file", "baseline_change c LEFT JOIN baseline_file f ON f.id = c.file WHERE f.id IS NULL"}};
  for (const auto& [what, rows] : kLost) {
    const auto count = m_connection->number(std::string("SELECT count(*) FROM ") + rows);
    if (!count) return base::fail(count.error());
    if (*count > 0) return base::fail(damage(what, name()));
  }
  return {};
}

base::Result<std::uint64_t> Store::sizeBytes() {
  if (m_connection->engine() == SqlConnection::Engine::PostgreSql) {
    const auto size = m_connection->number(
        "SELECT sum(pg_total_relation_size(quote_ident(tablename)::regclass)) FROM pg_catalog.pg_tables WHERE "
        "schemaname = current_schema()");
    if (!size) return base::fail(size.error());
    return static_cast<std::uint64_t>(*size);
  }
  std::uint64_t bytes = 0;
  for (const char* part : {"", "-wal"}) {
    std::error_code error;
    const auto size = std::filesystem::file_size(name() + part, error);
    bytes += error ? 0 : size;
  }
  return bytes;
}

base::Result<std::vector<std::pair<std::string, std::uint64_t>>> Store::rowCounts() {
  constexpr std::pair<const char*, const char*> kTables[] = {{"runs", "run WHERE pruned = 0"},
                                                             {"series", "series"},
                                                             {"values", "sample"},
                                                             {"baseline commits", "baseline_commit"},
                                                             {"baseline files", "baseline_file"},
                                                             {"baseline changes", "baseline_change"},
                                                             {"decisions", "decision"},
                                                             {"flaky episodes", "flaky_episode"},
                                                             {"hidden runs", "run WHERE pruned > 0"}};
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto& [title, table] : kTables) {
    const auto count = m_connection->number(std::string("SELECT count(*) FROM ") + table);
    if (!count) return base::fail(count.error());
    counts.emplace_back(title, *count);
  }
  return counts;
}

}  // namespace plumbline::history
