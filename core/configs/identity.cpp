// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/configs/artifact_text.h"
#include "core/configs/ci_names.h"
#include "core/configs/name_words.h"
#include "core/configs/platform_words.h"

namespace plumbline::configs {
namespace {

constexpr std::size_t kWorkflowDigits = 6;   ///< a workflow's id is longer than an attempt
constexpr std::size_t kAttemptDigits = 3;

/// asPath makes one path of a zip and its member.
std::string asPath(std::string_view origin) {
  std::string path(origin);
  for (std::size_t at = path.find('!'); at != std::string::npos; at = path.find('!', at + 1))
    if (lower(std::string_view(path).substr(0, at)).ends_with(".zip")) path[at] = '/';
  return path;
}

/// Around is what the folders of a result say about it.
struct Around {
  ShardName shard;        ///< test and suite may be empty
  bool isArtifact = false;
  int attempt = 0;
  std::string workflowId, commit, platform;
};

/// readTestFolder takes a folder that is called like a config, with or without its suite.
bool readTestFolder(std::string_view folder, Around& to) {
  if (auto test = readTestName(folder)) {
    to.shard.test = std::move(test->test);
    to.shard.suite = std::move(test->suite);
    if (!test->otherRun.empty()) to.shard.test += "_" + test->otherRun;
    return true;
  }
  if (!isTestText(folder)) return false;
  Views words = split(folder, '_');
  std::erase_if(words, [](std::string_view word) { return contains(catalogue().dropped, word); });
  const Config config{.test = join(words, '_'), .suite = {}, .mode = {}, .platform = {}, .dtype = {}};
  const Parts parts = partsOf(config);
  if (parts.backend.empty() || !parts.rest.empty()) return false;
  to.shard.test = config.test;
  return true;
}

/// readLayout takes workflow and attempt from ".../WORKFLOW/ATTEMPT/artifact.zip" (or ".../ATTEMPT/artifact/x.zip").
void readLayout(const Views& parts, std::size_t artifact, Around& to) {
  const bool inFolder = artifact > 0 && parts[artifact - 1] == "artifact";
  const std::size_t at = inFolder ? artifact - 1 : artifact;
  if (at < 2) return;
  const auto attempt = numberOf(parts[at - 1]);
  if (!attempt || parts[at - 1].size() > kAttemptDigits || !isDigits(parts[at - 2])) return;
  const bool belowCommit = at >= 3 && !commitIn(parts[at - 3]).empty();
  if (!belowCommit && parts[at - 2].size() < kWorkflowDigits) return;
  to.workflowId = parts[at - 2];
  if (to.attempt == 0) to.attempt = *attempt;
}

/// platformInTail knows "x__rocm__local.csv"; only whole words count, since the rest may name a fork ("__ROCm-6aedb8a0").
std::string platformInTail(std::string_view tail) {
  while (!tail.empty()) {
    const std::size_t end = std::min(tail.find("__"), tail.size());
    for (const Platform& platform : catalogue().platforms)
      if (platform.name == tail.substr(0, end)) return platform.name;
    tail.remove_prefix(std::min(end + 2, tail.size()));
  }
  return {};
}

Around lookAround(std::string_view path, std::string_view tail) {
  Around around;
  ShardText shard;
  const auto hints = [&](std::string_view text) {
    if (around.commit.empty()) around.commit = commitIn(text);
    if (around.attempt == 0) around.attempt = attemptIn(text).value_or(0);
    if (shard.shard == 0) shard = shardIn(text).value_or(ShardText{});
  };
  const Views parts = split(path, '/');
  hints(tail);
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    if (around.shard.test.empty()) {
      if (auto artifact = readArtifact(parts[i], false)) {
        around.shard = std::move(artifact->shard);
        around.isArtifact = true;
        if (!artifact->otherRun.empty()) around.shard.test += "_" + artifact->otherRun;
        if (artifact->attempt > 0) around.attempt = artifact->attempt;
        readLayout(parts, i, around);
      } else {
        readTestFolder(parts[i], around);
      }
    }
    hints(parts[i]);
  }
  if (around.shard.shard == 0) {
    around.shard.shard = shard.shard;
    around.shard.shards = shard.shards;
  }
  // A machine's name is better evidence than the folder that somebody sorted files into.
  around.platform = around.shard.platform;
  if (around.platform.empty()) around.platform = platformInTail(tail);
  if (around.platform.empty()) around.platform = platformOfFolders(path, around.shard.machine.empty());
  return around;
}

/// asDashboard reads "inductor_with_cudagraphs_SUITE_amp_training_cuda_performance" (SPEC 12) and XPU's form without a
/// variant. The kind of a performance run becomes a word of its test, since it is another table.
base::Result<Config> asDashboard(Views words, const Around& around) {
  const std::string whole = join(words, '_');
  const auto refuse = [&](std::string_view why) {
    return base::fail(badName(shown(whole) + " looks like a file of the dashboard, but " + std::string(why) + "."));
  };
  const bool performance = words.back() == catalogue().performance;
  words.pop_back();
  const std::string deviceWord = words.empty() ? std::string{} : std::string(words.back());
  if (!words.empty()) words.pop_back();
  const auto mode = takeModeBack(words);
  if (!mode) return refuse("training or inference and a device do not stand before its last word");
  for (std::size_t at = words.size(); at-- > 1;) {
    for (const Suite& suite : catalogue().suites) {
      const auto match = matchAt(words, at, suite.words);
      if (!match) continue;
      const auto from = words.begin() + static_cast<std::ptrdiff_t>(at);
      Views before(words.begin(), from);
      std::erase_if(before, [](std::string_view word) { return contains(catalogue().dropped, word); });
      Config config{.test = join(before, '_'),
                    .suite = suite.name,
                    .mode = *mode,
                    .platform = around.platform,
                    .dtype = join(Views(from + static_cast<std::ptrdiff_t>(match->count), words.end()), '_')};
      if (performance) config.test += "_" + catalogue().performance;
      const Platform* above = catalogue().platform(around.platform);
      const Platform* said = catalogue().platform(deviceWord);
      const Device* device = catalogue().device(deviceWord);
      if (said != nullptr && (above == nullptr || above->device != said->device)) config.platform = said->name;
      if (said == nullptr && device == nullptr) return refuse("nobody knows the device " + shown(deviceWord));
      if (said == nullptr && !device->isDefault && partsOf(config).device != device->name)
        config.test = device->name + "_" + config.test;
      if (!isTestText(config.test) || (!config.dtype.empty() && !isTestText(config.dtype)))
        return refuse("its words are not joined by one \"_\" each");
      return config;
    }
  }
  return refuse("no suite that is known stands between backend and data type");
}

/// asCiResult reads "training_SUITE": the config is what the folders say.
base::Result<Config> asCiResult(Mode mode, const Views& words, const Around& around) {
  for (const Suite& suite : catalogue().suites) {
    const auto match = matchAt(words, 0, suite.words);
    if (!match || match->count != words.size()) continue;
    if (around.shard.test.empty())
      return base::fail(badName("The name says suite and mode, but not which config ran.",
                                "Keep it in its artifact, or in a folder that is called like the config."));
    if (!around.shard.suite.empty() && around.shard.suite != suite.name)
      return base::fail(badName("The file is of the suite " + suite.name + ", but lies in an artifact of " +
                                around.shard.suite + "."));
    return Config{.test = around.shard.test, .suite = suite.name, .mode = mode, .platform = around.platform, .dtype = {}};
  }
  return base::fail(badName("No suite that is known is called " + shown(join(words, '_')) + "."));
}

base::Result<Config> asBaselineName(std::string_view path, const Around& around) {
  auto config = configOfBaseline(path);
  if (!config) return config;
  // Results lie in folders of all kinds; a tree of baselines is read more strictly.
  if (config->platform.empty()) config->platform = around.platform;
  return config;
}

base::Result<Config> configOfResult(std::string_view path, const FileStem& file, const Around& around) {
  const std::string whole = lower(path.substr(path.find_last_of('/') + 1));
  for (const OtherFile& other : catalogue().others)
    if (whole.find(other.part) != std::string::npos) return base::fail(badName(other.reason));
  if (isSideFile(path))
    return base::fail(badName("A benchmark writes this file beside its result; it holds no result itself."));
  const std::string_view dtype = file.stem.substr(std::min(file.stem.rfind('.'), file.stem.size() - 1) + 1);
  if (catalogue().dtype(dtype) != nullptr && file.stem.size() > dtype.size()) return asBaselineName(path, around);
  if (!isTestText(file.stem)) return base::fail(badName("The name says neither config nor suite nor mode."));
  Views words = split(file.stem, '_');
  if (words.back() == catalogue().accuracy || words.back() == catalogue().performance) return asDashboard(words, around);
  Views rest = words;
  if (const auto mode = takeModeFront(rest); mode && !rest.empty()) return asCiResult(*mode, rest, around);
  if (const auto mode = takeModeBack(rest); mode && !rest.empty()) return asBaselineName(path, around);
  return base::fail(badName("The name does not say whether this is training or inference, and of which config."));
}

}  // namespace

base::Result<Identity> identityOf(std::string_view origin) {
  const std::string path = asPath(origin);
  const FileStem file = fileStem(path);
  Around around = lookAround(path, file.tail);
  auto config = configOfResult(path, file, around);
  if (!config) {
    base::Error error = config.error();
    error.code = base::ErrorCode::BadFormat;
    return base::fail(std::move(error));
  }
  return Identity{.config = *std::move(config),
                  .shard = around.shard.shard,
                  .shards = around.shard.shards,
                  .attempt = around.attempt,
                  .jobId = std::move(around.shard.jobId),
                  .workflowId = std::move(around.workflowId),
                  .machine = std::move(around.shard.machine),
                  .commit = std::move(around.commit)};
}

}  // namespace plumbline::configs
