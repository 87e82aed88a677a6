// SPDX-License-Identifier: GPL-3.0-or-later
// What a watch has to report about one commit, as text, as a JSON line and as a comment.
//
//   const NewsReport report{.id = "91c2...", .number = 17, .source = "pytorch/pytorch main", .news = news};
//   std::cout << newsText(report);
#pragma once

#include <cstdint>
#include <string>

#include "core/overview/commit_news.h"

namespace plumbline::reports {

struct NewsReport {
  std::string id;            ///< the same whenever this report is written again
  std::uint64_t number = 0;  ///< of this watch, without gaps
  std::string source;        ///< "pytorch/pytorch main", a folder
  std::string link;          ///< page of the commit; "" for none
  overview::CommitNews news;
};

/// newsHeading: "commit 0123456789ab: 2 new failures, 1 healed".
std::string newsHeading(const NewsReport& report);

/// newsText lists new failures and healed rows; rows that are still red are counted by the commit since which they are.
std::string newsText(const NewsReport& report);

/// newsMarkdown is a comment with the id in it, at most as long as GitHub takes.
std::string newsMarkdown(const NewsReport& report);

/// newsJson is one line in the format "plumbline-watch", documented in resources/help/json.md. `isRepeat`: the line may
/// have been written before.
std::string newsJson(const NewsReport& report, bool isRepeat = false);

}  // namespace plumbline::reports
