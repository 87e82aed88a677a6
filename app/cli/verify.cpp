// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/reports/stored_report.h"
#include "core/reports/verify_report.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "verify",
          .summary = "Does a report still say what its inputs say? Opens, hashes and judges them again.",
          .positionals = {{.name = "REPORT", .help = "a report in JSON, as \"report -o report.json\" writes it"}},
          .options = {{.name = "--format", .value = "F", .help = "text (default) or json", .choices = {"text", "json"}}},
          .details = "examples:\n"
                     "  plumbline-cli verify report.json\n"
                     "\n"
                     "What the report names is looked for from this folder, then from the report's own. Every\n"
                     "input that changed, is gone or is new is named, and every verdict that is another one now.\n"
                     "Where these are equal, every other number and word of the report is held against a new one.\n"
                     "exit status:\n"
                     "  0 equal; 1 something changed; 2 bad arguments, no report, one of a newer version, or none\n"
                     "  of its sources is here.\n"};
}

int run(const ParsedArguments& arguments, Context& context) {
  const std::string& path = arguments.positionals[0];
  const auto stop = [&](const base::Error& error) {
    complain(context, error);
    return kExitUsage;
  };
  const auto file = files::readFile(path, reports::kMostReportBytes);
  if (!file) return stop(file.error());
  const auto verified = reports::verifyReport(file->bytes, path);
  if (!verified.isValue()) return stop(verified.error());
  const int exit = verified.value().isEqual() ? kExitOk : kExitFails;
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? reports::verifyJson(verified.value(), exit) : reports::verifyText(verified.value())) << std::flush;
  return exit;
}

}  // namespace

Command verifyCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
