// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/store.h"

#include <QStandardPaths>

#include "core/history/schema.h"

namespace plumbline::history {

std::string defaultStoreFile() {
  return (QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/plumbline/history.sqlite"))
      .toStdString();
}

base::Result<std::unique_ptr<Store>> Store::open(const std::string& file, Access access) {
  auto connection = SqlConnection::openSqlite(file, access);
  if (!connection) return base::fail(std::move(connection.error()));
  std::unique_ptr<Store> store(new Store(*std::move(connection)));
  if (auto ready = bringUpToDate(*store->m_connection); !ready) return base::fail(std::move(ready.error()));
  if (store->m_connection->hadUnfinishedLog())
    if (auto sound = store->checkWith("PRAGMA quick_check(1)"); !sound) return base::fail(std::move(sound.error()));
  return store;
}

base::Result<void> Store::checkWith(std::string_view statement) {
  auto rows = m_connection->query(statement);
  if (!rows) return base::fail(std::move(rows.error()));
  if (rows->next() && textAt(*rows, 0) == "ok") return {};
  return base::fail(base::ErrorCode::BadFormat, "The history is damaged (" + textAt(*rows, 0) + ").",
                    "Move the file away and add the sources again, or restore a copy; nothing was changed.", name());
}

base::Result<void> Store::check() { return checkWith("PRAGMA integrity_check(5)"); }

base::Result<std::vector<std::pair<std::string, std::uint64_t>>> Store::rowCounts() {
  constexpr std::pair<const char*, const char*> kTables[] = {
      {"runs", "run"}, {"series", "series"}, {"values", "sample"}, {"baseline commits", "baseline_commit"},
      {"baseline files", "baseline_file"}, {"baseline changes", "baseline_change"}, {"decisions", "decision"},
      {"flaky episodes", "flaky_episode"}};
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto& [title, table] : kTables) {
    const auto count = m_connection->number(std::string("SELECT count(*) FROM ") + table);
    if (!count) return base::fail(count.error());
    counts.emplace_back(title, *count);
  }
  return counts;
}

}  // namespace plumbline::history
