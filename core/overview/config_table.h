// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the rows of a config can be shown as a table of one run against one file.
//
//   if (auto problem = tableProblem(config)) say(*problem); else open(config.run, config.baselinePath);
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// tableProblem says why not, and what to do instead; nothing for a config that can be shown.
std::optional<base::Error> tableProblem(const ConfigResult& config);
/// worstTable is the config to look at first: of those whose rows can be shown the first with the worst class.
std::optional<std::uint32_t> worstTable(const CommitView& view);

}  // namespace plumbline::overview
