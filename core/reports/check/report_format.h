// SPDX-License-Identifier: GPL-3.0-or-later
// A report as data, what it is made from, and its formats. Pure functions: the same report gives the same bytes. Whatever comes from a file is text in
// every format: no markup, no link, no mention, no formula, no workflow command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/charts/chart_data.h"
#include "core/diff/hud_summary.h"
#include "core/diff/move.h"
#include "core/diff/thresholds.h"
#include "core/overview/open_commit.h"
#include "core/overview/signature.h"
#include "core/reports/diff/diff_report.h"
#include "core/reports/overview/overview_report.h"

namespace plumbline::reports {

/// The arguments of a report, kept in its JSON so that it can be verified later.
///
///   auto options = openOptionsOf({.sources = {"artifacts"}, .trees = {"pytorch"}, .rules = "2025-11"});
///   auto source = openReportSource(*options);           // source.value().view
struct ReportArguments {
  std::vector<std::string> sources = {};
  std::vector<std::string> trees = {};  ///< --expected
  std::string rules = {};     ///< --rules: a generation or "checkout"; "": the default one
  std::string attempts = {};  ///< --attempt: "latest" or "first"; "": latest
  std::string commit = {};    ///< --commit
  std::vector<std::string> names = {};  ///< --name FILE=CONFIG
  std::vector<std::string> uses = {};   ///< --use FILE
  std::string flakyList = {};           ///< the default flaky list; "" where none counted
  std::string day = {};       ///< by which entries of flaky.toml expired: "2026-10-01"; "" where none does
  bool operator==(const ReportArguments&) const = default;
};

/// openOptionsOf. Errors: BadArgument for a word that cannot be read.
base::Result<overview::OpenRequest> openOptionsOf(const ReportArguments& arguments);

struct ReportSource {
  overview::CommitPtr view;
  /// For a single pair of files with unknown names: the file name of the run, which stands for the config.
  std::string pairName = {};
};
/// openReportSource opens and judges. One run and one baseline, each named as a file, are a pair whatever their names.
/// Errors: those of overview::openCommit.
base::Outcome<ReportSource> openReportSource(const overview::OpenRequest& options, const base::Progress& progress = {});

/// argumentsOf returns the arguments that open this view again. `ruleId` is a generation or "checkout".
ReportArguments argumentsOf(const overview::CommitView& view, const std::string& ruleId);

/// isInput returns whether the view was made from this file.
bool isInput(const overview::CommitView& view, const std::string& file);

// A report as data: inputs, rules and results.
//
//   const auto report = makeReport({view}, {.thresholds = diff::defaultThresholds()});
//   files::saveFile("out.html", htmlReport(report.value()));

/// ReportInput is one table or file that the verdicts depend on.
struct ReportInput {
  std::string origin;  ///< as sources name it: "a.zip!test/test-reports/x.csv"; a path for lists and scripts
  std::string kind;    ///< "actual", "expected", "flaky-list", "rules"
  std::string config;  ///< its name; "" when it has none
  std::string sha256;  ///< of its bytes, 64 hex digits; "" when it cannot be read
  std::size_t bytes = 0;
  bool isUsed = true;  ///< false: another attempt was used for its shard, its config is unknown, or the list is broken
};

struct ReportRow {
  std::string model;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  std::string statusWord, sentence;
  std::string cause;            ///< why the model failed, from a log of its config; "" when none has it
  std::string causeLog;         ///< that log
  std::size_t causeLine = 0;    ///< 1-based; 0 for none
  std::string graphBreakNote;   ///< which graph breaks are new or gone; "" when that is not known
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
  int exitStatus = 0;  ///< 0 CI passes, 1 it fails, 2 no check applies
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
  int exitStatus = 0;                ///< as of a config; 2 when it is 2 for any, or a source was not read
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

enum class ReportFormat : unsigned char { Html, Markdown, Json, Csv, Junit, Annotations, Text };
/// formatOfFile goes by the ending: .html .htm .md .json .csv .xml .txt; annotations have none. formatOfName reads a word
/// ("html", "markdown", "json", "csv", "junit", "annotations", "text").
std::optional<ReportFormat> formatOfFile(std::string_view fileName);
std::optional<ReportFormat> formatOfName(std::string_view name);

/// wantsAllRows: JSON, CSV and JUnit list what passes too; the others are read by people.
bool wantsAllRows(ReportFormat format);
bool hasCharts(ReportFormat format);
bool isDiffFormat(ReportFormat format);

std::string writeReport(const Report& report, ReportFormat format);
/// writeDiff writes a diff in one of its formats (isDiffFormat).
std::string writeDiff(const diff::Diffs& diffs, const DiffReportOptions& options, ReportFormat format);

/// htmlReport is one file: style, a small script that sorts tables, SVG charts; readable without the script, printable,
/// light and dark.
std::string htmlReport(const Report& report);
/// markdownReport: a summary, details folded; below the 60,000 bytes of a comment; omitted parts are mentioned.
std::string markdownReport(const Report& report);
/// jsonReport is the format "plumbline-report", version 2 (resources/help/json.md); verifyReport reads it.
std::string jsonReport(const Report& report);
std::string csvReport(const Report& report);
/// junitReport: a suite per config, a case per model; a row that fails CI is a failure, an excused one is skipped.
std::string junitReport(const Report& report);
/// annotationsReport: GitHub workflow commands, ::error and ::warning with file and line of the baseline.
std::string annotationsReport(const Report& report);
/// textReport is for a terminal: groups, then the rows that need a look, config by config.
std::string textReport(const Report& report);

}  // namespace plumbline::reports
