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
          .options = {option("--format F", "text (default) or json", {"text", "json"})}};
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
