// SPDX-License-Identifier: GPL-3.0-or-later
// What no check watches: rows that flap and are on no flaky list, limits far beyond the noise of their row, models
// that run and that no baseline has.
//
//   const EvidenceGaps gaps = findGaps(rows, entries, baselines);
//   for (const std::size_t row : gaps.unlisted) show(evidenceSentence(rows[row]));
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/evidence/evidence_rows.h"
#include "core/flaky/flaky_entry.h"

namespace plumbline::evidence {

struct UncomparedModel {
  std::string config, model;
  bool hasBaseline = false;  ///< its config has one, without this model
  std::size_t runs = 0;      ///< of its first row
};

struct EvidenceGaps {
  std::vector<std::size_t> unlisted = {}, tooWide = {};  ///< indices of rows
  std::vector<UncomparedModel> uncompared = {};  ///< needs baselines
  std::size_t rows = 0;                        ///< looked at
  bool hasBaselines = false;
};

/// findGaps looks at all rows; `baselines` empty: none were given, and uncompared stays empty.
EvidenceGaps findGaps(std::span<const RowEvidence> rows, std::span<const flaky::FlakyEntry> listed, const BaselineValues& baselines);

}  // namespace plumbline::evidence
