// SPDX-License-Identifier: GPL-3.0-or-later
// When entries came onto flaky lists and left them: from the git history of the check scripts and of flaky.toml files.
//
//   auto read = readFlakyEpisodes("pytorch", {.commits = 1'000'000}, progress);
//   if (read.isValue()) addEpisodes(store->connection(), read.value());
//   for (const FlakyEpisode& one : *episodesOf(store->connection(), "moco", "inductor_torchbench_training")) show(episodeText(one));
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/flaky/flaky_entry.h"
#include "core/history/baseline_changes.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

struct FlakyEpisode {
  std::string list;                      ///< path below the root of the repository
  flaky::FlakyEntry entry = {};          ///< name, scope and reason, as the list said last
  std::optional<BaselineCommit> began = {};  ///< nullopt: before the oldest commit that is known
  std::optional<BaselineCommit> ended = {};  ///< nullopt: it is still on the list
  bool operator==(const FlakyEpisode&) const = default;
};

/// readFlakyEpisodes compares each version of each list with the one before; of `options` it sets the endings. A version that cannot
/// be read as a list is passed over, and a list that a commit moves stays the same. Errors as sources::readHistoryParts.
base::Outcome<std::vector<FlakyEpisode>> readFlakyEpisodes(const std::string& checkout, sources::HistoryOptions options,
                                                           const base::Progress& progress = {});

struct AddedEpisodes {
  std::size_t episodes = 0, changed = 0, known = 0;
};
/// addEpisodes stores those that are not there, in one transaction. One of the same entry that overlaps is the same: it gets the end or
/// the beginning that was not known. Errors as SqlConnection.
base::Result<AddedEpisodes> addEpisodes(SqlConnection& connection, std::span<const FlakyEpisode> episodes);

/// readEpisodes lists all, in the order in which they were stored; episodesOf those that apply to a model of a config, oldest first.
/// Errors as SqlConnection.
base::Result<std::vector<FlakyEpisode>> readEpisodes(SqlConnection& connection);
base::Result<std::vector<FlakyEpisode>> episodesOf(SqlConnection& connection, const std::string& model, const std::string& config);
/// isAbout: the list excuses what a check says of this metric.
bool isAbout(const FlakyEpisode& episode, const std::string& metric);

/// scopeText is "check_accuracy.py (rocm, inductor_*): flaky in CI"; the scope and the reason where there are some.
std::string scopeText(const FlakyEpisode& episode);
/// episodeLine is a line of history export, which episodeOfLine reads back: nullopt for another line. Errors: BadFormat.
std::string episodeLine(const FlakyEpisode& episode);
base::Result<std::optional<FlakyEpisode>> episodeOfLine(std::string_view line);

}  // namespace plumbline::history
