// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/report_options.h"
#include "core/charts/change_marks.h"
#include "core/charts/make_chart.h"
#include "core/charts/svg.h"
#include "core/configs/config.h"
#include "core/diff/choose_runs.h"
#include "core/overview/open_commit.h"
#include "core/reports/chart_report.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

enum class ChartFormat : unsigned char { Text, Svg, Csv };

/// ChartRequest is what a command line of `chart` asks for: the kind, the sides, what is shown of them, the form.
struct ChartRequest {
  charts::ChartKind kind = charts::ChartKind::Speedup;
  std::vector<std::string> sources;
  std::vector<diff::SideRequest> sides;  ///< one alone: what it holds decides
  std::string config;
  charts::ChartOptions options;
  charts::SvgOptions svg;
  ChartFormat format = ChartFormat::Text;
  std::string file;  ///< where it goes; "": standard output
};

using charts::ChartData;
using charts::ChartKind;
using charts::Order;

constexpr int kMinWidth = 240, kMinHeight = 120, kMaxPixels = 20'000;
constexpr std::array<std::pair<std::string_view, Order>, 4> kOrders = {
    {{"worst", Order::WorstFirst}, {"best", Order::BestFirst}, {"name", Order::Name}, {"file", Order::File}}};

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
    names.emplace_back(charts::kindName(static_cast<ChartKind>(kind)));
  return names;
}

base::Result<std::pair<int, int>> sizeOf(const std::string& text) {
  std::pair<int, int> size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.first);
  const bool hasCross = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = hasCross ? std::from_chars(width.ptr + 1, end, size.second) : width;
  if (!hasCross || height.ec != std::errc() || height.ptr != end)
    return base::fail(badArgument("argument --size: \"" + text + "\" is no size", "Write it as 960x480."));
  if (size.first < kMinWidth || size.second < kMinHeight || size.first > kMaxPixels || size.second > kMaxPixels)
    return base::fail(badArgument("argument --size: a chart is from " + std::to_string(kMinWidth) + "x" +
                          std::to_string(kMinHeight) + " to " + std::to_string(kMaxPixels) + "x" +
                          std::to_string(kMaxPixels) + " pixels"));
  return size;
}

/// The form follows from --format, else from the ending of the file, else it is text.
base::Result<ChartFormat> formatOf(const ParsedArguments& arguments, const std::string& file) {
  const std::string name = arguments.valueOr("--format", "");
  if (name == "svg" || (name.empty() && file.ends_with(".svg"))) return ChartFormat::Svg;
  if (name == "csv" || (name.empty() && file.ends_with(".csv"))) return ChartFormat::Csv;
  if (name == "text" || file.empty() || file.starts_with("/dev/") || file.ends_with(".txt")) return ChartFormat::Text;
  return base::fail(badArgument("argument --output: the ending of \"" + file + "\" does not name a format",
                        "Use .svg, .csv or .txt, or pass --format."));
}

base::Result<charts::ChartOptions> chartOptionsOf(const ParsedArguments& arguments) {
  charts::ChartOptions options;
  if (auto error = assign(options.limit, wholeNumberOf(arguments, "--limit", static_cast<int>(options.limit), 0)))
    return base::fail(*std::move(error));
  const auto first = wholeNumberOf(arguments, "--from", 1, 0);
  if (!first) return base::fail(first.error());
  options.first = static_cast<std::size_t>(std::max(*first - 1, 0));
  for (const auto& [name, order] : kOrders)
    if (arguments.valueOr("--order", "worst") == name) options.order = order;
  if (auto set = setThresholds(options.thresholds, arguments); !set) return base::fail(set.error());
  options.metric = arguments.valueOr("--metric", "");
  options.model = arguments.valueOr("--model", "");
  options.peakMemory = arguments.has("--peak");
  if (arguments.has("--max-p") && !arguments.has("--changes"))
    return base::fail(badArgument("argument --max-p: give --changes with it"));
  const auto rate = numberOf(arguments, "--max-p", charts::kAlarmRates[charts::kDefaultAlarm]);
  if (!rate) return base::fail(rate.error());
  if (!(*rate > 0 && *rate < 1)) return base::fail(badArgument("argument --max-p: must be between 0 and 1"));
  if (arguments.has("--changes")) options.alarmRate = *rate;
  return options;
}

base::Result<std::vector<diff::SideRequest>> sidesOf(const ParsedArguments& arguments, const ChartRequest& request) {
  const auto before = arguments.value("--before"), expected = arguments.value("--expected");
  if (before && expected) return base::fail(badArgument("arguments --before and --expected: give one of them"));
  std::vector<diff::SideRequest> sides;
  if (before || expected) {
    sides.push_back(
        {.paths = {before ? *before : *expected}, .config = request.config, .label = before ? "before" : "baseline"});
    sides.push_back({.paths = request.sources, .config = request.config, .label = before ? "after" : "actual"});
    return sides;
  }
  for (const std::string& path : request.sources) sides.push_back({.paths = {path}, .config = request.config});
  if (sides.size() > 2 && request.kind != ChartKind::Trend && request.kind != ChartKind::CompileTime)
    return base::fail(badArgument(std::string(charts::kindName(request.kind)) + " holds two runs beside each other, not " +
                              std::to_string(sides.size()),
                          "Name several files of one side with --before or --expected for the other."));
  return sides;
}

CommandSpec chartSpec() {
  return {
      .name = "chart",
      .summary = "Draw runs as a chart: SVG, CSV or text.",
      .positionals = {{.name = "KIND", .help = text::joined(kindNames())},
                      {.name = "SOURCES",
                       .help = "before and after: CSVs, folders, zips, benchmark JSON; with --before or --expected all "
                               "are after; for trend: one per commit, or a folder with several commits",
                       .many = true}},
      .options =
          {option("--before TREE", "runs to compare SOURCES with"),
           option("--expected TREE", "baselines to compare SOURCES with"),
           option("--config NAME", "the config to draw if the sources have several"),
           option("--metric M", "column of deltas, scatter, distribution and trend (default: speedup)"),
           option("--model NAME", "trend: draw this model beside the mean"),
           option("--changes", "trend: mark change points, as the command changes finds them"),
           option("--max-p P", "chance of a change point in a series that does not change (default: 0.005)"),
           option("--peak", "memory: draw peak memory in GB instead of the ratio"),
           option("--limit N", "show at most N models, 0 for all (default: 40); deltas, scatter and distribution "
                               "always show all"),
           option("--from N", "start at the Nth model of the order, counted from 1"),
           option("--order O", "order of the models: worst (default), best, name or file",
                  {"worst", "best", "name", "file"}),
           thresholdOption("mark changes beyond V: speedup=3%; repeatable"),
           option("--theme T", "light (default) or dark", {"light", "dark"}),
           option("--size WxH", "size in pixels (default: 960x480)"),
           option("--format F", "svg, csv (the data) or text; default: by the ending of FILE, else text",
                  {"svg", "csv", "text"}),
           outputOption()}};
}

base::Result<ChartRequest> chartRequest(const ParsedArguments& arguments) {
  ChartRequest request;
  const std::string kind = arguments.positionals.front();
  const auto known = charts::kindOfName(kind);
  if (!known)
    return base::fail(badArgument("argument KIND: \"" + kind + "\" is no chart (there are " + text::joined(kindNames()) + ")"));
  request.kind = *known;
  request.sources.assign(arguments.positionals.begin() + 1, arguments.positionals.end());
  request.config = arguments.valueOr("--config", "");
  if (auto error = assign(request.sides, sidesOf(arguments, request))) return base::fail(*std::move(error));
  if (auto error = assign(request.options, chartOptionsOf(arguments))) return base::fail(*std::move(error));
  if (auto error = assign(request.file, outputFile(arguments))) return base::fail(*std::move(error));
  if (auto error = assign(request.format, formatOf(arguments, request.file))) return base::fail(*std::move(error));
  const auto size = sizeOf(arguments.valueOr("--size", "960x480"));
  if (!size) return base::fail(size.error());
  if (request.options.alarmRate && request.kind != ChartKind::Trend)
    return base::fail(badArgument("argument --changes: only trend has change points"));
  request.svg.width = size->first;
  request.svg.height = size->second;
  request.svg.css = charts::chartCss(arguments.valueOr("--theme", "light"));
  return request;
}

/// Drawn is the chart, and what could not be read on the way to it.
struct Drawn {
  ChartData chart;
  std::vector<base::Error> problems;
};

/// Cold and warm compile times of all sources; nothing where none of them holds any.
base::Result<std::optional<Drawn>> drawCacheRuns(const ChartRequest& request) {
  std::vector<sources::SourcePath> paths;
  for (const std::string& path : request.sources) paths.push_back({path});
  const auto opened = sources::open(paths);
  if (!opened.isValue()) return base::fail(opened.error());
  if (opened.value().cacheRuns.empty()) return std::optional<Drawn>();
  return std::optional(
      Drawn{charts::compileTimeChart(opened.value().cacheRuns, request.options), opened.value().problems});
}

/// The commits that one source holds, old to new.
base::Result<Drawn> drawCommits(const ChartRequest& request) {
  const auto view = overview::openCommit({.paths = {{request.sources.front()}}});
  if (!view.isValue()) return base::fail(view.error());
  // Those of all commits: the view shows the last one alone.
  std::set<configs::Config> all;
  for (const sources::Piece& piece : view.value()->opened().pieces)
    if (!piece.isBaseline && piece.identity) all.insert(configs::accuracyTwin(piece.identity->config));
  std::vector<std::string> names;
  std::optional<configs::Config> chosen;
  for (const configs::Config& config : all) {
    names.push_back(configs::configName(config));
    if (request.config.empty() || request.config == names.back()) chosen = config;
  }
  if (!chosen || (request.config.empty() && names.size() > 1))
    return base::fail(badArgument(
        "argument --config: " + std::string(request.config.empty() ? "name one" : "\"" + request.config + "\" is not there") +
        " (there are " + text::joined(names) + ")"));
  auto runs = diff::trendRuns(*view.value(), *chosen, {});
  if (!runs.isValue()) return base::fail(runs.error());
  const auto made = diff::RunDiff::make(std::move(runs.value()), {}, diff::kMaxTrendRuns);
  if (!made.isValue()) return base::fail(made.error());
  return Drawn{charts::trendChart(*made.value(), request.options), view.value()->opened().problems};
}

base::Result<Drawn> drawSides(const ChartRequest& request) {
  // A chart of one side is that of the side against itself.
  std::vector<diff::SideRequest> sides = request.sides;
  const bool isAlone = sides.size() == 1;
  if (isAlone) sides.push_back(sides.front());
  const auto diffs = diff::diffsOf(sides);
  if (!diffs.isValue()) return base::fail(diffs.error());
  const std::vector<diff::ConfigDiff>& configs = diffs.value().configs;
  if (configs.size() > 1) {
    std::vector<std::string> names;
    for (const diff::ConfigDiff& config : configs) names.push_back(config.config);
    return base::fail(badArgument("argument --config: a chart is of one config, name it (there are " + text::joined(names) + ")"));
  }
  const diff::RunDiff& runs = *configs.front().diff;
  ChartData chart = charts::makeChart(request.kind, runs, 0, isAlone ? 0 : runs.runs().size() - 1, request.options);
  return Drawn{std::move(chart), diffs.value().problems};
}

base::Result<Drawn> draw(const ChartRequest& request) {
  if (request.kind == ChartKind::CompileTime && request.sides.size() == request.sources.size()) {
    auto drawn = drawCacheRuns(request);
    if (!drawn) return base::fail(drawn.error());
    if (*drawn) return **std::move(drawn);
  }
  if (request.sides.size() > 1 || request.kind == ChartKind::Phases) return drawSides(request);
  if (request.kind == ChartKind::Trend) return drawCommits(request);
  const std::string none =
      request.kind == ChartKind::CompileTime ? "it holds no compile times with a cold and a warm cache, and " : "";
  return base::fail(badArgument(none + "there is one side to draw", "Name a second one, --before or --expected."));
}

std::string written(const ChartRequest& request, const ChartData& chart) {
  if (request.format == ChartFormat::Svg) return charts::svgFile(chart, request.svg);
  if (request.format == ChartFormat::Csv) return reports::chartCsv(chart);
  return reports::chartList(chart);
}

int runChart(const ParsedArguments& arguments, Context& context) {
  const auto request = chartRequest(arguments);
  if (!request) return printUsageError(context, chartSpec(), request.error());
  if (isAmong(request->sides, request->file))
    return printUsageError(context, chartSpec(), badArgument("argument --output: the chart would replace one of the sources"));
  const auto drawn = draw(*request);
  if (!drawn) return printEitherError(context, chartSpec(), drawn.error());
  for (const base::Error& problem : drawn->problems) printError(context, problem);
  if (drawn->chart.isEmpty()) return printError(context, {base::ErrorCode::NotFound, drawn->chart.emptyText});
  if (const auto saved = writeOutput(request->file, written(*request, drawn->chart), context.out); !saved)
    return printError(context, saved.error());
  return drawn->problems.empty() ? kExitOk : kExitUsage;
}

}  // namespace

Command makeChartCommand() { return {chartSpec(), runChart}; }

}  // namespace plumbline::cli
