// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/runs/logs/log_causes.h"

namespace plumbline::cli {

namespace {

CommandSpec causesSpec() {
  return {.name = "causes",
          .summary = "Show why models failed, from the logs of the benchmark runner.",
          .positionals = {{.name = "LOG", .help = "console logs of benchmarks, CI's too", .many = true}},
          .options = {option("--format F", "text (default) or json", {"text", "json"})},
          .details =
              "examples:\n"
              "  plumbline-cli causes run.log\n"
              "  gh run view --log --job 123 | plumbline-cli causes /dev/stdin --format json\n"
              "\n"
              "For each model whose status is not a pass: the status, and the last exception before it or\n"
              "the line that the failed comparison logged, with its line in the log. What the log does not\n"
              "have is left out: null in JSON.\n"
              "exit status:\n"
              "  0 no model failed; 1 some did; 2 bad arguments or an unreadable log.\n"};
}

int runCauses(const ParsedArguments& arguments, Context& context) {
  std::vector<runs::LogCauses> logs;
  for (const std::string& path : arguments.positionals) {
    const auto file = files::readFile(path);
    if (!file) {
      printError(context, file.error());
      return kExitUsage;
    }
    logs.push_back({path, sources::failureCauses(file->bytes)});
  }
  context.out << (arguments.valueOr("--format", "text") == "json" ? runs::causesJson(logs) : runs::causesText(logs))
              << std::flush;
  return std::ranges::all_of(logs, [](const auto& log) { return log.failures.empty(); }) ? kExitOk : kExitFails;
}

}  // namespace

Command makeCausesCommand() { return {causesSpec(), runCauses}; }

}  // namespace plumbline::cli
