// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_file.h"
#include "app/cli/print_run.h"
#include "core/verdicts/python_number.h"
#include "core/verdicts/rules/perf_check.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "check perf",
          .summary = "Hold speedup or latency of every row against a target, as check_perf_csv.py does.",
          .positionals = {filePositional()},
          .options = {fileOption(),
                      {.name = "--threshold", .letter = 't', .value = "T", .help = "target to check against"},
                      {.name = "--threshold-scale",
                       .letter = 's',
                       .value = "S",
                       .help = "relaxes the target: bounds are T x S and T / S (default 1.0)",
                       .alsoNamed = "--scale"},
                      {.name = "--metric",
                       .value = "M",
                       .help = "abs_latency or speedup (default)",
                       .choices = {"abs_latency", "speedup"}},
                      {.name = "--fail-on-improvement",
                       .value = "",
                       .help = "also fail beyond the other bound"}},
          .details = "examples:\n"
                     "  plumbline-cli check perf -f perf.csv -t 1.4 -s 0.95\n"
                     "  plumbline-cli check perf perf.csv -t 120 --metric abs_latency --fail-on-improvement\n" +
                     checkExitText()};
}

/// readNumber reads an option as argparse's type=float; false when its text is no number.
bool readNumber(const ParsedArguments& arguments, const char* option, std::optional<double>& number) {
  const auto text = arguments.value(option);
  if (!text) return true;
  number = verdicts::parseFloat(*text);
  return number.has_value();
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto path = namedFile(arguments);
  if (!path) return refuse(context, spec(), path.error());
  verdicts::PerfOptions options;
  std::optional<double> scale;
  for (auto& [option, number] : {std::pair<const char*, std::optional<double>*>{"--threshold", &options.threshold},
                                 {"--threshold-scale", &scale}})
    if (!readNumber(arguments, option, *number))
      return refuse(context, spec(),
                    {base::ErrorCode::BadArgument,
                     std::string("argument ") + option + ": not a number: '" + *arguments.value(option) + "'", "", ""});
  options.scale = scale.value_or(options.scale);
  if (arguments.valueOr("--metric", "speedup") == "abs_latency") options.metric = verdicts::PerfMetric::AbsLatency;
  options.failOnImprovement = arguments.has("--fail-on-improvement");

  const auto frame = loadFrame(*path);
  if (frame) return printRun(verdicts::checkPerf(*frame, **path, options), context);
  if (frame.error().code == base::ErrorCode::NotFound) return printRun(verdicts::perfFileNotFound(**path), context);
  complain(context, frame.error());
  return kExitFails;
}

}  // namespace

Command checkPerfCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
