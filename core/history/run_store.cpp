// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/run_store.h"

#include <algorithm>

#include "core/history/past/commit_times.h"
#include "core/history/schema.h"

namespace plumbline::history {
namespace {

constexpr std::size_t kMaxKeptRuns = 50'000;  // about 20 MB
constexpr std::size_t kMaxIdText = 10'000;    // of the numbers in one statement

const std::string& keyText(const SeriesKey& key, std::string& text) {
  text.clear();
  for (const std::string* part : {&key.suite, &key.config, &key.model, &key.metric, &key.unit}) text.append(*part).push_back('\0');
  return text;
}

std::string storedText(const std::string& text) { return toSql(text).toString().toStdString(); }

/// likePattern writes a pattern with * and ? as SQL's LIKE has it, with ! before what stands for itself.
std::string likePattern(std::string_view glob) {
  std::string like;
  for (const char c : glob) {
    if (c == '%' || c == '_' || c == '!') like += '!';
    like += c == '*' ? '%' : c == '?' ? '_' : c;
  }
  return like;
}

}  // namespace

RunInfo infoAt(const SqlRows& row, int first) {
  const auto text = [&](int column) { return textAt(row, first + column); };
  const auto number = [&](int column) { return row.value(first + column).toLongLong(); };
  const auto small = [&](int column) { return row.value(first + column).toInt(); };
  return {text(0), text(1), number(2), text(3), text(4), text(5), text(6), text(7), small(8), small(9), small(10), text(11), text(12),
          text(13), text(14), text(15), number(16), text(17)};
}

base::Result<void> RunStore::learnIds() {
  // Another program may have added some since; what is there never changes its id.
  auto series = m_connection.query("SELECT id, suite, config, model, metric, unit FROM series WHERE id > ?", {toSqlNumber(m_lastSeries)});
  if (!series) return base::fail(std::move(series.error()));
  while (series->next()) {
    const std::int64_t id = series->value(0).toLongLong();
    m_seriesIds[keyText({textAt(*series, 1), textAt(*series, 2), textAt(*series, 3), textAt(*series, 4), textAt(*series, 5)}, m_key)] = id;
    m_lastSeries = std::max(m_lastSeries, id);
  }
  auto words = m_connection.query("SELECT id, text FROM word WHERE id > ?", {toSqlNumber(m_lastWord)});
  if (!words) return base::fail(std::move(words.error()));
  while (words->next()) {
    m_wordIds[textAt(*words, 1)] = words->value(0).toLongLong();
    m_lastWord = std::max<std::int64_t>(m_lastWord, words->value(0).toLongLong());
  }
  return {};
}

base::Result<std::int64_t> RunStore::seriesId(const SeriesKey& key) {
  const auto [known, isNew] = m_seriesIds.try_emplace(keyText(key, m_key), m_lastSeries + 1);
  if (!isNew) return known->second;
  // A name whose bytes are stored as an escape is the series of that text.
  const SeriesKey inStore{storedText(key.suite), storedText(key.config), storedText(key.model), storedText(key.metric), storedText(key.unit)};
  if (!(inStore == key)) {
    const auto same = seriesId(inStore);
    return same ? m_seriesIds[keyText(key, m_key)] = *same : same;
  }
  ++m_lastSeries;
  auto added = m_connection.run("INSERT INTO series VALUES (?, ?, ?, ?, ?, ?)", {toSqlNumber(m_lastSeries), toSql(key.suite), toSql(key.config),
                                                                               toSql(key.model), toSql(key.metric), toSql(key.unit)});
  if (!added) return base::fail(std::move(added.error()));
  return m_lastSeries;
}

base::Result<std::int64_t> RunStore::wordId(const std::string& word) {
  if (const auto found = m_wordIds.find(word); found != m_wordIds.end()) return found->second;
  const auto [known, isNew] = m_wordIds.try_emplace(storedText(word), m_lastWord + 1);
  if (!isNew) return known->second;
  ++m_lastWord;
  auto added = m_connection.run("INSERT INTO word VALUES (?, ?)", {toSqlNumber(m_lastWord), toSql(word)});
  if (!added) return base::fail(std::move(added.error()));
  return m_lastWord;
}

base::Result<RunStore::LastRun> RunStore::lastRun() {
  auto row = m_connection.query("SELECT l.id, r.newest_before, " + std::string(kRunTime) +
                                " FROM last_run l LEFT JOIN run r ON r.id = (SELECT max(id) FROM run)");
  if (!row) return base::fail(std::move(row.error()));
  if (!row->next()) return LastRun{};
  return LastRun{row->value(0).toLongLong(), std::max(row->value(1).toLongLong(), row->value(2).toLongLong())};
}

base::Result<bool> RunStore::addRun(const RunInfo& info, LastRun& last) {
  const auto known = m_connection.number("SELECT count(*) FROM run WHERE content_hash = ?", {toSql(info.contentHash)});
  if (!known) return base::fail(known.error());
  if (*known > 0) return false;
  auto added = m_connection.run(
      "INSERT INTO run (id, " + std::string(kRunColumns) + ", newest_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {toSqlNumber(last.id + 1), toSql(info.contentHash), toSql(info.commit), toSqlNumber(info.commitTime), toSql(info.branch),
       toSql(info.workflow), toSql(info.workflowId), toSql(info.job), toSql(info.jobId), info.attempt, info.shard, info.shards, toSql(info.machine),
       toSql(info.image), toSql(info.torchVersion), toSql(info.device), toSql(info.origin), toSqlNumber(info.measuredAt), toSql(info.pins),
       toSqlNumber(last.newest)});
  if (!added) return base::fail(std::move(added.error()));
  last = {last.id + 1, std::max(last.newest, timeOfRun(info))};
  return true;
}

base::Result<void> RunStore::insertRows(std::vector<SampleRow>& rows, Added& added) {
  // In the order of the table: pages fill one after the other.
  const auto place = [](const SampleRow& row) { return std::pair(row.series, row.run); };
  std::ranges::stable_sort(rows, {}, place);
  const std::size_t all = rows.size();
  rows.erase(std::unique(rows.begin(), rows.end(), [&](const SampleRow& one, const SampleRow& other) { return place(one) == place(other); }), rows.end());
  added.repeated += all - rows.size();
  added.values += rows.size();
  return m_connection.insertSamples(rows);
}

base::Result<CommitTimes> RunStore::commitTimes(std::span<const RunRecord> records) {
  CommitTimes times;
  for (const RunRecord& record : records)
    if (!record.info.commit.empty()) {
      std::int64_t& time = times[record.info.commit];
      time = std::max(time, record.info.commitTime);
    }
  for (auto& [commit, time] : times) {
    if (time > 0) continue;
    const auto known = commitTimeOf(m_connection, commit);
    if (!known) return base::fail(known.error());
    time = *known;
  }
  return times;
}

base::Result<RunStore::Added> RunStore::add(std::span<const RunRecord> records) {
  Added added;
  auto done = m_connection.transaction([&]() -> base::Result<void> {
    if (auto learnt = learnIds(); !learnt) return learnt;
    auto last = lastRun();
    if (!last) return base::fail(last.error());
    auto times = commitTimes(records);
    if (!times) return base::fail(std::move(times.error()));
    std::vector<SampleRow> rows;
    std::size_t size = 0;
    for (const RunRecord& record : records) size += record.samples.size();
    rows.reserve(size);
    for (const RunRecord& record : records) {
      RunInfo info = record.info;
      if (info.commitTime == 0 && !info.commit.empty()) info.commitTime = times->at(info.commit);
      const auto isNew = addRun(info, *last);
      if (!isNew) return base::fail(isNew.error());
      ++(*isNew ? added.runs : added.knownRuns);
      if (!*isNew) continue;
      const int month = monthOf(timeOfRun(info));
      if (m_connection.engine() == SqlConnection::Engine::PostgreSql)
        if (auto made = makeMonth(m_connection, month); !made) return made;
      for (const Sample& sample : record.samples) {
        const auto series = seriesId(*sample.series);
        if (!series) return base::fail(series.error());
        const auto word = sample.number ? base::Result<std::int64_t>(0) : wordId(sample.word);
        if (!word) return base::fail(word.error());
        rows.push_back({*series, last->id, sample.number, *word, month});
      }
    }
    if (added.runs > 0)
      if (auto noted = m_connection.run("UPDATE last_run SET id = ?", {toSqlNumber(last->id)}); !noted) return noted;
    if (auto inserted = insertRows(rows, added); !inserted) return inserted;
    const auto set = setCommitTimes(m_connection, *times);
    return set ? base::Result<void>() : base::fail(set.error());
  });
  if (!done) {
    // What was learnt in the transaction is not there.
    m_seriesIds.clear();
    m_wordIds.clear();
    m_lastSeries = m_lastWord = 0;
    return base::fail(std::move(done.error()));
  }
  return added;
}

base::Result<SeriesList> RunStore::series(const SeriesQuery& query) {
  SeriesList list;
  const auto done = m_connection.snapshot([&] { return readSeries(query, list); });
  return done ? base::Result<SeriesList>(std::move(list)) : base::fail(done.error());
}

base::Result<void> RunStore::readSeries(const SeriesQuery& query, SeriesList& list) {
  std::string chosen;
  QVariantList values;
  for (const auto& [column, text] : {std::pair("s.model", &query.model), std::pair("s.metric", &query.metric)})
    if (!text->empty()) {
      chosen += std::string(" AND ") + column + " = ?";
      values << toSql(*text);
    }
  if (query.config.find_first_of("*?") != std::string::npos) {
    chosen += " AND s.config LIKE ? ESCAPE '!'";
    values << toSql(likePattern(query.config));
  } else if (!query.config.empty()) {
    chosen += " AND s.config = ?";  // an index finds it
    values << toSql(query.config);
  }
  // The texts of a series once, not with each of its points.
  auto found = m_connection.query("SELECT s.id, s.suite, s.config, s.model, s.metric, s.unit FROM series s WHERE 1 = 1" + chosen, values);
  if (!found) return base::fail(std::move(found.error()));
  std::unordered_map<std::int64_t, SeriesKey> keys;
  while (found->next())
    keys[found->value(0).toLongLong()] = {textAt(*found, 1), textAt(*found, 2), textAt(*found, 3), textAt(*found, 4), textAt(*found, 5)};
  auto rows = m_connection.query(
      "SELECT s.id, v.number, " + std::string(kWordText) + ", r.id FROM series s JOIN sample v ON v.series = s.id JOIN run r ON r.id = v.run"
          " LEFT JOIN word w ON w.id = v.word WHERE r.pruned = 0" +
          chosen + " AND " + std::string(kRunTime) + " >= ? ORDER BY s.config, s.metric, s.id, " + std::string(kRunOrder),
      values << toSqlNumber(query.since));
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<std::int64_t> ids;
  std::unordered_map<std::int64_t, std::size_t> runAt;
  std::int64_t current = 0;
  while (rows->next()) {
    const std::int64_t id = rows->value(0).toLongLong();
    if (list.series.empty() || id != current) list.series.push_back({keys.at(id), {}});
    current = id;
    const auto [run, isNew] = runAt.emplace(rows->value(3).toLongLong(), ids.size());
    if (isNew) ids.push_back(run->first);
    list.series.back().points.push_back(
        {run->second, rows->isNull(1) ? std::nullopt : std::optional<double>(rows->value(1).toDouble()), textAt(*rows, 2)});
  }
  auto runs = runsOf(ids);
  if (!runs) return base::fail(std::move(runs.error()));
  list.runs = *std::move(runs);
  return {};
}

base::Result<void> RunStore::readRuns(const std::string& ids) {
  auto rows = m_connection.query("SELECT id, " + std::string(kRunColumns) + " FROM run WHERE id IN (" + ids + ")");
  if (!rows) return base::fail(std::move(rows.error()));
  while (rows->next()) m_runs.emplace(rows->value(0).toLongLong(), infoAt(*rows, 1));
  return {};
}

base::Result<void> RunStore::readCommitTimes(const std::string& ids) {
  auto rows = m_connection.query("SELECT id, commit_time FROM run WHERE commit_time > 0 AND id IN (" + ids + ")");
  if (!rows) return base::fail(std::move(rows.error()));
  while (rows->next()) m_runs.at(rows->value(0).toLongLong()).commitTime = rows->value(1).toLongLong();
  return {};
}

base::Result<std::vector<RunInfo>> RunStore::runsOf(std::span<const std::int64_t> ids) {
  if (m_runs.size() > kMaxKeptRuns) m_runs.clear();
  // The time of a commit may have become known since its run was read.
  std::string unread, untimed;
  const auto add = [](std::string& list, std::int64_t id) { list += (list.empty() ? "" : ",") + std::to_string(id); };
  const auto read = [&](std::size_t longest) -> base::Result<void> {
    if (unread.size() > longest)
      if (auto done = readRuns(std::exchange(unread, {})); !done) return done;
    if (untimed.size() > longest) return readCommitTimes(std::exchange(untimed, {}));
    return {};
  };
  for (const std::int64_t id : ids) {
    const auto known = m_runs.find(id);
    if (known == m_runs.end()) add(unread, id);
    else if (known->second.commitTime == 0 && !known->second.commit.empty()) add(untimed, id);
    if (auto done = read(kMaxIdText); !done) return base::fail(std::move(done.error()));
  }
  if (auto done = read(0); !done) return base::fail(std::move(done.error()));
  std::vector<RunInfo> runs;
  runs.reserve(ids.size());
  for (const std::int64_t id : ids) runs.push_back(m_runs.at(id));
  return runs;
}

base::Result<std::vector<KnownCommit>> RunStore::commits(const CommitQuery& query) {
  const std::string newest = "max(" + std::string(kRunTime) + ")";
  auto rows = m_connection.query("SELECT r.commit_hash, " + newest + " FROM run r WHERE r.pruned = 0 AND r.commit_hash <> '' AND"
                                 " r.commit_hash >= ? AND r.commit_hash < ? GROUP BY r.commit_hash HAVING " + newest +
                                 " <= ? ORDER BY 2 DESC, 1 LIMIT ?",
                                 {toSql(query.prefix), toSql(query.prefix + '~'), toSqlNumber(query.until),
                                  toSqlNumber(static_cast<std::int64_t>(query.limit))});
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<KnownCommit> commits;
  while (rows->next()) commits.push_back({textAt(*rows, 0), rows->value(1).toLongLong()});
  return commits;
}

}  // namespace plumbline::history
