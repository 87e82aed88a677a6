// SPDX-License-Identifier: GPL-3.0-or-later
// What the forms of an overview say alike: who ran, who did not, and the words for it. Private to core/reports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/reports/overview_report.h"

namespace plumbline::reports {

/// Section is a list with a heading; the lines hold text from files, not yet made fit for where they go.
struct Section {
  std::string heading;  ///< "not run"
  struct Line {
    std::string name;   ///< a config, a file
    std::string text;   ///< what there is to say of it; may be empty
  };
  std::vector<Line> lines;
};

/// sectionsOf lists what is not a row: incomplete configs, attempts, notes, models in two shards, what nobody ran, baselines that
/// are not there, doubled ones, unnamed files, problems, stale rows. Empty sections are left out.
std::vector<Section> sectionsOf(const OverviewReport& report);

/// commitWords: "commit 0123456, rules 2025-11"; without a commit only the rules.
std::string commitWords(const OverviewReport& report);

/// groupHeading is the word over the groups of a kind: "fail", "lost".
std::string groupHeading(overview::GroupKind kind);
/// kindWord is the stable word of JSON: "fail", "missing-shard".
std::string_view kindWord(overview::GroupKind kind);

}  // namespace plumbline::reports
