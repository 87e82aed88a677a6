// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/byte_census.h"

#include <algorithm>

#include "core/text/line_index.h"

namespace plumbline::tables {

static_assert(kCountBytes == text::LineIndex::kBlockBytes, "one pass serves both");

bool takeCensus(std::string_view bytes, Instructions instructions, const base::Progress& progress, Census& out) {
  const CountFunction count = countBytes(instructions);
  out.blockLineEnds.reserve(bytes.size() / kCountBytes + 1);
  for (std::size_t at = 0; at < bytes.size(); at += kCountBytes) {
    if (at % kPollBytes == 0 && progress.stopRequested()) return false;
    const std::size_t size = std::min(kCountBytes, bytes.size() - at);
    const ByteCounts counts = count(bytes.data() + at, size);
    // CR is rare; where it occurs, CRLF pairs must be counted once.
    const std::size_t lines = counts.returns == 0 ? counts.feeds : text::countLineEnds(bytes, at, at + size);
    out.commas += counts.commas;
    out.lineEnds += lines;
    out.hasNul |= counts.nul;
    out.hasNonAscii |= counts.nonAscii;
    out.blockLineEnds.push_back(static_cast<std::uint32_t>(lines));
  }
  return true;
}

}  // namespace plumbline::tables
