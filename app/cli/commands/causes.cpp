// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "core/runs/logs/log_causes.h"

namespace plumbline::cli {

namespace {

CommandSpec causesSpec() {
  return {.name = "causes",
          .summary = "Show why models failed, from the logs of the benchmark runner.",
          .positionals = {{.name = "LOG", .help = "console logs of benchmarks, CI's too", .many = true}},
          .options = {option("--format F", "text (default) or json", {"text", "json"})}};
}

int runCauses(const ParsedArguments& arguments, Context& context) {
  std::vector<runs::LogCauses> logs;
  for (const std::string& path : arguments.positionals) {
    if (auto log = runs::readLogCauses(path)) logs.push_back(*std::move(log));
    else printError(context, log.error());
  }
  if (logs.empty()) return kExitUsage;
  const bool isNamed = arguments.positionals.size() > 1;
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? runs::causesJson(logs, isNamed) : runs::causesText(logs, isNamed)) << std::flush;
  if (logs.size() < arguments.positionals.size()) return kExitUsage;
  return std::ranges::all_of(logs, [](const auto& log) { return log.failures.empty(); }) ? kExitOk : kExitFails;
}

}  // namespace

Command makeCausesCommand() { return {causesSpec(), runCauses}; }

}  // namespace plumbline::cli
