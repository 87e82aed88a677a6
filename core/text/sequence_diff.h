// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two sequences of texts (lines, words): Myers' O(ND) algorithm in linear space. Small differences
// are the smallest possible; very large ones are cut short, which costs size, never truth.
//
//   for (const LineChange& c : changedItems(linesOf(before), linesOf(after))) ...
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/text/line_diff.h"

namespace plumbline::text {

/// changedItems gives the changes in order, never touching each other. A change that could stand in several places
/// stands as far down as it can, as git has it, or together with its neighbour.
std::vector<LineChange> changedItems(std::span<const std::string_view> before, std::span<const std::string_view> after);

}  // namespace plumbline::text
