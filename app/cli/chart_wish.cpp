// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chart_wish.h"

#include <array>
#include <charconv>
#include <utility>

#include "app/cli/word_list.h"

namespace plumbline::cli {

namespace {

using charts::ChartKind;
using charts::Order;

constexpr int kLeastWidth = 240, kLeastHeight = 120, kMostPixels = 20'000;
constexpr std::array<std::pair<std::string_view, Order>, 4> kOrders = {
    {{"worst", Order::WorstFirst}, {"best", Order::BestFirst}, {"name", Order::Name}, {"file", Order::File}}};

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
    names.emplace_back(charts::kindName(static_cast<ChartKind>(kind)));
  return names;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

base::Error bad(std::string text, std::string hint = "") {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

base::Result<std::size_t> countOf(const ParsedArguments& arguments, const std::string& option, std::size_t fallback) {
  const auto text = arguments.value(option);
  if (!text) return fallback;
  std::size_t value = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), value);
  if (read.ec != std::errc() || read.ptr != text->data() + text->size())
    return base::fail(bad("argument " + option + ": \"" + *text + "\" is no number of models"));
  return value;
}

base::Result<std::pair<int, int>> sizeOf(const std::string& text) {
  std::pair<int, int> size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.first);
  const bool hasCross = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = hasCross ? std::from_chars(width.ptr + 1, end, size.second) : width;
  if (!hasCross || height.ec != std::errc() || height.ptr != end)
    return base::fail(bad("argument --size: \"" + text + "\" is no size", "Write it as 960x480."));
  if (size.first < kLeastWidth || size.second < kLeastHeight || size.first > kMostPixels || size.second > kMostPixels)
    return base::fail(bad("argument --size: a chart is from " + std::to_string(kLeastWidth) + "x" +
                          std::to_string(kLeastHeight) + " to " + std::to_string(kMostPixels) + "x" +
                          std::to_string(kMostPixels) + " pixels"));
  return size;
}

/// The form follows from --format, else from the ending of the file, else it is text.
base::Result<ChartFormat> formatOf(const ParsedArguments& arguments, const std::string& file) {
  const std::string name = arguments.valueOr("--format", "");
  if (name == "svg" || (name.empty() && file.ends_with(".svg"))) return ChartFormat::Svg;
  if (name == "csv" || (name.empty() && file.ends_with(".csv"))) return ChartFormat::Csv;
  if (name == "text" || file.empty() || file.ends_with(".txt")) return ChartFormat::Text;
  return base::fail(bad("argument --output: the ending of \"" + file + "\" does not say in which form to write",
                        "Use .svg, .csv or .txt, or name a --format."));
}

base::Result<charts::ChartOptions> optionsOf(const ParsedArguments& arguments) {
  charts::ChartOptions options;
  const auto most = countOf(arguments, "--most", options.most);
  if (!most) return base::fail(most.error());
  options.most = *most;
  const auto first = countOf(arguments, "--from", 1);
  if (!first) return base::fail(first.error());
  options.first = *first == 0 ? 0 : *first - 1;
  for (const auto& [name, order] : kOrders)
    if (arguments.valueOr("--order", "worst") == name) options.order = order;
  if (const auto thresholds = arguments.value("--threshold"))
    for (const std::string& text : wordsOf(*thresholds))
      if (auto set = diff::setThreshold(options.thresholds, text); !set) {
        base::Error error = set.error();
        error.text = "argument --threshold: " + error.text;
        return base::fail(std::move(error));
      }
  options.metric = arguments.valueOr("--metric", "");
  options.model = arguments.valueOr("--model", "");
  options.peakMemory = arguments.has("--peak");
  return options;
}

base::Result<std::vector<diff::SideWish>> sidesOf(const ParsedArguments& arguments, const ChartWish& wish) {
  const auto before = arguments.value("--before"), expected = arguments.value("--expected");
  if (before && expected) return base::fail(bad("arguments --before and --expected: give one of them"));
  std::vector<diff::SideWish> sides;
  if (before || expected) {
    sides.push_back(
        {.paths = {before ? *before : *expected}, .config = wish.config, .label = before ? "before" : "baseline"});
    sides.push_back({.paths = wish.sources, .config = wish.config, .label = before ? "after" : "actual"});
    return sides;
  }
  for (const std::string& path : wish.sources) sides.push_back({.paths = {path}, .config = wish.config});
  if (sides.size() > 2 && wish.kind != ChartKind::Trend && wish.kind != ChartKind::CompileTime)
    return base::fail(bad(std::string(charts::kindName(wish.kind)) + " holds two runs beside each other, not " +
                              std::to_string(sides.size()),
                          "Name several files of one side with --before or --expected for the other."));
  return sides;
}

}  // namespace

CommandSpec chartSpec() {
  return {
      .name = "chart",
      .summary =
          "Draw runs: compile times, memory, speedups, deltas, scatter, distribution, trend; as SVG, CSV or text.",
      .positionals = {{.name = "KIND", .help = joined(kindNames())},
                      {.name = "SOURCES",
                       .help = "before and after: CSVs, folders, zips, benchmark JSON; with --before or --expected all "
                               "of them are after; for trend one per commit, or a folder of several commits",
                       .many = true}},
      .options =
          {{.name = "--before", .value = "TREE", .help = "what SOURCES are held against"},
           {.name = "--expected", .value = "TREE", .help = "the same, for baselines"},
           {.name = "--config", .value = "NAME", .help = "which config, where the sources hold several"},
           {.name = "--metric", .value = "M", .help = "of deltas, scatter, distribution, trend; default: speedup"},
           {.name = "--model", .value = "NAME", .help = "trend: this model beside the mean"},
           {.name = "--peak", .value = "", .help = "memory: peak memory in GB in place of the ratio"},
           {.name = "--most",
            .value = "N",
            .help = "models shown (default 40), 0 for all; deltas, scatter and distribution always show all"},
           {.name = "--from", .value = "N", .help = "the first of them, counted from 1 in that order"},
           {.name = "--order",
            .value = "O",
            .help = "worst (default), best, name or file",
            .choices = {"worst", "best", "name", "file"}},
           {.name = "--threshold",
            .value = "M=V",
            .help = "how far a metric may move before it is marked: speedup=3%; can be repeated",
            .repeatable = true},
           {.name = "--theme", .value = "T", .help = "light (default) or dark", .choices = {"light", "dark"}},
           {.name = "--size", .value = "WxH", .help = "pixels, default 960x480"},
           {.name = "--format",
            .value = "F",
            .help = "svg, csv (the numbers behind it) or text; without it the ending of -o decides, text on a terminal",
            .choices = {"svg", "csv", "text"}},
           {.name = "--output", .letter = 'o', .value = "FILE", .help = "write it here; - is standard output"}},
      .details =
          "examples:\n"
          "  plumbline-cli chart speedup before.csv after.csv -o speedup.svg\n"
          "  plumbline-cli chart memory run.csv --expected baseline.csv --theme dark -o memory.svg\n"
          "  plumbline-cli chart compile-time torchcache.json -o compile-time.svg\n"
          "  plumbline-cli chart trend monday/ tuesday/ wednesday/ --config inductor_torchbench_training\n"
          "\n"
          "compile-time takes cachebench's JSON, cold and warm, or the compile times of two runs. What was not\n"
          "measured has no place in a chart, and the chart says how much that is.\n"
          "exit status:\n"
          "  0 drawn; 2 bad arguments, a source that cannot be read, or nothing to draw.\n"};
}

base::Result<ChartWish> chartWish(const ParsedArguments& arguments) {
  ChartWish wish;
  const std::string kind = arguments.positionals.front();
  const auto known = charts::kindOfName(kind);
  if (!known)
    return base::fail(bad("argument KIND: \"" + kind + "\" is no chart (there are " + joined(kindNames()) + ")"));
  wish.kind = *known;
  wish.sources.assign(arguments.positionals.begin() + 1, arguments.positionals.end());
  wish.config = arguments.valueOr("--config", "");
  auto sides = sidesOf(arguments, wish);
  if (!sides) return base::fail(sides.error());
  wish.sides = *std::move(sides);
  auto options = optionsOf(arguments);
  if (!options) return base::fail(options.error());
  wish.options = *std::move(options);
  if (arguments.has("--output") && arguments.valueOr("--output", "").empty())
    return base::fail(bad("argument --output: name a file, or -"));
  if (wish.file = arguments.valueOr("--output", ""); wish.file == "-") wish.file.clear();
  const auto format = formatOf(arguments, wish.file);
  if (!format) return base::fail(format.error());
  wish.format = *format;
  const auto size = sizeOf(arguments.valueOr("--size", "960x480"));
  if (!size) return base::fail(size.error());
  wish.svg.width = size->first;
  wish.svg.height = size->second;
  wish.svg.css = charts::chartCss(arguments.valueOr("--theme", "light"));
  return wish;
}

}  // namespace plumbline::cli
