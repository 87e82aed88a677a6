// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/repository.h"

#include <filesystem>
#include <map>
#include <system_error>

#include "core/baselines/hand_over.h"
#include "core/files/file_bytes.h"

namespace plumbline::baselines {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostOfAGitFile = 64 * 1024;

/// realPath resolves links, so that a baseline is looked for where its bytes are. What does not exist yet stays as it
/// is.
fs::path realPath(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path, error).lexically_normal() : real;
}

/// markOf gives the ".git" of the work tree around a file: a folder, or the file of a linked work tree.
std::optional<fs::path> markOf(const fs::path& file) {
  std::error_code error;
  for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder / ".git";
    if (folder == folder.root_path()) break;
  }
  return std::nullopt;
}

fs::path commonFolder(const std::vector<fs::path>& files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files) {
    fs::path kept;
    auto part = file.begin();
    for (const fs::path& name : common) {
      if (part == file.end() || *part != name) break;
      kept /= name;
      ++part;
    }
    common = kept;
  }
  return common;
}

base::Error twoRoots(const std::string& one, const std::string& other) {
  return {base::ErrorCode::BadArgument,
          one + " and " + other + " do not lie in one repository.",
          "Make a patch for each of them.",
          other,
          0,
          0};
}

}  // namespace

std::optional<std::string> repositoryRoot(const std::string& path) {
  const auto mark = markOf(realPath(path));
  if (!mark) return std::nullopt;
  return mark->parent_path().string();
}

std::optional<std::string> gitFolder(const std::string& path) {
  const auto mark = markOf(realPath(path));
  if (!mark) return std::nullopt;
  std::error_code error;
  if (fs::is_directory(*mark, error)) return mark->string();
  const auto read = files::readFile(mark->string(), kMostOfAGitFile);
  constexpr std::string_view kBegin = "gitdir:";
  if (!read || !read->bytes.starts_with(kBegin)) return std::nullopt;
  const std::string& text = read->bytes;
  const std::size_t begin = text.find_first_not_of(" \t", kBegin.size());
  const std::size_t end = text.find_first_of("\r\n", kBegin.size());
  if (begin == std::string::npos || begin >= std::min(end, text.size())) return std::nullopt;
  const fs::path named = text.substr(begin, end == std::string::npos ? end : end - begin);
  const fs::path folder = named.is_absolute() ? named : mark->parent_path() / named;
  if (!fs::is_directory(folder, error)) return std::nullopt;
  return folder.lexically_normal().string();
}

base::Result<Places> placesOf(const std::vector<std::string>& paths) {
  Places places;
  if (paths.empty()) return places;
  std::vector<fs::path> files;
  std::map<fs::path, std::optional<fs::path>> marks;  // by folder: many files lie in few
  std::optional<fs::path> first;
  for (const std::string& path : paths) {
    files.push_back(realPath(path));
    const auto [known, isNew] = marks.try_emplace(files.back().parent_path());
    if (isNew) known->second = markOf(files.back());
    if (files.size() == 1) first = known->second;
    if (known->second != first) return base::fail(twoRoots(paths.front(), path));
  }
  places.inRepository = first.has_value();
  places.root = first ? first->parent_path().string() : commonFolder(files).string();
  for (const fs::path& file : files) places.inside.push_back(file.lexically_relative(places.root).generic_string());
  return places;
}

}  // namespace plumbline::baselines
