// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/artifact_text.h"

#include <algorithm>
#include <utility>

#include "core/configs/name_words.h"
#include "core/configs/platform_words.h"

namespace plumbline::configs {
namespace {

constexpr std::size_t kHashDigits = 40;
constexpr std::string_view kSeparators = "-_ =#";

bool isAlnum(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// takeNumber removes the digits at the front.
std::optional<int> takeNumber(std::string_view& text) {
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
      if (at > 0 && isAlnum(name[at - 1])) continue;
      std::string_view rest = name.substr(at + word.size());
      if (!rest.empty() && kSeparators.find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
      if (auto found = read(rest)) return found;
    }
  }
  return std::nullopt;
}

/// takeMachine reads "linux.g5.4xlarge.nvidia.gpu_345".
bool takeMachine(std::string_view text, ShardName& to) {
  const std::size_t underscore = text.rfind('_');
  if (underscore != std::string_view::npos && isDigits(text.substr(underscore + 1))) {
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
  if (name.size() > 4 && lower(name.substr(name.size() - 4)) == ".zip") name.remove_suffix(4);
  const std::size_t copy = name.rfind(" (");
  if (copy != std::string_view::npos && name.ends_with(')') && isDigits(name.substr(copy + 2, name.size() - copy - 3)))
    name = name.substr(0, copy);
  return name;
}

}  // namespace

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
  const auto shard = takeNumber(text);
  if (!shard || !text.starts_with('-')) return refuse("no shard and number of shards follow the config");
  text.remove_prefix(1);
  const auto shards = takeNumber(text);
  if (!shards || *shard > *shards) return refuse("shard and number of shards do not fit");
  if (strict && !text.starts_with('-')) return refuse("no machine follows the shards");
  if (!text.empty() && !text.starts_with('-')) return refuse("nobody knows what follows the shards");
  if (!text.empty()) text.remove_prefix(1);
  if (!takeMachine(text, found.shard) || (strict && found.shard.machine.empty()))
    return refuse("what follows the shards is no name of a machine");
  found.shard.test = std::move(test->test);
  found.shard.suite = std::move(test->suite);
  found.shard.shard = *shard;
  found.shard.shards = *shards;
  found.otherRun = std::move(test->otherRun);
  return found;
}

std::optional<ShardText> shardIn(std::string_view name) {
  return afterWord(lower(name), catalogue().shardWords, [](std::string_view rest) -> std::optional<ShardText> {
    const auto shard = takeNumber(rest);
    if (!shard || (!rest.empty() && isAlnum(rest.front()) && !rest.starts_with("of"))) return std::nullopt;
    const std::size_t before = rest.size();
    skip(rest, kSeparators);
    if (rest.starts_with("of")) {
      rest.remove_prefix(2);
      skip(rest, kSeparators);
    }
    const auto shards = rest.size() < before ? takeNumber(rest) : std::nullopt;
    const bool fits = shards && *shards >= *shard && (rest.empty() || !isAlnum(rest.front()));
    return ShardText{*shard, fits ? *shards : 0};
  });
}

std::optional<int> attemptIn(std::string_view name) {
  return afterWord(lower(name), catalogue().attemptWords, [](std::string_view rest) -> std::optional<int> {
    const auto number = takeNumber(rest);
    return number && (rest.empty() || !isAlnum(rest.front())) ? number : std::nullopt;
  });
}

std::string commitIn(std::string_view name) {
  for (std::size_t begin = 0; begin < name.size();) {
    if (!isAlnum(name[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < name.size() && isAlnum(name[end])) ++end;
    const std::string_view word = name.substr(begin, end - begin);
    if (word.size() == kHashDigits && std::all_of(word.begin(), word.end(), isHex)) return lower(word);
    begin = end;
  }
  return {};
}

}  // namespace plumbline::configs
