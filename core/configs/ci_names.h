// SPDX-License-Identifier: GPL-3.0-or-later
// Parses CI's names: job names, artifact zips, CSVs inside them, folders that `plumbline-cli fetch` creates. Pure text
// functions; any input is safe (SPEC 9.1, 9.3, 12, 16).
//
//   auto id = identityOf("0123.../18201/2/test-reports-test-inductor_torchbench-1-2-linux.g5.4xlarge_345.zip"
//                        "!test/test-reports/training_torchbench.csv");
//   id->config, id->shard == 1, id->shards == 2, id->attempt == 2, id->jobId == "345"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/configs/config.h"

namespace plumbline::configs {

/// ShardName is one shard of one test config, parsed from the name of a job or an artifact.
struct ShardName {
  std::string test;      ///< without suite: "dynamic_inductor"
  std::string suite;     ///< canonical
  int shard = 0;         ///< 1-based; 0: unknown
  int shards = 0;        ///< 0: unknown
  std::string machine;   ///< "linux.g5.4xlarge.nvidia.gpu"
  std::string platform;  ///< "rocm", "xpu", "cuda13" where job or machine name says so. CI holds CUDA 13 against CUDA's
                         ///< baselines, and the updater passes over it (SPEC 9.3)
  std::string written;   ///< test and suite as CI spells them, what the artifact is called after: "inductor_timm"
  std::string jobId;     ///< GitHub's job id, digits; "" when unknown
  bool operator==(const ShardName&) const = default;
};

/// shardOfJob reads "linux-jammy-cuda12.8 / test (inductor_torchbench, 1, 2, linux.g5.4xlarge)". Errors: BadFormat with
/// what was not understood; a job that runs no benchmark is NotFound.
base::Result<ShardName> shardOfJob(std::string_view jobName);
/// shardOfArtifact reads "test-reports-test-inductor_torchbench-1-2-linux.g5.4xlarge_345.zip" (with or without ".zip").
base::Result<ShardName> shardOfArtifact(std::string_view fileName);
/// artifactName is the way back, ending in ".zip": by `written`; without it by `test` and `suiteInTest`, the suite as
/// CI spells it ("timm"; "": the word of the baselines).
std::string artifactName(const ShardName& shard, std::string_view suiteInTest = {});

/// Identity is everything known about one result CSV.
struct Identity {
  Config config;
  int shard = 0, shards = 0;  ///< 0: unknown; then the file is the whole run
  int attempt = 0;            ///< GitHub's run attempt, from 1; 0: unknown
  std::string jobId, workflowId;
  std::string machine;
  std::string commit;         ///< 40 hex digits when a folder or file name holds them; "" otherwise
  bool operator==(const Identity&) const = default;
};

/// identityOf reads a whole origin: folders, zip and member ("a/b.zip!test/test-reports/x.csv"). It knows CI's own
/// names, baseline names used for results (`inductor_torchbench_training.csv`, with "__anything" after it), dashboard
/// names, and shard folders. Errors: BadFormat; the text is one sentence for the list of files without a name.
base::Result<Identity> identityOf(std::string_view origin);

/// isSideFile recognises files that a benchmark writes beside its CSV and that are no result: `_graph_breaks.csv`,
/// `_graph_breaks_deduped.csv`, `_compilation_metrics.csv`, or another suite's leftovers.
bool isSideFile(std::string_view name);

}  // namespace plumbline::configs
