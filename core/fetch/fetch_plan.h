// SPDX-License-Identifier: GPL-3.0-or-later
// What to get for a commit: the benchmark jobs of its runs and the artifact zips they left (SPEC 9.1-9.3). Values and
// pure functions; the network is in fetcher.h.
//
//   auto target = targetOf("https://github.com/pytorch/pytorch/actions/runs/18201/job/345");   // target->runId ==
//   18201
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/configs/ci_names.h"

namespace plumbline::fetch {

/// Target is what a person typed: a commit, a workflow run, a job, or a pull request.
struct Target {
  std::string repository = "pytorch/pytorch";
  std::string sha;          ///< 7 to 40 hex digits; a short one is asked for in full
  std::uint64_t runId = 0;  ///< from .../actions/runs/ID
  std::uint64_t pullRequest = 0;
  bool operator==(const Target&) const = default;
};
/// targetOf reads a SHA or a URL of github.com (commit, run, job, pull) or hud.pytorch.org (commit). Errors:
/// BadArgument.
base::Result<Target> targetOf(std::string_view text);
/// targetWords names a target for people: "commit 0123456789ab", "run 18201", "pull request 161617".
std::string targetWords(const Target& target);

/// Endpoints of the services, so that tests and mirrors can stand in. https only, except for loopback.
struct Endpoints {
  std::string api = "https://api.github.com";
  std::string artifacts = "https://gha-artifacts.s3.amazonaws.com";
};
/// endpointsFrom checks them; an empty one is taken from PLUMBLINE_API_URL or PLUMBLINE_ARTIFACTS_URL, or is the
/// default. Errors: BadArgument.
base::Result<Endpoints> endpointsFrom(const std::string& api, const std::string& artifacts);

struct Job {
  std::string workflow, name;
  std::string jobId, workflowId;
  int attempt = 1;
  std::string status, conclusion;  ///< as the API says: "completed", "success" ...
  configs::ShardName shard;        ///< shard.test is empty when the name is no benchmark's
};
struct Artifact {
  Job job;
  std::string url;
  std::string path;  ///< below the cache folder: "SHA/WORKFLOW/ATTEMPT/test-reports-....zip"
};

/// runsOf, jobsOf read one page of the API's JSON. Errors: BadFormat naming the member that is wrong.
struct Run {
  std::string id, workflow, event, headSha, status;
  int attempt = 1;
};
base::Result<std::vector<Run>> runsOf(std::string_view json);
base::Result<std::vector<Job>> jobsOf(std::string_view json, const Run& run);
/// runOf reads the answer about a single run; commitOf and headOf the SHA of a commit and of a pull request's head.
base::Result<Run> runOf(std::string_view json);
base::Result<std::string> commitOf(std::string_view json);
base::Result<std::string> headOf(std::string_view json);
/// nextPage reads the Link header; "" on the last page.
std::string nextPage(std::string_view linkHeader);
/// isBenchmarkRun and isBenchmarkJob keep those the updater takes (SPEC 9.1), max_autotune too.
bool isBenchmarkRun(const Run& run);
bool isBenchmarkJob(const Job& job);
/// artifactsOf gives the zips of the finished benchmark jobs, by workflow, job name and attempt. A job whose name does
/// not make a file name is left out. `sha` is the full one.
std::vector<Artifact> artifactsOf(const Target& target, const std::string& sha, const std::vector<Job>& jobs,
                                  const Endpoints& endpoints);

}  // namespace plumbline::fetch
