// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/past/commit_times.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "core/baselines/drafts.h"
#include "core/history/store.h"
#include "core/sources/git_history.h"
#include "core/text/ascii.h"

namespace plumbline::history {
namespace {

/// updateNewestBefore writes newest_before anew where it is another one by now.
base::Result<void> updateNewestBefore(SqlConnection& connection) {
  return connection.run("UPDATE run SET newest_before = w.newest FROM (SELECT id, coalesce(max(CASE WHEN commit_time > 0 THEN commit_time ELSE measured_at"
                        " END) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newest FROM run) AS w"
                        " WHERE w.id = run.id AND run.newest_before <> w.newest");
}

/// commitsWithoutTime lists the whole hashes among them.
base::Result<std::vector<std::string>> commitsWithoutTime(SqlConnection& connection) {
  auto rows = connection.query("SELECT DISTINCT commit_hash FROM run WHERE commit_time = 0 AND commit_hash <> '' ORDER BY commit_hash");
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<std::string> commits;
  while (rows->next())
    if (std::string commit = textAt(*rows, 0); text::isWholeHash(commit)) commits.push_back(std::move(commit));
  return commits;
}

/// timesIn reads lines "TIME HASH".
CommitTimes timesIn(std::string_view lines) {
  CommitTimes times;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = lines.substr(begin, end - begin);
    std::int64_t time = 0;
    const auto read = std::from_chars(line.data(), line.data() + line.size(), time);
    const std::string hash(text::trimmed(line.substr(static_cast<std::size_t>(read.ptr - line.data()))));
    if (read.ec == std::errc() && time > 0 && text::isWholeHash(hash)) times.emplace(hash, time);
    begin = end + 1;
  }
  return times;
}

base::Result<std::size_t> readFrom(Store& store, const std::vector<std::string>& commits, sources::Git& git) {
  std::string input;
  for (const std::string& commit : commits) input += commit + '\n';
  const auto lines = git.run({"rev-list", "--no-walk=unsorted", "--ignore-missing", "--timestamp", "--stdin"}, input);
  if (!lines) return base::fail(lines.error());
  const CommitTimes times = timesIn(*lines);
  std::size_t set = 0;
  if (times.empty()) return set;
  auto done = store.connection().transaction([&]() -> base::Result<void> {
    const auto changed = setCommitTimes(store.connection(), times);
    if (!changed) return base::fail(changed.error());
    set = *changed;
    return {};
  });
  return done ? base::Result<std::size_t>(set) : base::fail(std::move(done.error()));
}

}  // namespace

base::Result<std::int64_t> commitTimeOf(SqlConnection& connection, const std::string& commit) {
  if (commit.empty()) return 0;
  return connection.number("SELECT max(t.time) FROM (SELECT time FROM baseline_commit WHERE hash = ?"
                           " UNION ALL SELECT commit_time AS time FROM run WHERE commit_hash = ?) AS t",
                           {toSql(commit), toSql(commit)});
}

base::Result<std::size_t> setCommitTimes(SqlConnection& connection, const CommitTimes& times) {
  std::size_t changed = 0;
  for (const auto& [commit, time] : times) {
    if (commit.empty() || time <= 0) continue;
    const auto open = connection.number("SELECT count(*) FROM run WHERE commit_hash = ? AND commit_time = 0", {toSql(commit)});
    if (!open) return base::fail(open.error());
    if (*open == 0) continue;
    if (auto set = connection.run("UPDATE run SET commit_time = ? WHERE commit_hash = ? AND commit_time = 0", {toSqlNumber(time), toSql(commit)}); !set)
      return base::fail(std::move(set.error()));
    ++changed;
  }
  if (changed > 0)
    if (auto updated = updateNewestBefore(connection); !updated) return base::fail(std::move(updated.error()));
  return changed;
}

base::Result<std::size_t> setIndexedCommitTimes(SqlConnection& connection) {
  auto rows = connection.query("SELECT DISTINCT c.hash, c.time FROM run r JOIN baseline_commit c ON c.hash = r.commit_hash WHERE r.commit_time = 0 AND c.time > 0");
  if (!rows) return base::fail(std::move(rows.error()));
  CommitTimes times;
  while (rows->next()) times.emplace(textAt(*rows, 0), rows->value(1).toLongLong());
  return setCommitTimes(connection, times);
}

base::Result<std::size_t> readCommitTimes(Store& store, const std::string& repository, const std::stop_token& stop) {
  const auto commits = commitsWithoutTime(store.connection());
  if (!commits || commits->empty()) return commits ? base::Result<std::size_t>(0) : base::fail(commits.error());
  sources::Git git(repository, stop);
  return readFrom(store, *commits, git);
}

base::Result<std::size_t> readCommitTimes(Store& store, const sources::Opened& opened, const std::stop_token& stop) {
  for (const sources::Piece& piece : opened.pieces) {
    if (!piece.isBaseline || piece.path.empty()) continue;
    const auto root = baselines::repositoryRoot(piece.path);
    if (!root) continue;
    sources::Git git(*root, stop);
    if (!git.run({"rev-parse", "--git-dir"})) return 0;
    return readCommitTimes(store, *root, stop);
  }
  return 0;
}

}  // namespace plumbline::history
