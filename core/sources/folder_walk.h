// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the files in the opened paths: folders recursively, checkouts recognized, links not followed. Reads no file.
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
#include "core/sources/open.h"

namespace plumbline::sources {

enum class FileKind : std::uint8_t { Csv, Zip, Json, Text, Other };
/// kindOf decides by the extension alone: .csv, .zip, .json and .jsonl, .log and .txt.
FileKind kindOf(std::string_view name);

struct FoundFile {
  std::string path;        ///< the given path and the path below it
  std::size_t source = 0;  ///< index into the paths
  Role role = Role::Auto;
  bool isBaseline = false;  ///< by its role, in a checkout or in a folder ci_expected_accuracy
  FileKind kind = FileKind::Csv;
  bool isGiven = false;    ///< named by the user, not found in a folder: problems must be reported
  std::string whole = {};  ///< canonical path: the same for every path to the same file
};

struct Walk {
  std::vector<FoundFile> files;  ///< by source, then by path; every file once
  std::vector<base::Error> problems;
  std::size_t otherFiles = 0;  ///< skipped because of their extension
  std::size_t readable = 0;    ///< paths that exist and may be read
};

/// liesInBaselines: a folder of this path is called ci_expected_accuracy.
bool liesInBaselines(std::string_view path);

/// walkPaths. Errors: none; problems with a path are in Walk::problems.
base::Outcome<Walk> walkPaths(const std::vector<SourcePath>& paths, const Limits& limits,
                              const base::Progress& progress = {});

}  // namespace plumbline::sources
