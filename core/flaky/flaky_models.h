// SPDX-License-Identifier: GPL-3.0-or-later
// Which models a check script excuses: a base set, what it adds for ROCm, and what it adds for single files (SPEC 3.3).
//
//   FlakyModels set{{"yolov3"}, {"vgg16"}, {}};
//   auto here = set.namesFor("ci_expected_accuracy/rocm/inductor_torchbench_training.csv");
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace plumbline::flaky {

/// baseName is os.path.basename: everything after the last slash.
std::string_view baseName(std::string_view path);

/// FileExtra adds names when the expected path has this base name and does not contain `unlessContains`.
struct FileExtra {
  std::string fileName;
  std::string unlessContains;
  std::vector<std::string> names;
};

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
};
using NameSet = std::unordered_set<std::string, StringHash, std::equal_to<>>;

struct FlakyModels {
  std::vector<std::string> base;
  std::vector<std::string> rocm;        ///< added when "rocm" occurs anywhere in the expected path as typed
  std::vector<FileExtra> files;

  /// namesFor returns the names excused for an expected path as typed.
  NameSet namesFor(std::string_view expectedPath) const;
};

/// matchesRocm is the scripts' own test: the substring "rocm" anywhere in the path as typed.
inline bool matchesRocm(std::string_view expectedPath) { return expectedPath.find("rocm") != std::string_view::npos; }

}  // namespace plumbline::flaky
