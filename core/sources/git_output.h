// SPDX-License-Identifier: GPL-3.0-or-later
// git as a child process that can only answer: what it may read of the repository's settings cannot make it start a
// program, ask a network or write. And the parsers of its answers. Used by git_history.cpp alone.
//
//   Git git("pytorch", stop);
//   auto said = git.run({"rev-parse", "--show-toplevel"});
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/sources/git_history.h"

namespace plumbline::sources {

class Git {
 public:
  Git(std::string checkout, std::stop_token stop) : m_checkout(std::move(checkout)), m_stop(std::move(stop)) {}

  /// run gives standard output. Errors as readHistory; "" once cancelled.
  base::Result<std::string> run(const std::vector<std::string>& words, const std::string& input = {},
                                std::size_t maxOutput = std::size_t{256} << 20);
  /// sizes asks for the size of each blob. Errors: NotFound where the clone does not hold one.
  base::Result<std::unordered_map<std::string, std::uint64_t>> sizes(const std::vector<std::string>& ids);
  /// fill reads the bytes of every id that is a key of `blobs`.
  std::optional<base::Error> fill(std::unordered_map<std::string, std::string>& blobs, std::size_t limit);
  bool wasCancelled() const { return m_cancelled; }

 private:
  std::string m_checkout;
  std::stop_token m_stop;
  bool m_cancelled = false;
};

/// LoggedFile is one file in one commit: blob ids, "" where there is no regular file.
struct LoggedFile {
  std::string path, before, after;
};
struct LoggedCommit {
  GitCommit commit;
  bool hasParent = false;
  std::vector<LoggedFile> files;
};

/// Parsed fails with what was odd; one word of C text each.
template <typename T>
using Parsed = tl::expected<T, const char*>;

/// loggedCommits reads what git log -z --raw says with the format that git_history.cpp asks for.
Parsed<std::vector<LoggedCommit>> loggedCommits(std::string_view said);
/// listedFiles reads git ls-tree -z: blob ids by path, regular files only.
Parsed<std::map<std::string, std::string>> listedFiles(std::string_view said);

}  // namespace plumbline::sources
