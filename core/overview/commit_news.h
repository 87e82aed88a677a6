// SPDX-License-Identifier: GPL-3.0-or-later
// What a commit changes in the set of rows that are red: new failures, healed rows, and since when the others are red.
// Red is a row that needs a decision (ConfigResult::needsDecision), and a config that no check could judge.
//
//   RedRows red;                                               // kept from commit to commit
//   const CommitNews news = newsOf(*view, {.name = sha, .time = committed}, red);
//   if (news.hasNews()) show(newsTitle(news));
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// CommitMark names a commit, or a result of no known commit.
struct CommitMark {
  std::string name;       ///< the hash, or the name of a file or folder
  std::int64_t time = 0;  ///< Unix seconds; 0: unknown
  std::string subject = {};
  bool operator==(const CommitMark&) const = default;
};

struct WatchedRow {
  std::string config, model;  ///< no model: the config as a whole
  auto operator<=>(const WatchedRow&) const = default;
};

struct RedRow {
  verdicts::VerdictClass cls = verdicts::VerdictClass::Fail;
  std::string status, sentence;  ///< as Comparison::statusWord and sentence
  std::set<std::string, std::less<>> columns = {};  ///< those whose verdicts fail CI
  CommitMark since;              ///< the first commit that was judged and had it red, with this class and in these columns or more
  bool isOlder = false;          ///< it was red when the watch began: since then or earlier
  bool operator==(const RedRow&) const = default;
};
using RedRows = std::map<WatchedRow, RedRow>;
using RedEntry = std::pair<WatchedRow, RedRow>;

struct CommitNews {
  CommitMark commit;
  bool isStart = false;  ///< the first one: what is red is known to be red, not to be new
  /// fresh: not red before, or red with another class or in another column. healed: as they were. still: judged and red as before.
  std::vector<RedEntry> fresh = {}, healed = {}, still = {};
  std::size_t judged = 0;               ///< configs
  std::vector<std::string> incomplete = {};  ///< configs of which shards are missing: none of their rows counts as healed

  /// hasNews: there is something to report.
  bool hasNews() const { return isStart || !fresh.empty() || !healed.empty(); }
};

/// newsOf compares the view with `red` and brings that up to date. A row is healed only by a run of its config that is
/// complete and judged; rows of configs that did not run stay as they are.
CommitNews newsOf(const CommitView& view, const CommitMark& mark, RedRows& red, bool isStart = false);

/// newsTitle: "2 new failures, 1 healed, 3 still red".
std::string newsTitle(const CommitNews& news);

}  // namespace plumbline::overview
