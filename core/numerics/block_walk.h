// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through the blocks of several readers of one shape at the same pace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/progress.h"
#include "core/numerics/block_reader.h"

namespace plumbline::numerics {

enum class Walked : std::uint8_t { ToTheEnd, Cancelled, Cut };

/// walkBlocks calls use(count) for each block until that says false. Cut: one of the files was. Progress counts
/// elements.
template <typename Use>
Walked walkBlocks(std::int64_t total, const base::Progress& progress, std::span<BlockReader> readers, const Use& use) {
  constexpr std::int64_t kReportElements = 64 * static_cast<std::int64_t>(kBlockElements);
  for (std::int64_t at = 0, reportAt = 0; at < total;) {
    if (at >= reportAt) {
      if (!progress.report(static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(total))) return Walked::Cancelled;
      reportAt = at + kReportElements;
    }
    std::size_t count = 0;
    for (BlockReader& reader : readers) {
      count = reader.next(kBlockElements);
      if (count == 0) return Walked::Cut;
    }
    if (!use(count)) break;
    at += static_cast<std::int64_t>(count);
  }
  return Walked::ToTheEnd;
}

}  // namespace plumbline::numerics
