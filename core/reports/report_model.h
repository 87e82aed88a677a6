// SPDX-License-Identifier: GPL-3.0-or-later
// A report as data: what was opened, by which rules it was judged, what came out. One model, several writers
// (report_writers.h); nothing is drawn and nothing is decided here that the other parts have not decided.
//
//   const Report report = makeReport(view, {.thresholds = diff::defaultThresholds()});
//   files::saveFile("out.html", htmlReport(report));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/charts/chart_data.h"
#include "core/diff/hud_summary.h"
#include "core/diff/ratio_alarm.h"
#include "core/diff/thresholds.h"
#include "core/overview/commit_view.h"
#include "core/overview/signature.h"

namespace plumbline::reports {

/// ReportInput is one table or file that the verdicts depend on.
struct ReportInput {
  std::string origin;  ///< as sources name it: "a.zip!test/test-reports/x.csv"; a path for lists and scripts
  std::string kind;    ///< "actual", "expected", "flaky-list", "rules"
  std::string config;  ///< its name; "" when it has none
  std::string sha256;  ///< of its bytes, 64 hex digits
  std::size_t bytes = 0;
  bool isUsed = true;  ///< false: another attempt stood for its shard
};

struct ReportRow {
  std::string model;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  std::string statusWord, sentence;
  bool failsCi = false, isFlaky = false, isExcused = false, isMissingShard = false;
  struct Cell { std::string metric, expected, actual; bool isChanged = false; };
  std::vector<Cell> cells;
  std::string path;      ///< baseline file and line, for annotations; "" and 0 when there is none
  std::size_t line = 0;
};

struct ReportConfig {
  std::string name;
  int ciExit = 0;
  std::string completeness, problem;  ///< problem: why it could not be judged
  verdicts::ClassCounts counts;
  std::vector<ReportRow> rows;  ///< those that need a look, worst first, or all with ReportOptions::allRows
  std::size_t rowsTotal = 0;
  std::vector<diff::SummaryLine> summary;     ///< run against baseline, where both have performance metrics
  std::vector<diff::RatioAlarm> ratioAlarms;
  std::vector<charts::ChartData> charts;
};

struct ReportOptions {
  diff::Thresholds thresholds = diff::defaultThresholds();
  bool allRows = false;     ///< JUnit, CSV and JSON want every row
  bool withCharts = true;
  std::vector<std::string> sourceWords = {};  ///< SOURCES as given, for `verify`; with the words below
  std::vector<std::string> treeWords = {};    ///< --expected
  std::vector<std::string> optionWords = {};  ///< --rules, --attempt ...: what the verdicts depend on
};

struct Report {
  std::string toolVersion, ruleSet, ruleDetails, commit;
  diff::Thresholds thresholds;
  std::vector<ReportInput> inputs;   ///< sorted by kind, origin
  int ciExit = 0;
  std::string headline;              ///< one sentence: what CI would say, and the largest cause
  verdicts::ClassCounts counts;      ///< over all configs
  std::vector<overview::Group> groups;
  std::vector<std::string> groupTexts;  ///< one sentence per group
  std::vector<ReportConfig> configs;
  std::vector<std::string> problems;    ///< sources that could not be read, files without a name
  ReportOptions options;
};

/// makeReport. Inputs are hashed from the bytes that were judged. Errors: NotFound when nothing could be judged.
base::Outcome<Report> makeReport(const overview::CommitPtr& view, const ReportOptions& options = {},
                                 const base::Progress& progress = {});

}  // namespace plumbline::reports
