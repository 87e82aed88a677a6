// SPDX-License-Identifier: GPL-3.0-or-later
// check perf, check status, check speedup: checks of a single file.
#include <optional>
#include <string>

#include "app/cli/command.h"
#include "app/cli/pair_input.h"
#include "core/python/numbers.h"
#include "core/tables/frame.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/rules/file_check.h"

namespace plumbline::cli {

namespace {

OptionSpec fileOption() { return option("-f, --file FILE", "CSV to check, same as the argument FILE"); }

PositionalSpec filePositional() { return {.name = "FILE", .help = "CSV to check", .required = false}; }

/// namedFile returns the path from -f or the argument, if any. Errors: BadArgument for both.
base::Result<std::optional<std::string>> namedFile(const ParsedArguments& arguments) {
  auto option = arguments.value("--file");
  if (arguments.positionals.empty()) return option;
  if (option) return base::fail(badArgument("two files are named; give one"));
  return std::optional(arguments.positionals.front());
}

/// loadFrame reads the file as pandas would. Errors: those of loadTable and of pandas; ScriptCrash without a path.
base::Result<tables::Frame> loadFrame(const std::optional<std::string>& path) {
  if (!path) return base::fail(base::ErrorCode::ScriptCrash, "No file is given.", "Pass one with -f FILE.");
  auto table = loadTable(*path);
  if (!table) return base::fail(table.error());
  if (const auto& error = (*table)->pandasError()) return base::fail(*error);
  return tables::Frame::of(*table);
}

CommandSpec checkPerfSpec() {
  return {.name = "check perf",
          .summary = "Check speedup or latency of every row as check_perf_csv.py does.",
          .positionals = {filePositional()},
          .options = {fileOption(),
                      option("-t, --threshold T", "target to check against"),
                      option("-s, --threshold-scale, --scale S", "relax the target: bounds are T x S and T / S "
                                                                 "(default: 1.0)"),
                      option("--metric M", "abs_latency or speedup (default)", {"abs_latency", "speedup"}),
                      option("--fail-on-improvement", "also fail rows beyond the other bound")},
          .details = checkExitText()};
}

/// readNumber reads an option as argparse's type=float; false when its text is no number.
bool readNumber(const ParsedArguments& arguments, const char* option, std::optional<double>& number) {
  const auto text = arguments.value(option);
  if (!text) return true;
  number = python::parseFloat(*text);
  return number.has_value();
}

int runCheckPerf(const ParsedArguments& arguments, Context& context) {
  const auto path = namedFile(arguments);
  if (!path) return printUsageError(context, checkPerfSpec(), path.error());
  verdicts::PerfOptions options;
  std::optional<double> scale;
  for (auto& [option, number] : {std::pair<const char*, std::optional<double>*>{"--threshold", &options.threshold},
                                 {"--threshold-scale", &scale}})
    if (!readNumber(arguments, option, *number))
      return printUsageError(context, checkPerfSpec(),
                             badArgument(std::string("argument ") + option + ": not a number: '" + *arguments.value(option) + "'"));
  options.scale = scale.value_or(options.scale);
  if (arguments.valueOr("--metric", "speedup") == "abs_latency") options.metric = verdicts::PerfMetric::AbsLatency;
  options.failOnImprovement = arguments.has("--fail-on-improvement");

  const auto frame = loadFrame(*path);
  if (frame) return printRun(verdicts::checkPerf(*frame, **path, options), context);
  if (frame.error().code == base::ErrorCode::NotFound) return printRun(verdicts::perfFileNotFound(**path), context);
  return printError(context, frame.error(), kExitFails);
}

CommandSpec checkStatusSpec() {
  return {.name = "check status",
          .summary = "Check that every accuracy contains \"pass\", as check_csv.py does.",
          .positionals = {filePositional()},
          .options = {fileOption()},
          .details = checkExitText()};
}

int runCheckStatus(const ParsedArguments& arguments, Context& context) {
  const auto path = namedFile(arguments);
  if (!path) return printUsageError(context, checkStatusSpec(), path.error());
  const auto frame = loadFrame(*path);
  if (!frame) return printError(context, frame.error(), kExitFails);
  return printRun(verdicts::checkStatus(*frame, **path), context);
}

CommandSpec checkSpeedupSpec() {
  return {.name = "check speedup",
          .summary = "Check that every speedup reaches the bound of check_hf_bert_perf_csv.py.",
          .positionals = {filePositional()},
          .options = {fileOption()},
          .details = checkExitText()};
}

int runCheckSpeedup(const ParsedArguments& arguments, Context& context) {
  const auto path = namedFile(arguments);
  if (!path) return printUsageError(context, checkSpeedupSpec(), path.error());
  const auto rules = verdicts::ruleSet(verdicts::kDefaultGeneration);
  if (!rules) return printUsageError(context, checkSpeedupSpec(), rules.error());
  const auto frame = loadFrame(*path);
  if (!frame) return printError(context, frame.error(), kExitFails);
  return printRun(verdicts::checkSpeedup(*frame, **path, (*rules)->hfBertSpeedup), context);
}

}  // namespace

std::vector<Command> makeCheckFileCommands() {
  return {{checkPerfSpec(), runCheckPerf}, {checkStatusSpec(), runCheckStatus}, {checkSpeedupSpec(), runCheckSpeedup}};
}

}  // namespace plumbline::cli
