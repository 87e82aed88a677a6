// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff_wish.h"

#include <algorithm>
#include <utility>

#include "app/cli/word_list.h"

namespace plumbline::cli {

CommandSpec diffSpec() {
  return {
      .name = "diff",
      .summary = "Hold two to six runs side by side: what got worse, better, broke, and what the means hide.",
      .positionals = {{.name = "BEFORE",
                       .help = "a CSV, a folder, an artifact zip, benchmark JSON, a log, or a checkout's baselines"},
                      {.name = "AFTER",
                       .help = "the same, later; of more than two sides the first is before, the last is after",
                       .required = false,
                       .many = true}},
      .options =
          {{.name = "--expected",
            .value = "TREE",
            .help = "baselines stand for BEFORE, and the one source named is after"},
           {.name = "--config",
            .value = "NAME",
            .help = "only this config; given once for each side it says what each side is: two of them with one "
                    "source compare variants, static with dynamic",
            .repeatable = true},
           {.name = "--metrics",
            .value = "LIST",
            .help = "only these columns: speedup,abs_latency; can be repeated",
            .alsoNamed = "--metric",
            .repeatable = true},
           {.name = "--threshold",
            .value = "M=V",
            .help = "how far a metric may move before it counts: speedup=3%; a floor: speedup>=0.97; can be repeated",
            .repeatable = true},
           {.name = "--what-if",
            .value = "M=V",
            .help = "as --threshold, but only shows which values would flip; can be repeated",
            .repeatable = true},
           {.name = "--all", .value = "", .help = "list values that did not move too"},
           {.name = "--label",
            .value = "NAME",
            .help = "what a side is called, in their order, without a comma; can be repeated",
            .repeatable = true},
           {.name = "--format",
            .value = "F",
            .help = "text (default), markdown for a comment on a pull request, csv, json, or html with charts; "
                    "without it the ending of -o decides",
            .choices = {"text", "markdown", "csv", "json", "html"}},
           {.name = "--output", .letter = 'o', .value = "FILE", .help = "write it here; - is standard output"}},
      .details =
          "examples:\n"
          "  plumbline-cli diff before.csv after.csv\n"
          "  plumbline-cli diff monday/ tuesday/ wednesday/ --metrics speedup -o week.html\n"
          "  plumbline-cli diff artifacts/ --config inductor_torchbench_training \\\n"
          "      --config dynamic_inductor_torchbench_training\n"
          "  plumbline-cli diff run.csv --expected pytorch --what-if speedup=10%\n"
          "\n"
          "Rows join by model, configs by name; two single tables join whatever they are called. The means are\n"
          "those of PyTorch's dashboard (HUD), beside them the same over the models that both runs measured: HUD\n"
          "averages two different sets of models when one drops out. Zeros of failed runs are not measured, and\n"
          "no mean takes them in. A value counts as moved beyond its threshold, not at it. Models of a shard that is\n"
          "not here are \"not run\", which the report says; they are not gone.\n"
          "exit status:\n"
          "  0 nothing is worse; 1 a metric is worse beyond its threshold, a model broke or is gone;\n"
          "  2 bad arguments, a side that cannot be read, or no config in two sides.\n"};
}

namespace {

base::Error bad(std::string text, std::string hint = "") {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

std::vector<std::string> listOf(const ParsedArguments& arguments, std::string_view option) {
  const auto joined = arguments.value(option);
  return joined ? wordsOf(*joined) : std::vector<std::string>();
}

base::Result<std::vector<diff::SideWish>> pathSides(const ParsedArguments& arguments, std::size_t configs) {
  const std::vector<std::string>& paths = arguments.positionals;
  std::vector<diff::SideWish> sides;
  if (const auto tree = arguments.value("--expected")) {
    if (paths.size() != 1)
      return base::fail(bad("argument --expected: it stands for BEFORE, so one source is left to name, not " +
                            std::to_string(paths.size())));
    sides.push_back({.paths = {*tree}, .label = "baseline"});
    sides.push_back({.paths = {paths.front()}, .label = "actual"});
    return sides;
  }
  for (const std::string& path : paths) sides.push_back({.paths = {path}});
  // One source, several configs: variants of the same run.
  if (sides.size() == 1 && configs > 1) sides.resize(configs, sides.front());
  if (sides.size() < 2)
    return base::fail(bad("there is one side to compare", "Name a second one, two --config of it, or --expected."));
  if (sides.size() > diff::kMostRuns)
    return base::fail(bad(std::to_string(sides.size()) + " sides are more than the " + std::to_string(diff::kMostRuns) +
                          " that fit beside each other"));
  return sides;
}

base::Result<void> nameConfigs(std::vector<diff::SideWish>& sides, const std::vector<std::string>& configs) {
  if (configs.empty()) return {};
  if (configs.size() != 1 && configs.size() != sides.size())
    return base::fail(bad("argument --config: given " + std::to_string(configs.size()) + " times for " +
                              std::to_string(sides.size()) + " sides",
                          "Give it once, or once for each side."));
  for (std::size_t side = 0; side < sides.size(); ++side) sides[side].config = configs[configs.size() == 1 ? 0 : side];
  return {};
}

base::Result<void> nameLabels(std::vector<diff::SideWish>& sides, const std::vector<std::string>& labels) {
  if (labels.size() > sides.size())
    return base::fail(bad("argument --label: " + std::to_string(labels.size()) + " labels for " +
                          std::to_string(sides.size()) + " sides"));
  for (std::size_t side = 0; side < labels.size(); ++side) {
    if (labels[side].empty()) return base::fail(bad("argument --label: a label is empty"));
    if (std::count(labels.begin(), labels.end(), labels[side]) > 1)
      return base::fail(bad("argument --label: two sides would be called \"" + labels[side] + '"'));
    sides[side].label = labels[side];
  }
  return {};
}

base::Result<void> setAll(diff::Thresholds& thresholds, const ParsedArguments& arguments, const std::string& option) {
  for (const std::string& text : listOf(arguments, option)) {
    if (auto set = diff::setThreshold(thresholds, text); !set) {
      base::Error error = set.error();
      error.text = "argument " + option + ": " + error.text;
      return base::fail(std::move(error));
    }
  }
  return {};
}

base::Result<reports::ReportFormat> formatOf(const ParsedArguments& arguments) {
  using reports::ReportFormat;
  const std::string file = arguments.valueOr("--output", "-");
  const auto name = arguments.value("--format");
  if (!name && file == "-") return ReportFormat::Text;
  const auto format = name ? reports::formatOfName(*name) : reports::formatOfFile(file);
  if (format && *format != ReportFormat::Junit && *format != ReportFormat::Annotations) return *format;
  return base::fail(bad("argument --output: the ending of \"" + file + "\" does not say in which form to write",
                        "Use .html, .md, .json, .csv or .txt, or name a --format."));
}

std::string wordsOfSide(const diff::SideWish& side) {
  std::string out;
  for (const std::string& path : side.paths) out += (out.empty() ? "" : ", ") + path;
  return out + (side.config.empty() ? "" : ", config " + side.config);
}

}  // namespace

base::Result<DiffWish> diffWish(const ParsedArguments& arguments, const Context& context) {
  DiffWish wish;
  const auto configs = listOf(arguments, "--config");
  auto sides = pathSides(arguments, configs.size());
  if (!sides) return base::fail(sides.error());
  wish.sides = *std::move(sides);
  if (auto named = nameConfigs(wish.sides, configs); !named) return base::fail(named.error());
  if (auto named = nameLabels(wish.sides, listOf(arguments, "--label")); !named) return base::fail(named.error());
  if (auto set = setAll(wish.options.thresholds, arguments, "--threshold"); !set) return base::fail(set.error());
  if (arguments.has("--what-if")) {
    wish.options.whatIf = wish.options.thresholds;
    if (auto set = setAll(*wish.options.whatIf, arguments, "--what-if"); !set) return base::fail(set.error());
  }
  auto format = formatOf(arguments);
  if (!format) return base::fail(format.error());
  wish.format = *format;
  wish.file = arguments.valueOr("--output", "");
  if (arguments.has("--output") && wish.file.empty()) return base::fail(bad("argument --output: name a file, or -"));
  wish.options.metrics = listOf(arguments, "--metrics");
  wish.options.isChangedOnly = !arguments.has("--all");
  for (const diff::SideWish& side : wish.sides) wish.options.sideWords.push_back(wordsOfSide(side));
  wish.options.toolVersion = PLUMBLINE_VERSION;
  const bool isOnScreen = wish.file.empty() || wish.file == "-";
  wish.options.columns = isOnScreen ? context.environment.columns : 0;
  wish.options.isColoured = isOnScreen && context.environment.colour;
  return wish;
}

}  // namespace plumbline::cli
