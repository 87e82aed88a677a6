// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/why_search.h"

namespace plumbline::cli {

namespace {

constexpr int kExitNoScript = 4, kExitFlaky = 5;

CommandSpec whySpec() {
  std::vector<OptionSpec> options = suiteOptions();
  std::erase_if(options, [](const OptionSpec& option) {
    return option.name == "--model" || option.name == "--models-from" || option.name == "--partitions" ||
           option.name == "--performance" || option.name.ends_with("-cache") || option.name == "--expected";
  });
  options.push_back(option("--after A", "aot (default) or dynamo: where PyTorch makes the script", {"aot", "dynamo"}));
  options = withRunOptions(std::move(options));
  for (OptionSpec& option : options)
    if (option.name == "--json") option.help = "print the page as JSON";
  return {.name = "why",
          .summary = "Find out why a model fails: run it, minify the script that PyTorch writes, reproduce the failure.",
          .positionals = {{.name = "MODEL", .help = "name of the model in the suite"},
                          {.name = "EXTRA", .help = "after --: further arguments for the script of the suite", .required = false, .many = true}},
          .options = std::move(options)};
}

/// runOnce is nullopt when the run did not end; `exit` says how.
std::optional<runs::Run> runOnce(const ParsedArguments& arguments, runs::RunSpec spec, bool isFirst, Context& context, int& exit) {
  auto options = runOptions(arguments, std::move(spec));
  if (!options) {
    exit = printUsageError(context, whySpec(), options.error());
    return std::nullopt;
  }
  options->probe = options->probe && isFirst;
  std::optional<runs::Run> done;
  RunWatch watch;
  watch.report = [&](const runs::Run& run) {
    done = run;
    return kExitOk;
  };
  exit = runToEnd(*options, context, watch);
  return done;
}

int findWhy(const ParsedArguments& arguments, runs::WhySearch search, Context& context) {
  bool isFirst = true;
  while (const auto spec = search.next()) {
    int exit = kExitOk;
    // The host is checked once.
    const auto run = runOnce(arguments, *spec, std::exchange(isFirst, false), context, exit);
    if (!run) return exit;
    search.finish(*run);
  }
  if (search.problem()) printError(context, *search.problem());
  if (!search.isPass() && arguments.valueOr("--after", "aot") == "dynamo")
    printError(context, {base::ErrorCode::BadArgument,
                         "note: on PyTorch 2.11 TORCHDYNAMO_REPRO_AFTER=dynamo makes healthy models fail.",
                         "Compare with --after aot."});
  context.out << (arguments.has("--json") ? runs::whyJson(search.page()) : runs::whyText(search.page())) << std::flush;
  if (search.isPass()) return kExitOk;
  if (search.page().passed) return kExitFlaky;
  return search.page().script.empty() || search.problem() ? kExitNoScript : kExitFails;
}

int runWhy(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec row;
  if (auto read = readSuite(arguments, row); !read) return printUsageError(context, whySpec(), read.error());
  if (arguments.positionals.size() > arguments.behindDashes + 1)
    return printUsageError(context, whySpec(), badArgument("unrecognized arguments: " + arguments.positionals[1] + " (write arguments of the script after --)"));
  row.models = {arguments.positionals.front()};
  row.extra.assign(arguments.positionals.begin() + 1, arguments.positionals.end());
  runs::RunSpec first = runs::specForWhy(row, runs::WhyLevel::Accuracy, arguments.valueOr("--after", "aot"));
  if (arguments.has("--dry-run")) {
    const auto options = runOptions(arguments, std::move(first));
    return options ? runToEnd(*options, context) : printUsageError(context, whySpec(), options.error());
  }
  return findWhy(arguments, runs::WhySearch(std::move(first)), context);
}

}  // namespace

Command makeWhyCommand() { return {whySpec(), runWhy}; }

}  // namespace plumbline::cli
