// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/ci_names.h"

#include <algorithm>
#include <utility>

#include "core/configs/name_parser.h"
#include "core/text/ascii.h"

namespace plumbline::configs {
namespace {

struct ArtifactText {
  ShardName shard;
  int attempt = 0;
  std::string otherRun;  ///< see TestName
};
/// readArtifact reads a name with or without ".zip". Without `strict` the prefix and all behind the shards may be
/// absent, as people shorten them. Errors: BadFormat, NotFound.
base::Result<ArtifactText> readArtifact(std::string_view name, bool strict);

struct ShardText {
  int shard = 0, shards = 0;
};
/// shardIn finds "shard1", "shard-1-2", "shard_1_of_4".
std::optional<ShardText> shardIn(std::string_view name);
/// attemptIn finds "attempt2", "run_attempt-3".
std::optional<int> attemptIn(std::string_view name);
/// commitIn finds 40 hex digits that stand alone; "" when there are none.
std::string commitIn(std::string_view name);

constexpr std::size_t kHashDigits = 40;
constexpr std::string_view kSeparators = "-_ =#";

using text::isAlphanumeric;

/// readNumber removes the digits at the front.
std::optional<int> readNumber(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = numberOf(text.substr(0, end));
  if (number) text.remove_prefix(end);
  return number;
}

void skip(std::string_view& text, std::string_view any) {
  text.remove_prefix(std::min(text.find_first_not_of(any), text.size()));
}

/// afterWord calls `read` with what follows each place where one of the words stands alone on its left.
template <typename Read>
auto afterWord(std::string_view name, const Words& words, Read read) -> decltype(read(name)) {
  for (const std::string& word : words) {
    for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
      if (at > 0 && isAlphanumeric(name[at - 1])) continue;
      std::string_view rest = name.substr(at + word.size());
      if (!rest.empty() && kSeparators.find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
      if (auto found = read(rest)) return found;
    }
  }
  return std::nullopt;
}

/// readMachine reads "linux.g5.4xlarge.nvidia.gpu_345".
bool readMachine(std::string_view text, ShardName& to) {
  const std::size_t underscore = text.rfind('_');
  if (underscore != std::string_view::npos && text::hasOnlyDigits(text.substr(underscore + 1))) {
    to.jobId = text.substr(underscore + 1);
    text = text.substr(0, underscore);
  }
  if (!text.empty() && !isPlatformText(text)) return false;
  to.machine = text;
  to.platform = platformOfJob(text);
  return true;
}

/// withoutCopy drops ".zip" and the " (1)" of a second download.
std::string_view withoutCopy(std::string_view name) {
  if (name.size() > 4 && text::toLower(name.substr(name.size() - 4)) == ".zip") name.remove_suffix(4);
  const std::size_t copy = name.rfind(" (");
  if (copy != std::string_view::npos && name.ends_with(')') &&
      text::hasOnlyDigits(name.substr(copy + 2, name.size() - copy - 3)))
    name = name.substr(0, copy);
  return name;
}

base::Result<ArtifactText> readArtifact(std::string_view name, bool strict) {
  std::string_view text = withoutCopy(name);
  const auto refuse = [&](std::string_view why) {
    return base::fail(badName(shown(name) + " is no artifact of a benchmark job: " + std::string(why) + "."));
  };
  bool prefixed = false;
  for (const std::string& prefix : catalogue().artifactPrefixes) {
    if (!text.starts_with(prefix)) continue;
    text.remove_prefix(prefix.size());
    prefixed = true;
    break;
  }
  if (strict && !prefixed) return refuse("it does not begin with test-reports-");
  ArtifactText found;
  if (prefixed) {
    if (const std::size_t end = text.find('-'); end != std::string_view::npos && attemptIn(text.substr(0, end))) {
      found.attempt = *attemptIn(text.substr(0, end));
      text.remove_prefix(end + 1);
    }
    if (!text.starts_with(catalogue().artifactTest)) return refuse("it is not of a test job");
    text.remove_prefix(catalogue().artifactTest.size());
  }
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return refuse("no shard follows the config");
  auto test = readTestName(text.substr(0, dash));
  if (!test) return base::fail(test.error());
  found.shard.written = text.substr(0, dash);
  text.remove_prefix(dash + 1);
  const auto shard = readNumber(text);
  if (!shard || !text.starts_with('-')) return refuse("no shard and number of shards follow the config");
  text.remove_prefix(1);
  const auto shards = readNumber(text);
  if (!shards || *shard > *shards) return refuse("shard and number of shards do not fit");
  if (strict && !text.starts_with('-')) return refuse("no machine follows the shards");
  if (!text.empty() && !text.starts_with('-')) return refuse("what follows the shards is unknown");
  if (!text.empty()) text.remove_prefix(1);
  if (!readMachine(text, found.shard) || (strict && found.shard.machine.empty()))
    return refuse("what follows the shards is no name of a machine");
  found.shard.test = std::move(test->test);
  found.shard.suite = std::move(test->suite);
  found.shard.shard = *shard;
  found.shard.shards = *shards;
  found.otherRun = std::move(test->otherRun);
  return found;
}

std::optional<ShardText> shardIn(std::string_view name) {
  return afterWord(text::toLower(name), catalogue().shardWords, [](std::string_view rest) -> std::optional<ShardText> {
    const auto shard = readNumber(rest);
    if (!shard || (!rest.empty() && isAlphanumeric(rest.front()) && !rest.starts_with("of"))) return std::nullopt;
    const std::size_t before = rest.size();
    skip(rest, kSeparators);
    if (rest.starts_with("of")) {
      rest.remove_prefix(2);
      skip(rest, kSeparators);
    }
    const auto shards = rest.size() < before ? readNumber(rest) : std::nullopt;
    const bool fits = shards && *shards >= *shard && (rest.empty() || !isAlphanumeric(rest.front()));
    return ShardText{*shard, fits ? *shards : 0};
  });
}

std::optional<int> attemptIn(std::string_view name) {
  return afterWord(text::toLower(name), catalogue().attemptWords, [](std::string_view rest) -> std::optional<int> {
    const auto number = readNumber(rest);
    return number && (rest.empty() || !isAlphanumeric(rest.front())) ? number : std::nullopt;
  });
}

std::string commitIn(std::string_view name) {
  for (std::size_t begin = 0; begin < name.size();) {
    if (!isAlphanumeric(name[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < name.size() && isAlphanumeric(name[end])) ++end;
    const std::string_view word = name.substr(begin, end - begin);
    if (word.size() == kHashDigits && std::ranges::all_of(word, text::isHexDigit)) return text::toLower(word);
    begin = end;
  }
  return {};
}

constexpr std::size_t kFields = 4;

constexpr std::size_t kMaxNameBytes = 4096;

base::Error notFound(std::string text) { return {.code = base::ErrorCode::NotFound, .text = std::move(text)}; }

/// refusalOfJob describes what makes the updater pass over a job before it reads its name; "" when nothing does.
std::string refusalOfJob(std::string_view jobName) {
  const Catalogue& known = catalogue();
  for (const std::string& word : known.refusedWords)
    if (jobName.find(word) != std::string_view::npos)
      return shown(jobName) + " is no test job: its name holds \"" + word + "\".";
  if (contains(known.refusedNames, text::trimmed(jobName)) ||
      jobName.find(known.requiredWord) == std::string_view::npos)
    return shown(jobName) + " is no test job.";
  return {};
}

constexpr std::size_t kWorkflowDigits = 6;   ///< a workflow's id is longer than an attempt
constexpr std::size_t kAttemptDigits = 3;

/// asPath makes one path of a zip and its member.
std::string asPath(std::string_view origin) {
  std::string path(origin);
  for (std::size_t at = path.find('!'); at != std::string::npos; at = path.find('!', at + 1))
    if (text::toLower(std::string_view(path).substr(0, at)).ends_with(".zip")) path[at] = '/';
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
  if (!attempt || parts[at - 1].size() > kAttemptDigits || !text::hasOnlyDigits(parts[at - 2])) return;
  const bool belowCommit = at >= 3 && !commitIn(parts[at - 3]).empty();
  if (!belowCommit && parts[at - 2].size() < kWorkflowDigits) return;
  to.workflowId = parts[at - 2];
  if (to.attempt == 0) to.attempt = *attempt;
}

/// platformInTail knows "x__rocm__local.csv"; only whole words count, since the rest may name a fork
/// ("__ROCm-6aedb8a0").
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
  // A machine's name is better evidence than a folder's.
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
  const auto mode = popModeBack(words);
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
      if (said == nullptr && device == nullptr) return refuse("the device " + shown(deviceWord) + " is unknown");
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
  const std::string whole = text::toLower(path.substr(path.find_last_of('/') + 1));
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
  if (const auto mode = popModeFront(rest); mode && !rest.empty()) return asCiResult(*mode, rest, around);
  if (const auto mode = popModeBack(rest); mode && !rest.empty()) return asBaselineName(path, around);
  return base::fail(badName("The name does not say whether this is training or inference, and of which config."));
}

}  // namespace

base::Result<ShardName> shardOfJob(std::string_view jobName) {
  if (jobName.size() > kMaxNameBytes) return base::fail(notFound("A job with such a long name is no test job."));
  if (std::string why = refusalOfJob(jobName); !why.empty()) return base::fail(notFound(std::move(why)));
  const std::string_view last = text::trimmed(jobName.substr(jobName.find_last_of('/') + 1));
  const std::size_t open = last.find('(');
  if (open == std::string_view::npos || text::trimmed(last.substr(0, open)) != catalogue().requiredWord)
    return base::fail(notFound(shown(jobName) + " is no job of the form \"... / test (CONFIG, 1, 2, MACHINE)\"."));
  Views fields = split(last.substr(open + 1, last.rfind(')') - open - 1), ',');
  for (std::string_view& field : fields) field = text::trimmed(field);
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

bool isSideFile(std::string_view name) {
  const std::string file = text::toLower(name.substr(name.find_last_of('/') + 1));
  const Words& endings = catalogue().sideEndings;
  return std::ranges::any_of(endings, [&](const std::string& ending) { return file.ends_with(ending); });
}

base::Result<Identity> identityOf(std::string_view origin) {
  if (origin.size() > kMaxNameBytes)
    return base::fail(base::ErrorCode::BadFormat, "This name is longer than any path.");
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
