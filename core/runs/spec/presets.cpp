// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/presets.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/files/locked_log.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kEnding = ".json";
constexpr std::uint64_t kMaxPresetBytes = std::uint64_t{16} << 20;

/// isName tests whether a name is valid as a file name on every common file system.
bool isName(const std::string& name) {
  constexpr std::string_view kNever = "/\\:*?\"<>|";
  const auto isBad = [&](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f' || kNever.find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= 120 && name.front() != '.' && name.front() != '-' && name.front() != ' ' &&
         name.back() != ' ' && !text::firstInvalidUtf8(name) && std::ranges::none_of(name, isBad);
}

base::Result<std::string> pathOf(const std::string& folder, const std::string& name) {
  if (!isName(name))
    return base::fail(base::ErrorCode::BadArgument, "A preset cannot have that name.",
                      "Use letters, digits, spaces in between, dots and dashes, no more than 120 bytes.");
  if (folder.empty())
    return base::fail(base::ErrorCode::BadArgument, "There is no folder for presets.", "Set HOME or XDG_CONFIG_HOME.");
  return (fs::path(folder) / (name + std::string(kEnding))).string();
}

}  // namespace

std::string defaultPresetFolder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return (fs::path(config) / "plumbline/runs").string();
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return (fs::path(home) / ".config/plumbline/runs").string();
  return {};
}

std::vector<Preset> readPresets(const std::string& folder, std::vector<base::Error>& problems) {
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name.ends_with(kEnding) && name.front() != '.' && at->is_regular_file(ignored))
      names.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  if (failed && failed != std::errc::no_such_file_or_directory)
    problems.push_back({.code = base::ErrorCode::NotReadable,
                        .text = "The presets cannot be listed: " + failed.message() + ".",
                        .file = folder});
  std::ranges::sort(names);
  std::vector<Preset> presets;
  for (const std::string& name : names) {
    const auto bytes = files::readFile((fs::path(folder) / (name + std::string(kEnding))).string(), kMaxPresetBytes);
    if (!bytes) {
      problems.push_back(bytes.error());
      continue;
    }
    auto spec = specOf(bytes->bytes, bytes->path);
    if (spec)
      presets.push_back({.name = name, .spec = *std::move(spec)});
    else
      problems.push_back(spec.error());
  }
  return presets;
}

base::Result<void> savePreset(const std::string& folder, const Preset& preset) {
  const auto path = pathOf(folder, preset.name);
  if (!path) return base::fail(path.error());
  if (auto made = files::makeFolders(folder, "."); !made) return made;
  if (auto saved = files::saveFile(*path, specText(preset.spec)); !saved) return base::fail(saved.error());
  return {};
}

base::Result<void> removePreset(const std::string& folder, const std::string& name) {
  const auto path = pathOf(folder, name);
  if (!path) return base::fail(path.error());
  return files::removeFile(*path);
}

}  // namespace plumbline::runs
