// SPDX-License-Identifier: GPL-3.0-or-later
// What became of every file that was opened: which result counts for its shard and why, what has no name, what could
// not be read. The list behind the page of sources.
//
//   const SourceList list = sourceList(*snapshot);
//   for (const SourceFile& file : list.files) show(file.origin, stateWord(file.state), file.why);
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/session/commit_session.h"

namespace plumbline::session {

/// FileState in the order in which the list shows them: what needs attention first.
enum class FileState : std::uint8_t {
  Unnamed,     ///< its config is unknown
  Unreadable,  ///< could not be opened
  Doubled,     ///< a baseline of a config that has one already
  Used,
  NotUsed,      ///< another attempt, or another run, stands for its shard
  OtherCommit,  ///< of a commit that is not shown
};
inline constexpr std::array kAllFileStates{FileState::Unnamed, FileState::Unreadable, FileState::Doubled,
                                           FileState::Used,    FileState::NotUsed,    FileState::OtherCommit};
/// stateWord: "no name", "unreadable", "second baseline", "used", "not used", "other commit".
std::string_view stateWord(FileState state);

struct SourceFile {
  std::string origin;                         ///< as sources::Piece::origin; the path of what could not be read
  std::size_t source = 0;                     ///< index into SourceList::paths
  std::optional<configs::Identity> identity;  ///< absent: no name
  bool isBaseline = false;
  bool assigned = false;  ///< named by hand
  bool chosen = false;    ///< a person let it stand for its shard
  std::size_t rows = 0;
  FileState state = FileState::Used;
  std::string why;  ///< one sentence or phrase
};

enum class PathKind : std::uint8_t { Folder, Zip, File };
struct OpenedPath {
  std::string path;
  PathKind kind = PathKind::Folder;
  sources::Role role = sources::Role::Auto;
  std::size_t results = 0, baselines = 0, unnamed = 0, unreadable = 0;
};

struct SourceList {
  std::vector<OpenedPath> paths;  ///< as they were opened
  std::vector<SourceFile> files;  ///< results, and what else needs attention: by state, config, shard, attempt
  std::size_t results = 0, baselines = 0;
  std::size_t sideFiles = 0, otherFiles = 0;  ///< passed over
  std::size_t countOf(FileState state) const;
};

SourceList sourceList(const CommitSnapshot& snapshot);

/// assignedIdentity is what a file becomes when a person says its config and shard: commit, workflow run and machine
/// are those of the shards it shall stand beside, or its own where it has them. `config` is a name as
/// configs::configOfName reads it. Errors: BadArgument for a config that is none, or a shard beyond their number.
base::Result<configs::Identity> assignedIdentity(const CommitSnapshot& snapshot, const std::string& origin,
                                                 const std::string& config, int shard, int shards);

}  // namespace plumbline::session
