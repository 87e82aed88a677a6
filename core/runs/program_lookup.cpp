// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/runs/local_executor.h"

namespace plumbline::runs {
namespace {

bool isProgram(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

base::Result<std::string> findProgram(const std::string& name) {
  if (name.empty() || name.find('\0') != std::string::npos)
    return base::fail({base::ErrorCode::BadArgument, "A program has no name.", "Name the program or its whole path."});
  if (name.find('/') != std::string::npos) {
    if (name.front() != '/')
      return base::fail({base::ErrorCode::BadArgument, name + " is not a whole path.",
                         "Write the path from the root, or the bare name of a program in PATH."});
    if (isProgram(name)) return name;
    return base::fail({base::ErrorCode::NotFound, "There is no program " + name + ".", "Check the path and its permissions."});
  }
  const char* variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "" : variable;
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    std::string program = std::string(folder) + "/" + name;
    if (folder.starts_with('/') && isProgram(program)) return program;
  }
  return base::fail({base::ErrorCode::NotFound, "There is no program " + name + " in PATH.", "Install it, or write its whole path."});
}

}  // namespace plumbline::runs
