// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/reports/evidence/rate_report.h"

namespace plumbline::cli {

namespace {

CommandSpec rateSpec() {
  return {.name = "rate",
          .summary = "Judge a failure rate: its interval, healthy, flaky or broken, or how many more runs decide.",
          .positionals = {{.name = "FAILS", .help = "runs that failed"}, {.name = "RUNS", .help = "all runs"}},
          .options = {option("--level L", "level of the interval, between 0 and 1 (default: 0.95)"),
                      option("--method M", "jeffreys (default), wilson or clopper-pearson",
                             {"jeffreys", "wilson", "clopper-pearson"}),
                      option("--format F", "text (default) or json", {"text", "json"})}};
}

base::Result<statistics::RunCount> runCountOf(const ParsedArguments& arguments) {
  const auto runs = wholeNumber("RUNS", arguments.positionals[1], 0);
  if (!runs) return base::fail(runs.error());
  const auto fails = wholeNumber("FAILS", arguments.positionals[0], 0, *runs);
  if (!fails) return base::fail(fails.error());
  return statistics::RunCount{.fails = static_cast<std::size_t>(*fails), .runs = static_cast<std::size_t>(*runs)};
}

int runRate(const ParsedArguments& arguments, Context& context) {
  const auto count = runCountOf(arguments);
  if (!count) return printUsageError(context, rateSpec(), count.error());
  statistics::RateOptions options;
  if (auto error = assign(options.level, numberOf(arguments, "--level", options.level)))
    return printUsageError(context, rateSpec(), *error);
  if (!(options.level > 0 && options.level < 1))
    return printUsageError(context, rateSpec(), badArgument("argument --level: must be between 0 and 1, as in 0.95"));
  const std::string method = arguments.valueOr("--method", "jeffreys");
  if (method == "wilson") options.method = statistics::RateMethod::Wilson;
  if (method == "clopper-pearson") options.method = statistics::RateMethod::ClopperPearson;
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? reports::rateJson(*count, options) : reports::rateText(*count, options)) << std::flush;
  return kExitOk;
}

}  // namespace

Command makeRateCommand() { return {rateSpec(), runRate}; }

}  // namespace plumbline::cli
