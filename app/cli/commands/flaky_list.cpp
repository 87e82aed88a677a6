// SPDX-License-Identifier: GPL-3.0-or-later
// flaky list and flaky check: what stands in flaky lists, and what is odd about it.
#include "app/cli/flaky_files.h"
#include "core/reports/rules/rules_report.h"

namespace plumbline::cli {

namespace {

constexpr const char* kFlakyListHelp = "a flaky.toml, a check script, or a PyTorch checkout (both scripts)";

CommandSpec flakyListSpec() {
  return {.name = "flaky list",
          .summary = "List the entries of flaky lists with scope, reason and expiry.",
          .positionals = {{.name = "LIST", .help = kFlakyListHelp, .many = true}},
          .options = {option("--format F", "text (default) or json", {"text", "json"}), baselinesOption()}};
}

CommandSpec flakyCheckSpec() {
  return {.name = "flaky check",
          .summary = "Report expired, duplicate, unexplained and unmatched entries of flaky lists.",
          .positionals = {{.name = "LIST", .help = kFlakyListHelp, .many = true}},
          .options = {option("--format F", "text (default) or json", {"text", "json"}), baselinesOption()}};
}

/// Reviewed is what both commands print from.
struct Reviewed {
  std::vector<flaky::FlakySource> sources;
  std::vector<flaky::BaselineNames> baselines;
  std::vector<flaky::Remark> remarks;
};

base::Result<Reviewed> review(const ParsedArguments& arguments, Context& context) {
  Reviewed out;
  if (auto error = assign(out.sources, readLists(arguments.positionals))) return base::fail(*std::move(error));
  if (auto error = assign(out.baselines, baselineNames(arguments, out.sources, context)))
    return base::fail(*std::move(error));
  out.remarks = flaky::reviewEntries(out.sources, out.baselines, today(context));
  return out;
}

int runEither(const ParsedArguments& arguments, Context& context, bool isCheck) {
  const auto reviewed = review(arguments, context);
  if (!reviewed) return printError(context, reviewed.error());
  const auto sink = [&context](std::string_view piece) { context.out << piece; };
  const reports::FlakyReport report{reviewed->sources, reviewed->remarks, reviewed->baselines, today(context)};
  std::size_t found = reviewed->remarks.size();
  for (const flaky::FlakySource& source : reviewed->sources) found += source.problems().size();
  if (arguments.valueOr("--format", "text") == "json") {
    reports::writeFlakyJson(report, sink);
  } else if (isCheck) {
    (void)reports::writeRemarks(report, sink);
  } else {
    reports::writeFlakyText(report, sink);
  }
  context.out.flush();
  return isCheck && found != 0 ? kExitFails : kExitOk;
}

int runFlakyList(const ParsedArguments& arguments, Context& context) { return runEither(arguments, context, false); }
int runFlakyCheck(const ParsedArguments& arguments, Context& context) { return runEither(arguments, context, true); }

}  // namespace

Command makeFlakyListCommand() { return {flakyListSpec(), runFlakyList}; }
Command makeFlakyCheckCommand() { return {flakyCheckSpec(), runFlakyCheck}; }

}  // namespace plumbline::cli
