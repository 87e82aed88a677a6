// SPDX-License-Identifier: GPL-3.0-or-later
// Paths and wishes in, a judged commit out: the one way from files to a CommitView, for commands and tests. A session
// that keeps what was opened uses the parts: sources::open, mainBaseline, ownListsOf, CommitView::make.
//
//   auto view = openCommit({.paths = {{"artifacts"}, {"pytorch", sources::Role::Expected}}, .ruleId = "checkout"});
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

struct OpenWish {
  std::vector<sources::SourcePath> paths = {};
  sources::OpenOptions open = {};
  std::string ruleId = {};  ///< a generation, or "checkout" for the scripts around the baselines; "": the default one
  /// view: `rules` and `ownFlaky` are filled in where they are empty.
  ViewOptions view = {};
  verdicts::SideBySide sideBySide = {};
  std::optional<flaky::Date> today = {};  ///< the day by which entries of our flaky lists expire; the machine's when unset
};

/// openCommit. Errors: those of sources::open and CommitView::make; BadArgument for rules that there are none of.
base::Outcome<CommitPtr> openCommit(const OpenWish& wish, const base::Progress& progress = {});

/// mainBaseline is the file that speaks for all baselines: the first in the uppermost folder. "" without one on disk.
std::string mainBaseline(const sources::Opened& opened);

/// ownListsOf reads the flaky.toml files that count for each baseline folder, for ViewOptions::ownFlaky.
std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> ownListsOf(const sources::Opened& opened,
                                                                         flaky::Date today);

}  // namespace plumbline::overview
