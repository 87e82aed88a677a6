// SPDX-License-Identifier: GPL-3.0-or-later
// A three-way merge by lines: applies our edits to the version that another program has saved meanwhile, and lists the
// edits that conflict with it.
//
//   Reapplied r = reapply(base, ours, theirs);
//   if (!r.refused.empty()) ...   // these of our changes meet lines that they changed too
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/line_diff.h"

namespace plumbline::text {

struct Reapplied {
  std::string bytes;                ///< theirs with every change of ours that fits
  std::vector<LineChange> refused;  ///< our changes (base -> ours) that were left out
  std::size_t done = 0;             ///< our changes that are in `bytes`, those included that they had made alike
};

Reapplied reapply(std::string_view base, std::string_view ours, std::string_view theirs);

}  // namespace plumbline::text
