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
          .options = {option("--format F", "text (default) or json", {"text", "json"})}};
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
