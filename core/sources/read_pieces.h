// SPDX-License-Identifier: GPL-3.0-or-later
// One found file as the tables it holds.
//
//   FilePieces read = readPieces(file, {options, budget, stems, progress});
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/base/progress.h"
#include "core/sources/folder_walk.h"
#include "core/sources/sources.h"

namespace plumbline::sources {

/// Budget is what may still be held in memory; shared by those who read at the same time.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : m_left(static_cast<std::int64_t>(bytes)) {}
  /// take is false when there is not so much left; nothing is taken then.
  bool take(std::uint64_t bytes) {
    const auto wanted = static_cast<std::int64_t>(bytes);
    if (m_left.fetch_sub(wanted) >= wanted) return true;
    m_left.fetch_add(wanted);
    return false;
  }
  std::uint64_t left() const { return static_cast<std::uint64_t>(std::max<std::int64_t>(m_left.load(), 0)); }

 private:
  std::atomic<std::int64_t> m_left;
};

/// Stems are the names of all CSVs without their ending: a JSON of the same name repeats what its CSV says (SPEC 16).
using Stems = std::unordered_set<std::string>;
Stems stemsOf(const std::vector<FoundFile>& files);

struct ReadWords {
  const Limits& limits;
  const Stems& stems;
  Budget& budget;
  base::Progress progress;
};

struct FilePieces {
  std::vector<Piece> pieces;
  std::vector<CacheRun> cacheRuns;
  std::vector<base::Error> problems;
  std::size_t sideFiles = 0, otherFiles = 0;
};

/// readPieces reads what the file holds. What cannot be read is a problem. Errors: none; a stop leaves an incomplete
/// answer.
FilePieces readPieces(const FoundFile& file, const ReadWords& words);

}  // namespace plumbline::sources
