// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces makeReport puts together, and words that its writers share. Private to core/reports.
#pragma once

#include <string>
#include <vector>

#include "core/reports/report_model.h"

namespace plumbline::reports {

/// inputsOf hashes everything the verdicts of a view depend on, sorted by kind and origin.
std::vector<ReportInput> inputsOf(const ReportSource& source, const ReportWords& words);
/// ruleDetails is the rules' own sentence, with the checkout named as it was typed.
std::string ruleDetails(const overview::CommitView& view);
/// flakyDay is the day by which entries of our flaky lists expired; "" where no entry that is used has one.
std::string flakyDay(const overview::CommitView& view);

/// rowsOf gives the rows of a config, worst first, and fills its counts and totals.
void addRows(const overview::ConfigResult& from, bool allRows, ReportConfig& to);

/// addPerformance fills summary, alarms and charts where run and baseline both have performance metrics.
void addPerformance(const overview::ConfigResult& from, const ReportOptions& options, ReportConfig& to);

/// addCompileTimes adds the chart of cold and warm caches, where such runs were opened.
void addCompileTimes(const overview::CommitView& view, const ReportOptions& options, Report& to);

/// configName, or the file's name for a single pair.
std::string nameOf(const ReportSource& source, const overview::ConfigResult& config);

/// rowWord is the script's word, or ours where it has none: "FAIL", "LOST", "NO SHARD".
std::string rowWord(const ReportRow& row);
/// shownChanges are the changed cells worth a place in a table; `more` counts the others.
std::vector<const ReportRow::Cell*> shownChanges(const ReportRow& row, std::size_t& more);
/// changeText says which metrics of a row changed: "accuracy pass -> fail_to_run, graph_breaks 7 -> 9 (+2)".
std::string changeText(const ReportRow& row);
/// ciWord is "pass", "fail", or why there is no answer: "not run", "no baseline", "not judged".
std::string ciWord(const ReportConfig& config);
bool isJudged(const ReportConfig& config);
/// meanText is ours beside HUD's number: "1.42 x", "93.5 %", "-" over no model.
std::string meanText(const statistics::Mean& mean, const diff::SummaryLine& line);
/// countedNoun writes "1 row", "2 rows".
std::string countedNoun(std::size_t count, const char* one, const char* many);

}  // namespace plumbline::reports
