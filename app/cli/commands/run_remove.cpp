// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "core/runs/engine/run_store.h"

namespace plumbline::cli {

namespace {

CommandSpec runRemoveSpec() {
  return {.name = "run remove",
          .summary = "Remove finished runs with their logs and records.",
          .positionals = {{.name = "ID", .help = "runs, by the beginning or end of their ids", .many = true}},
          .options = withFolderOption({})};
}

int runRunRemove(const ParsedArguments& arguments, Context& context) {
  const std::string folder = runsFolder(arguments);
  std::vector<runs::Run> chosen;
  for (const std::string& word : arguments.positionals) {
    auto found = findRunById(folder, word, context);
    if (!found) {
      printError(context, found.error());
      return kExitUsage;
    }
    chosen.push_back(*std::move(found));
  }
  const auto store = runs::RunStore::open(folder);
  if (!store) {
    printError(context, store.error());
    return kExitUsage;
  }
  int exit = kExitOk;
  for (const runs::Run& one : chosen) {
    const auto removed = store->remove(one);
    if (!removed) {
      printError(context, removed.error());
      exit = kExitFails;
      continue;
    }
    context.out << "removed " << one.id << '\n' << std::flush;
  }
  return exit;
}

}  // namespace

Command makeRunRemoveCommand() { return {runRemoveSpec(), runRunRemove}; }

}  // namespace plumbline::cli
