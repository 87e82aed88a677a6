// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/folder_source.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/sources/folder_walk.h"
#include "core/text/ascii.h"
#include "core/text/sha256.h"

namespace plumbline::session {
namespace {

constexpr std::int64_t kNsOfSecond = 1'000'000'000;

std::string commitOfName(const std::string& name) { return text::isWholeHash(name) ? name : std::string(); }

}  // namespace

base::Outcome<std::vector<FolderSource::Found>> FolderSource::find(const base::Progress& progress) const {
  const auto walk = sources::walkPaths({{m_watch.folder, sources::Role::Actual}}, {}, progress);
  if (!walk.isValue()) return walk.failure();
  if (walk.value().readable == 0) return walk.value().problems.front();
  std::vector<Found> found;
  for (const sources::FoundFile& file : walk.value().files) {
    const auto stamp = files::stampOf(file.path);
    if (!stamp) continue;  // removed meanwhile
    std::string below = file.path.substr(m_watch.folder.size());
    below.erase(0, below.find_first_not_of('/'));
    const std::size_t slash = below.find('/');
    const std::string name = below.substr(0, slash);
    if (found.empty() || found.back().name != name) found.push_back({.name = name, .isFile = slash == std::string::npos});
    Found& entry = found.back();
    entry.files.push_back(file.path);
    entry.signature += below + '\0' + std::to_string(stamp->size) + ' ' + std::to_string(stamp->modifiedNs) + '\n';
    entry.newest = std::max(entry.newest, stamp->modifiedNs / kNsOfSecond);
  }
  for (Found& entry : found) entry.signature = text::sha256Hex(entry.signature);
  std::ranges::sort(found, {}, [](const Found& entry) { return std::tie(entry.newest, entry.name); });
  return found;
}

/// noteChanges keeps what each entry looks like, and marks those that lie before the beginning as judged.
FolderSource::Stop FolderSource::noteChanges(WatchRound& round, const std::vector<Found>& found) const {
  WatchState next = round.state();
  const bool isFirst = next.entries.empty() && !next.isStarted;
  std::map<std::string, WatchedEntry> entries;
  for (const Found& entry : found) {
    const auto old = next.entries.find(entry.name);
    const bool isSame = old != next.entries.end() && old->second.signature == entry.signature;
    entries[entry.name] = isSame ? old->second : WatchedEntry{.signature = entry.signature, .seen = round.now()};
  }
  if (isFirst && !m_watch.since.empty()) {
    const auto first = std::ranges::find(found, m_watch.since, &Found::name);
    if (first == found.end())
      return base::Error{base::ErrorCode::NotFound, "There are no results called " + m_watch.since + " in this folder.", "Name one of its entries with --since.", m_watch.folder};
    for (auto entry = found.begin(); entry != first + 1; ++entry) entries[entry->name].isJudged = true;
  }
  if (entries == next.entries) return std::nullopt;
  next.entries = std::move(entries);
  if (auto saved = round.keep(std::move(next)); !saved) return saved.error();
  return std::nullopt;
}

std::optional<base::Failure> FolderSource::run(WatchRound& round) {
  const auto found = find(round.progress());
  if (!found.isValue()) return found.failure();
  if (auto stop = noteChanges(round, found.value())) return stop;
  // The files of the folder itself are one result, at the place of the newest.
  std::vector<std::vector<Found>> results;
  std::vector<Found> loose;
  bool isLooseSettled = true;
  for (const Found& entry : found.value()) {
    const WatchedEntry& known = round.state().entries.at(entry.name);
    const bool isSettled = round.now() - std::max(entry.newest, std::int64_t{0}) >= m_watch.settleS || round.now() - known.seen >= m_watch.settleS;
    if (known.isJudged) continue;
    if (entry.isFile) {
      loose.push_back(entry);
      isLooseSettled = isLooseSettled && isSettled;
    } else if (isSettled) {
      results.push_back({entry});
    }
  }
  if (!loose.empty() && isLooseSettled) results.push_back(std::move(loose));
  std::ranges::stable_sort(results, {}, [](const std::vector<Found>& result) { return result.back().newest; });
  if (!round.state().isStarted && m_watch.since.empty()) {
    while (!results.empty() && !round.state().isStarted) {
      if (auto stop = judge(round, results.back())) return stop;
      results.pop_back();
    }
    WatchState next = round.state();
    for (const auto& result : results)
      for (const Found& entry : result) next.entries[entry.name].isJudged = true;
    results.clear();
    if (auto saved = round.keep(std::move(next)); !saved) return saved.error();
  }
  for (const auto& result : results)
    if (auto stop = judge(round, result)) return stop;
  return std::nullopt;
}

FolderSource::Stop FolderSource::judge(WatchRound& round, const std::vector<Found>& entries) const {
  WatchState next = round.state();
  WatchItem item{.mark = {.name = entries.back().name, .time = entries.back().newest}, .commit = commitOfName(entries.front().name)};
  if (entries.size() > 1) item.mark.name += " and " + std::to_string(entries.size() - 1) + " more";
  for (const Found& entry : entries) {
    next.entries[entry.name].isJudged = true;
    if (!entry.isFile) item.paths.push_back({m_watch.folder + '/' + entry.name, sources::Role::Actual});
    for (const std::string& file : entry.files)
      if (entry.isFile) item.paths.push_back({file, sources::Role::Actual});
  }
  return round.judge(item, std::move(next));
}

}  // namespace plumbline::session
