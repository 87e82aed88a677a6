// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/ci_names.h"

#include <algorithm>
#include <utility>

#include "core/configs/artifact_text.h"
#include "core/configs/name_words.h"
#include "core/configs/platform_words.h"

namespace plumbline::configs {
namespace {

constexpr std::size_t kFields = 4;

base::Error notFound(std::string text) { return {.code = base::ErrorCode::NotFound, .text = std::move(text)}; }

/// whyNoTestJob says what makes the updater pass over a job before it reads its name; "" when nothing does.
std::string whyNoTestJob(std::string_view jobName) {
  const Catalogue& known = catalogue();
  for (const std::string& word : known.refusedWords)
    if (jobName.find(word) != std::string_view::npos)
      return shown(jobName) + " is no test job: its name holds \"" + word + "\".";
  if (contains(known.refusedNames, trimmed(jobName)) || jobName.find(known.wantedWord) == std::string_view::npos)
    return shown(jobName) + " is no test job.";
  return {};
}

}  // namespace

base::Result<ShardName> shardOfJob(std::string_view jobName) {
  if (std::string why = whyNoTestJob(jobName); !why.empty()) return base::fail(notFound(std::move(why)));
  const std::string_view last = trimmed(jobName.substr(jobName.find_last_of('/') + 1));
  const std::size_t open = last.find('(');
  if (open == std::string_view::npos || trimmed(last.substr(0, open)) != catalogue().wantedWord)
    return base::fail(notFound(shown(jobName) + " is no job of the form \"... / test (CONFIG, 1, 2, MACHINE)\"."));
  Views fields = split(last.substr(open + 1, last.rfind(')') - open - 1), ',');
  for (std::string_view& field : fields) field = trimmed(field);
  auto test = readTestName(fields.front());
  if (!test || !test->otherRun.empty())
    return base::fail(notFound("The job " + shown(jobName) + " runs no benchmark that has an accuracy baseline."));
  if (fields.size() < kFields)
    return base::fail(badName("The job " + shown(jobName) + " does not name config, shard, number of shards and machine."));
  const auto shard = numberOf(fields[1]), shards = numberOf(fields[2]);
  if (!shard || !shards || *shard > *shards)
    return base::fail(badName("The shard " + shown(fields[1]) + " of " + shown(fields[2]) + " in " + shown(jobName) +
                              " cannot be."));
  if (!isPlatformText(fields[3]))
    return base::fail(badName(shown(fields[3]) + " in " + shown(jobName) + " is no name of a machine."));
  return ShardName{.test = std::move(test->test),
                   .suite = std::move(test->suite),
                   .shard = *shard,
                   .shards = *shards,
                   .machine = std::string(fields[3]),
                   .platform = platformOfJob(jobName),
                   .written = std::string(fields.front()),
                   .jobId = {}};
}

base::Result<ShardName> shardOfArtifact(std::string_view fileName) {
  auto read = readArtifact(fileName.substr(fileName.find_last_of('/') + 1), true);
  if (!read) return base::fail(read.error());
  if (!read->otherRun.empty()) read->shard.test += "_" + read->otherRun;
  return std::move(read->shard);
}

std::string artifactName(const ShardName& shard, std::string_view suiteInTest) {
  std::string written = shard.written;
  if (written.empty() || !suiteInTest.empty()) {
    const Suite* suite = catalogue().suite(shard.suite);
    written = shard.test + "_";
    written += !suiteInTest.empty() ? suiteInTest : suite != nullptr ? std::string_view(suite->file) : shard.suite;
  }
  const std::string prefix = catalogue().artifactPrefixes.empty() ? std::string{} : catalogue().artifactPrefixes.front();
  std::string name = prefix + catalogue().artifactTest + written + "-" + std::to_string(shard.shard) + "-" +
                     std::to_string(shard.shards) + "-" + shard.machine;
  if (!shard.jobId.empty()) name += "_" + shard.jobId;
  return name + ".zip";
}

bool isBenchmarkWorkflow(std::string_view workflowName) { return contains(catalogue().workflows, workflowName); }
bool isRefusedEvent(std::string_view event) { return contains(catalogue().refusedEvents, event); }

bool isSideFile(std::string_view name) {
  const std::string file = lower(name.substr(name.find_last_of('/') + 1));
  const Words& endings = catalogue().sideEndings;
  return std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) { return file.ends_with(ending); });
}

}  // namespace plumbline::configs
