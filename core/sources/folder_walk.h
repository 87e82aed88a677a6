// SPDX-License-Identifier: GPL-3.0-or-later
// Which files the opened paths hold: folders walked to their leaves, checkouts recognised, links left alone. No file is
// read here.
//
//   auto walk = walkPaths(paths, limits, progress);
//   for (const FoundFile& file : walk.value().files) read(file.path);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/sources/sources.h"

namespace plumbline::sources {

enum class FileKind : std::uint8_t { Csv, Zip, Json, Text, Other };
/// kindOf looks at the ending of a name only: .csv, .zip, .json and .jsonl, .log and .txt.
FileKind kindOf(std::string_view name);

struct FoundFile {
  std::string path;        ///< as given, with the way below it
  std::size_t source = 0;  ///< index into the paths
  Role role = Role::Auto;
  bool isBaseline = false;  ///< what the role, a checkout or a folder ci_expected_accuracy make of it
  FileKind kind = FileKind::Csv;
  bool isGiven = false;    ///< named by the person, not found in a folder: then silence is no answer
  std::string whole = {};  ///< absolute path without links: the same for every way to the same file
};

struct Walk {
  std::vector<FoundFile> files;  ///< by source, then by path; every file once
  std::vector<base::Error> problems;
  std::size_t otherFiles = 0;  ///< passed over because of their ending
  std::size_t readable = 0;    ///< paths that are there and may be read
};

/// liesInBaselines tells whether a folder of this path is called ci_expected_accuracy.
bool liesInBaselines(std::string_view path);

/// walkPaths. Errors: none; whatever is wrong with a path is among the problems.
base::Outcome<Walk> walkPaths(const std::vector<SourcePath>& paths, const Limits& limits,
                              const base::Progress& progress = {});

}  // namespace plumbline::sources
