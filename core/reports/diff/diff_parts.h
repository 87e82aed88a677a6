// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the formats of a diff: which rows moved, in which order, by how much, and the texts for it. Private to
// core/reports.
//
//   for (const DiffPart& part : diffParts(diffs, options))
//     for (const DiffEntry& entry : part.entries) show(entryText(part, entry));
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/diff/repeats.h"
#include "core/reports/diff/diff_report.h"

namespace plumbline::reports {

/// DiffEntry is one metric of one model.
struct DiffEntry {
  std::uint32_t row = 0;
  std::uint16_t metric = 0;
  diff::Move move = diff::Move::Nothing;
  diff::Delta delta;
  bool isBelowFloor = false;  ///< the later value is below HUD's floor
  bool isByShift = false;     ///< `move` and `delta` are of the shift, the values are the medians
};

/// DiffPart is one config.
struct DiffPart {
  std::string config;  ///< "" when there is only one and it has no name
  diff::RunDiffPtr diff;
  std::size_t before = 0, after = 0;
  std::vector<std::size_t> metrics;  ///< those asked for, as indexes of diff->metrics()
  std::vector<DiffEntry> entries;  ///< worst first; models that one run alone has are in only* unless all are asked for
  std::vector<std::uint32_t> onlyBefore, onlyAfter;                        ///< rows
  std::vector<std::uint32_t> ofMissingShard;  ///< rows of one run alone, since a shard of the other is not here
  std::uint32_t models[static_cast<std::size_t>(diff::Move::Count)] = {};  ///< by the worst of their metrics
  std::uint32_t values[static_cast<std::size_t>(diff::Move::Count)] = {};  ///< by their own move
  std::uint32_t undecided = 0;  ///< models with a shift that stands out, of too few repeats to decide
  std::vector<DiffEntry> belowFloor;                                       ///< all of them, moved or not
  std::vector<diff::SummaryLine> summary;
  std::vector<diff::RatioAlarm> alarms;
  std::vector<diff::Flip> flips;
  diff::Repeats repeats;  ///< of one value a side those of the history; else empty
  diff::RepeatGroups groups;
  bool isByRepeats = false;  ///< runs repeat two runs: cells with values of both sides are judged by their shift
  bool isBad() const;   ///< something is worse, broke or is gone
  bool isUnchanged() const;  ///< nothing to report
};

std::vector<DiffPart> diffParts(const diff::Diffs& diffs, const DiffReportOptions& options);
/// shownParts are those in which something moved, all of them where all rows are asked for: the worst first.
std::vector<const DiffPart*> shownParts(const std::vector<DiffPart>& parts, const DiffReportOptions& options);

/// shardSentences describes runs with missing shards; empty for complete runs.
std::vector<std::string> shardSentences(const DiffPart& part);
/// breakSentences says which graph breaks are new, of the models whose number of them moved.
std::vector<std::string> breakSentences(const DiffPart& part);
/// isOneSided: the model is named in a list; a line for each of its metrics would bury the rest.
bool isOneSided(diff::Move move);

/// sideLabels are the labels of all runs, in order; a config may lack some of them.
std::vector<std::string> sideLabels(const diff::Diffs& diffs);
/// moveCounts: "1 broke, 1 gone, 2 worse, 3 better"; "nothing moved".
std::string moveCounts(const std::uint32_t (&models)[static_cast<std::size_t>(diff::Move::Count)]);
/// diffHeadline is the first sentence of every form: "62 models in 3 configs: 1 broke".
std::string diffHeadline(const diff::Diffs& diffs, const std::vector<DiffPart>& parts);

/// moveLabel is for people: "gone" and "new" where moveName has "only-before" and "only-after".
std::string_view moveLabel(diff::Move move);
/// stateName: measured, not-finite, not-measured (the zero of a failed run), missing (no cell), no-row.
std::string_view stateName(diff::ReadingState state);
/// entryChange: "-0.30, 20.0 % lower; below the floor; within the noise (q 0.41)"; by the shift of repeats
/// "-0.30 (95 %: -0.35 to -0.26), 20.0 % lower, Cliff's delta -1; beyond the noise (q 0.012)".
std::string entryChange(const DiffPart& part, const DiffEntry& entry);
/// percentChange: "20.0 % lower", "12.5 times as high"; "" when before is 0.
std::string percentChange(double before, double after);
/// shownRuns are the runs that a table shows side by side: all, or of runs that repeat two, the first and the last.
std::vector<std::size_t> shownRuns(const DiffPart& part);
/// entryReading is that of the run that stands before or after, or the median of its repeats.
diff::Reading entryReading(const DiffPart& part, const DiffEntry& entry, std::size_t run);
/// shownLabels are the titles of their columns: "before", "median of 5".
std::vector<std::string> shownLabels(const DiffPart& part);
/// repeatsSentence says how repeats are judged and what is shown of them; "" without any.
std::string repeatsSentence(const DiffPart& part);
/// entryValues are the values of an entry over shownRuns, with enough decimals for before and after to differ. Text from
/// files in them is as it is.
std::vector<std::string> entryValues(const DiffPart& part, const DiffEntry& entry);
/// numberText has the decimals of the metric, other digits where they would show nothing.
std::string numberText(double value, int decimals);

/// pairedMeans: "1.431 -> 1.402".
std::string pairedMeans(const diff::SummaryLine& line, std::string_view arrow = " -> ");
/// pairedChange: "2.0 % lower"; with ", worse" or ", better" beyond the metric's threshold, where it has a direction.
std::string pairedChange(const diff::SummaryLine& line, const diff::Thresholds& thresholds);
/// pairedCount: "58 models, 4 left out".
std::string pairedCount(const diff::SummaryLine& line);

/// thresholdsSummary: whose thresholds hold, and those that a person moved.
std::string thresholdsSummary(const DiffReportOptions& options);
/// flipsSummary: "3 rows become worse, 1 no longer worse", as in the window; "nothing turns over".
std::string flipsSummary(const std::vector<DiffPart>& parts);
/// whatIfSummary is the same behind what was asked: "what if speedup=0.15: 1 row no longer better".
std::string whatIfSummary(const std::vector<DiffPart>& parts, const DiffReportOptions& options);

}  // namespace plumbline::reports
