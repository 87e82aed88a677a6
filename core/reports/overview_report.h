// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a commit as text: for a terminal, for a comment on a pull request, for other programs.
//
//   OverviewReport report{view, overview::groupsOf(*view)};
//   std::cout << overviewText(report);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/commit_view.h"
#include "core/overview/signature.h"
#include "core/overview/stale.h"

namespace plumbline::reports {

struct OverviewReport {
  overview::CommitPtr view;
  std::vector<overview::Group> groups;
  std::optional<overview::StaleReport> stale = {};  ///< when it was asked for
};

/// overviewText fits a screen for a real commit: a line per group, then what is incomplete, not run, not named.
std::string overviewText(const OverviewReport& report);

/// kMarkdownBytes is what a comment on GitHub may hold; overviewMarkdown leaves rows out, and says so, to stay below.
inline constexpr std::size_t kMarkdownBytes = 60'000;
/// overviewMarkdown gives the groups as a list, their rows and the rest folded away. Nothing from a file can become
/// markup, a link or a mention.
std::string overviewMarkdown(const OverviewReport& report);

/// overviewJson is described in resources/help/json.md.
std::string overviewJson(const OverviewReport& report, int exit);

}  // namespace plumbline::reports
