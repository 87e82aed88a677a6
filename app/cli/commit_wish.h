// SPDX-License-Identifier: GPL-3.0-or-later
// What commands about a whole commit have in common on their command lines: where the results and baselines are, which
// attempts count, by which rules.
//
//   spec.options = {expectedTreeOption(), attemptOption(), commitOption(), rulesOption()};
//   auto wish = commitWish(arguments, context);        // then overview::openCommit(*wish)
#pragma once

#include <vector>

#include "app/cli/command.h"
#include "core/overview/open_commit.h"

namespace plumbline::cli {

OptionSpec expectedTreeOption(bool required);
OptionSpec attemptOption();
OptionSpec commitOption();
/// nameOption and useOption are a person's word about single files: what one is, and which one stands for its shard.
OptionSpec nameOption();
OptionSpec useOption();

/// commitWish takes the positionals for sources. Errors: BadArgument for rules that there are none of.
base::Result<overview::OpenWish> commitWish(const ParsedArguments& arguments, const Context& context);

/// unknownFile tells of the first file of --name or --use that is not among what was opened.
std::optional<base::Error> unknownFile(const overview::OpenWish& wish, const sources::Opened& opened);
/// unreadSource gives the first problem for which a path that was named brought nothing, or not all that lies there.
std::optional<base::Error> unreadSource(const sources::Opened& opened);

}  // namespace plumbline::cli
