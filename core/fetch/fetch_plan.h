// SPDX-License-Identifier: GPL-3.0-or-later
// What to fetch for a commit, and the report on what was fetched: the benchmark jobs of its runs and their artifact zips
// (SPEC 9.1-9.3). Values and pure functions.
//
//   auto target = targetOf("https://github.com/pytorch/pytorch/actions/runs/18201/job/345");   // target->runId ==
//   18201
#pragma once

#include <QStringList>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/configs/ci_names.h"

namespace plumbline::fetch {

/// FetchRules is resources/configs/fetch.toml: which workflows and jobs have benchmark results.
struct FetchRules {
  std::string repository;  ///< when only a commit is named
  std::vector<std::string> workflows;
  std::vector<std::string> withoutEvents;
  std::string jobContains;
  std::vector<std::string> jobWithout;
  std::vector<std::string> withoutConclusions;
};

/// fetchRules reads the compiled-in file.
FetchRules fetchRules();
/// parseFetchRules reads TOML text. Errors: BadFormat naming the member that is missing.
base::Result<FetchRules> parseFetchRules(std::string_view toml);

inline constexpr std::size_t kFullSha = 40;  ///< hex digits

/// Target is a commit, a workflow run, a job, or a pull request.
struct Target {
  std::string repository = "pytorch/pytorch";
  std::string sha;          ///< 7 to 40 hex digits; a short one is resolved by the API
  std::uint64_t runId = 0;  ///< from .../actions/runs/ID
  std::uint64_t pullRequest = 0;
  bool operator==(const Target&) const = default;
};
/// targetOf reads a SHA or a URL of github.com (commit, run, job, pull) or hud.pytorch.org (commit). Errors:
/// BadArgument.
base::Result<Target> targetOf(std::string_view text);
/// targetText is the displayed name of a target: "commit 0123456789ab", "run 18201", "pull request 161617".
std::string targetText(const Target& target);

/// Endpoints of the services, replaceable by mirrors and tests. https only, except for loopback.
struct Endpoints {
  std::string api = "https://api.github.com";
  std::string artifacts = "https://gha-artifacts.s3.amazonaws.com";
};

struct Job {
  std::string workflow, name;
  std::string jobId, workflowId;
  int attempt = 1;
  std::string status, conclusion;  ///< as in the API: "completed", "success" ...
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
/// commitsOf reads one page of a branch's commits, newest first.
struct BranchCommit {
  std::string sha;
  std::int64_t time = 0;  ///< when it was committed, Unix seconds; 0: unknown
  std::string subject;    ///< the first line of its message
};
base::Result<std::vector<BranchCommit>> commitsOf(std::string_view json);
/// nextPage reads the Link header; "" on the last page.
std::string nextPage(std::string_view linkHeader);
/// isBenchmarkRun and isBenchmarkJob select those of the updater (SPEC 9.1), and max_autotune.
bool isBenchmarkRun(const Run& run);
bool isBenchmarkJob(const Job& job);
/// artifactsOf returns the zips of the finished benchmark jobs, by workflow, job name and attempt. A job whose name
/// does not make a file name is left out. `sha` is the full one.
std::vector<Artifact> artifactsOf(const Target& target, const std::string& sha, const std::vector<Job>& jobs,
                                  const Endpoints& endpoints);

/// The result of a fetch, as a value, as text and as JSON.
///
///   context.out << fetchText(report);      // or fetchJson(report, exit)
struct FetchedFile {
  Artifact artifact;
  std::string path;  ///< on disk; "" when it is missing
  std::uint64_t bytes = 0;
  bool fromCache = false;
  std::string problem;  ///< why not: "not found (404): the job may have left none", "expired (410)" ...
  bool isGone = false;  ///< another attempt would end alike
};
struct FetchReport {
  Target target;
  std::string sha;
  std::string folder;  ///< what to open: every zip lies below it
  std::vector<FetchedFile> files;
  std::size_t jobs = 0, running = 0;  ///< benchmark jobs, and those that are not finished
  QStringList notes;                  ///< sentences: jobs still running, job names that were not understood

  std::size_t missing() const;  ///< files without a path
};
/// reportText: "142 of 150 artifacts (3 from the cache, 8 not there: ...)".
std::string reportText(const FetchReport& report);

/// isComplete tests whether every benchmark job of the commit is finished and its artifact is here.
bool isComplete(const FetchReport& report);

/// fetchText: the folder on the first line, then the counts, the notes and what is missing, a line each.
std::string fetchText(const FetchReport& report);

/// fetchJson is documented in resources/help/json.md.
std::string fetchJson(const FetchReport& report, int exit);

}  // namespace plumbline::fetch
