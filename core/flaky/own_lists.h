// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky.toml files that count for a baseline, their entries, and the lists that a new entry can be added to.
//
//   OwnFlaky own = readOwnLists("ci_expected_accuracy/x.csv", localToday());
//   for (const OwnList& list : own.lists) if (list.problem) warn(*list.problem);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {

class FlakySource;

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
  bool isDefault = false;      ///< the only list is the default one: no other counts
  bool hasEntries() const;
  std::vector<base::Error> problems() const;  ///< of the lists that cannot be used; each names its file
};

/// unusableText is a sentence about OwnFlaky::problems without its full stop, "" without any:
/// "lists/mine.toml cannot be used: its entries excuse nothing".
std::string unusableText(const std::vector<base::Error>& problems);

/// ownListPaths are the flaky.toml files that count for a baseline, nearest first: beside it and in each folder above
/// up to the repository's root, then the user's settings folder. Only files that exist.
std::vector<std::string> ownListPaths(const std::string& baselinePath);
/// newListPath is where a first entry goes: the repository's root, else beside the baseline.
std::string newListPath(const std::string& baselinePath);

/// readOwnLists reads the files of ownListPaths, or `fallback` where there are none. Never fails: what is wrong with a
/// list stands in it.
OwnFlaky readOwnLists(const std::string& baselinePath, Date today, const std::string& fallback = {});

/// localToday is the day on this machine's calendar.
Date localToday();

/// FlakyTarget is one list with the scope of the entry in it.
struct FlakyTarget {
  std::string path;
  std::string check, platform, config;  ///< as in FlakyEntry
};

/// withEntry returns the bytes of a list with one entry more, for a model in the scope of `target`. Errors: those of
/// FlakySource::add.
base::Result<std::string> withEntry(const FlakySource& source, const FlakyTarget& target, const std::string& model,
                                    FlakyEntry entry);

/// FlakyChoice is one choice: mostly one list, both scripts where both checks fail.
struct FlakyChoice {
  std::string label;
  std::vector<FlakyTarget> targets;
  bool canExpire = false;  ///< our own list only: a script has no room for a date
};

/// flakyChoices lists the places for a row that these checks turn down ("accuracy", "graph-breaks"; empty: either), the
/// most fitting first. Never empty.
std::vector<FlakyChoice> flakyChoices(const std::string& baselinePath, const std::vector<std::string>& failingChecks);

}  // namespace plumbline::flaky
