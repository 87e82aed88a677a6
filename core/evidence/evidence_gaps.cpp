// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/evidence_gaps.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/evidence/healed_entries.h"

namespace plumbline::evidence {

EvidenceGaps findGaps(std::span<const RowEvidence> rows, std::span<const flaky::FlakyEntry> listed, const BaselineValues& baselines) {
  EvidenceGaps gaps{.rows = rows.size(), .hasBaselines = !baselines.empty()};
  std::set<std::string> configs;
  std::set<std::pair<std::string, std::string>> compared;
  for (const auto& [key, value] : baselines) {
    configs.insert(std::get<0>(key));
    compared.emplace(std::get<0>(key), std::get<1>(key));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowEvidence& row = rows[i];
    if (row.rateClass() == statistics::RateClass::Flaky &&
        std::ranges::none_of(listed, [&](const flaky::FlakyEntry& entry) { return isListed(entry, row.row); }))
      gaps.unlisted.push_back(i);
    if (row.numbers && row.numbers->margin && row.numbers->margin->marginClass == MarginClass::TooWide) gaps.tooWide.push_back(i);
    if (gaps.hasBaselines && compared.emplace(row.row.config, row.row.model).second)
      gaps.uncompared.push_back({row.row.config, row.row.model, configs.count(row.row.config) != 0, row.runs.size()});
  }
  return gaps;
}

}  // namespace plumbline::evidence
