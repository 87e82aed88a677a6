// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/decisions/flaky_episodes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/flaky/flaky_source.h"
#include "core/flaky/own_lists.h"
#include "core/history/report_parts.h"
#include "core/history/run_intake.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

constexpr std::array<std::string_view, 3> kListNames = {"check_accuracy.py", "check_graph_breaks.py", "flaky.toml"};
constexpr const char* kLineKey = "plumbline_flaky_episode";
constexpr const char* kColumns =
    "list, scope, model, reason, first_commit, first_time, first_author, first_subject, last_commit, last_time, last_author, last_subject";

using EntryKey = std::tuple<std::string, std::string, std::string, std::string>;  // name, check, platform, config
EntryKey keyOf(const flaky::FlakyEntry& entry) { return {entry.name, entry.check, entry.platform, entry.config}; }

/// rememberedEntry has what an episode keeps of an entry.
flaky::FlakyEntry rememberedEntry(const flaky::FlakyEntry& entry) {
  flaky::FlakyEntry kept;
  kept.name = entry.name;
  kept.isPattern = entry.isPattern;
  kept.check = entry.check;
  kept.platform = entry.platform;
  kept.config = entry.config;
  kept.reason = entry.reason.empty() ? entry.issue : entry.issue.empty() ? entry.reason : entry.reason + " (" + entry.issue + ')';
  if (kept.reason.size() > kMaxWordBytes) kept.reason.clear();
  return kept;
}

/// EpisodeReader walks through the commits from the oldest on, holding the open episodes of each list.
class EpisodeReader {
 public:
  explicit EpisodeReader(const base::Progress& progress) : m_progress(progress) {}

  std::optional<base::Failure> read(const sources::GitHistory& part) {
    for (const auto& [path, bytes] : part.before) readVersion(path, *bytes, std::nullopt);
    std::vector<std::vector<std::pair<const std::string*, const sources::GitVersion*>>> byCommit(part.commits.size());
    for (const auto& [path, versions] : part.versions)
      for (const sources::GitVersion& version : versions) byCommit[version.commit].emplace_back(&path, &version);
    for (std::size_t i = part.commits.size(); i-- > 0;) {
      if (m_progress.stopRequested()) return base::Cancelled{};
      const sources::GitCommit& from = part.commits[i];
      const BaselineCommit commit{from.hash, dayText(from.time), from.author, from.subject, from.time, pullRequestOf(from.subject), kindOfSubject(from.subject)};
      for (const auto& [to, made] : byCommit[i])
        if (made->exists && !m_open.contains(*to)) follow(byCommit[i], *to);
      for (const auto& [path, version] : byCommit[i]) {
        if (version->exists) readVersion(*path, *version->bytes, commit);
        else endAll(*path, commit);
      }
    }
    return std::nullopt;
  }

  std::vector<FlakyEpisode> finish() {
    for (auto& [path, entries] : m_open)
      for (auto& [key, episode] : entries) m_done.push_back(std::move(episode));
    std::ranges::stable_sort(m_done, {}, [](const FlakyEpisode& one) { return one.began ? one.began->time : 0; });
    return std::move(m_done);
  }

 private:
  using Entries = std::map<EntryKey, FlakyEpisode>;

  /// follow lets a list that the commit made take over from one of the same name that it removed.
  template <typename Versions>
  void follow(const Versions& versions, const std::string& to) {
    for (const auto& [from, removed] : versions) {
      if (removed->exists || !m_open.contains(*from) || flaky::baseName(*from) != flaky::baseName(to)) continue;
      auto moved = m_open.extract(*from);
      moved.key() = to;
      for (auto& [key, episode] : moved.mapped()) episode.list = to;
      m_open.insert(std::move(moved));
      return;
    }
  }

  void readVersion(const std::string& path, const std::string& bytes, const std::optional<BaselineCommit>& commit) {
    if (std::ranges::find(kListNames, flaky::baseName(path)) == kListNames.end() || bytes.size() > flaky::kMaxListBytes) return;
    const auto source = flaky::FlakySource::read(bytes, path);
    if (!source) return;
    Entries& open = m_open[path];
    Entries next;
    for (const flaky::FlakyEntry& entry : source->entries()) {
      if (entry.name.empty() || entry.name.size() > kMaxWordBytes || entry.config.size() > kMaxWordBytes) continue;
      const EntryKey key = keyOf(entry);
      FlakyEpisode& episode = next[key];
      if (auto held = open.extract(key)) episode = std::move(held.mapped());
      else if (episode.list.empty()) episode = {.list = path, .entry = {}, .began = commit, .ended = {}};
      episode.entry = rememberedEntry(entry);
    }
    endAll(path, commit);
    m_open[path] = std::move(next);
  }

  void endAll(const std::string& path, const std::optional<BaselineCommit>& commit) {
    for (auto& [key, episode] : m_open[path]) {
      episode.ended = commit;
      m_done.push_back(std::move(episode));
    }
    m_open.erase(path);
  }

  const base::Progress& m_progress;
  std::map<std::string, Entries> m_open;  ///< by path
  std::vector<FlakyEpisode> m_done;
};

std::string scopeKey(const flaky::FlakyEntry& entry) { return entry.check + '|' + entry.platform + '|' + entry.config; }

std::optional<BaselineCommit> commitOf(std::string hash, std::int64_t time, std::string author, std::string subject) {
  if (hash.empty()) return std::nullopt;
  BaselineCommit commit{std::move(hash), dayText(time), std::move(author), std::move(subject), time, {}, {}};
  commit.pullRequest = pullRequestOf(commit.subject);
  commit.kind = kindOfSubject(commit.subject);
  return commit;
}

/// remembered makes an episode without its ends of what is stored of it.
FlakyEpisode remembered(std::string list, const std::string& scope, std::string name, std::string reason) {
  FlakyEpisode one;
  const std::size_t platform = std::min(scope.find('|'), scope.size());
  const std::size_t config = std::min(scope.find('|', platform + 1), scope.size());
  one.entry.check = scope.substr(0, platform);
  if (platform < scope.size()) one.entry.platform = scope.substr(platform + 1, config - platform - 1);
  if (config < scope.size()) one.entry.config = scope.substr(config + 1);
  one.entry.isPattern = list.ends_with(".toml") && name.find_first_of("*?") != std::string::npos;
  one.entry.name = std::move(name);
  one.entry.reason = std::move(reason);
  one.list = std::move(list);
  return one;
}

FlakyEpisode episodeOf(const SqlRows& row) {
  FlakyEpisode one = remembered(textAt(row, 0), textAt(row, 1), textAt(row, 2), textAt(row, 3));
  one.began = commitOf(textAt(row, 4), row.value(5).toLongLong(), textAt(row, 6), textAt(row, 7));
  one.ended = commitOf(textAt(row, 8), row.value(9).toLongLong(), textAt(row, 10), textAt(row, 11));
  return one;
}

/// valuesOf are those of kColumns.
QVariantList valuesOf(const FlakyEpisode& one) {
  QVariantList values{toSql(one.list), toSql(scopeKey(one.entry)), toSql(one.entry.name), toSql(one.entry.reason)};
  for (const std::optional<BaselineCommit>* commit : {&one.began, &one.ended}) {
    const BaselineCommit known = commit->value_or(BaselineCommit());
    values << toSql(known.hash) << toSqlNumber(known.time) << toSql(known.author) << toSql(known.subject);
  }
  return values;
}

std::int64_t beginOf(const FlakyEpisode& one) { return one.began ? one.began->time : std::numeric_limits<std::int64_t>::min(); }
std::int64_t endOf(const FlakyEpisode& one) { return one.ended ? one.ended->time : std::numeric_limits<std::int64_t>::max(); }

/// StoredEpisodes finds stored episodes by their entries, which are few of one kind.
class StoredEpisodes {
 public:
  /// `lists` are those of the episodes that are added.
  explicit StoredEpisodes(std::set<std::string> lists) : m_lists(std::move(lists)) {}
  void add(FlakyEpisode one, std::int64_t id) {
    const std::size_t at = m_all.size();
    m_byEntry[keyOf(one.entry)].push_back(at);
    m_byBegin.emplace(beginKey(one), at);
    m_all.push_back({std::move(one), id});
  }
  const FlakyEpisode& at(std::size_t i) const { return m_all[i].first; }
  std::int64_t idAt(std::size_t i) const { return m_all[i].second; }
  void replace(std::size_t i, FlakyEpisode one) {
    if (const std::string key = beginKey(one); key != beginKey(at(i))) m_byBegin.emplace(key, i);
    m_all[i].first = std::move(one);
  }

  /// find returns the stored episode that this one is, by its beginning, else by its time; nullopt for a new one. A stored list
  /// that is none of `lists` may have been moved since.
  std::optional<std::size_t> find(const FlakyEpisode& one) const {
    const auto isSame = [&](std::size_t i) { return keyOf(at(i).entry) == keyOf(one.entry) && at(i).began && at(i).began->hash == one.began->hash; };
    std::optional<std::size_t> here, moved;
    if (one.began)
      for (auto [next, end] = m_byBegin.equal_range(beginKey(one)); next != end; ++next) {
        const std::size_t i = next->second;
        if (!isSame(i)) continue;  // it has another beginning by now
        if (at(i).list == one.list) here = std::min(here.value_or(i), i);
        else if (!m_lists.contains(at(i).list) && flaky::baseName(at(i).list) == flaky::baseName(one.list)) moved = std::max(moved.value_or(i), i);
      }
    if (here || moved) return here ? here : moved;
    const auto entries = m_byEntry.find(keyOf(one.entry));
    if (entries == m_byEntry.end()) return std::nullopt;
    const auto found = std::ranges::find_if(entries->second, [&](std::size_t i) {
      return beginOf(one) <= endOf(at(i)) && beginOf(at(i)) <= endOf(one) && at(i).list == one.list;
    });
    return found == entries->second.end() ? std::nullopt : std::optional(*found);
  }

 private:
  static std::string beginKey(const FlakyEpisode& one) {
    return scopeKey(one.entry) + '\0' + one.entry.name + '\0' + (one.began ? one.began->hash : std::string());
  }

  std::set<std::string> m_lists;
  std::vector<std::pair<FlakyEpisode, std::int64_t>> m_all;  ///< with their ids
  std::map<EntryKey, std::vector<std::size_t>> m_byEntry;
  std::unordered_multimap<std::string, std::size_t> m_byBegin;
};

OrderedJson endJson(const std::optional<BaselineCommit>& commit) {
  if (!commit) return nullptr;
  return {{"hash", commit->hash}, {"unix_s", commit->time}, {"author", commit->author}, {"subject", commit->subject}};
}

}  // namespace

base::Outcome<std::vector<FlakyEpisode>> readFlakyEpisodes(const std::string& checkout, sources::HistoryOptions options,
                                                           const base::Progress& progress) {
  options.endings.assign(kListNames.begin(), kListNames.end());
  EpisodeReader reader(progress);
  const auto use = [&](const sources::GitHistory& part) { return reader.read(part); };
  if (auto problem = sources::readHistoryParts(checkout, "", options, progress, use)) return *std::move(problem);
  return reader.finish();
}

base::Result<AddedEpisodes> addEpisodes(SqlConnection& connection, std::span<const FlakyEpisode> episodes) {
  AddedEpisodes added;
  const auto done = connection.transaction([&]() -> base::Result<void> {
    auto rows = connection.query(std::string("SELECT ") + kColumns + ", id FROM flaky_episode ORDER BY id");
    if (!rows) return base::fail(std::move(rows.error()));
    std::set<std::string> lists;
    for (const FlakyEpisode& one : episodes) lists.insert(one.list);
    StoredEpisodes stored(std::move(lists));
    std::int64_t last = 0;
    while (rows->next()) {
      last = rows->value(12).toLongLong();
      stored.add(episodeOf(*rows), last);
    }
    for (const FlakyEpisode& one : episodes) {
      const auto same = stored.find(one);
      if (!same) {
        ++added.episodes;
        stored.add(one, ++last);
        if (auto made = connection.run("INSERT INTO flaky_episode (" + std::string(kColumns) + ", id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                       valuesOf(one) << toSqlNumber(last)); !made) return made;
        continue;
      }
      FlakyEpisode joined = stored.at(*same);
      joined.list = one.list;
      if (one.began) joined.began = one.began;
      if (one.ended) joined.ended = one.ended;
      if (!one.entry.reason.empty()) joined.entry.reason = one.entry.reason;
      const QVariantList values = valuesOf(joined);
      if (values == valuesOf(stored.at(*same))) {
        ++added.known;
        continue;
      }
      ++added.changed;
      stored.replace(*same, joined);
      if (auto made = connection.run("UPDATE flaky_episode SET list = ?, scope = ?, model = ?, reason = ?, first_commit = ?, first_time = ?, first_author = ?,"
                                     " first_subject = ?, last_commit = ?, last_time = ?, last_author = ?, last_subject = ? WHERE id = ?",
                                     QVariantList(values) << toSqlNumber(stored.idAt(*same))); !made) return made;
    }
    return {};
  });
  if (!done) return base::fail(done.error());
  return added;
}

base::Result<std::vector<FlakyEpisode>> readEpisodes(SqlConnection& connection) {
  auto rows = connection.query(std::string("SELECT ") + kColumns + " FROM flaky_episode ORDER BY id");
  if (!rows) return base::fail(std::move(rows.error()));
  std::vector<FlakyEpisode> all;
  while (rows->next()) all.push_back(episodeOf(*rows));
  return all;
}

base::Result<std::vector<FlakyEpisode>> episodesOf(SqlConnection& connection, const std::string& model, const std::string& config) {
  auto all = readEpisodes(connection);
  if (!all) return all;
  std::erase_if(*all, [&](const FlakyEpisode& one) { return !one.entry.appliesTo(model, config + ".csv"); });
  std::ranges::stable_sort(*all, {}, beginOf);
  return all;
}

bool isAbout(const FlakyEpisode& episode, const std::string& metric) {
  return episode.entry.check.empty() || (episode.entry.check == "accuracy") == (metric == kStatusMetric);
}

std::string scopeText(const FlakyEpisode& episode) {
  std::vector<std::string> parts;
  for (const std::string* part : {&episode.entry.platform, &episode.entry.config})
    if (!part->empty()) parts.push_back(*part);
  return std::string(flaky::baseName(episode.list)) + (parts.empty() ? "" : " (" + text::joined(parts) + ')') +
         (episode.entry.reason.empty() ? "" : ": " + episode.entry.reason);
}

std::string episodeLine(const FlakyEpisode& episode) {
  const OrderedJson line = {{kLineKey,
                             {{"list", episode.list},
                              {"scope", scopeKey(episode.entry)},
                              {"name", episode.entry.name},
                              {"reason", episode.entry.reason},
                              {"began", endJson(episode.began)},
                              {"ended", endJson(episode.ended)}}}};
  return text::toJsonText(line) + '\n';
}

base::Result<std::optional<FlakyEpisode>> episodeOfLine(std::string_view line) {
  if (!line.starts_with(std::string("{\"") + kLineKey + '"')) return std::nullopt;
  const auto bad = [] { return base::fail(base::ErrorCode::BadFormat, "A flaky episode is damaged.", "Export the history again."); };
  const OrderedJson all = text::parseOrderedJson(line);
  if (!all.is_object() || !all[kLineKey].is_object()) return bad();
  const OrderedJson& json = all[kLineKey];
  const auto textOf = [](const OrderedJson& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
  };
  const auto list = textOf(json, "list"), scope = textOf(json, "scope"), name = textOf(json, "name"), reason = textOf(json, "reason");
  if (!list || !scope || !name || !reason || name->empty()) return bad();
  if (std::max({list->size(), scope->size(), name->size(), reason->size()}) > kMaxWordBytes) return bad();
  FlakyEpisode one = remembered(*list, *scope, *name, *reason);
  for (const auto& [key, into] : {std::pair("began", &one.began), std::pair("ended", &one.ended)}) {
    const auto end = json.find(key);
    if (end == json.end() || (!end->is_null() && !end->is_object())) return bad();
    if (end->is_null()) continue;
    const auto hash = textOf(*end, "hash"), author = textOf(*end, "author"), subject = textOf(*end, "subject");
    const auto time = end->find("unix_s");
    if (!hash || hash->empty() || !author || !subject || time == end->end() || !time->is_number_integer()) return bad();
    *into = commitOf(*hash, time->get<std::int64_t>(), *author, *subject);
  }
  return one;
}

}  // namespace plumbline::history
