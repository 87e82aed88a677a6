// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the data in resources/rules: one TOML file per generation, the accuracy words, the metric catalogue. The only
// place that knows TOML. Files are small (a few kB) and compiled in; each call parses anew.
//
//   auto rules = readRuleFile("2025-11");
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::verdicts {

/// ruleFileNames lists the generations that have a file, without the ending.
std::vector<std::string> ruleFileNames();

/// readRuleFile reads a generation and the accuracy words. Errors: NotFound, BadFormat with the file and line.
base::Result<RuleSet> readRuleFile(std::string_view generation);

/// parseRules reads a generation from TOML text; `fileName` is for errors. BadFormat names what is missing or unknown.
base::Result<RuleSet> parseRules(std::string_view toml, const std::string& fileName);

/// readMetricCatalogue reads metrics.toml. Errors as readRuleFile.
base::Result<std::vector<MetricInfo>> readMetricCatalogue();

/// readStatusLists reads what statuses.toml says about accuracy words. Errors as readRuleFile.
base::Result<StatusLists> readStatusLists();

}  // namespace plumbline::verdicts
