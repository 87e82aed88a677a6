// SPDX-License-Identifier: GPL-3.0-or-later
// Fetching for commands: options, progress on a terminal and Ctrl-C.
//
//   spec.options = withFetchOptions({...});
//   const auto requested = fetchRequest(arguments);        // BadArgument
//   const auto fetched = runFetch(*requested, spec, arguments, context);   // Cancelled: already reported
#pragma once

#include <vector>

#include "app/cli/command.h"
#include "core/fetch/fetcher.h"

namespace plumbline::cli {

/// kExitStopped is the exit status of a program that Ctrl-C ended.
inline constexpr int kExitStopped = 130;

/// withFetchOptions adds --sha, --url, --jobs, --offline, --api and --artifacts.
std::vector<OptionSpec> withFetchOptions(std::vector<OptionSpec> options);

struct FetchRequest {
  fetch::Target target;
  fetch::FetchOptions options;  ///< without the token, which runFetch reads
};

/// fetchRequest reads those options. Errors: BadArgument.
base::Result<FetchRequest> fetchRequest(const ParsedArguments& arguments);

/// runFetch fetches and waits. After Ctrl-C it prints how to resume to standard error and returns Cancelled.
base::Outcome<fetch::FetchReport> runFetch(const FetchRequest& requested, const CommandSpec& spec,
                                           const ParsedArguments& arguments, Context& context);

}  // namespace plumbline::cli
