// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/programs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace plumbline::files {
namespace {

bool isProgram(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// isBelow compares resolved paths, the folder that holds the program before the program itself: a link in the tree is
/// of the tree, wherever it leads, and so is a link from outside into it.
bool isBelow(const std::string& path, const std::string& folder) {
  namespace fs = std::filesystem;
  if (folder.empty()) return false;
  std::error_code error;
  const std::string root = (fs::weakly_canonical(folder, error) / "").string();
  const std::string held = (fs::weakly_canonical(fs::path(path).parent_path(), error) / "").string();
  const std::string real = fs::weakly_canonical(path, error).string();
  return held.starts_with(root) || real.starts_with(root);
}

}  // namespace

base::Result<std::string> findProgram(const std::string& name, const std::string& untrusted) {
  if (name.empty() || name.find('\0') != std::string::npos)
    return base::fail(base::ErrorCode::BadArgument, "A program has no name.", "Name the program or its whole path.");
  if (name.find('/') != std::string::npos) {
    if (name.front() != '/')
      return base::fail(base::ErrorCode::BadArgument, name + " is not a whole path.",
                        "Write the path from the root, or the bare name of a program in PATH.");
    if (isProgram(name)) return name;
    return base::fail(
        {base::ErrorCode::NotFound, "There is no program " + name + ".", "Check the path and its permissions."});
  }
  const char* variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    std::string program = std::string(folder) + "/" + name;
    if (folder.starts_with('/') && isProgram(program) && !isBelow(program, untrusted)) return program;
  }
  return base::fail(
      {base::ErrorCode::NotFound, "There is no program " + name + " in PATH.", "Install it, or write its whole path."});
}

bool isSecret(std::string_view name, Secrets which) {
  constexpr std::array<std::string_view, 7> kOurs = {"GITHUB_TOKEN",        "GH_TOKEN",   "GITHUB_ENTERPRISE_TOKEN",
                                                     "GH_ENTERPRISE_TOKEN", "GITHUB_PAT", "ACTIONS_RUNTIME_TOKEN",
                                                     "ACTIONS_ID_TOKEN_REQUEST_TOKEN"};
  constexpr std::array<std::string_view, 8> kEnds = {"TOKEN",   "PASSWORD",   "PASSWD",     "SECRET",
                                                     "API_KEY", "ACCESS_KEY", "SECRET_KEY", "CREDENTIALS"};
  const auto isEnd = [&](std::string_view end) { return name.ends_with(end); };
  if (std::ranges::find(kOurs, name) != kOurs.end()) return true;
  return (which == Secrets::All || name.starts_with("PLUMBLINE_")) && std::ranges::any_of(kEnds, isEnd);
}

}  // namespace plumbline::files
