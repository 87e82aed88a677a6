// SPDX-License-Identifier: GPL-3.0-or-later
// The sidecar journal: who accepted what and why, one JSON object a line, never changed again. It lies in git's own
// folder, so that it never shows in git status; outside a repository beside the baseline.
//
//   {"time":"2025-11-21T14:00:00Z","baseline":"ci/e.csv","model":"llama","decision":"accepted","what":"graph_breaks 7 -> 9",
//    "reason":"...","note":"..."}
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/change.h"

namespace plumbline::baselines {

/// decisionLogPath: <git folder>/plumbline/decisions.jsonl, or .plumbline-decisions.jsonl in the baseline's folder.
std::string decisionLogPath(const std::string& baseline);

/// logDecisions appends what the log does not say already: a decision that equals the newest line about its model is left
/// out, so that saving twice tells nothing twice. Baselines may lie in several repositories. Errors: those of
/// files::appendLines; what could be written is written.
base::Result<void> logDecisions(const Decisions& decisions, std::chrono::system_clock::time_point now);

/// decisionWord: accepted, kept, flaky; "note" without a kind.
std::string decisionWord(const Decision& decision);

}  // namespace plumbline::baselines
