// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>

#include "app/cli/commit_wish.h"
#include "app/cli/rule_choice.h"
#include "core/files/file_bytes.h"
#include "core/reports/report_writers.h"

namespace plumbline::cli {

namespace {

using reports::ReportFormat;

CommandSpec spec() {
  return {
      .name = "report",
      .summary = "Write down what CI would say of a commit or a pair: HTML, Markdown, JSON, CSV, JUnit, annotations.",
      .positionals = {{.name = "SOURCES",
                       .help = "folders, artifact zips, CSVs, benchmark JSON, logs; a PyTorch checkout among them is "
                               "taken for the baselines",
                       .many = true}},
      .options = {expectedTreeOption(false),
                  {.name = "--output",
                   .letter = 'o',
                   .value = "FILE",
                   .help = "where the report goes, and by its ending what it is: .html, .md, .json, .csv, .xml (JUnit), "
                           ".txt; - or nothing is standard output"},
                  {.name = "--format",
                   .value = "F",
                   .help = "html, markdown, json, csv, junit, annotations (GitHub's ::error lines) or text, whatever the "
                           "ending; text is the default on standard output",
                   .choices = {"html", "markdown", "json", "csv", "junit", "annotations", "text"}},
                  attemptOption(),
                  nameOption(),
                  useOption(),
                  commitOption(),
                  rulesOption(),
                  {.name = "--threshold",
                   .value = "M=V",
                   .help = "how far a metric may move before charts and alarms mark it: speedup=3%; can be repeated",
                   .repeatable = true},
                  {.name = "--all-rows",
                   .value = "",
                   .help = "html, markdown and text: list rows that pass too, as json, csv and junit do anyway"},
                  {.name = "--no-charts", .value = "", .help = "html: leave the charts out"}},
      .details =
          "examples:\n"
          "  plumbline-cli report artifacts/ --expected pytorch -o report.html\n"
          "  plumbline-cli report run.csv --expected baseline.csv -o report.json && plumbline-cli verify report.json\n"
          "  plumbline-cli report artifacts/ pytorch --format annotations\n"
          "\n"
          "A report holds nothing but what its inputs say: no time, no name of this machine. The same\n"
          "inputs give the same bytes. One CSV and one baseline named as files are a pair whatever\n"
          "their names. FILE is replaced when it exists, unless it is one of the inputs.\n"
          "exit status:\n"
          "  0 CI would pass; 1 a check would fail in one of the configs, as overview says it;\n"
          "  2 bad arguments, a source that cannot be read, nothing that could be judged, or FILE cannot\n"
          "  be written.\n"};
}

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

std::vector<std::string> listOf(const std::string& joined) {
  std::vector<std::string> out;
  std::istringstream text(joined);
  for (std::string part; std::getline(text, part, ',');) out.push_back(part);
  return out;
}

base::Result<ReportFormat> formatOf(const ParsedArguments& arguments) {
  const std::string file = arguments.valueOr("--output", "-");
  if (file.empty()) return base::fail(bad("argument --output: name a file, or -"));
  if (const auto name = arguments.value("--format")) return *reports::formatOfName(*name);
  if (file == "-") return ReportFormat::Text;
  if (const auto format = reports::formatOfFile(file)) return *format;
  return base::fail(bad("argument --output: the ending of \"" + file + "\" is none of .html, .md, .json, .csv, .xml, .txt; say it with --format"));
}

base::Result<reports::ReportOptions> optionsOf(const ParsedArguments& arguments, ReportFormat format) {
  reports::ReportOptions options;
  options.allRows = arguments.has("--all-rows") || reports::wantsAllRows(format);
  options.withCharts = format == ReportFormat::Html && !arguments.has("--no-charts");
  for (const std::string& text : listOf(arguments.valueOr("--threshold", "")))
    if (auto set = diff::setThreshold(options.thresholds, text); !set) {
      base::Error error = set.error();
      error.text = "argument --threshold: " + error.text;
      return base::fail(std::move(error));
    }
  options.words.sources = arguments.positionals;
  if (const auto tree = arguments.value("--expected")) options.words.trees.push_back(*tree);
  options.words.rules = arguments.valueOr("--rules", "");
  options.words.attempts = arguments.valueOr("--attempt", "");
  options.words.commit = arguments.valueOr("--commit", "");
  options.words.names = listOf(arguments.valueOr("--name", ""));
  options.words.uses = listOf(arguments.valueOr("--use", ""));
  return options;
}

base::Result<void> write(const std::string& file, const std::string& bytes, Context& context) {
  if (file == "-") {
    context.out << bytes << std::flush;
    return {};
  }
  auto saved = files::saveFile(file, bytes);
  if (!saved) return base::fail(saved.error());
  return {};
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto wish = commitWish(arguments, context);
  if (!wish) return refuse(context, spec(), wish.error());
  const auto format = formatOf(arguments);
  if (!format) return refuse(context, spec(), format.error());
  const auto options = optionsOf(arguments, *format);
  if (!options) return refuse(context, spec(), options.error());
  const auto stop = [&](const base::Error& error) {
    complain(context, error);
    return kExitUsage;
  };
  const auto source = reports::openReportSource(*wish);
  if (!source.isValue()) return stop(source.error());
  const sources::Opened& opened = source.value().view->opened();
  if (const auto unknown = unknownFile(*wish, opened)) return stop(*unknown);
  const std::string file = arguments.valueOr("--output", "-");
  if (file != "-" && reports::isInput(*source.value().view, file))
    return stop({base::ErrorCode::BadArgument, "This file is one of the inputs.", "Take another name for the report.", file, 0, 0});
  const auto unread = unreadSource(opened);
  if (unread) complain(context, *unread);
  const auto report = reports::makeReport(source.value(), *options);
  if (!report.isValue()) return stop(report.error());
  if (const auto written = write(file, reports::writeReport(report.value(), *format), context); !written)
    return stop(written.error());
  if (unread) return kExitUsage;
  return report.value().ciExit != 0 ? kExitFails : kExitOk;
}

}  // namespace

Command reportCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
