// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of baselines that one baseline lies in, as a view without runs: what a single pair has for siblings when no
// commit is open.
//
//   auto view = treeAround("pytorch/benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv");
//   auto own = configOfFile(*view.value(), path);     // its place among them
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// treeFolder is the folder that holds the baselines of all platforms: the nearest folder ci_expected_accuracy, else the
/// file's own folder, or the one above it where that is named after the platform. "" for a file whose name is none of a
/// baseline: its neighbours are no siblings.
std::string treeFolder(const std::string& baselinePath);

/// treeAround reads that folder and the platforms' folders in it, and nothing else. Errors: NotFound for a file that is
/// no baseline by its name; those of sources::open.
base::Outcome<CommitPtr> treeAround(const std::string& baselinePath, const base::Progress& progress = {});

/// configOfFile finds the config whose baseline is this file, also when the path is spelled differently. Of a wide
/// table, which is the baseline of several configs, the first.
std::optional<std::size_t> configOfFile(const CommitView& view, const std::string& path);

}  // namespace plumbline::overview
