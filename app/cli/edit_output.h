// SPDX-License-Identifier: GPL-3.0-or-later
// Output of edits: printed as a diff (default), written as a patch file, or saved.
//
//   spec.options = withEditOptions({...});
//   if (auto error = editOptionsError(arguments)) return printUsageError(context, spec, *error);
//   return outputEdits(arguments, drafts, context);
#pragma once

#include <optional>
#include <vector>

#include "app/cli/command.h"
#include "core/baselines/drafts.h"

namespace plumbline::cli {

/// withEditOptions adds --diff, --patch FILE, --write, --git-commit and --message TEXT.
std::vector<OptionSpec> withEditOptions(std::vector<OptionSpec> options);

/// editOptionsError returns an error when more than one of the first three is given, or a commit without --write.
std::optional<base::Error> editOptionsError(const ParsedArguments& arguments);

/// outputEdits checks with Python that edited scripts compile, then prints the diff, writes the patch or saves all files
/// (none if one was changed in the meantime) and commits them. `message` is proposed in place of commitMessage(). Returns kExitOk, or kExitUsage after an error.
int outputEdits(const ParsedArguments& arguments, baselines::Drafts& drafts, Context& context,
                const std::string& message = {});

}  // namespace plumbline::cli
