// SPDX-License-Identifier: GPL-3.0-or-later
// Room for a text of many parts that are alike: one that grows by doubling is in memory twice.
//
//   if (isFirst) text::reserveAlike(out, rows.size(), row.size());
#pragma once

#include <cstddef>
#include <string>

namespace plumbline::text {

/// reserveAlike makes room for `count` parts that are about as long as one of them. A part of over a kilobyte says nothing
/// about the others: then the text grows by doubling.
inline void reserveAlike(std::string& out, std::size_t count, std::size_t bytesOfOne) {
  constexpr std::size_t kUsualBytes = 1024, kSeparatorBytes = 16;
  if (bytesOfOne <= kUsualBytes) out.reserve(out.size() + count * (bytesOfOne + bytesOfOne / 4 + kSeparatorBytes));
}

}  // namespace plumbline::text
