// SPDX-License-Identifier: GPL-3.0-or-later
// What our own findings rest on: whether zeros are counts, whether "rocm" is there by accident.
//
//   ranToCompletion("fail_accuracy")             // true: its counters are counts
//   rocmByAccident("/home/rocm/x.csv")       // true: that folder is not the baseline's own
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/verdicts/comparison.h"

namespace plumbline::verdicts {

/// ranToCompletion returns whether a run with this accuracy word measured its counters: the passing words, and those
/// that say that outputs were compared and differed. After any other word common.py pads the row with zeros (SPEC
/// 11.2).
bool ranToCompletion(std::string_view accuracyWord);

/// rocmByAccident returns whether "rocm" is in the path as typed, but neither as the baseline's own folder
/// (".../rocm/x.csv") nor in its file name. A home or system folder of that name ("/home/rocm/x.csv") does not count as
/// the baseline's own.
bool rocmByAccident(std::string_view expectedPath);

/// countedFinding returns a number of rows with a finding in words: "1 flaky entry may be stale", "2 flaky entries may
/// be stale", "3 lost".
std::string countedFinding(Finding finding, std::size_t count);

/// findingSentence says for one model what a finding means; `lists` names the checks whose flaky list has the model.
std::string findingSentence(Finding finding, std::string_view lists);

/// withoutChecks is the error about a run that no check applies to; unset where the baseline has neither accuracy nor
/// graph_breaks, so that no check would read it either.
std::optional<base::Error> withoutChecks(const tables::Frame& baseline, const std::string& runPath);

}  // namespace plumbline::verdicts
