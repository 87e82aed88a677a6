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

/// commitWish takes the positionals for sources. Errors: BadArgument for rules that there are none of.
base::Result<overview::OpenWish> commitWish(const ParsedArguments& arguments, const Context& context);

}  // namespace plumbline::cli
