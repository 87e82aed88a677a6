// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/reports/check/stored_report.h"

namespace plumbline::cli {

namespace {

CommandSpec verifySpec() {
  return {.name = "verify",
          .summary = "Check that a report still matches its inputs by judging them again.",
          .positionals = {{.name = "REPORT", .help = "JSON report, as written by \"report -o report.json\""}},
          .options = {option("--format F", "text (default) or json", {"text", "json"})},
          .details = "examples:\n"
                     "  plumbline-cli verify report.json\n"
                     "\n"
                     "Paths in the report are resolved from the current folder, then from that of the report.\n"
                     "Lists every input that changed, is missing or is new, and every verdict that differs. If\n"
                     "none does, all other values of the report are compared with a new one.\n"
                     "exit status:\n"
                     "  0 equal; 1 something changed; 2 bad arguments, not a report or one of another version, or\n"
                     "  none of its sources exists.\n"};
}

int runVerify(const ParsedArguments& arguments, Context& context) {
  const std::string& path = arguments.positionals[0];
  const auto file = files::readFile(path, reports::kMaxReportBytes);
  if (!file) return printError(context, file.error());
  const auto verified = reports::verifyReport(file->bytes, path);
  if (!verified.isValue()) return printError(context, verified.error());
  const int exit = verified.value().isEqual() ? kExitOk : kExitFails;
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? reports::verifyJson(verified.value(), exit) : reports::verifyText(verified.value())) << std::flush;
  return exit;
}

}  // namespace

Command makeVerifyCommand() { return {verifySpec(), runVerify}; }

}  // namespace plumbline::cli
