// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of our own flaky.toml files that count for one baseline, as a comparison takes them.
//
//   OwnFlaky own = readOwnLists("ci_expected_accuracy/x.csv", localToday());
//   for (const OwnList& list : own.lists) if (list.problem) warn(*list.problem);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {

/// kMaxListBytes bounds what is taken for a flaky.toml; an entry has some 300 bytes.
inline constexpr std::size_t kMaxListBytes = 1U << 22U;

struct OwnList {
  std::string path;
  std::vector<FlakyEntry> entries;     ///< none when there is a problem
  std::optional<base::Error> problem;  ///< it cannot be read or is no flaky list
};

struct OwnFlaky {
  std::vector<OwnList> lists;  ///< the nearest first
  Date today = {};             ///< the day by which entries expire
  bool hasEntries() const;
};

/// readOwnLists reads the files of ownListPaths. Never fails: what is wrong with a list stands in it.
OwnFlaky readOwnLists(const std::string& baselinePath, Date today);

/// localToday is the day on this machine's calendar.
Date localToday();

}  // namespace plumbline::flaky
