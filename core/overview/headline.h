// SPDX-License-Identifier: GPL-3.0-or-later
// The two sentences above an overview: what CI would say about the commit, and how much of it is here to be judged.
//
//   Headline h = headlineOf(*view, groups);
//   h.sentence       // "CI would fail: 14 rows in 6 configs, 3 causes"
//   h.completeness   // "118 of 128 configs ran; 2 of 4 shards of inductor_torchbench_training missing"
#pragma once

#include <string>
#include <vector>

#include "core/baselines/accept_decision.h"
#include "core/overview/commit_view.h"
#include "core/overview/matrix.h"
#include "core/overview/signature.h"

namespace plumbline::overview {

struct Headline {
  enum class Answer : std::uint8_t { Pass, Fail, NotJudged };
  Answer answer = Answer::NotJudged;  ///< NotJudged: no config has both a run and a baseline that can be held together
  std::string sentence;
  std::string completeness;
  bool isComplete = true;   ///< every config ran, no shard is missing, nothing was left out
  std::size_t rows = 0;     ///< that make a check exit 1
  std::size_t configs = 0;  ///< in which CI fails
  std::size_t causes = 0;   ///< groups that hold such rows
};

/// headlineOf expects the groups of this very view.
Headline headlineOf(const CommitView& view, const std::vector<Group>& groups);

/// ciChange is what the pending baselines do to the whole commit; `judged` gets the configs that were judged for it.
/// Ends early, with what it has, when `progress` asks for it.
baselines::CiChange ciChange(const CommitView& view, const baselines::Drafts& drafts, const base::Progress& progress = {},
                             PendingConfigs* judged = nullptr);

struct StaleRow {
  configs::Config config;
  std::string path, model;
  std::size_t line = 0;
  std::size_t commits = 0;   ///< complete runs of this config that did not bring the model
};
struct StaleReport {
  std::vector<StaleRow> rows;                   ///< models absent from at least `minimum` complete runs, and in none
  std::vector<configs::Config> withoutBaseline; ///< run, and no baseline
};
/// staleBaselines looks at every commit among the opened results, each by its own shards.
StaleReport staleBaselines(const CommitView& view, std::size_t minimum = 1);

}  // namespace plumbline::overview
