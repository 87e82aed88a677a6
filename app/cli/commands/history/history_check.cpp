// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/history_store.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

CommandSpec historyCheckSpec() {
  return {.name = "history check",
          .summary = "Check the history: every page, index and row.",
          .options = withStoreOption({})};
}

CommandSpec historyStatsSpec() {
  return {.name = "history stats",
          .summary = "Show where the history is, its size and what it holds.",
          .options = withStoreOption({option("--format F", "text (default) or json", {"text", "json"})})};
}

int runHistoryCheck(const ParsedArguments& arguments, Context& context) {
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyCheckSpec(), store.error());
  if (const auto sound = store->get().check(); !sound) return printError(context, sound.error());
  context.out << "the history is sound\n" << std::flush;
  return kExitOk;
}

int runHistoryStats(const ParsedArguments& arguments, Context& context) {
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyStatsSpec(), store.error());
  const auto counts = store->get().rowCounts();
  if (!counts) return printError(context, counts.error());
  const auto size = store->get().sizeBytes();
  if (!size) return printError(context, size.error());
  if (arguments.valueOr("--format", "text") == "json") {
    nlohmann::ordered_json out = {{"format", "plumbline-history-stats"}, {"version", 1}, {"store", store->get().name()}, {"bytes", *size}};
    for (auto [title, count] : *counts) {
      std::ranges::replace(title, ' ', '_');
      out[title] = count;
    }
    context.out << text::toJsonText(out, 2) << '\n' << std::flush;
    return kExitOk;
  }
  context.out << store->get().name() << ": " << text::sizeText(*size) << '\n';
  for (const auto& [title, count] : *counts) context.out << text::groupedText(count) << ' ' << title << '\n';
  context.out.flush();
  return kExitOk;
}

}  // namespace

Command makeHistoryCheckCommand() { return {historyCheckSpec(), runHistoryCheck}; }
Command makeHistoryStatsCommand() { return {historyStatsSpec(), runHistoryStats}; }

}  // namespace plumbline::cli
