// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection under way, kept in a file: the commits in order, how sure the end must be, and the result of every run.
//
//   auto state = addBisectResult("bisect.json", "3f2a91c", /*hasFailed=*/true);
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/file_bytes.h"

namespace plumbline::sources {

struct BisectRun {
  std::size_t commit = 0;  ///< index into BisectState::commits
  bool hasFailed = false;
};

struct BisectState {
  std::string repository;            ///< empty: commits are names of a file
  std::vector<std::string> commits;  ///< oldest first: the good end, those between, the bad end
  double confidence = 0.95;
  double runMinutes = 1, switchMinutes = 0;
  std::vector<BisectRun> results;
  files::FileStamp stamp;  ///< of the file it was read from
};

/// commitsBetween lists the first parents from `good` to `bad`, both included. Errors: those of Git; BadArgument if `good`
/// is no ancestor of `bad`.
base::Result<std::vector<std::string>> commitsBetween(const std::string& repository, const std::string& good,
                                                      const std::string& bad);
/// namesBetween takes the names of a file, one a line; without `good` and `bad` from the first to the last, in the other
/// order if `bad` stands in front of `good`. Errors: those of files::readFile; BadArgument for an unknown, repeated or lone name.
base::Result<std::vector<std::string>> namesBetween(const std::string& path, const std::string& good, const std::string& bad);
/// commitNamed returns the position of a name, or of the only one that begins so. Errors: BadArgument.
base::Result<std::size_t> commitNamed(const BisectState& state, const std::string& name);

/// BisectRequest is what a bisection begins with: a repository and its two ends, or a file of names.
struct BisectRequest {
  std::string repository = {}, good = {}, bad = {};
  std::string commitsFile = {};  ///< replaces the repository; its ends may be empty
  double confidence = 0.95;
  double runMinutes = 1, switchMinutes = 0;
};
/// newBisectState. Errors: those of commitsBetween and namesBetween; BadArgument that names the command's option, "--good".
base::Result<BisectState> newBisectState(const BisectRequest& request);

/// readBisectState. Errors: those of files::readFile; BadFormat.
base::Result<BisectState> readBisectState(const std::string& path);
/// startBisectState writes a file that is not there yet, or that is a bisection without results. Errors: BadArgument for any
/// other file; those of files::saveFile.
base::Result<void> startBisectState(const std::string& path, BisectState state);
/// addBisectResult adds to what the file holds by then; others may add at the same time. Errors: as commitNamed,
/// readBisectState and files::saveFile.
base::Result<BisectState> addBisectResult(const std::string& path, const std::string& commit, bool hasFailed);
/// removeBisectResult takes the newest result away. Errors: as readBisectState and files::saveFile; BadArgument without one.
base::Result<BisectState> removeBisectResult(const std::string& path);
/// saveBisectState. Errors: those of files::saveFile, Changed if the file is no longer the one of `state.stamp`.
base::Result<void> saveBisectState(const std::string& path, const BisectState& state);

}  // namespace plumbline::sources
