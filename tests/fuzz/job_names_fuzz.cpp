// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as the name of a job, an artifact, a result, a config: reading never crashes, a refusal says why, and what was
// read comes back the same from the name that we give it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/configs/ci_names.h"
#include "core/configs/config.h"
#include "core/configs/reproduce.h"

namespace {

using namespace plumbline;
using namespace plumbline::configs;

void hold(bool condition, const char* what, std::string_view name) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s: %.*s\n", what, static_cast<int>(name.size()), name.data());
  std::abort();
}

void comesBack(const Config& config) {
  const std::string name = configName(config);
  const auto again = configOfName(name);
  hold(again.has_value() && *again == config, "a config comes back from its name", name);
  Config table = config;
  table.dtype.clear();
  const std::string file = "ci_expected_accuracy/" + baselineFile(config);
  const auto baseline = configOfBaseline(file);
  hold(baseline.has_value() && *baseline == table, "a config comes back from its baseline", file);
  hold(!platformTitle(config).empty(), "a platform has a title", name);
  hold(siblingsOf(config, {config}).empty(), "no config is its own sibling", name);
  const auto words = reproduceArguments(config, "model");
  const auto local = identityOf(words.back());
  // Unknown data types are not looked for in file names, and some words mark a file of another kind.
  if (!local) return hold(!config.dtype.empty() || local.error().text.starts_with("It "), "a reproduction is a result", words.back());
  hold(local->config.test == config.test || !config.dtype.empty(), "a reproduction keeps its test", words.back());
}

void job(std::string_view text) {
  auto shard = shardOfJob(text);
  if (!shard) return hold(!shard.error().text.empty(), "a refusal says why", text);
  hold(shard->shard >= 1 && shard->shard <= shard->shards, "a shard is one of them", text);
  shard->jobId = "345";
  auto again = shardOfArtifact(artifactName(*shard));
  hold(again.has_value(), "a job's artifact can be read", artifactName(*shard));
  again->platform = shard->platform;  // a job's name may say more than its machine's
  hold(*again == *shard, "a job comes back from its artifact", artifactName(*shard));
  comesBack({shard->test, shard->suite, Mode::Training, shard->platform, ""});
}

void artifact(std::string_view text) {
  const auto shard = shardOfArtifact(text);
  if (!shard) return hold(!shard.error().text.empty(), "a refusal says why", text);
  const auto again = shardOfArtifact(artifactName(*shard));
  hold(again.has_value() && *again == *shard, "an artifact comes back from its name", artifactName(*shard));
  hold(artifactName(*shard).find('/') == std::string::npos, "an artifact is one file", text);
}

void result(std::string_view text) {
  const auto id = identityOf(text);
  if (!id) return hold(id.error().text.ends_with('.'), "a refusal is a sentence", text);
  hold(id->shard >= 0 && (id->shards == 0 || id->shard <= id->shards) && id->attempt >= 0, "numbers fit", text);
  hold(id->commit.empty() || id->commit.size() == 40, "a commit has 40 digits", text);
  comesBack(id->config);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1U << 12U) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  job(text);
  job("x / test (" + text);
  artifact(text);
  artifact("test-reports-test-" + text);
  result(text);
  result("a/" + text + ".zip!test/test-reports/training_torchbench.csv");
  if (const auto config = configOfName(text)) comesBack(*config);
  if (const auto config = configOfBaseline(text)) comesBack(*config);
  isSideFile(text);
  return 0;
}
