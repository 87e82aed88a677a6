// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commit_options.h"
#include "app/cli/pair_input.h"
#include "app/cli/report_options.h"

namespace plumbline::cli {

namespace {

using reports::ReportFormat;

CommandSpec reportSpec() {
  return {
      .name = "report",
      .summary = "Write a report on a commit or a pair: HTML, Markdown, JSON, CSV, JUnit or annotations.",
      .positionals = {{.name = "SOURCES",
                       .help = "folders, artifact zips, CSVs, benchmark JSON, logs; a PyTorch checkout among them "
                               "provides the baselines",
                       .many = true}},
      .options = {expectedTreeOption(false),
                  outputOption(),
                  option("--format F", "html, markdown, json, csv, junit, annotations (GitHub's ::error lines) or "
                                       "text; default: by the ending of FILE (.html, .md, .json, .csv, .xml, .txt), "
                                       "else text",
                         {"html", "markdown", "json", "csv", "junit", "annotations", "text"}),
                  attemptOption(), nameOption(), useOption(), commitOption(), rulesOption(),
                  thresholdOption("mark changes beyond V in charts and alarms: speedup=3%; repeatable"),
                  option("--all-rows", "html, markdown and text: also list rows that pass, as json, csv and junit "
                                       "always do"),
                  option("--no-charts", "html: omit the charts")}};
}

base::Result<reports::ReportOptions> optionsOf(const ParsedArguments& arguments, ReportFormat format) {
  reports::ReportOptions options;
  options.allRows = arguments.has("--all-rows") || reports::wantsAllRows(format);
  options.withCharts = reports::hasCharts(format) && !arguments.has("--no-charts");
  if (auto set = setThresholds(options.thresholds, arguments); !set) return base::fail(set.error());
  options.arguments.sources = arguments.positionals;
  if (const auto tree = arguments.value("--expected")) options.arguments.trees.push_back(*tree);
  options.arguments.rules = arguments.valueOr("--rules", "");
  options.arguments.attempts = arguments.valueOr("--attempt", "");
  options.arguments.commit = arguments.valueOr("--commit", "");
  options.arguments.names = valuesOf(arguments, "--name");
  options.arguments.uses = valuesOf(arguments, "--use");
  return options;
}

int runReport(const ParsedArguments& arguments, Context& context) {
  const auto request = openOptions(arguments, context);
  if (!request) return printUsageError(context, reportSpec(), request.error());
  const auto file = outputFile(arguments);
  if (!file) return printUsageError(context, reportSpec(), file.error());
  const auto format = reportFormat(arguments, [](ReportFormat) { return true; }, ".html, .md, .json, .csv, .xml or .txt");
  if (!format) return printUsageError(context, reportSpec(), format.error());
  const auto options = optionsOf(arguments, *format);
  if (!options) return printUsageError(context, reportSpec(), options.error());
  const auto source = reports::openReportSource(*request);
  if (!source.isValue()) return printError(context, source.error());
  const sources::Opened& opened = source.value().view->opened();
  if (const auto unknown = unknownFile(*request, opened)) return printError(context, *unknown);
  if (!file->empty() && reports::isInput(*source.value().view, *file))
    return printError(context, {base::ErrorCode::BadArgument, "This file is one of the inputs.", "Choose another file for the report.", *file, 0, 0});
  printWarnings(context, source.value().view->flakyProblems());
  const auto unread = unreadSource(opened);
  if (unread) printError(context, *unread);
  auto report = reports::makeReport(source.value(), *options);
  if (!report.isValue()) return printError(context, report.error());
  if (unread) report.value().exitStatus = kExitUsage;
  if (const auto written = writeOutput(*file, reports::writeReport(report.value(), *format), context.out); !written)
    return printError(context, written.error());
  if (const auto unjudged = unjudgedRun(*source.value().view)) printError(context, *unjudged);
  return report.value().exitStatus;
}

}  // namespace

Command makeReportCommand() { return {reportSpec(), runReport}; }

}  // namespace plumbline::cli
