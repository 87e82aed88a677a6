// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "app/cli/chart_wish.h"
#include "core/charts/chart_text.h"
#include "core/configs/performance.h"
#include "core/files/file_bytes.h"
#include "core/overview/open_commit.h"

namespace plumbline::cli {

namespace {

using charts::ChartData;
using charts::ChartKind;

/// Drawn is the chart, and what could not be read on the way to it.
struct Drawn {
  ChartData chart;
  std::vector<base::Error> problems;
};

base::Error bad(std::string text, std::string hint = "") {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// Cold and warm compile times of all sources; nothing where none of them holds any.
base::Result<std::optional<Drawn>> drawCacheRuns(const ChartWish& wish) {
  std::vector<sources::SourcePath> paths;
  for (const std::string& path : wish.sources) paths.push_back({path});
  const auto opened = sources::open(paths);
  if (!opened.isValue()) return base::fail(opened.error());
  if (opened.value().cacheRuns.empty()) return std::optional<Drawn>();
  return std::optional(
      Drawn{charts::compileTimeChart(opened.value().cacheRuns, wish.options), opened.value().problems});
}

/// The commits that one source holds, old to new.
base::Result<Drawn> drawCommits(const ChartWish& wish) {
  const auto view = overview::openCommit({.paths = {{wish.sources.front()}}});
  if (!view.isValue()) return base::fail(view.error());
  // Those of all commits: the view shows the last one alone.
  std::set<configs::Config> all;
  for (const sources::Piece& piece : view.value()->opened().pieces)
    if (!piece.isBaseline && piece.identity) all.insert(configs::accuracyTwin(piece.identity->config));
  std::vector<std::string> names;
  std::optional<configs::Config> chosen;
  for (const configs::Config& config : all) {
    names.push_back(configs::configName(config));
    if (wish.config.empty() || wish.config == names.back()) chosen = config;
  }
  if (!chosen || (wish.config.empty() && names.size() > 1))
    return base::fail(bad(
        "argument --config: " + std::string(wish.config.empty() ? "name one" : "\"" + wish.config + "\" is not there") +
        " (there are " + joined(names) + ")"));
  auto runs = diff::trendRuns(*view.value(), *chosen, {});
  if (!runs.isValue()) return base::fail(runs.error());
  const auto made = diff::RunDiff::make(std::move(runs.value()), {}, diff::kMostTrendRuns);
  if (!made.isValue()) return base::fail(made.error());
  return Drawn{charts::trendChart(*made.value(), wish.options), view.value()->opened().problems};
}

base::Result<Drawn> drawSides(const ChartWish& wish) {
  const auto diffs = diff::diffsOf(wish.sides);
  if (!diffs.isValue()) return base::fail(diffs.error());
  const std::vector<diff::ConfigDiff>& configs = diffs.value().configs;
  if (configs.size() > 1) {
    std::vector<std::string> names;
    for (const diff::ConfigDiff& config : configs) names.push_back(config.config);
    return base::fail(bad("argument --config: a chart is of one config, name it (there are " + joined(names) + ")"));
  }
  const diff::RunDiff& runs = *configs.front().diff;
  ChartData chart = charts::makeChart(wish.kind, runs, 0, runs.runs().size() - 1, wish.options);
  const std::string& config = wish.config.empty() ? configs.front().config : wish.config;
  if (!config.empty()) chart.subtitle = config + ", " + chart.subtitle;
  return Drawn{std::move(chart), diffs.value().problems};
}

base::Result<Drawn> draw(const ChartWish& wish) {
  if (wish.kind == ChartKind::CompileTime && wish.sides.size() == wish.sources.size()) {
    auto drawn = drawCacheRuns(wish);
    if (!drawn) return base::fail(drawn.error());
    if (*drawn) return **std::move(drawn);
  }
  if (wish.sides.size() > 1) return drawSides(wish);
  if (wish.kind == ChartKind::Trend) return drawCommits(wish);
  const std::string none =
      wish.kind == ChartKind::CompileTime ? "it holds no compile times with a cold and a warm cache, and " : "";
  return base::fail(bad(none + "there is one side to draw", "Name a second one, --before or --expected."));
}

/// isSource tells whether the chart would replace what it was made from.
bool isSource(const ChartWish& wish) {
  for (const diff::SideWish& side : wish.sides)
    for (const std::string& path : side.paths) {
      std::error_code error;
      if (std::filesystem::equivalent(path, wish.file, error) && !error) return true;
    }
  return false;
}

std::string written(const ChartWish& wish, const ChartData& chart) {
  if (wish.format == ChartFormat::Svg) return charts::svgFile(chart, wish.svg);
  if (wish.format == ChartFormat::Csv) return charts::chartCsv(chart);
  return charts::chartList(chart);
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto wish = chartWish(arguments);
  if (!wish) return refuse(context, chartSpec(), wish.error());
  if (!wish->file.empty() && isSource(*wish))
    return refuse(context, chartSpec(), bad("argument --output: the chart would replace one of the sources"));
  const auto drawn = draw(*wish);
  if (!drawn) {
    if (drawn.error().code == base::ErrorCode::BadArgument && drawn.error().file.empty())
      return refuse(context, chartSpec(), drawn.error());
    complain(context, drawn.error());
    return kExitUsage;
  }
  for (const base::Error& problem : drawn->problems) complain(context, problem);
  if (drawn->chart.isEmpty()) {
    complain(context, {base::ErrorCode::NotFound, drawn->chart.emptyText, "", "", 0, 0});
    return kExitUsage;
  }
  const std::string bytes = written(*wish, drawn->chart);
  if (wish->file.empty()) {
    context.out << bytes << std::flush;
  } else if (const auto saved = files::saveFile(wish->file, bytes); !saved) {
    complain(context, saved.error());
    return kExitUsage;
  }
  return drawn->problems.empty() ? kExitOk : kExitUsage;
}

}  // namespace

Command chartCommand() { return {chartSpec(), run}; }

}  // namespace plumbline::cli
