// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/source_list.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace plumbline::session {
namespace {

using overview::CommitView;
using overview::ShardUse;

constexpr std::size_t kShortHash = 10;

/// Place is where a result stands in the view.
struct Place {
  std::size_t config = 0;
  const ShardUse* use = nullptr;
};

std::string commitText(const std::string& commit) {
  return commit.empty() ? "no commit" : "commit " + commit.substr(0, kShortHash);
}

/// hasEnding compares without regard to case: ".ZIP" is a zip too.
bool hasEnding(std::string_view path, std::string_view ending) {
  if (path.size() < ending.size()) return false;
  return std::ranges::equal(path.substr(path.size() - ending.size()), ending,
                            [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
}

PathKind kindOf(const std::string& path, const std::vector<sources::Piece>& pieces, std::size_t source) {
  for (const sources::Piece& piece : pieces) {
    if (piece.source != source || !piece.origin.starts_with(path)) continue;
    const std::string_view rest = std::string_view(piece.origin).substr(path.size());
    if (rest.starts_with('!')) return PathKind::Zip;
    return rest.empty() || rest.starts_with('#') ? PathKind::File : PathKind::Folder;
  }
  // What gave nothing has only its name to go by.
  if (hasEnding(path, ".zip")) return PathKind::Zip;
  return hasEnding(path, ".csv") ? PathKind::File : PathKind::Folder;
}

SourceFile fileOf(const sources::Piece& piece) {
  SourceFile file;
  file.origin = piece.origin;
  file.source = piece.source;
  file.identity = piece.identity;
  file.isBaseline = piece.isBaseline;
  file.assigned = piece.assigned;
  file.rows = piece.table ? piece.table->rowCount() : 0;
  return file;
}

/// sourceOf finds the opened path that a file with a problem lies in.
std::size_t sourceOf(const std::vector<OpenedPath>& paths, const std::string& file) {
  std::size_t best = 0, length = 0;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (file.starts_with(paths[i].path) && paths[i].path.size() >= length) {
      best = i;
      length = paths[i].path.size();
    }
  return best;
}

}  // namespace

std::string_view stateWord(FileState state) {
  switch (state) {
    case FileState::Unnamed: return "no name";
    case FileState::Unreadable: return "unreadable";
    case FileState::Doubled: return "second baseline";
    case FileState::Used: return "used";
    case FileState::NotUsed: return "not used";
    case FileState::OtherCommit: return "other commit";
  }
  return "";
}

std::size_t SourceList::countOf(FileState state) const {
  return static_cast<std::size_t>(std::ranges::count(files, state, &SourceFile::state));
}

SourceList sourceList(const CommitSnapshot& snapshot) {
  const CommitView& view = *snapshot.view;
  const sources::Opened& opened = view.opened();
  SourceList list;
  list.sideFiles = opened.sideFiles;
  list.otherFiles = opened.otherFiles;
  for (std::size_t i = 0; i < opened.paths.size(); ++i)
    list.paths.push_back({opened.paths[i].path, kindOf(opened.paths[i].path, opened.pieces, i), opened.paths[i].role});

  std::map<std::size_t, Place> places;  // by piece
  for (std::size_t i = 0; i < view.configs().size(); ++i)
    for (const ShardUse& use : view.configs()[i].shards) places[use.piece] = {i, &use};

  using Order = std::tuple<FileState, std::size_t, int, int>;
  std::vector<std::pair<Order, SourceFile>> rows;
  for (std::size_t i = 0; i < opened.pieces.size(); ++i) {
    const sources::Piece& piece = opened.pieces[i];
    OpenedPath& path = list.paths[piece.source];
    ++(piece.isBaseline ? path.baselines : path.results);
    ++(piece.isBaseline ? list.baselines : list.results);
    SourceFile file = fileOf(piece);
    Order order{FileState::Used, 0, 0, 0};
    if (!piece.identity) {
      ++path.unnamed;
      file.state = FileState::Unnamed;
      file.why = piece.unnamedReason;
    } else if (piece.isBaseline) {
      if (!std::ranges::count(view.doubledBaselines(), i)) continue;  // the tree's own baselines are no news
      file.state = FileState::Doubled;
      const overview::ConfigResult* config = view.find(piece.identity->config);
      file.why = "There is a baseline for this config already" +
                 (config != nullptr && !config->baselinePath.empty() ? ": " + config->baselinePath : std::string());
    } else if (const auto place = places.find(i); place != places.end()) {
      const ShardUse& use = *place->second.use;
      file.identity = use.identity;
      file.state = use.used ? FileState::Used : FileState::NotUsed;
      file.why = use.why;
      file.chosen =
          use.used && std::ranges::count(view.options().choices, use.origin, &overview::AttemptChoice::origin);
      order = {{}, place->second.config, use.identity.shard, use.identity.attempt};
    } else {
      file.state = FileState::OtherCommit;
      file.why = "It is of " + commitText(piece.identity->commit) + "; " + commitText(view.commit()) + " is shown";
    }
    // What is used and what is not stand together, shard by shard: that is how one compares them.
    std::get<0>(order) = file.state == FileState::NotUsed ? FileState::Used : file.state;
    rows.emplace_back(order, std::move(file));
  }
  for (const base::Error& problem : opened.problems) {
    SourceFile file;
    file.origin = problem.file;
    file.source = sourceOf(list.paths, problem.file);
    file.state = FileState::Unreadable;
    file.why = problem.text + (problem.hint.empty() ? "" : " " + problem.hint);
    if (!list.paths.empty()) ++list.paths[file.source].unreadable;
    rows.emplace_back(Order{file.state, 0, 0, 0}, std::move(file));
  }
  std::ranges::stable_sort(rows, {}, &std::pair<Order, SourceFile>::first);
  list.files.reserve(rows.size());
  for (auto& row : rows) list.files.push_back(std::move(row.second));
  return list;
}

base::Result<configs::Identity> assignedIdentity(const CommitSnapshot& snapshot, const std::string& origin,
                                                 const std::string& config, int shard, int shards) {
  const auto bad = [](std::string text, std::string hint) {
    return base::fail(
        {.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint), .file = {}});
  };
  auto named = configs::configOfName(config);
  if (!named) return base::fail(named.error());
  if (shard < 0 || shards < 0) return bad("A shard has a number from 1 on.", "Leave it empty for a whole run.");
  const CommitView& view = *snapshot.view;
  configs::Identity identity;
  identity.commit = view.commit();
  const auto& pieces = view.opened().pieces;
  const auto piece = std::ranges::find(pieces, origin, &sources::Piece::origin);
  const bool known = piece != pieces.end() && piece->identity && !piece->assigned;
  if (known) identity = *piece->identity;
  identity.config = *named;
  identity.shard = shard;
  identity.shards = shards;
  if (const overview::ConfigResult* result = view.find(*named); result != nullptr && shard > 0) {
    const auto used = std::ranges::find(result->shards, true, &ShardUse::used);
    if (used != result->shards.end() && used->origin != origin) {
      if (shards == 0) identity.shards = used->identity.shards;
      if (!known) identity.workflowId = used->identity.workflowId;
      if (!known) identity.machine = used->identity.machine;
    }
  }
  if (identity.shards > 0 && shard > identity.shards)
    return bad("Shard " + std::to_string(shard) + " of " + std::to_string(identity.shards) + " cannot be.",
               "Give a number up to the number of shards.");
  if (identity.shards > 0 && shard == 0)
    return bad("The number of shards is given, but not which one this is.", "Give the shard's number too.");
  return identity;
}

}  // namespace plumbline::session
