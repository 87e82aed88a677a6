// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/upkeep/pruning.h"

#include "core/history/run_store.h"

namespace plumbline::history {
namespace {

/// run.pruned is 0 for a visible run, and the number of the hide that hid it otherwise.
constexpr const char* kHidden = "r.pruned > 0";
constexpr const char* kOfLastHide = "r.pruned > 0 AND r.pruned = (SELECT max(pruned) FROM run)";

std::string olderCondition() {
  const std::string time(kRunTime);
  return "r.pruned = 0 AND " + time + " > 0 AND " + time + " < ?";
}

}  // namespace

base::Result<RunCounts> Pruning::count(const std::string& condition, const QVariantList& values) {
  const std::string runs = " FROM run r WHERE " + condition;
  const auto runCount = m_connection.number("SELECT count(*)" + runs, values);
  if (!runCount) return base::fail(runCount.error());
  if (*runCount == 0) return RunCounts{};  // spares a scan of all values
  const auto valueCount =
      m_connection.number("SELECT count(*) FROM sample WHERE run IN (SELECT r.id" + runs + ")", values);
  if (!valueCount) return base::fail(valueCount.error());
  return RunCounts{static_cast<std::uint64_t>(*runCount), static_cast<std::uint64_t>(*valueCount)};
}

base::Result<RunCounts> Pruning::visible() { return count("r.pruned = 0"); }
base::Result<RunCounts> Pruning::hidden() { return count(kHidden); }
base::Result<RunCounts> Pruning::olderThan(std::int64_t time) { return count(olderCondition(), {toSqlNumber(time)}); }

base::Result<RunCounts> Pruning::hide(std::int64_t time) {
  base::Result<RunCounts> counts;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    counts = olderThan(time);
    if (!counts) return base::fail(counts.error());
    const auto last = m_connection.number("SELECT max(pruned) FROM run");
    if (!last) return base::fail(last.error());
    return m_connection.run("UPDATE run AS r SET pruned = ? WHERE " + olderCondition(),
                            {toSqlNumber(*last + 1), toSqlNumber(time)});
  });
  return done ? counts : base::fail(std::move(done.error()));
}

base::Result<RunCounts> Pruning::undo() {
  base::Result<RunCounts> counts;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    counts = count(kOfLastHide);
    if (!counts) return base::fail(counts.error());
    return m_connection.run(std::string("UPDATE run AS r SET pruned = 0 WHERE ") + kOfLastHide);
  });
  return done ? counts : base::fail(std::move(done.error()));
}

base::Result<void> Pruning::removeHidden(const base::Progress& progress) {
  // In the order of the table, a part at a time: a stop is noticed between two parts.
  constexpr std::int64_t kSeriesAtOnce = 512;
  const auto last = m_connection.number("SELECT max(id) FROM series");
  if (!last) return base::fail(last.error());
  for (std::int64_t first = 0; first < *last; first += kSeriesAtOnce) {
    progress.report(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(*last));
    auto removed = m_connection.run(
        "DELETE FROM sample WHERE series > ? AND series <= ? AND run IN (SELECT r.id FROM run r WHERE r.pruned > 0)",
        {toSqlNumber(first), toSqlNumber(first + kSeriesAtOnce)});
    if (!removed) return removed;
  }
  return m_connection.run("DELETE FROM run WHERE pruned > 0");
}

base::Result<RunCounts> Pruning::vacuum(const base::Progress& progress) {
  base::Result<RunCounts> counts;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    counts = hidden();
    if (!counts) return base::fail(counts.error());
    return removeHidden(progress);
  });
  if (!done) return base::fail(std::move(done.error()));
  const bool isServer = m_connection.engine() == SqlConnection::Engine::PostgreSql;
  for (const char* statement :
       {isServer ? "VACUUM FULL sample" : "VACUUM", isServer ? "VACUUM FULL run" : "PRAGMA wal_checkpoint(TRUNCATE)"})
    if (auto shrunk = m_connection.run(statement); !shrunk) return base::fail(std::move(shrunk.error()));
  return counts;
}

}  // namespace plumbline::history
