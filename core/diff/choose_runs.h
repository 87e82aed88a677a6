// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs can be held beside each other: from files and folders given on a command line, and from an opened commit.
//
//   auto pairs = diffsOf({{"before/"}, {"after/"}});        // one RunDiff per config that two sides have
//   for (const RunOffer& offer : runOffers(*view)) menu.add(offer.run.label);
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/diff/run_diff.h"
#include "core/overview/commit_view.h"

namespace plumbline::diff {

/// SideWish is one column of a comparison.
struct SideWish {
  std::vector<std::string> paths;  ///< opened as one
  std::string config = {};         ///< only this config ("dynamic_inductor_torchbench_training"); "": all it has
  std::string label = {};          ///< "": made from what tells the sides apart
};

struct ConfigDiff {
  std::string config;  ///< name; "" when the sides are single files, or were chosen by config
  RunDiffPtr diff;
};
struct Diffs {
  std::vector<std::string> sides = {};   ///< labels of all sides, in their order; a config may lack some
  std::vector<ConfigDiff> configs;       ///< sorted by config
  std::vector<std::string> onlyIn;       ///< "before: inductor_timm_training": configs that one side alone has
  std::vector<std::string> gone = {};    ///< configs that the first side has and the last has not
  std::vector<base::Error> problems;     ///< what could not be read, has no config, or is of another commit than the one
                                         ///< opened last; the rest is compared all the same
};
/// diffsOf opens and joins. A side that is one table pairs with the other side's one table whatever their names; else
/// configs pair by name. The accuracy and the performance table of a config are one run. Baselines stand for a side that
/// has no results. Errors: those of sources::open; NotFound when no config is in two sides; BadArgument for more than
/// kMostRuns sides, fewer than two, or an unknown config (the text names those that are there).
base::Outcome<Diffs> diffsOf(const std::vector<SideWish>& sides, const base::Progress& progress = {},
                             const sources::SideBySide& sideBySide = {});

/// RunOffer is a run of an opened commit that can be chosen.
struct RunOffer {
  Run run;
  std::string group;  ///< the config it is of, for menus
};
/// runOffers lists runs and baselines of the view's commit: accuracy and performance tables of a config put together.
std::vector<RunOffer> runOffers(const overview::CommitView& view);
/// actualAgainstBaseline is the pair most people want first; nothing when a side is missing.
std::optional<std::vector<Run>> actualAgainstBaseline(const overview::ConfigResult& config);

/// commitOrder sorts commits from old to new: by `git log` of a checkout where one knows them all, else as they came.
std::vector<std::string> commitOrder(std::vector<std::string> commits, const std::string& checkout,
                                     const std::stop_token& stop = {});
/// trendRuns gives one run per commit for a config, in that order; commits without that config are absent. For
/// RunDiff::make with kMostTrendRuns.
base::Outcome<std::vector<Run>> trendRuns(const overview::CommitView& view, const configs::Config& config,
                                          const std::string& checkout, const base::Progress& progress = {});

}  // namespace plumbline::diff
