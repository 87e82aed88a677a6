// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/absent_models.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace plumbline::overview {
namespace {

using verdicts::ComparedRow;
using verdicts::kNoRow;

/// Place is one model of the baseline: its first row there and the shard that ran it, 0 for an absent one.
struct Place {
  std::uint32_t baselineRow = 0;
  int shard = 0;
  std::string name;
};

/// Answer is by baseline row.
using Answer = std::map<std::uint32_t, Absent>;

std::vector<Place> placesOf(const ConfigResult& result) {
  std::map<std::uint32_t, Place> byRow;
  std::string scratch;
  const verdicts::Comparison& comparison = *result.comparison;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const ComparedRow& row = comparison.row(i);
    if (row.expectedRow == kNoRow || row.has(verdicts::Finding::ConflictMarker)) continue;
    Place place{row.expectedRow, 0, std::string(comparison.modelName(i, scratch))};
    if (row.actualRow != kNoRow) place.shard = result.shards[result.origins[row.actualRow].shard].identity.shard;
    byRow.emplace(row.expectedRow, std::move(place));
  }
  std::vector<Place> places;
  places.reserve(byRow.size());
  for (auto& [row, place] : byRow) places.push_back(std::move(place));
  return places;
}

std::set<int> shardsHere(const ConfigResult& result) {
  std::set<int> here;
  for (const ShardUse& use : result.shards)
    if (use.used) here.insert(use.identity.shard);
  return here;
}

/// byPartition cuts the list as the benchmark does; nullopt when a model that ran does not lie in its shard's part.
std::optional<Answer> byPartition(const std::vector<Place>& places, int shards, const std::set<int>& here) {
  const auto wanted = static_cast<std::size_t>(shards);
  const std::size_t part = places.size() / wanted;
  if (part == 0) return std::nullopt;
  Answer answer;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int owner = static_cast<int>(std::min(i / part, wanted - 1)) + 1;
    if (places[i].shard == 0) {
      answer[places[i].baselineRow] = here.contains(owner) ? Absent::Lost : Absent::MissingShard;
    } else if (places[i].shard != owner) {
      return std::nullopt;
    }
  }
  return answer;
}

/// byNeighbours looks at the stretch of each shard: a model inside one, or between two that follow each other, is lost.
/// nullopt when the stretches overlap.
std::optional<Answer> byNeighbours(const std::vector<Place>& places, int shards, const std::set<int>& here) {
  std::vector<int> before(places.size());
  int last = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].shard != 0) {
      if (places[i].shard < last) return std::nullopt;
      last = places[i].shard;
    }
    before[i] = last;
  }
  Answer answer;
  int next = shards + 1;
  for (std::size_t i = places.size(); i-- > 0;) {
    if (places[i].shard != 0) {
      next = places[i].shard;
      continue;
    }
    bool gap = false;
    for (int shard = before[i] + 1; shard < next && !gap; ++shard) gap = !here.contains(shard);
    answer[places[i].baselineRow] = gap ? Absent::MissingShard : Absent::Lost;
  }
  return answer;
}

std::optional<Answer> answerOf(const std::vector<Place>& places, int shards, const std::set<int>& here) {
  std::vector<Place> sorted = places;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Place& a, const Place& b) { return a.name < b.name; });
  // The file's order first, then the sorted one: the updater sorts files that the benchmark does not run in that order.
  for (const auto& order : {places, sorted})
    if (auto answer = byPartition(order, shards, here)) return answer;
  for (const auto& order : {places, sorted})
    if (auto answer = byNeighbours(order, shards, here)) return answer;
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<Absent>> absentAmong(const std::vector<ListedModel>& models, int shards,
                                               const std::set<int>& here) {
  std::vector<Place> places;
  places.reserve(models.size());
  for (const ListedModel& model : models)
    places.push_back({static_cast<std::uint32_t>(places.size()), model.shard, model.name});
  const auto answer = answerOf(places, shards, here);
  if (!answer) return std::nullopt;
  std::vector<Absent> out(models.size(), Absent::Lost);
  for (const auto& [at, absent] : *answer) out[at] = absent;
  return out;
}

std::vector<Absent> absentModels(const ConfigResult& result) {
  std::vector<Absent> absent;
  const verdicts::Comparison& comparison = *result.comparison;
  std::size_t first = comparison.rowCount();
  while (first > 0 && comparison.row(first - 1).actualRow == kNoRow) --first;
  if (first == comparison.rowCount()) return absent;
  absent.assign(comparison.rowCount() - first, Absent::Lost);
  if (result.isComplete()) return absent;
  const auto answer = answerOf(placesOf(result), result.shardsWanted, shardsHere(result));
  for (std::size_t i = first; i < comparison.rowCount(); ++i) {
    const auto found = answer ? answer->find(comparison.row(i).expectedRow) : Answer::const_iterator{};
    absent[i - first] = answer && found != answer->end() ? found->second : Absent::MissingShard;
  }
  return absent;
}

}  // namespace plumbline::overview
