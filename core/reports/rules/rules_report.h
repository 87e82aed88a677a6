// SPDX-License-Identifier: GPL-3.0-or-later
// Flaky lists and rule sets written as a report: text for people, JSON for programs.
//
//   writeFlakyText({sources, reviewEntries(sources, baselines, today), baselines, today}, {}, sink);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/flaky/flaky_review.h"
#include "core/reports/text_parts.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::reports {

struct FlakyReport {
  const std::vector<flaky::FlakySource>& sources;
  const std::vector<flaky::Remark>& remarks;
  const std::vector<flaky::BaselineNames>& baselines;  ///< none: matches are not reported
  flaky::Date today;
};

/// remarkName gives "expired", "in-no-baseline", "no-reason", "one-script-only", "twice": the words of JSON.
std::string_view remarkName(flaky::Remark::Kind kind);

/// writeFlakyText writes one table for each list, with what could not be understood below it.
void writeFlakyText(const FlakyReport& report, const TextSink& sink);
/// writeRemarks writes "path:line: sentence" for each remark and each part that could not be understood; gives their number.
std::size_t writeRemarks(const FlakyReport& report, const TextSink& sink);
/// writeFlakyJson writes the format "plumbline-flaky", version 2 (resources/help/json.md).
void writeFlakyJson(const FlakyReport& report, const TextSink& sink);

/// rulesLine gives one line: generation, "(default)" where it is, origin.
std::string rulesLine(const verdicts::RuleSet& rules, bool isDefault);

/// rulesText gives everything the rule set holds, flaky models included, as indented text.
std::string rulesText(const verdicts::RuleSet& rules);

}  // namespace plumbline::reports
