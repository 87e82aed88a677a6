// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/name_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/text/ascii.h"

namespace plumbline::configs {
namespace {

constexpr std::size_t kShownBytes = 120;
constexpr std::array<std::string_view, 5> kEndings = {".csv", ".json", ".jsonl", ".log", ".txt"};

/// inOrder puts the variants that stood behind the suite where TEST_CONFIG has them today.
std::string inOrder(Views test, const Views& behind) {
  Views front;
  for (const Variant& variant : catalogue().variants) {
    const bool wanted = std::ranges::find(behind, variant.name) != behind.end();
    if (!wanted || std::ranges::find(test, variant.name) != test.end()) continue;
    (variant.inFront ? front : test).push_back(variant.name);
  }
  front.insert(front.end(), test.begin(), test.end());
  return join(front, '_');
}

bool areVariants(const Views& words) {
  return std::ranges::all_of(words, [](std::string_view word) {
    const auto& known = catalogue().variants;
    return std::ranges::any_of(known, [&](const Variant& v) { return v.name == word; });
  });
}

/// wordsMatching counts the words that an entry takes when it stands at `begin`; 0 when it does not.
std::size_t wordsMatching(const Views& words, std::size_t begin, std::string_view entry) {
  for (std::size_t at = begin; at < words.size(); ++at) {
    if (!entry.starts_with(words[at])) return 0;
    entry.remove_prefix(words[at].size());
    if (entry.empty()) return at - begin + 1;
    if (entry.front() != '_') return 0;
    entry.remove_prefix(1);
  }
  return 0;
}

std::optional<Mode> modeOf(std::string_view word) {
  if (contains(catalogue().training, word)) return Mode::Training;
  if (contains(catalogue().inference, word)) return Mode::Inference;
  return std::nullopt;
}

constexpr std::size_t kNearFolders = 2;

/// foldersOf returns the folders above a file, the outermost first.
Views foldersOf(std::string_view path) {
  Views folders = split(path, '/');
  folders.pop_back();
  std::erase_if(folders, [](std::string_view folder) { return folder.empty() || folder == "." || folder == ".."; });
  return folders;
}

/// platformCalled returns the platform of a folder's own name; common words count only beside others
/// (Platform::inside).
const Platform* platformCalled(std::string_view folder, const Views& folders) {
  for (const Platform& platform : catalogue().platforms) {
    if (!contains(platform.words, folder)) continue;
    const auto inside = platform.inside.find(folder);
    if (inside == platform.inside.end()) return &platform;
    const bool isThere =
        std::ranges::any_of(folders, [&](std::string_view other) { return contains(inside->second, other); });
    if (isThere) return &platform;
  }
  return nullptr;
}

/// platformInParts looks for a job word as a whole word, so that "microm" is no platform.
const Platform* platformInParts(std::string_view folder) {
  std::string words = text::toLower(folder);
  for (char& c : words)
    if (c == '-' || c == '.' || c == ' ' || c == '_') c = ' ';
  for (const std::string_view word : split(words, ' '))
    for (const Platform& platform : catalogue().platforms)
      if (!platform.jobsOnly && contains(platform.jobWords, word)) return &platform;
  return nullptr;
}

}  // namespace

Views split(std::string_view text, char at) {
  Views parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const Views& words, char between) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

bool contains(const Words& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

std::optional<int> numberOf(std::string_view digits) {
  if (!text::hasOnlyDigits(digits) || digits.size() > 6 || digits.front() == '0') return std::nullopt;
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

bool isTestText(std::string_view text) {
  for (const std::string_view word : split(text, '_'))
    if (word.empty() || !std::ranges::all_of(word, text::isAlphanumeric)) return false;
  return true;
}

bool isPlatformText(std::string_view text) {
  return !text.empty() && text.front() != '.' && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) { return text::isAlphanumeric(c) || c == '_' || c == '-' || c == '.'; });
}

std::string shown(std::string_view name) {
  std::string out = "\"";
  out += name.substr(0, kShownBytes);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return out + (name.size() > kShownBytes ? "...\"" : "\"");
}

std::optional<Match> matchAt(const Views& words, std::size_t begin, const Words& entries) {
  std::optional<Match> best;
  for (const std::string& entry : entries) {
    const std::size_t count = wordsMatching(words, begin, entry);
    if (count > 0 && (!best || count > best->count)) best = Match{begin, count, entry};
  }
  return best;
}

base::Error badName(std::string text, std::string hint) {
  return {.code = base::ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint)};
}

base::Result<TestName> readTestName(std::string_view text) {
  if (!isTestText(text))
    return base::fail(badName(shown(text) + " is no name of a config: words of letters and digits joined by \"_\"."));
  Views words = split(text, '_');
  std::erase_if(words, [](std::string_view word) { return contains(catalogue().dropped, word); });
  for (std::size_t at = words.size(); at-- > 0;) {
    for (const Suite& suite : catalogue().suites) {
      const auto match = matchAt(words, at, suite.words);
      if (!match) continue;
      const auto from = words.begin() + static_cast<std::ptrdiff_t>(at);
      const Views before(words.begin(), from), behind(from + static_cast<std::ptrdiff_t>(match->count), words.end());
      if (before.empty()) return base::fail(badName(shown(text) + " names a suite, but not the backend that ran it."));
      if (areVariants(behind)) return TestName{inOrder(before, behind), suite.name, {}};
      const std::string rest = join(behind, '_');
      if (contains(catalogue().otherRuns, rest)) return TestName{join(before, '_'), suite.name, rest};
      return base::fail(badName("In " + shown(text) + " the part " + shown(rest) + " after the suite is unknown."));
    }
  }
  base::Error error = badName(shown(text) + " names none of the suites that are known.");
  error.code = base::ErrorCode::NotFound;
  return base::fail(std::move(error));
}

std::optional<Mode> popModeBack(Views& words) {
  const auto mode = words.empty() ? std::nullopt : modeOf(words.back());
  if (mode) words.pop_back();
  return mode;
}

std::optional<Mode> popModeFront(Views& words) {
  const auto mode = words.empty() ? std::nullopt : modeOf(words.front());
  if (mode) words.erase(words.begin());
  return mode;
}

FileStem fileStem(std::string_view path) {
  std::string_view name = path.substr(path.find_last_of('/') + 1);
  for (const std::string_view ending : kEndings) {
    if (name.size() <= ending.size() || text::toLower(name.substr(name.size() - ending.size())) != ending) continue;
    name.remove_suffix(ending.size());
    break;
  }
  // A browser calls the second download "x (1).csv".
  const std::size_t copy = name.rfind(" (");
  if (copy != std::string_view::npos && name.ends_with(')') &&
      text::hasOnlyDigits(name.substr(copy + 2, name.size() - copy - 3)))
    name = name.substr(0, copy);
  const std::size_t tail = name.find("__");
  if (tail == std::string_view::npos || tail == 0) return {name, {}};
  return {name.substr(0, tail), name.substr(tail + 2)};
}

base::Result<std::string> platformOfBaseline(std::string_view path) {
  const Views folders = foldersOf(path);
  const auto root = std::find(folders.rbegin(), folders.rend(), catalogue().baselineFolder);
  if (root != folders.rend()) {
    const auto below = root.base();
    if (below == folders.end()) return std::string{};
    if (const Platform* platform = platformCalled(*below, folders)) return platform->name;
    if (!isPlatformText(*below)) return base::fail(badName(shown(*below) + " cannot be the folder of a platform."));
    return std::string(*below);
  }
  const std::size_t from = folders.size() > kNearFolders ? folders.size() - kNearFolders : 0;
  for (std::size_t i = folders.size(); i-- > from;)
    if (const Platform* platform = platformCalled(folders[i], folders)) return platform->name;
  return std::string{};
}

std::string platformOfJob(std::string_view name) {
  const std::string text = text::toLower(name);
  for (const Platform& platform : catalogue().platforms)
    for (const std::string& word : platform.jobWords)
      if (text.find(word) != std::string::npos) return platform.name;
  return {};
}

std::string platformOfFolders(std::string_view path, bool jobNames) {
  const Views folders = foldersOf(path);
  for (std::size_t i = folders.size(); i-- > 0;) {
    if (folders[i] == catalogue().baselineFolder) return {};
    // People are called like platforms too: what lies above a home folder's content is not about the run.
    if (i > 0 && folders[i - 1] == "home") return {};
    const Platform* called = platformCalled(folders[i], folders);
    if (called != nullptr && !called->jobsOnly) return called->name;
    if (const Platform* platform = jobNames ? platformInParts(folders[i]) : nullptr) return platform->name;
  }
  return {};
}

}  // namespace plumbline::configs
