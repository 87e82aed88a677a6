// SPDX-License-Identifier: GPL-3.0-or-later
// Files named on the command line, as tables, and the rules they are judged by.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/cli/arguments.h"
#include "core/base/result.h"
#include "core/tables/csv_table.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/verdict.h"

namespace plumbline::cli {

using TablePtr = std::shared_ptr<const tables::CsvTable>;

/// loadTable reads and scans one file. Errors as files::readFile and CsvTable::scan.
base::Result<TablePtr> loadTable(const std::string& path);

/// loadPair loads two files at the same time when they are large enough to be worth a second thread.
std::pair<base::Result<TablePtr>, base::Result<TablePtr>> loadPair(const std::string& first, const std::string& second);

// The --rules option: a generation, or the rules found in the PyTorch checkout around the expected file.

OptionSpec rulesOption();

/// rulesOffer suggests --rules checkout for an expected file in a PyTorch checkout; "" otherwise or with --rules.
std::string rulesOffer(const ParsedArguments& arguments, const std::string& expectedPath);
/// rulesNotice returns a sentence that the check is judged by `used` although its script in the PyTorch checkout around
/// the expected file has another form, or other flaky names for this file; "" where neither is so or --rules is given.
std::string rulesNotice(const ParsedArguments& arguments, const std::string& expectedPath, verdicts::Check check,
                        const verdicts::RuleSet& used);
/// usesCheckout returns whether --rules names the checkout.
bool usesCheckout(const ParsedArguments& arguments);

/// chosenRules loads what --rules names, the default generation without it. Errors: BadArgument.
base::Result<std::shared_ptr<const verdicts::RuleSet>> chosenRules(const ParsedArguments& arguments,
                                                                   const std::string& expectedPath);

}  // namespace plumbline::cli
