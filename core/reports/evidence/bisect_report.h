// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection as text and JSON: the run to do next, or the culprit with its probability.
//
//   bisectText(state)   // "Run 3f2a91c next, 2 times. Most probable: 81bd003, 41.2 % after 7 runs.\n"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/sources/bisect_state.h"
#include "core/statistics/bisection.h"

namespace plumbline::reports {

/// BisectView is a bisection with all that follows from its results.
struct BisectView {
  sources::BisectState state;
  std::vector<double> posterior;               ///< of each commit to be the first bad one
  std::vector<statistics::CommitRuns> counts;  ///< of each commit
  double unchanged = 0;                        ///< probability that the bad end is as good as the good one
  std::size_t culprit = 0;                     ///< the most probable commit
  std::optional<statistics::BisectStep> next;  ///< nullopt: done
  std::string text;                            ///< bisectText
};
/// bisectView takes time in proportion to the commits: some milliseconds for a hundred.
BisectView bisectView(sources::BisectState state);

/// commitTitle is a name, or the first digits of a hash with the subject, if it is known: '3f2a91c01234 "Fuse the last pass"'.
std::string commitTitle(const sources::BisectState& state, std::size_t commit);

std::string bisectText(const sources::BisectState& state);
/// bisectJson writes the format "plumbline-bisect-next", version 1 (resources/help/json.md).
std::string bisectJson(const sources::BisectState& state);
/// bisectLog lists the runs, oldest first.
std::string bisectLog(const sources::BisectState& state);
/// bisectRunText is the newest result, of one at least, and what it makes most probable.
std::string bisectRunText(const sources::BisectState& state);
/// nextStep is nullopt once the bisection is done.
std::optional<statistics::BisectStep> nextStep(const sources::BisectState& state);

}  // namespace plumbline::reports
