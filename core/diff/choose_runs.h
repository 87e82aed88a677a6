// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses runs to compare: from files and folders of a command line, and from an opened commit.
//
//   auto pairs = diffsOf({{"before/"}, {"after/"}});        // one RunDiff per config that two sides have
//   for (const RunChoice& offer : runChoices(*view)) menu.add(offer.run.label);
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/diff/repeats.h"
#include "core/diff/run_diff.h"
#include "core/overview/commit_view.h"

namespace plumbline::diff {

/// SideRequest is one side of a comparison.
struct SideRequest {
  std::vector<std::string> paths;  ///< opened as one
  std::string config = {};         ///< only this config ("dynamic_inductor_torchbench_training"); "": all it has
  std::string label = {};          ///< "": made of what distinguishes the sides
};

struct ConfigDiff {
  std::string config;  ///< name; "" when the sides are single files, or were chosen by config
  RunDiffPtr diff;
  /// earlier holds what moved against the noise of earlier runs; null without a history.
  std::shared_ptr<const Repeats> earlier = nullptr;
};
struct Diffs {
  std::vector<std::string> sides = {};   ///< labels of all sides, in their order; a config may lack some
  std::vector<ConfigDiff> configs;       ///< sorted by config
  std::vector<std::string> onlyIn;       ///< "before: inductor_timm_training": configs of one side alone
  std::vector<std::string> gone = {};    ///< configs of the first side that the last one lacks
  std::vector<base::Error> problems;     ///< unreadable, without a config, or of another commit; the rest is compared
};
/// diffsOf opens and joins the sides. If each side is one table, they pair whatever their names; else configs pair by
/// name. The accuracy and the performance table of a config are one run. A side without results is represented by its
/// baselines. Errors: those of sources::open; NotFound when no config is in two sides; BadArgument for more than
/// `maxSides` sides, fewer than two, or an unknown config (the text names those that are there).
base::Outcome<Diffs> diffsOf(const std::vector<SideRequest>& sides, const base::Progress& progress = {},
                             const base::SideBySide& sideBySide = {}, std::size_t maxSides = kMaxRuns);

/// RunChoice is a run of an opened commit for a menu.
struct RunChoice {
  Run run;
  std::string group;  ///< its config
};
/// runChoices lists runs and baselines of the view's commit; accuracy and performance tables of a config are one run.
std::vector<RunChoice> runChoices(const overview::CommitView& view);
/// actualAgainstBaseline is the default pair; nullopt if a side is missing.
std::optional<std::vector<Run>> actualAgainstBaseline(const overview::ConfigResult& config);

/// commitOrder sorts commits from old to new by `git log` of a checkout; unchanged if the checkout lacks one of them.
std::vector<std::string> commitOrder(std::vector<std::string> commits, const std::string& checkout,
                                     const std::stop_token& stop = {});
/// trendRuns returns one run per commit for a config, in that order, without commits that lack the config. For
/// RunDiff::make with kMaxTrendRuns.
base::Outcome<std::vector<Run>> trendRuns(const overview::CommitView& view, const configs::Config& config,
                                          const std::string& checkout, const base::Progress& progress = {});

}  // namespace plumbline::diff
