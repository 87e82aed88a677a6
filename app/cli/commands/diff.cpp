// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "app/cli/report_options.h"
#include "core/diff/choose_runs.h"
#include "core/evidence/number_tests.h"
#include "core/reports/diff/diff_report.h"
#include "core/tasks/both.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

/// DiffRequest is what a command line of `diff` asks for: the sides, the thresholds, the form.
struct DiffRequest {
  std::vector<diff::SideRequest> sides;
  reports::DiffReportOptions options;
  reports::ReportFormat format = reports::ReportFormat::Text;
  std::string file;  ///< where it goes; "" and "-": standard output
};

CommandSpec diffSpec() {
  return {
      .name = "diff",
      .summary = "Compare two to six runs: which metrics and models became worse or better.",
      .positionals = {{.name = "BEFORE",
                       .help = "a CSV, a folder, an artifact zip, benchmark JSON, a log, or a checkout's baselines"},
                      {.name = "AFTER",
                       .help = "the same for later runs; with more than two sides the first is before, the last is after",
                       .required = false,
                       .many = true}},
      .options =
          {option("--expected TREE", "compare the one source given with these baselines"),
           listOption("--config NAME", "only this config; repeated once per side it names the config of each side, so "
                                       "that one source can be compared with itself: static with dynamic"),
           listOption("--metrics, --metric LIST", "only these columns: speedup,abs_latency; repeatable"),
           thresholdOption("count changes beyond V: speedup=3%; a floor: speedup>=0.97; repeatable"),
           listOption("--what-if M=V", "list the values that another --threshold would judge otherwise; repeatable"),
           option("--repeats N", "the first N sides repeat one run, the others another: list what is within the noise (up to 200 sides)"),
           option("--all", "also list unchanged values"),
           withStoreOption({}).front(),
           listOption("--label NAME", "name of a side, in order, without a comma; repeatable"),
           option("--format F", "text, markdown (fits a pull-request comment), csv, json, or html with charts; "
                                "default: by the ending of FILE, else text",
                  {"text", "markdown", "csv", "json", "html"}),
           outputOption()}};
}

std::size_t maxSides(const ParsedArguments& arguments) { return arguments.has("--repeats") ? diff::kMaxRepeatRuns : diff::kMaxRuns; }

base::Result<std::vector<diff::SideRequest>> pathSides(const ParsedArguments& arguments, std::size_t configs) {
  const std::vector<std::string>& paths = arguments.positionals;
  std::vector<diff::SideRequest> sides;
  if (const auto tree = arguments.value("--expected")) {
    if (paths.size() != 1)
      return base::fail(badArgument("argument --expected: give one source with it, not " +
                            std::to_string(paths.size())));
    sides.push_back({.paths = {*tree}, .label = "baseline"});
    sides.push_back({.paths = {paths.front()}, .label = "actual"});
    return sides;
  }
  for (const std::string& path : paths) sides.push_back({.paths = {path}});
  // One source, several configs: variants of the same run.
  if (sides.size() == 1 && configs > 1) sides.resize(configs, sides.front());
  if (sides.size() < 2)
    return base::fail(badArgument("there is only one side to compare", "Name a second one, two --config of it, or --expected."));
  const std::size_t most = maxSides(arguments);
  if (sides.size() > most)
    return base::fail(badArgument(std::to_string(sides.size()) + " sides given, at most " + std::to_string(most) + " can be compared",
                                  arguments.has("--repeats") ? "" : "Where they repeat two runs, say how many are of the first with --repeats."));
  return sides;
}

base::Result<void> nameConfigs(std::vector<diff::SideRequest>& sides, const std::vector<std::string>& configs) {
  if (configs.empty()) return {};
  if (configs.size() != 1 && configs.size() != sides.size())
    return base::fail(badArgument("argument --config: given " + std::to_string(configs.size()) + " times for " +
                              std::to_string(sides.size()) + " sides",
                          "Give it once, or once for each side."));
  for (std::size_t side = 0; side < sides.size(); ++side) sides[side].config = configs[configs.size() == 1 ? 0 : side];
  return {};
}

base::Result<void> nameLabels(std::vector<diff::SideRequest>& sides, const std::vector<std::string>& labels) {
  if (labels.size() > sides.size())
    return base::fail(badArgument("argument --label: " + std::to_string(labels.size()) + " labels for " +
                          std::to_string(sides.size()) + " sides"));
  for (std::size_t side = 0; side < labels.size(); ++side) {
    if (labels[side].empty()) return base::fail(badArgument("argument --label: a label is empty"));
    if (std::ranges::count(labels, labels[side]) > 1)
      return base::fail(badArgument("argument --label: two sides would be called \"" + labels[side] + '"'));
    sides[side].label = labels[side];
  }
  return {};
}

std::string wordsOfSide(const diff::SideRequest& side) {
  std::string out;
  for (const std::string& path : side.paths) out += (out.empty() ? "" : ", ") + path;
  return out + (side.config.empty() ? "" : ", config " + side.config);
}

base::Result<DiffRequest> diffRequest(const ParsedArguments& arguments, const Context& context) {
  DiffRequest request;
  const auto configs = valuesOf(arguments, "--config");
  if (auto error = assign(request.sides, pathSides(arguments, configs.size()))) return base::fail(*std::move(error));
  if (auto named = nameConfigs(request.sides, configs); !named) return base::fail(named.error());
  if (auto named = nameLabels(request.sides, valuesOf(arguments, "--label")); !named) return base::fail(named.error());
  if (auto set = setThresholds(request.options.thresholds, arguments); !set) return base::fail(set.error());
  if (arguments.has("--what-if")) {
    request.options.whatIf = request.options.thresholds;
    if (auto set = setThresholds(*request.options.whatIf, arguments, "--what-if"); !set) return base::fail(set.error());
  }
  const auto repeats = wholeNumberOf(arguments, "--repeats", 0, 1);
  if (!repeats) return base::fail(repeats.error());
  if (*repeats >= static_cast<int>(request.sides.size()))
    return base::fail(badArgument("argument --repeats: " + std::to_string(*repeats) + " of " + std::to_string(request.sides.size()) +
                                      " sides leave none for the other run",
                                  "Name its repeats behind those of the first."));
  request.options.repeats = static_cast<std::size_t>(*repeats);
  const auto format = reportFormat(arguments, reports::isDiffFormat, ".html, .md, .json, .csv or .txt");
  if (!format) return base::fail(format.error());
  request.format = *format;
  if (auto error = assign(request.file, outputFile(arguments))) return base::fail(*std::move(error));
  request.options.metrics = valuesOf(arguments, "--metrics");
  request.options.isChangedOnly = !arguments.has("--all");
  for (const diff::SideRequest& side : request.sides) request.options.sideDescriptions.push_back(wordsOfSide(side));
  request.options.toolVersion = PLUMBLINE_VERSION;
  const bool isOnScreen = request.file.empty();
  request.options.columns = isOnScreen ? context.environment.columns : 0;
  request.options.isColoured = isOnScreen && context.environment.colour;
  return request;
}

/// unknownMetric complains of a metric that no run has: its report would be empty, and read as "nothing moved".
std::optional<base::Error> unknownMetric(const std::vector<std::string>& metrics, const diff::Diffs& diffs) {
  std::vector<std::string> known;
  for (const diff::ConfigDiff& config : diffs.configs)
    for (const verdicts::MetricInfo& info : config.diff->metrics())
      if (std::ranges::find(known, info.name) == known.end()) known.push_back(info.name);
  for (const std::string& metric : metrics) {
    if (std::ranges::find(known, metric) != known.end()) continue;
    return unknownValue("--metrics", metric, text::joined(known));
  }
  return std::nullopt;
}

/// addEarlierRuns holds what moved against the noise of earlier runs, where there is a history. False when stopped. Errors: those of
/// opening and reading it.
base::Result<bool> addEarlierRuns(diff::Diffs& diffs, const DiffRequest& request, const ParsedArguments& arguments, Context& context) {
  auto known = openKnownHistory(arguments, context);
  if (!known) return base::fail(std::move(known.error()));
  if (!*known) return true;
  std::vector<evidence::Moved> all;
  for (const diff::ConfigDiff& config : diffs.configs)
    all.push_back({config.diff, {.before = 0, .after = config.diff->runs().size() - 1}});
  WatchedWork work(context);
  auto tested = evidence::testMoves((*known)->get(), all, request.options.thresholds, work.progress("reading the history"));
  if (!tested) return base::fail(std::move(tested.error()));
  if (work.isStopped() || tested->size() != all.size()) return false;
  const bool hasAny = std::ranges::any_of(*tested, [](const auto& part) { return part != nullptr; });
  if (!hasAny && arguments.has("--store"))
    printWarnings(context, {{base::ErrorCode::NotFound, "Nothing was held against the history.",
                             "It has no runs of what moved, or the files' names do not say one config for both sides.", ""}});
  for (std::size_t i = 0; i < all.size(); ++i) diffs.configs[i].earlier = std::move((*tested)[i]);
  return true;
}

int runDiff(const ParsedArguments& arguments, Context& context) {
  const auto request = diffRequest(arguments, context);
  if (!request) return printUsageError(context, diffSpec(), request.error());
  if (isAmong(request->sides, request->file))
    return printUsageError(
        context, diffSpec(),
        {base::ErrorCode::BadArgument, "argument --output: the report would replace one of the runs", "", request->file});
  auto diffs = diff::diffsOf(request->sides, {}, tasks::bothAtOnce, maxSides(arguments));
  if (!diffs.isValue()) return printError(context, diffs.error());
  if (const auto unknown = unknownMetric(request->options.metrics, diffs.value()))
    return printUsageError(context, diffSpec(), *unknown);
  for (const base::Error& problem : diffs.value().problems) printError(context, problem);
  if (const auto added = addEarlierRuns(diffs.value(), *request, arguments, context); !added) {
    if (arguments.has("--store")) return printError(context, added.error());
    printWarnings(context, {added.error()});  // what moved does not depend on the history
  } else if (!*added) {
    return kExitStopped;
  }
  const int exit = reports::diffExit(diffs.value(), request->options);
  std::ostream& out = request->format == reports::ReportFormat::Text ? context.styledOut : context.out;
  if (const auto saved = writeOutput(request->file, reports::writeDiff(diffs.value(), request->options, request->format), out); !saved)
    return printError(context, saved.error());
  return exit;
}

}  // namespace

Command makeDiffCommand() { return {diffSpec(), runDiff}; }

}  // namespace plumbline::cli
