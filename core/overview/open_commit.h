// SPDX-License-Identifier: GPL-3.0-or-later
// A request in, a judged commit out: the one way from files to a CommitView, for commands and tests. A session
// that keeps what was opened uses the parts: sources::open, mainBaseline, ownListsOf, CommitView::make.
//
//   auto view = openCommit({.paths = {{"artifacts"}, {"pytorch", sources::Role::Expected}}, .ruleId = "checkout"});
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/overview/commit_view.h"
#include "core/sources/open.h"

namespace plumbline::overview {

struct OpenRequest {
  std::vector<sources::SourcePath> paths = {};
  sources::OpenOptions open = {};
  std::string ruleId = {};  ///< a generation, or "checkout" for the scripts around the baselines; "": the default one
  /// view: `rules` and `ownFlaky` are filled in where they are empty.
  ViewOptions view = {};
  base::SideBySide sideBySide = {};
  std::optional<flaky::Date> today = {};  ///< the day by which entries of our flaky lists expire; the machine's when unset
  std::string defaultFlakyList = {};      ///< read where no flaky list counts for a baseline; "": none
};

/// openCommit. Errors: those of sources::open and CommitView::make; BadArgument for rules that there are none of.
base::Outcome<CommitPtr> openCommit(const OpenRequest& request, const base::Progress& progress = {});

/// mainBaseline is the file that speaks for all baselines: the first in the uppermost folder. "" without one on disk.
std::string mainBaseline(const sources::Opened& opened);

/// ownListsOf reads the flaky.toml files that count for each baseline folder, for ViewOptions::ownFlaky; `fallback` for
/// a folder that has none.
std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> ownListsOf(const sources::Opened& opened,
                                                                         flaky::Date today,
                                                                         const std::string& fallback = {});

/// treeFolder is the folder that holds the baselines of all platforms: the nearest folder ci_expected_accuracy, else
/// the file's own folder, or the one above it where that is named after the platform. "" for a file whose name is none
/// of a baseline: its neighbours are no siblings.
std::string treeFolder(const std::string& baselinePath);

/// treeAround reads that folder and the platforms' folders in it, and nothing else. Errors: NotFound for a file that is
/// no baseline by its name; those of sources::open.
base::Outcome<CommitPtr> treeAround(const std::string& baselinePath, const base::Progress& progress = {});

/// configOfFile finds the config whose baseline is this file, also when the path is spelled differently. Of a wide
/// table, which is the baseline of several configs, the first.
std::optional<std::size_t> configOfFile(const CommitView& view, const std::string& path);

/// assignmentOfText reads FILE=CONFIG, with @1/4 behind it for a shard. Errors: BadArgument naming what is wrong.
base::Result<sources::Assignment> assignmentOfText(const std::string& text);
/// assignmentText writes it so that it is read back.
std::string assignmentText(const sources::Assignment& assignment);

}  // namespace plumbline::overview
