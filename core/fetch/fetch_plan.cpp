// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/fetch_plan.h"

#include <algorithm>
#include <tuple>

#include "core/fetch/fetch_words.h"

namespace plumbline::fetch {
namespace {

constexpr std::size_t kMostNameBytes = 200;  // of a zip's name; a file system takes 255

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool isBenchmarkJobBy(const FetchWords& words, const Job& job) {
  return contains(words.workflows, job.workflow) && job.name.find(words.jobContains) != std::string::npos &&
         std::none_of(words.jobWithout.begin(), words.jobWithout.end(),
                      [&](const std::string& word) { return job.name.find(word) != std::string::npos; }) &&
         !job.shard.test.empty();
}

/// suiteInTest is the suite as the job spells it ("timm"), which its artifact's name repeats.
std::string suiteInTest(const Job& job) {
  std::size_t begin = job.name.rfind('(');
  begin = begin == std::string::npos ? 0 : job.name.find_first_not_of(' ', begin + 1);
  if (begin == std::string::npos) return job.shard.suite;
  std::string word = job.name.substr(begin, job.name.find_first_of(",)", begin) - begin);
  while (!word.empty() && word.back() == ' ') word.pop_back();
  if (word.starts_with(job.shard.test + "_")) return word.substr(job.shard.test.size() + 1);
  return job.shard.suite;
}

/// isFileName tells whether a name that came over the network may be one file's name in a folder of ours.
bool isFileName(const std::string& name) {
  return !name.empty() && name.size() <= kMostNameBytes && name.front() != '.' &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return c > ' ' && c < 0x7f && c != '/' && c != '\\'; });
}

/// escaped writes what has a meaning in a URL as %XX; names of artifacts are plain otherwise.
std::string escaped(const std::string& name) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : name) {
    if (std::string_view("%?#[]@!$&'()*+,;=:\"<>^`{|}").find(c) == std::string_view::npos) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
  }
  return result;
}

}  // namespace

bool isBenchmarkRun(const Run& run) {
  const FetchWords words = fetchWords();
  return contains(words.workflows, run.workflow) && !contains(words.withoutEvents, run.event);
}

bool isBenchmarkJob(const Job& job) { return isBenchmarkJobBy(fetchWords(), job); }

std::vector<Artifact> artifactsOf(const Target& target, const std::string& sha, const std::vector<Job>& jobs,
                                  const Endpoints& endpoints) {
  const FetchWords words = fetchWords();
  std::vector<Artifact> artifacts;
  for (const Job& job : jobs) {
    if (!isBenchmarkJobBy(words, job) || job.status != "completed" ||
        contains(words.withoutConclusions, job.conclusion))
      continue;
    std::string name = configs::artifactName(job.shard, suiteInTest(job));
    if (!name.ends_with(".zip")) name += ".zip";
    if (!isFileName(name)) continue;
    const std::string run = job.workflowId + "/" + std::to_string(job.attempt) + "/";
    artifacts.push_back({.job = job,
                         .url = endpoints.artifacts + "/" + target.repository + "/" + run + "artifact/" + escaped(name),
                         .path = sha + "/" + run + name});
  }
  const auto key = [](const Artifact& a) {
    return std::tie(a.job.workflow, a.job.name, a.job.workflowId, a.job.attempt, a.path);
  };
  std::sort(artifacts.begin(), artifacts.end(), [&](const Artifact& a, const Artifact& b) { return key(a) < key(b); });
  // The same job on two pages (the list moved while it was read) is one artifact.
  artifacts.erase(std::unique(artifacts.begin(), artifacts.end(),
                              [](const Artifact& a, const Artifact& b) { return a.path == b.path; }),
                  artifacts.end());
  return artifacts;
}

}  // namespace plumbline::fetch
