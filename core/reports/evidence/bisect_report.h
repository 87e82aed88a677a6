// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection as text and JSON: the run to do next, or the culprit with its probability.
//
//   bisectText(state)   // "Run 3f2a91c next, 2 times. Most probable: 81bd003, 41.2 % after 7 runs.\n"
#pragma once

#include <optional>
#include <string>

#include "core/sources/bisect_state.h"
#include "core/statistics/bisection.h"

namespace plumbline::reports {

std::string bisectText(const sources::BisectState& state);
/// bisectJson writes the format "plumbline-bisect-next", version 1 (resources/help/json.md).
std::string bisectJson(const sources::BisectState& state);
/// bisectLog lists the runs, oldest first.
std::string bisectLog(const sources::BisectState& state);
/// nextStep is nullopt once the bisection is done.
std::optional<statistics::BisectStep> nextStep(const sources::BisectState& state);

}  // namespace plumbline::reports
