// SPDX-License-Identifier: GPL-3.0-or-later
// Judges one run against one baseline: the only place where rules, our own flaky lists and a Comparison come together.
//
//   auto judged = judgePair({.actual = run, .expected = baseline, .actualPath = "run.csv", .expectedPath = "ci/e.csv"});
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/flaky/own_lists.h"
#include "core/verdicts/comparison.h"

namespace plumbline::baselines {

struct JudgeRequest {
  std::shared_ptr<const tables::CsvTable> actual, expected;
  std::string actualPath, expectedPath;                          ///< as the check's command line has them
  std::shared_ptr<const verdicts::RuleSet> rules = {};           ///< null: the default generation
  std::vector<verdicts::Check> checks = {};                      ///< empty: those whose column both files have
  std::optional<std::string> sha = {};                           ///< the SHA1 variable, which the scripts print
  std::shared_ptr<const flaky::OwnFlaky> ownFlaky = {};          ///< null: the lists that count for expectedPath are read
  std::optional<flaky::Date> today = {};                         ///< when entries expire; the machine's day when unset
  base::SideBySide sideBySide = {};
};

/// judgePair. The flaky lists that were read, with their problems, are in options().ownFlaky of the result. Errors:
/// those of Comparison::make and of the default rule set.
base::Outcome<std::shared_ptr<const verdicts::Comparison>> judgePair(const JudgeRequest& request,
                                                                     const base::Progress& progress = {});

}  // namespace plumbline::baselines
