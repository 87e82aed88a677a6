// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands of `history` share: the store they open, and the dates they take.
//
//   auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
//   if (!store) return printError(context, store.error());
//   store->get().baselines()
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/qt_application.h"
#include "core/baselines/drafts.h"
#include "core/history/store.h"
#include "core/sources/open.h"

namespace plumbline::cli {

/// withStoreOption adds --store in front.
std::vector<OptionSpec> withStoreOption(std::vector<OptionSpec> options);

/// OpenHistory keeps the application alive for as long as the store.
class OpenHistory {
 public:
  OpenHistory(std::unique_ptr<QtApplication> application, std::unique_ptr<history::Store> store)
      : m_application(std::move(application)), m_store(std::move(store)) {}
  history::Store& get() { return *m_store; }

 private:
  std::unique_ptr<QtApplication> m_application;
  std::unique_ptr<history::Store> m_store;
};
/// openHistory says on standard error when it brings a store of an older Plumbline up to date.
base::Result<OpenHistory> openHistory(const ParsedArguments& arguments, Context& context, history::Store::Access access);
/// openKnownHistory opens it to read, for commands that do without: nullopt without --store where there is none.
base::Result<std::optional<OpenHistory>> openKnownHistory(const ParsedArguments& arguments, Context& context);

/// noHistoryOption is --no-history, for commands that call addToHistory.
OptionSpec noHistoryOption();
/// addToHistory adds results to the history that the settings name, none without one. Call it when all is printed: it
/// changes no exit status, and what is not added is one line on standard error. What is there already and baselines are
/// passed over.
void addToHistory(const std::vector<std::string>& results, Context& context);
void addToHistory(const sources::Opened& opened, Context& context);

/// decisionStore keeps decisions in the history that the settings name, and reads earlier ones from it; without one the logs beside
/// the baselines keep them.
baselines::DecisionStore decisionStore(const Context& context);

/// timeOf reads the value of an option: a day ("2026-03-01", its end in UTC with `end`), a time ("2026-03-01T12:00:00Z") or Unix
/// seconds of 9 digits or more; `otherwise` without the option. Errors: BadArgument.
base::Result<std::int64_t> timeOf(const ParsedArguments& arguments, const std::string& option, std::int64_t otherwise, bool end);

}  // namespace plumbline::cli
