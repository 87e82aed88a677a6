// SPDX-License-Identifier: GPL-3.0-or-later
// The versions of the baselines of a checkout, read with the system's git as a child process: arguments as a list, no
// shell, hooks, pager, writes or network, and the repository's config cannot start a program. The history follows first
// parents: a merge counts as one commit, so that every version follows from the next.
//
//   auto history = readHistory("pytorch", "benchmarks/dynamo/ci_expected_accuracy", {.commits = 500}, progress);
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace plumbline::sources {

struct GitCommit {
  std::string hash, date, author, subject;  ///< full hash; ISO day of the author date
  std::int64_t time = 0;                    ///< of the commit (not of the patch), Unix seconds
};
/// GitBytes of one blob are held once, whatever number of versions and files has them: equal pointers mean equal bytes.
using GitBytes = std::shared_ptr<const std::string>;
struct GitVersion {
  std::size_t commit = 0;   ///< index into GitHistory::commits
  bool exists = true;       ///< false: removed by that commit, without bytes
  GitBytes bytes;
};
struct GitHistory {
  std::vector<GitCommit> commits;                          ///< newest first
  std::map<std::string, std::vector<GitVersion>> versions; ///< by path below the root (LoggedFile::path), newest first
  std::map<std::string, GitBytes> before;  ///< bytes of files that were there before the oldest commit listed
  bool cut = false;                           ///< there are older commits, beyond the limit or not in a shallow clone
};
/// GitLimits hold for each call of git; what reaches one is ended and reported.
struct GitLimits {
  std::size_t memory = std::size_t{768} << 20;  ///< address space; 110,000 commits of 900,000 objects take 220 MB
  std::chrono::milliseconds time = std::chrono::minutes{5};
};
inline constexpr std::size_t kMaxGitOutput = std::size_t{64} << 20;
struct HistoryOptions {
  std::size_t commits = 500;                 ///< newest commits that touch the folder
  std::size_t bytes = std::size_t{256} << 20;
  std::vector<std::string> endings = {};     ///< only files whose names end so: ".csv"; empty: all
  std::size_t bytesAtOnce = std::size_t{64} << 20;  ///< of one part of readHistoryParts
  GitLimits git = {};
};

/// readHistory reads the regular files below `folder` (relative to `checkout`, which may be inside the work tree; "":
/// all) in HEAD's history, without links and submodules. A file that no listed commit touched is in `before` alone.
/// Errors: NotFound without git or a repository (the hint says what to install or open), and if the clone lacks
/// versions; NotReadable if git refuses the folder; TooLarge if the current files alone or git exceed their limit; BadFormat for
/// unexpected output. Cancelling kills the child.
base::Outcome<GitHistory> readHistory(const std::string& checkout, const std::string& folder,
                                      const HistoryOptions& options = {}, const base::Progress& progress = {});

/// readHistoryParts hands the history out in parts, the oldest commits first, so that not all versions are in memory at once.
/// GitVersion::commit is the index within its part; `before` is in the first part alone. A problem that `use` returns ends the
/// reading. Errors as readHistory, and TooLarge for one commit with more than bytesAtOnce.
using HistoryPartUse = std::function<std::optional<base::Failure>(const GitHistory&)>;
std::optional<base::Failure> readHistoryParts(const std::string& checkout, const std::string& folder, const HistoryOptions& options,
                                              const base::Progress& progress, const HistoryPartUse& use);

/// Git runs git as a child process with settings under which a repository's config cannot start a program, use the
/// network or write.
///
///   Git git("pytorch", stop);
///   auto head = git.run({"rev-parse", "HEAD"});
class Git {
 public:
  /// Paths holds for the paths behind "--": taken as they are, or as patterns of which ** matches folders.
  enum class Paths : std::uint8_t { Literal, Patterns };
  Git(std::string checkout, std::stop_token stop, const GitLimits& limits = {})
      : m_checkout(std::move(checkout)), m_stop(std::move(stop)), m_limits(limits) {}

  /// run returns standard output; "" once cancelled. Errors as readHistory, BadArgument for what may run filters: status, diff, add.
  base::Result<std::string> run(const std::vector<std::string>& arguments, const std::string& input = {},
                                std::size_t maxOutput = kMaxGitOutput, Paths paths = Paths::Literal);
  /// sizes returns the size of each blob. Errors: NotFound if the clone lacks one.
  base::Result<std::unordered_map<std::string, std::uint64_t>> sizes(const std::vector<std::string>& ids);
  /// fill reads the bytes of every id that is a key of `blobs`.
  std::optional<base::Error> fill(std::unordered_map<std::string, std::string>& blobs, std::size_t limit);
  bool wasCancelled() const { return m_cancelled; }

 private:
  std::string m_checkout;
  std::stop_token m_stop;
  GitLimits m_limits;
  bool m_cancelled = false;
};

/// LoggedFile is one file in one commit: blob ids, "" where there is no regular file. A path that is not UTF-8 has \xNN for each byte that
/// is none, and two backslashes for one.
struct LoggedFile {
  std::string path, before, after;
};
struct LoggedCommit {
  GitCommit commit;
  bool hasParent = false;
  std::vector<LoggedFile> files;
};

/// ParsedGit fails with what is missing in the output.
template <typename T>
using ParsedGit = tl::expected<T, const char*>;

/// loggedCommits parses git log -z --raw with the format of readHistory.
ParsedGit<std::vector<LoggedCommit>> loggedCommits(std::string_view output);
/// listedFiles parses git ls-tree -z: blob ids by path, regular files only.
ParsedGit<std::map<std::string, std::string>> listedFiles(std::string_view output);

}  // namespace plumbline::sources
