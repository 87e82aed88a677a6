// SPDX-License-Identifier: GPL-3.0-or-later
// A program with its words, for `run command` and `run repeat`.
//
//   if (auto read = readCommand(arguments, words, spec); !read) return refuse(context, spec(), read.error());
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "core/runs/run_spec.h"

namespace plumbline::cli {

/// commandOptions are --form and --working-folder.
std::vector<OptionSpec> commandOptions();
/// fieldsText lists the fields with a line of help each.
std::string fieldsText();
/// readCommand reads the words, those options and --model, --python, --fresh-cache, --expected. Without --working-folder
/// and checkout it runs where the person is. Errors: BadArgument.
base::Result<void> readCommand(const ParsedArguments& arguments, std::vector<std::string> words, runs::RunSpec& spec);

}  // namespace plumbline::cli
