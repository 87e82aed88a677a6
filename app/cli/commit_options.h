// SPDX-License-Identifier: GPL-3.0-or-later
// Options of commands about a commit: results, baselines, attempts and rules.
//
//   spec.options = {expectedTreeOption(), attemptOption(), commitOption(), rulesOption()};
//   auto request = openOptions(arguments, context);        // then overview::openCommit(*request)
#pragma once

#include "app/cli/command.h"
#include "core/overview/open_commit.h"

namespace plumbline::cli {

OptionSpec expectedTreeOption(bool required);
OptionSpec attemptOption();
OptionSpec commitOption();
/// nameOption assigns a config to a file; useOption selects the file of a shard.
OptionSpec nameOption();
OptionSpec useOption();

/// openOptions reads these options; the positionals are sources. Errors: BadArgument for unknown rules.
base::Result<overview::OpenRequest> openOptions(const ParsedArguments& arguments, const Context& context);

/// unknownFile returns an error for the first file of --name or --use that was not opened.
std::optional<base::Error> unknownFile(const overview::OpenRequest& request, const sources::Opened& opened);
/// unreadSource returns the first problem due to which a given path was not read completely.
std::optional<base::Error> unreadSource(const sources::Opened& opened);
/// unjudgedRun returns the first run that no check applies to although its baseline has accuracy or graph_breaks.
std::optional<base::Error> unjudgedRun(const overview::CommitView& view);

}  // namespace plumbline::cli
