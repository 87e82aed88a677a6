// SPDX-License-Identifier: GPL-3.0-or-later
// Flaky lists named on the command line: a flaky.toml, a check script, or a PyTorch checkout with both of them.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/baselines/drafts.h"
#include "core/flaky/flaky_review.h"
#include "core/flaky/flaky_source.h"

namespace plumbline::cli {

/// listPaths expands folders to the check scripts of the checkout in or around them, or to their flaky.toml. Errors:
/// NotFound for a folder without either.
base::Result<std::vector<std::string>> listPaths(const std::vector<std::string>& named);

/// readList reads a list through `drafts`. Errors: those of opening it and of FlakySource::read.
base::Result<flaky::FlakySource> readList(baselines::Drafts& drafts, const std::string& path, bool mayBeNew = false);
/// readLists reads all of them.
base::Result<std::vector<flaky::FlakySource>> readLists(const std::vector<std::string>& named);

OptionSpec baselinesOption();
/// baselineNames gives the models of the baselines that --baselines names (a folder or a CSV file); without it, those of
/// the checkout around the first list, if there is one. Unreadable files are reported on standard error.
base::Result<std::vector<flaky::BaselineNames>> baselineNames(const ParsedArguments& arguments,
                                                              const std::vector<flaky::FlakySource>& sources,
                                                              Context& context);

flaky::Date today(const Context& context);

}  // namespace plumbline::cli
