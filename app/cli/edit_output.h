// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the edits that a command made: shown as a diff (the default), written as a patch file, or saved.
//
//   spec.options = withEditOptions({...});
//   if (auto error = editOptionsError(arguments)) return refuse(context, spec, *error);
//   return handOver(arguments, drafts, context);
#pragma once

#include <optional>
#include <vector>

#include "app/cli/command.h"
#include "core/baselines/drafts.h"

namespace plumbline::cli {

/// withEditOptions adds --diff, --patch FILE and --write.
std::vector<OptionSpec> withEditOptions(std::vector<OptionSpec> options);

/// editOptionsError complains when more than one of them is given.
std::optional<base::Error> editOptionsError(const ParsedArguments& arguments);

/// handOver asks Python first whether edited scripts still compile, then prints the diff to standard output, or writes the patch, or saves all files (none when one of them was
/// changed meanwhile) and says so. Gives kExitOk, or kExitUsage after a complaint.
int handOver(const ParsedArguments& arguments, baselines::Drafts& drafts, Context& context);

}  // namespace plumbline::cli
