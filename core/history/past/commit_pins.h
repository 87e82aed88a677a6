// SPDX-License-Identifier: GPL-3.0-or-later
// What a commit of PyTorch says of the environment that its CI builds: the versions that it pins (each file *.txt in a folder
// "ci_commit_pins", and *_version.txt below .ci/docker), and the id of the folder .ci/docker, after which CI calls its images.
//
//   if (const auto done = addPins(red->runs, "pytorch", stop); !done) return done.error();
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/run_store.h"

namespace plumbline::history {

/// addPins adds to the pins of each run those of its commit, ".ci/docker" among them. A commit that the clone lacks adds nothing.
/// Errors: as sources::Git.
base::Result<void> addPins(std::vector<RunInfo>& runs, const std::string& checkout, const std::stop_token& stop);

}  // namespace plumbline::history
