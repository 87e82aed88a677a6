// SPDX-License-Identifier: GPL-3.0-or-later
// Which result CSVs stand for the shards of a config: attempts, reruns by another workflow or machine, double files.
// Nothing is mixed silently: what was not taken stays in the list with the reason.
//
//   JobFiles jobs(opened, pieces);
//   ShardChoice choice = chooseShards(opened, piecesOfConfig, jobs, AttemptRule::LatestComplete, {});
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/result.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// whyUnreadable describes what keeps pandas from reading a result, if anything: then no check can judge it.
std::optional<std::string> whyUnreadable(const tables::CsvTable& table);

/// JobFiles knows which CSVs each job left, over all configs of a test: a job that left fewer than its siblings was not
/// complete (SPEC 12: one job writes training and inference).
class JobFiles {
 public:
  JobFiles(const sources::Opened& opened, const std::vector<std::size_t>& results);
  bool isComplete(const configs::Identity& identity) const;

 private:
  using TestKey = std::tuple<std::string, std::string, std::string>;  ///< test, suite, platform
  using JobKey = std::tuple<TestKey, std::string, std::string, int, int, int, std::string>;
  static TestKey testOf(const configs::Identity& identity);
  static JobKey jobOf(const configs::Identity& identity);
  std::map<TestKey, unsigned> m_tests;
  std::map<JobKey, unsigned> m_jobs;  ///< bit per mode that can be read
};

struct ShardChoice {
  std::vector<ShardUse> shards;    ///< by shard, then attempt; those of other runs last
  std::vector<std::string> notes;  ///< what to know: two runs, two jobs, an unreadable file
  int wanted = 0;                  ///< number of shards; 0: not said
  bool unreadable = false;         ///< a shard that would stand cannot be read: CI's check dies on it
};

/// chooseShards decides over the result pieces (indices into opened.pieces) of one config.
ShardChoice chooseShards(const sources::Opened& opened, const std::vector<std::size_t>& pieces, const JobFiles& jobs,
                         AttemptRule rule, const std::vector<AttemptChoice>& choices);

/// Which opened tables are merged into one CSV: files named one by one all, in that order; from folders and zips the
/// shards of one config, each by the attempt that stands for it.
///
///   auto choice = chooseToMerge(opened, {});
///   auto merged = tables::mergeShards(choice->tables, "merged.csv");
struct MergeRequest {
  std::optional<configs::Config> config;  ///< needed when more than one config was opened
  AttemptRule attempts = AttemptRule::LatestComplete;
};

struct MergeChoice {
  std::optional<configs::Config> config;  ///< absent: no file says
  std::vector<std::size_t> pieces;        ///< indices into Opened::pieces, in the order of merging
  std::vector<std::shared_ptr<const tables::CsvTable>> tables;
  std::vector<std::string> notes;         ///< sentences: shards that are missing, attempts that were left out
};

/// chooseToMerge. Errors: BadArgument when nothing was opened, when more than one config is there and none was named,
/// or when no file is of the one that was named; BadFormat for a source that is no CSV, or results of two commits.
base::Result<MergeChoice> chooseToMerge(const sources::Opened& opened, const MergeRequest& request);

}  // namespace plumbline::overview
