// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_find.h"
#include "app/cli/run_wish.h"
#include "core/runs/run_store.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "run remove",
          .summary = "Remove runs that are over, with their logs and records.",
          .positionals = {{.name = "ID", .help = "runs, by the beginning or end of their ids", .many = true}},
          .options = withFolderOption({}),
          .details = "examples:\n"
                     "  plumbline-cli run remove 20261121-234502-k3f9\n"
                     "\n"
                     "Results that -o put elsewhere stay.\n"
                     "exit status:\n"
                     "  0 removed; 1 one is not over, or cannot be removed; 2 bad arguments, or there is no such run.\n"};
}

int run(const ParsedArguments& arguments, Context& context) {
  const std::string folder = runsFolder(arguments);
  std::vector<runs::Run> chosen;
  for (const std::string& word : arguments.positionals) {
    auto found = runNamed(folder, word, context);
    if (!found) {
      complain(context, found.error());
      return kExitUsage;
    }
    chosen.push_back(*std::move(found));
  }
  const auto store = runs::RunStore::open(folder);
  if (!store) {
    complain(context, store.error());
    return kExitUsage;
  }
  int exit = kExitOk;
  for (const runs::Run& one : chosen) {
    const auto removed = store->remove(one);
    if (!removed) {
      complain(context, removed.error());
      exit = kExitFails;
      continue;
    }
    context.out << "removed " << one.id << '\n' << std::flush;
  }
  return exit;
}

}  // namespace

Command runRemoveCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
