// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a commit as text: for a terminal, for a comment on a pull request, for other programs.
//
//   OverviewReport report{view, overview::groupsOf(*view)};
//   std::cout << overviewText(report);
//
// A model in its sibling configs, and rows that a sibling left behind: as text and as JSON.
//
//   out << siblingsText(*view, "llama", siblingRows(*view, "llama"));
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/overview/commit_view.h"
#include "core/overview/drift.h"
#include "core/overview/group_past.h"
#include "core/overview/headline.h"
#include "core/overview/model_view.h"
#include "core/overview/signature.h"

namespace plumbline::reports {

struct OverviewReport {
  overview::CommitPtr view;
  std::vector<overview::Group> groups;
  std::optional<overview::StaleReport> stale = {};  ///< when it was asked for
  std::optional<overview::CommitPast> past = {};    ///< of the groups; with an earlier commit only new rows are reported
};

/// overviewText fits a screen for a real commit: a line per group, then what is incomplete, not run, not named.
std::string overviewText(const OverviewReport& report);

/// overviewMarkdown gives the groups as a list, their rows and the rest folded away. Nothing from a file can become
/// markup, a link or a mention.
std::string overviewMarkdown(const OverviewReport& report);

/// overviewJson is described in resources/help/json.md.
std::string overviewJson(const OverviewReport& report, int exit);

// Shared by the formats of an overview. Private to core/reports.

/// Section is a list with a heading; the lines hold text from files, not yet made fit for where they go.
struct Section {
  std::string heading;  ///< "not run"
  struct Line {
    std::string name;   ///< a config, a file
    std::string text;   ///< details; may be empty
  };
  std::vector<Line> lines;
};

/// sectionsOf lists incomplete configs, attempts, notes, models in two shards, configs without a run or a baseline,
/// duplicate baselines, unnamed files, problems and stale rows. Empty sections are omitted.
std::vector<Section> sectionsOf(const OverviewReport& report);

/// sectionMarkdown is a list of a section's first 60 lines.
std::string sectionMarkdown(const Section& section);

/// commitText: "commit 0123456, rules 2025-11"; without a commit only the rules.
std::string commitText(const OverviewReport& report);

/// ShownGroup is a group with the rows to report, and what the history knows of those.
struct ShownGroup {
  overview::Group group;
  overview::GroupPast past = {};
};
std::vector<ShownGroup> shownGroups(const OverviewReport& report);
/// sinceNote: ", red since 2026-11-20, 6 runs, within the noise (q 0.41)"; "" where nothing is known.
std::string sinceNote(const ShownGroup& shown);

/// causeText: ": torch.OutOfMemoryError: CUDA out of memory. (run.log, line 48)"; a long one is cut; "" for a row without a cause.
std::string causeText(const overview::ConfigResult& config, std::size_t row, const char* before);

/// groupHeading is the word over the groups of a kind: "fail", "lost".
std::string groupHeading(overview::GroupKind kind);
/// groupKindName is the stable word of JSON: "fail", "missing-shard".
std::string_view groupKindName(overview::GroupKind kind);

std::string siblingsText(const overview::CommitView& view, const std::string& model,
                         const std::vector<overview::SiblingRow>& rows);
/// siblingsJson writes the format "plumbline-siblings", driftJson "plumbline-drift", documented in resources/help/json.md.
std::string siblingsJson(const overview::CommitView& view, const std::string& model,
                         const std::vector<overview::SiblingRow>& rows);

/// DriftReport is the result of searching the history.
struct DriftReport {
  std::vector<overview::DriftRow> rows;
  std::size_t commits = 0;  ///< looked at
  bool cut = false;         ///< there are older ones
};
std::string driftText(const DriftReport& report);
std::string driftJson(const DriftReport& report, int exit);

}  // namespace plumbline::reports
