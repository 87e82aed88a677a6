// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection under way, kept in a file: the commits in order, how sure the end must be, and the result of every run.
//
//   auto state = readBisectState("bisect.json");
//   state->results.push_back({.commit = 12, .hasFailed = true});
//   auto saved = saveBisectState("bisect.json", *state);
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"

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

/// readBisectState. Errors: those of files::readFile; BadFormat.
base::Result<BisectState> readBisectState(const std::string& path);
base::Result<void> saveBisectState(const std::string& path, const BisectState& state);

}  // namespace plumbline::sources
