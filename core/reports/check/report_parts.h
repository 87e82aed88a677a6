// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of makeReport, and texts shared by the formats. Private to core/reports.
#pragma once

#include <string>
#include <vector>

#include "core/reports/check/report_format.h"

namespace plumbline::reports {

/// kHashCharacters of a commit are shown to people.
inline constexpr std::size_t kHashCharacters = 12;

/// inputsOf hashes everything the verdicts of a view depend on, sorted by kind and origin.
std::vector<ReportInput> inputsOf(const ReportSource& source, const ReportArguments& arguments);
/// ruleDetails describes the rules, with the path of the checkout as given.
std::string ruleDetails(const overview::CommitView& view);
/// defaultFlakyList is the path of the default flaky list; "" if none counts for a baseline of the view.
std::string defaultFlakyList(const overview::CommitView& view);
/// flakyDate is the date by which entries of flaky.toml expire; "" if no entry has an expiry.
std::string flakyDate(const overview::CommitView& view);

/// rowsOf gives the rows of a config, worst first, and fills its counts and totals.
void addRows(const overview::ConfigResult& from, bool allRows, ReportConfig& to);

/// addPerformance fills summary, alarms and charts where run and baseline both have performance metrics.
void addPerformance(const overview::ConfigResult& from, const ReportOptions& options, ReportConfig& to);

/// addCompileTimes adds the chart of cold and warm caches, where such runs were opened.
void addCompileTimes(const overview::CommitView& view, const ReportOptions& options, Report& to);

/// configName, or the file's name for a single pair.
std::string nameOf(const ReportSource& source, const overview::ConfigResult& config);

/// rowStatus is the script's word, or ours where it has none: "FAIL", "LOST", "NO SHARD".
std::string rowStatus(const ReportRow& row);
/// reasonText is the sentence of a row, with the cause and the graph breaks that moved where they are known.
std::string reasonText(const ReportRow& row);
/// shownChanges are the changed cells worth a place in a table; `more` counts the others.
std::vector<const ReportRow::Cell*> shownChanges(const ReportRow& row, std::size_t& more);
/// changeText lists the changed metrics of a row: "accuracy pass -> fail_to_run, graph_breaks 7 -> 9 (+2)".
std::string changeText(const ReportRow& row);
/// detailText is changeText with the cause of a failure and the graph breaks that moved, where they are known.
std::string detailText(const ReportRow& row);
/// ciAnswer is "pass", "fail", or why there is no answer: "not run", "no baseline", "not judged".
std::string ciAnswer(const ReportConfig& config);
bool isJudged(const ReportConfig& config);
/// meanText is a mean over paired models: "1.42 x", "93.5 %", "-" over no model.
std::string meanText(const statistics::Mean& mean, const diff::SummaryLine& line);

}  // namespace plumbline::reports
