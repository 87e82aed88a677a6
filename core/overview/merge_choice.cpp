// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/merge_choice.h"

#include <set>
#include <utility>

#include "core/overview/shard_choice.h"

namespace plumbline::overview {
namespace {

using sources::Piece;

constexpr std::size_t kNamedConfigs = 6;

base::Error refused(base::ErrorCode code, std::string text, std::string hint, std::string file = {}) {
  return {.code = code, .text = std::move(text), .hint = std::move(hint), .file = std::move(file)};
}

/// isNamedAlone returns whether a file was named itself rather than found in a folder or a zip.
bool isNamedAlone(const sources::Opened& opened, const Piece& piece) {
  return !piece.path.empty() && piece.source < opened.paths.size() && opened.paths[piece.source].path == piece.path;
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count++ == kNamedConfigs) return text + ", and " + std::to_string(names.size() - kNamedConfigs) + " more";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

/// configOf finds the one config that is to be merged; nothing when no file says any.
base::Result<std::optional<configs::Config>> configOf(const sources::Opened& opened, const MergeRequest& request) {
  std::set<std::string> names;
  std::optional<configs::Config> found;
  for (const Piece& piece : opened.pieces) {
    if (!piece.identity || (request.config && piece.identity->config != *request.config)) continue;
    found = piece.identity->config;
    names.insert(configs::configName(*found));
  }
  if (names.size() > 1)
    return base::fail(refused(base::ErrorCode::BadArgument,
                              "These results are of " + std::to_string(names.size()) + " configs: " + listed(names) + ".",
                              "Name one of them with --config."));
  if (request.config && !found)
    return base::fail(refused(base::ErrorCode::BadArgument,
                              "No result here is of " + configs::configName(*request.config) + ".",
                              "Look at the names of the files."));
  return found;
}

void noteMissing(const ShardChoice& choice, std::vector<std::string>& notes) {
  if (choice.wanted == 0) return;
  std::set<int> here;
  for (const ShardUse& use : choice.shards)
    if (use.used) here.insert(use.identity.shard);
  if (static_cast<int>(here.size()) >= choice.wanted) return;
  std::string missing;
  for (int shard = 1; shard <= choice.wanted; ++shard)
    if (!here.contains(shard)) missing += (missing.empty() ? "" : ", ") + std::to_string(shard);
  notes.push_back(std::to_string(here.size()) + " of " + std::to_string(choice.wanted) +
                  (choice.wanted == 1 ? " shard" : " shards") + ": " + missing + " not here.");
}

void noteLeftOut(const ShardChoice& choice, std::vector<std::string>& notes) {
  for (const ShardUse& use : choice.shards)
    if (!use.used) notes.push_back(use.origin + " is left out: " + use.why + ".");
}

/// whyUnreadable describes the first chosen shard that cannot be read.
base::Error whyUnreadable(const sources::Opened& opened, const ShardChoice& choice) {
  for (const ShardUse& use : choice.shards) {
    const auto why = overview::whyUnreadable(*opened.pieces[use.piece].table);
    if (!use.used && why) return refused(base::ErrorCode::BadFormat, *why, "Take the file away to merge without it.", use.origin);
  }
  return refused(base::ErrorCode::BadFormat, "A shard cannot be read.", "Take it away to merge without it.");
}

}  // namespace

base::Result<MergeChoice> chooseToMerge(const sources::Opened& opened, const MergeRequest& request) {
  const auto config = configOf(opened, request);
  if (!config) return base::fail(config.error());
  MergeChoice choice;
  choice.config = *config;
  std::vector<std::size_t> found;  // in folders and zips
  std::vector<std::size_t> results;
  std::set<std::string> commits;
  for (std::size_t i = 0; i < opened.pieces.size(); ++i) {
    const Piece& piece = opened.pieces[i];
    const bool alone = isNamedAlone(opened, piece);
    if (alone && piece.form != sources::Form::Csv)
      return base::fail(refused(base::ErrorCode::BadFormat, "Only CSVs of one run can be merged.", "", piece.origin));
    if (piece.form != sources::Form::Csv) continue;
    if (piece.identity) results.push_back(i);
    const bool isOther = piece.identity && piece.identity->config != *choice.config;
    if (isOther && alone)
      return base::fail(refused(base::ErrorCode::BadArgument,
                                "This file is of " + configs::configName(piece.identity->config) + ", not of " +
                                    configs::configName(*choice.config) + ".",
                                "Leave it out.", piece.origin));
    if (isOther || (!piece.identity && !alone)) continue;
    if (piece.identity && !piece.identity->commit.empty()) commits.insert(piece.identity->commit);
    (alone ? choice.pieces : found).push_back(i);
  }
  if (commits.size() > 1)
    return base::fail(refused(base::ErrorCode::BadFormat,
                              "These results are of " + std::to_string(commits.size()) + " commits: " + listed(commits) + ".",
                              "Merge those of one commit."));
  if (!found.empty()) {
    const ShardChoice shards = chooseShards(opened, found, JobFiles(opened, results), request.attempts, {});
    if (shards.unreadable) return base::fail(whyUnreadable(opened, shards));
    for (const ShardUse& use : shards.shards)
      if (use.used) choice.pieces.push_back(use.piece);
    choice.notes = shards.notes;
    noteMissing(shards, choice.notes);
    noteLeftOut(shards, choice.notes);
  }
  if (choice.pieces.empty())
    return base::fail(refused(base::ErrorCode::BadArgument, "Nothing here can be merged: no CSV that belongs to a config.",
                              "Name the CSVs one by one."));
  for (const std::size_t piece : choice.pieces) choice.tables.push_back(opened.pieces[piece].table);
  return choice;
}

}  // namespace plumbline::overview
