// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/upkeep/pruning.h"

#include "core/history/run_store.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

/// run.pruned is 0 for a visible run, and the number of the hide that hid it otherwise.
constexpr const char* kHidden = "r.pruned > 0";
constexpr const char* kOfLastHide = "r.pruned > 0 AND r.pruned = (SELECT max(pruned) FROM run)";

std::string olderCondition() {
  const std::string time(kRunTime);
  return "r.pruned = 0 AND " + time + " > 0 AND " + time + " < ?";
}

base::Error changedError(const RunCounts& shown, const RunCounts& present, const std::string& store) {
  return {base::ErrorCode::Changed,
          "Other runs are hidden now than were shown: " + countsText(present) + " instead of " + countsText(shown) +
              "; nothing was removed.",
          "Run history prune --vacuum again to see them.", store};
}

}  // namespace

std::string countsText(const RunCounts& counts) {
  return text::counted(counts.runs, "run") + " with " + text::counted(counts.values, "value");
}

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
base::Result<RunCounts> Pruning::olderThan(std::int64_t time) { return count(olderCondition(), {toSqlNumber(time)}); }

base::Result<HiddenRuns> Pruning::hidden() {
  HiddenRuns hidden;
  auto done = m_connection.snapshot([&]() -> base::Result<void> {
    auto rows = m_connection.query(std::string("SELECT r.id FROM run r WHERE ") + kHidden + " ORDER BY r.id");
    if (!rows) return base::fail(std::move(rows.error()));
    while (rows->next()) hidden.ids.push_back(rows->value(0).toLongLong());
    const auto counts = count(kHidden);
    if (!counts) return base::fail(counts.error());
    hidden.counts = *counts;
    return {};
  });
  return done ? base::Result<HiddenRuns>(std::move(hidden)) : base::fail(std::move(done.error()));
}

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

base::Result<void> Pruning::reclaimSpace() {
  const bool isServer = m_connection.engine() == SqlConnection::Engine::PostgreSql;
  for (const char* statement :
       {isServer ? "VACUUM FULL sample" : "VACUUM", isServer ? "VACUUM FULL run" : "PRAGMA wal_checkpoint(TRUNCATE)"})
    if (auto shrunk = m_connection.run(statement); !shrunk) return shrunk;
  return {};
}

base::Result<RemovedRuns> Pruning::vacuum(const HiddenRuns& shown, const base::Progress& progress) {
  RemovedRuns removed;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    const auto present = hidden();
    if (!present) return base::fail(present.error());
    if (present->ids != shown.ids) return base::fail(changedError(shown.counts, present->counts, m_connection.name()));
    removed.counts = present->counts;
    return removeHidden(progress);
  });
  if (!done) return base::fail(std::move(done.error()));
  if (auto shrunk = reclaimSpace(); !shrunk) {
    removed.reclaimError = std::move(shrunk.error());
    removed.reclaimError->text =
        "The runs are removed, but their space is not given back yet: " + removed.reclaimError->text;
    removed.reclaimError->hint = "Run history prune --vacuum again, which only does that.";
  }
  return removed;
}

}  // namespace plumbline::history
