// SPDX-License-Identifier: GPL-3.0-or-later
// flaky import and flaky export convert entries between forms and report everything that a form cannot express.
#include "app/cli/edit_output.h"
#include "app/cli/flaky_files.h"
#include "core/flaky/transfer.h"

namespace plumbline::cli {

namespace {

constexpr const char* kFlakySourceHelp = "a flaky.toml, a check script, or a PyTorch checkout (both scripts)";

CommandSpec flakyImportSpec() {
  return {.name = "flaky import",
          .summary = "Copy the entries of a flaky list into another one.",
          .positionals = {{.name = "FROM", .help = kFlakySourceHelp}},
          .options = withEditOptions({requiredOption("--into LIST", "list to change; a flaky.toml is created if "
                                                                    "missing")})};
}

CommandSpec flakyExportSpec() {
  return {.name = "flaky export",
          .summary = "Print a flaky list in another form.",
          .positionals = {{.name = "LIST", .help = kFlakySourceHelp}},
          .options = {requiredOption("--to FORM", "toml, or the sets of a check script: accuracy, graph-breaks",
                                     {"toml", "accuracy", "graph-breaks"})}};
}

base::Result<std::vector<flaky::FlakyEntry>> entriesOf(const std::string& named) {
  const auto sources = readLists({named});
  if (!sources) return base::fail(sources.error());
  std::vector<flaky::FlakyEntry> entries;
  for (const flaky::FlakySource& source : *sources)
    entries.insert(entries.end(), source.entries().begin(), source.entries().end());
  return entries;
}

/// reportRefused lists what cannot be copied and returns the number of refused entries.
std::size_t reportRefused(const std::vector<flaky::Transfer>& plan, Context& context) {
  std::size_t refused = 0;
  for (const flaky::Transfer& item : plan) {
    if (!item.refusal.empty()) {
      ++refused;
      context.err << "plumbline-cli: " << item.entry.name << " is not copied: " << item.refusal << '\n';
    } else if (!item.isThere) {
      for (const std::string& lost : item.lost)
        context.err << "plumbline-cli: " << item.entry.name << " loses: " << lost << ".\n";
    }
  }
  context.err.flush();
  return refused;
}

int runFlakyImport(const ParsedArguments& arguments, Context& context) {
  if (const auto error = editOptionsError(arguments)) return printUsageError(context, flakyImportSpec(), *error);
  const std::string path = *arguments.value("--into");
  baselines::Drafts drafts;
  std::size_t refused = 0;
  const auto work = [&]() -> base::Result<void> {
    const auto entries = entriesOf(arguments.positionals[0]);
    if (!entries) return base::fail(entries.error());
    const auto into = readList(drafts, path, true);
    if (!into) return base::fail(into.error());
    const std::vector<flaky::Transfer> plan = flaky::planTransfer(*entries, *into, today(context));
    refused = reportRefused(plan, context);
    const auto edits = flaky::transferred(plan, *into);
    if (!edits) return base::fail(edits.error());
    const auto done = drafts.apply({.text = {}, .files = {{path, *edits}}, .decisions = {}});
    if (!done) return base::fail(done.error());
    return {};
  };
  if (const auto done = work(); !done) return printError(context, done.error());
  const int exit = outputEdits(arguments, drafts, context);
  return exit == kExitOk && refused != 0 ? kExitFails : exit;
}

int runFlakyExport(const ParsedArguments& arguments, Context& context) {
  const auto entries = entriesOf(arguments.positionals[0]);
  if (!entries) return printError(context, entries.error());
  flaky::Origin form = flaky::Origin::Toml;
  for (const flaky::Origin origin : {flaky::Origin::AccuracyScript, flaky::Origin::GraphBreaksScript})
    if (*arguments.value("--to") == flaky::originName(origin)) form = origin;
  const flaky::Exported out = flaky::exported(*entries, form, today(context));
  context.out << out.text << std::flush;
  for (const std::string& left : out.leftOut) context.err << "plumbline-cli: " << left << '\n';
  context.err.flush();
  return out.refused == 0 ? kExitOk : kExitFails;
}

}  // namespace

Command makeFlakyImportCommand() { return {flakyImportSpec(), runFlakyImport}; }
Command makeFlakyExportCommand() { return {flakyExportSpec(), runFlakyExport}; }

}  // namespace plumbline::cli
