// SPDX-License-Identifier: GPL-3.0-or-later
// Natural order for names as bytes that compare with memcmp: x2 before x10, letters without regard to case.
//
//   std::string a, b; appendNaturalKey("resnet18", a); appendNaturalKey("ResNet152", b);   // a < b
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"

namespace plumbline::verdicts {

/// sortText is a text as it sorts and is searched: A to Z in lower case.
std::string sortText(std::string_view text);

/// appendNaturalKey appends the key of a name. A run of digits becomes '0', its length without leading zeros, its
/// digits: so numbers compare by value and keep the place of digits among other characters.
void appendNaturalKey(std::string_view name, std::string& out);

/// naturalRanks sets ranks[i] so that comparing ranks is comparing names; equal names get equal ranks. False when
/// stopped.
bool naturalRanks(std::size_t count, const std::function<std::string_view(std::size_t)>& nameAt,
                  std::vector<std::uint64_t>& ranks, const base::Progress& progress);

}  // namespace plumbline::verdicts
