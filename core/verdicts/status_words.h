// SPDX-License-Identifier: GPL-3.0-or-later
// What an accuracy word says beyond being known (resources/rules/statuses.toml): whether it is a pass for the people who
// read the dashboard, and whether a run that ends in it counted anything.
//
//   isPassing("pass_due_to_skip")      // true
//   hasCounters("pass_due_to_skip")    // false: the model was not compiled
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::verdicts {

struct StatusWords {
  std::vector<std::string> passing;          ///< counted as a pass (SPEC 16)
  std::vector<std::string> withoutCounters;  ///< a pass, but nothing was compiled: its zeros are no counts
};

/// isPassing tells whether a status is a pass; exact words only.
bool isPassing(std::string_view accuracyWord);

/// hasCounters tells whether the counters beside this word can be counts: the run came to its end and compiled
/// something. Zeros beside any other word are padding (SPEC 11.2).
bool hasCounters(std::string_view accuracyWord);

}  // namespace plumbline::verdicts
