// SPDX-License-Identifier: GPL-3.0-or-later
// What is worth knowing about flaky entries as a whole: which still matter, which contradict each other, which nobody
// explained.
#pragma once

#include <string>
#include <vector>

#include "core/flaky/flaky_source.h"

namespace plumbline::flaky {

/// BaselineNames are the models of one baseline.
struct BaselineNames {
  std::string path;
  std::vector<std::string> models;
};

/// Remark is one thing to look at.
struct Remark {
  enum class Kind : unsigned char {
    Expired,        ///< excuses nothing any more
    InNoBaseline,   ///< no given baseline of its scope has the model
    NoReason,       ///< no comment, no issue
    OneScriptOnly,  ///< in one script's set, not in the other's (same scope)
    Twice,          ///< the same name and scope twice in a file
  };
  Kind kind = Kind::NoReason;
  std::size_t source = 0, entry = 0;  ///< positions in what was given
  std::string text;                   ///< one sentence
};

/// reviewEntries gives the remarks in the order of sources and entries. InNoBaseline only where baselines are given.
std::vector<Remark> reviewEntries(const std::vector<FlakySource>& sources, const std::vector<BaselineNames>& baselines,
                                  Date today);

/// matchesNow lists the models of the baselines to which an entry applies.
std::vector<std::string> matchesNow(const FlakyEntry& entry, const std::vector<BaselineNames>& baselines);

/// ownListPaths are the flaky.toml files that count for a baseline, nearest first: beside it and in each folder above up
/// to the repository's root, then the user's settings folder. Only files that exist.
std::vector<std::string> ownListPaths(const std::string& baselinePath);
/// newListPath is where a first entry goes: the repository's root, else beside the baseline.
std::string newListPath(const std::string& baselinePath);

}  // namespace plumbline::flaky
