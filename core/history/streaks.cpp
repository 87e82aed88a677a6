// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/streaks.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace plumbline::history {
namespace {

constexpr std::size_t kMaxPins = 256;  ///< a store of others may name any number

}  // namespace

std::map<std::string, std::string> pinsOf(const RunInfo& run) {
  std::map<std::string, std::string> pins;
  for (std::size_t at = 0; at < run.pins.size() && pins.size() < kMaxPins;) {
    const std::size_t end = std::min(run.pins.find('\n', at), run.pins.size());
    const std::string line = run.pins.substr(at, end - at);
    if (const std::size_t space = line.find(' '); space != std::string::npos)
      pins[line.substr(0, space)] = line.substr(space + 1);
    at = end + 1;
  }
  return pins;
}

std::string pinLines(const std::map<std::string, std::string>& pins) {
  std::string lines;
  for (const auto& [name, version] : pins) lines.append(lines.empty() ? "" : "\n").append(name).append(1, ' ').append(version);
  return lines;
}

std::vector<FieldChange> changedFields(const RunInfo& before, const RunInfo& after) {
  std::vector<FieldChange> changes;
  const auto compare = [&](const std::string& field, const std::string& one, const std::string& other) {
    if (!one.empty() && !other.empty() && one != other) changes.push_back({field, one, other, 1});
  };
  compare("image", before.image, after.image);
  compare("machine", before.machine, after.machine);
  compare("PyTorch", before.torchVersion, after.torchVersion);
  compare("device", before.device, after.device);
  compare("workflow", before.workflow, after.workflow);
  const auto old = pinsOf(before);
  for (const auto& [name, version] : pinsOf(after))
    if (const auto known = old.find(name); known != old.end()) compare("pin " + name, known->second, version);
  return changes;
}

std::vector<StreakCluster> clustersOf(const RedRows& red) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<FieldChange>> known;  // by the runs before and after
  std::map<std::pair<std::int64_t, std::string>, StreakCluster> found;
  for (std::size_t i = 0; i < red.rows.size(); ++i) {
    const RowStreak& streak = red.rows[i];
    if (streak.length == 0) continue;
    const RunInfo& first = red.runs[*streak.first];
    const auto [entry, isNew] =
        found.try_emplace({first.commit.empty() ? timeOfRun(first) : first.commitTime, first.commit});
    StreakCluster& cluster = entry->second;
    if (isNew) cluster.first = *streak.first;
    cluster.rows.push_back(i);
    if (!streak.lastGood) {
      ++cluster.withoutGood;
      continue;
    }
    const auto [changes, isNewPair] = known.try_emplace({*streak.lastGood, *streak.first});
    if (isNewPair) changes->second = changedFields(red.runs[*streak.lastGood], first);
    for (const FieldChange& change : changes->second) {
      const auto same = std::ranges::find_if(cluster.changes, [&](const FieldChange& other) {
        return std::tie(other.field, other.before, other.after) == std::tie(change.field, change.before, change.after);
      });
      if (same == cluster.changes.end())
        cluster.changes.push_back(change);
      else
        ++same->rows;
    }
  }
  std::vector<StreakCluster> clusters;
  for (auto& [start, cluster] : found) {
    std::ranges::stable_sort(cluster.changes, std::greater<>(), &FieldChange::rows);
    clusters.push_back(std::move(cluster));
  }
  std::ranges::stable_sort(clusters, [&](const StreakCluster& one, const StreakCluster& other) {
    return std::pair(timeOfRun(red.runs[one.first]), one.rows.size()) >
           std::pair(timeOfRun(red.runs[other.first]), other.rows.size());
  });
  return clusters;
}

}  // namespace plumbline::history
