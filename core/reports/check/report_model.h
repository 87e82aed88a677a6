// SPDX-License-Identifier: GPL-3.0-or-later
// A report as data: inputs, rules and results. report_format.h writes it in several formats.
//
//   const auto report = makeReport({view}, {.thresholds = diff::defaultThresholds()});
//   files::saveFile("out.html", htmlReport(report.value()));
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/charts/chart_data.h"
#include "core/diff/hud_summary.h"
#include "core/diff/move.h"
#include "core/diff/thresholds.h"
#include "core/overview/signature.h"
#include "core/reports/check/report_source.h"
#include "core/reports/overview/overview_report.h"

namespace plumbline::reports {

/// ReportInput is one table or file that the verdicts depend on.
struct ReportInput {
  std::string origin;  ///< as sources name it: "a.zip!test/test-reports/x.csv"; a path for lists and scripts
  std::string kind;    ///< "actual", "expected", "flaky-list", "rules"
  std::string config;  ///< its name; "" when it has none
  std::string sha256;  ///< of its bytes, 64 hex digits
  std::size_t bytes = 0;
  bool isUsed = true;  ///< false: another attempt was used for its shard, or its config is unknown
};

struct ReportRow {
  std::string model;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  std::string statusWord, sentence;
  bool failsCi = false, isFlaky = false, isExcused = false;
  bool isMissingShard = false;  ///< its shard is missing: nothing is known about the model
  bool isLost = false;          ///< in the baseline, not in the run
  bool needsAttention = false;       ///< it is in a group
  struct Cell {
    std::string metric, expected, actual;
    std::string delta;        ///< "+2", with its sign; "" where there is none
    bool isChanged = false, isNotMeasured = false;
    bool isChecked = false;   ///< a check depends on it
  };
  std::vector<Cell> cells;  ///< those that decided first
  std::string path;      ///< baseline file and line, for annotations; "" and 0 when there is none
  std::size_t line = 0;
};

struct ReportConfig {
  std::string name;
  int ciExit = 0;
  bool hasRun = false, hasBaseline = false;
  std::string completeness, problem;  ///< problem: why it could not be judged, or a check died
  verdicts::ClassCounts counts;       ///< without the models of shards that are not here
  std::vector<ReportRow> rows;  ///< those that need a look, worst first, or all with ReportOptions::allRows
  std::size_t rowsTotal = 0;
  std::vector<diff::SummaryLine> summary;     ///< run against baseline, where both have performance metrics
  std::vector<diff::RatioAlarm> ratioAlarms;
  std::vector<std::string> alarmModels;       ///< of ratioAlarms, one each
  std::vector<charts::ChartData> charts;
};

/// ReportGroup is overview::Group with the names of its configs.
struct ReportGroup {
  overview::Group group;
  std::string title;                 ///< "graph_breaks +1 on 5 models in 6 configs"
  std::vector<std::string> configs;
};

struct ReportOptions {
  diff::Thresholds thresholds = diff::defaultThresholds();
  bool allRows = false;     ///< JUnit, CSV and JSON want every row
  bool withCharts = true;
  ReportArguments arguments = {};   ///< as given, for `verify`
};

struct Report {
  std::string toolVersion, ruleSet, ruleDetails, commit;
  diff::Thresholds thresholds;
  ReportArguments arguments;                 ///< what opens the same again
  bool hasAllRows = false;
  std::vector<ReportInput> inputs;   ///< sorted by kind, origin
  int ciExit = 0;
  std::string headline;              ///< one sentence: the result of CI
  std::string completeness;          ///< how much of the commit is present
  verdicts::ClassCounts counts;      ///< over all configs
  std::vector<ReportGroup> groups;
  std::vector<ReportConfig> configs;
  std::vector<charts::ChartData> charts;  ///< of no config: compile times with cold and warm cache
  std::size_t configsWithoutCharts = 0;   ///< configs whose charts are omitted to limit the page
  std::vector<Section> sections;     ///< what is incomplete, not run, without a name, unreadable
};

/// makeReport. Inputs are hashed from the bytes that were judged. Errors: NotFound when nothing could be judged.
base::Outcome<Report> makeReport(const ReportSource& source, const ReportOptions& options = {},
                                 const base::Progress& progress = {});

}  // namespace plumbline::reports
