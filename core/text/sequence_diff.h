// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two sequences of numbered things (lines, words): Myers' O(ND) algorithm in linear space. Small
// differences are the smallest possible; very large ones are cut short, which costs size, never truth.
//
//   Interner ids; auto a = ids.of(linesOf(before)); auto b = ids.of(linesOf(after));
//   for (const LineChange& c : changedItems(a, b)) ...
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/line_diff.h"

namespace plumbline::text {

/// Interner gives equal texts equal numbers. The texts must outlive it.
class Interner {
 public:
  std::vector<std::uint32_t> of(std::span<const std::string_view> texts);

 private:
  std::unordered_map<std::string_view, std::uint32_t> m_ids;
};

/// changedItems gives the changes in order, never touching each other. A change that could stand in several places
/// stands as far down as it can, as git has it, or together with its neighbour.
std::vector<LineChange> changedItems(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after);

}  // namespace plumbline::text
