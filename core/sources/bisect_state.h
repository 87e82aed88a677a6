// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection under way, kept in a file: the commits in order, how sure the end must be, and the result of every run.
//
//   auto state = addBisectResult("bisect.json", "3f2a91c", /*hasFailed=*/true);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/file_bytes.h"
#include "core/files/stream_file.h"

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
  std::vector<std::string> subjects;  ///< of the commits of a repository; empty where none are known
  std::string head;  ///< branch or commit to check out again; empty: no search is under way or was cut off
  files::FileStamp stamp;  ///< of the file it was read from
};

/// namesBetween takes the names of a file, one a line; without `good` and `bad` from the first to the last, in the other
/// order if `bad` stands in front of `good`. Errors: those of files::readFile; BadArgument for an unknown, repeated or lone name.
base::Result<std::vector<std::string>> namesBetween(const std::string& path, const std::string& good, const std::string& bad);

/// BisectRequest is what a bisection begins with: a repository and its two ends, or a file of names.
struct BisectRequest {
  std::string repository = {}, good = {}, bad = {};
  std::string commitsFile = {};  ///< replaces the repository; its ends may be empty
  double confidence = 0.95;
  double runMinutes = 1, switchMinutes = 0;
};
/// newBisectState takes the first parents from the good to the bad commit, both included, or the names of a file. Errors: those of Git
/// and namesBetween; BadArgument that names the command's option, "--good".
base::Result<BisectState> newBisectState(const BisectRequest& request);

/// readBisectState. Errors: those of files::readFile; BadFormat.
base::Result<BisectState> readBisectState(const std::string& path);
/// startBisectState writes a file that is not there yet, or that is a bisection without results or search. Errors: BadArgument for any
/// other file; those of files::saveFile.
base::Result<void> startBisectState(const std::string& path, BisectState state);
/// addBisectResult adds to what the file holds by then; others may add at the same time. `commit` is a name, any revision that git
/// knows, or the beginning of one name. Errors: BadArgument for none of the commits; as readBisectState and files::saveFile.
base::Result<BisectState> addBisectResult(const std::string& path, const std::string& commit, bool hasFailed);
/// removeBisectResult takes the newest result away. Errors: as readBisectState and files::saveFile; BadArgument without one.
base::Result<BisectState> removeBisectResult(const std::string& path);
/// resetBisectState forgets the results and ends a search that was cut off. Errors: as removeBisectResult and checkOutBisected.
base::Result<BisectState> resetBisectState(const std::string& path);

/// BisectLock keeps other programs from searching with the same file of a bisection, until it ends or the program does.
class BisectLock {
 public:
  /// take. Errors: Changed while another program searches; NotWritable.
  static base::Result<BisectLock> take(const std::string& path);
  BisectLock(BisectLock&&) = default;
  BisectLock& operator=(BisectLock&&) = delete;
  ~BisectLock();

 private:
  explicit BisectLock(files::StreamFile file) : m_file(std::move(file)) {}
  std::optional<files::StreamFile> m_file;
};

/// beginBisectSearch notes in the file what is checked out, so that it is known after this process was killed. Errors: those of Git,
/// readBisectState and files::saveFile.
base::Result<BisectState> beginBisectSearch(const std::string& path);
/// endBisectSearch checks that out again. Errors: as checkOutBisected, readBisectState and files::saveFile.
base::Result<BisectState> endBisectSearch(const std::string& path, const BisectState& begun);
/// checkOutBisected checks a commit or branch out, where there is a repository; it overwrites no changes, and ends what it began even
/// when this process is killed. Errors: NotWritable with what git says.
std::optional<base::Error> checkOutBisected(const BisectState& state, const std::string& name);

/// saveBisectState. Errors: those of files::saveFile, Changed if the file is no longer the one of `state.stamp`.
base::Result<void> saveBisectState(const std::string& path, const BisectState& state);

}  // namespace plumbline::sources
