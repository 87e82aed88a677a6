// SPDX-License-Identifier: GPL-3.0-or-later
// A generation of the check scripts as data (resources/rules/*.toml, SPEC 0): which form of each rule, which tracked
// metrics and tolerances, which flaky names. Rules in code read everything that changes often from here.
//
//   auto rules = ruleSet("2025-11");            // BadArgument names the generations that exist
//   rules->accuracy.flaky.contains("moondream", "rocm/inductor_timm_training.csv")
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

enum class AccuracyForm : std::uint8_t { A1, A3 };
enum class GraphBreaksForm : std::uint8_t { G1, G2, G3 };
/// Compare is how a tracked metric is compared: any change counts, or only a drop beyond the tolerance.
enum class Compare : std::uint8_t { LowerIsBetter, HigherIsBetter, DropTolerance };

struct TrackedMetric {
  std::string name;
  Compare compare = Compare::LowerIsBetter;
};

struct AccuracyRules {
  AccuracyForm form = AccuracyForm::A1;
  flaky::FlakyModels flaky;
};

struct GraphBreaksRules {
  GraphBreaksForm form = GraphBreaksForm::G1;
  flaky::FlakyModels flaky;
  std::vector<TrackedMetric> tracked;                ///< G2, G3
  double dropTolerance = 0;                          ///< G3: larger drops fail
  std::vector<std::string> passWithoutCapture;       ///< G3
  std::vector<std::string> captureOptionalStatuses;  ///< G3
};

struct MemoryRules {
  double tolerance = 0;  ///< passes when actual >= expected x tolerance
};

struct RuleSet {
  std::string generation;  ///< "2025-11", or what it was read from ("checkout: A3, G3")
  std::string origin;      ///< one sentence for people: where forms and flaky lists came from
  AccuracyRules accuracy;
  GraphBreaksRules graphBreaks;
  MemoryRules memory;
  double hfBertSpeedup = 0;                      ///< speedup check: below fails
  std::vector<std::string> knownStatuses;        ///< accuracy words that common.py can write (SPEC 11.3)
  std::vector<std::string> knownStatusPrefixes;  ///< words that end in a number: "fail_to_run_at_batch_"
  /// isKnownStatus returns whether a benchmark script can have written this accuracy word.
  bool isKnownStatus(std::string_view status) const;
  /// flakyModels are the models that a check excuses; null for checks without a flaky list.
  const flaky::FlakyModels* flakyModels(Check check) const;
};

/// generations lists the generations in resources/rules, oldest first: "2025-11", "2026-07", "2026-08".
std::vector<std::string> generations();
/// kDefaultGeneration is the one of the scripts in use when this was written.
inline constexpr std::string_view kDefaultGeneration = "2025-11";
/// ruleSet loads a generation. Errors: BadArgument with the list of those that exist.
base::Result<std::shared_ptr<const RuleSet>> ruleSet(std::string_view generation);

// Reads the data in resources/rules: one TOML file per generation, the accuracy words, the metric catalogue. The only
// place that knows TOML. Files are small (a few kB) and compiled in; each call parses anew.
//
//   auto rules = readRuleFile("2025-11");

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
