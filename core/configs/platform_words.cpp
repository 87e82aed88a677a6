// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/platform_words.h"

#include <algorithm>

#include "core/configs/name_words.h"

namespace plumbline::configs {
namespace {

constexpr std::size_t kNearFolders = 2;

/// foldersOf gives the folders above a file, the outermost first.
Views foldersOf(std::string_view path) {
  Views folders = split(path, '/');
  folders.pop_back();
  std::erase_if(folders, [](std::string_view folder) { return folder.empty() || folder == "." || folder == ".."; });
  return folders;
}

/// platformCalled gives the platform of a folder's own name; common words count only beside others (Platform::inside).
const Platform* platformCalled(std::string_view folder, const Views& folders) {
  for (const Platform& platform : catalogue().platforms) {
    if (!contains(platform.words, folder)) continue;
    const auto inside = platform.inside.find(folder);
    if (inside == platform.inside.end()) return &platform;
    const bool isThere = std::any_of(folders.begin(), folders.end(),
                                     [&](std::string_view other) { return contains(inside->second, other); });
    if (isThere) return &platform;
  }
  return nullptr;
}

/// platformInWords looks for a job word as a whole word, so that "microm" is no platform.
const Platform* platformInWords(std::string_view folder) {
  std::string words = lower(folder);
  for (char& c : words)
    if (c == '-' || c == '.' || c == ' ' || c == '_') c = ' ';
  for (const std::string_view word : split(words, ' '))
    for (const Platform& platform : catalogue().platforms)
      if (!platform.jobsOnly && contains(platform.jobWords, word)) return &platform;
  return nullptr;
}

}  // namespace

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
  const std::string text = lower(name);
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
    if (const Platform* platform = jobNames ? platformInWords(folders[i]) : nullptr) return platform->name;
  }
  return {};
}

}  // namespace plumbline::configs
