// SPDX-License-Identifier: GPL-3.0-or-later
// Reviews flaky entries as a whole: which are expired, unused, listed twice or without a reason.
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

/// reviewEntries returns the remarks in the order of sources and entries. InNoBaseline only where baselines are given.
std::vector<Remark> reviewEntries(const std::vector<FlakySource>& sources, const std::vector<BaselineNames>& baselines,
                                  Date today);

/// matchesNow lists the models of the baselines to which an entry applies.
std::vector<std::string> matchesNow(const FlakyEntry& entry, const std::vector<BaselineNames>& baselines);

}  // namespace plumbline::flaky
