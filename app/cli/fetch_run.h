// SPDX-License-Identifier: GPL-3.0-or-later
// Fetching for a command: its options, and the wait with progress on a terminal and Ctrl-C.
//
//   spec.options = withFetchOptions({...});
//   const auto wanted = fetchWanted(arguments);        // BadArgument
//   const auto fetched = runFetch(*wanted, spec, arguments, context);   // Cancelled: already said
#pragma once

#include <vector>

#include "app/cli/command.h"
#include "core/fetch/fetcher.h"

namespace plumbline::cli {

/// kExitStopped is what a shell expects of a program that Ctrl-C ended.
inline constexpr int kExitStopped = 130;

/// withFetchOptions adds --sha, --url, --jobs, --offline, --api and --artifacts.
std::vector<OptionSpec> withFetchOptions(std::vector<OptionSpec> options);

struct FetchWanted {
  fetch::Target target;
  fetch::FetchOptions options;  ///< without the token, which runFetch looks for
};

/// fetchWanted reads those options. Errors: BadArgument.
base::Result<FetchWanted> fetchWanted(const ParsedArguments& arguments);

/// runFetch fetches and waits. After Ctrl-C it says on standard error how to go on and gives Cancelled.
base::Outcome<fetch::FetchReport> runFetch(const FetchWanted& wanted, const CommandSpec& spec,
                                           const ParsedArguments& arguments, Context& context);

}  // namespace plumbline::cli
