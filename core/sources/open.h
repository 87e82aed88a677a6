// SPDX-License-Identifier: GPL-3.0-or-later
// Opens folders, artifact zips, checkouts, CSVs, HUD JSON and benchmark logs, in any mixture, as one flat list of
// tables with their origin. Writes nothing, follows no link out of a folder, limits memory.
//
//   auto opened = sources::open({{"artifacts/"}, {"pytorch", Role::Expected}}, {}, progress);
//   for (const Piece& piece : opened.value().pieces) ...
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/configs/ci_names.h"
#include "core/files/file_bytes.h"
#include "core/sources/formats/cache_run.h"
#include "core/sources/formats/failure_causes.h"
#include "core/sources/run_notes.h"
#include "core/tables/csv_table.h"

namespace plumbline::sources {

/// Role of a path. Auto: a checkout, everything in a folder ci_expected_accuracy and a wide XPU table are baselines,
/// the rest are results.
enum class Role : std::uint8_t { Auto, Actual, Expected };

struct SourcePath {
  std::string path;
  Role role = Role::Auto;
  bool operator==(const SourcePath&) const = default;
};

/// Assignment is a config that the user gave for a piece; it overrides the file name.
struct Assignment {
  std::string origin;  ///< Piece::origin
  configs::Identity identity;
  bool operator==(const Assignment&) const = default;
};

enum class Form : std::uint8_t { Csv, WideCsv, HudJson, Log };

/// MeasuredRun is what one job measured on one machine with one image; "" for what the records do not say.
struct MeasuredRun {
  std::string workflowId, jobId, machine;
  std::shared_ptr<const RunDetails> details;  ///< one for all repeats
  std::size_t repeat = 0;  ///< 1 for the second values of its cells, and so on
  std::shared_ptr<const tables::CsvTable> table;  ///< null: this run and those behind it are left out, there are too many
};
/// kMeansHint is the hint of the problem that cells with several values are means in Piece::table. MeasuredRun has each value.
inline constexpr std::string_view kMeansHint = "The dashboard uses the mean, too.";

/// kZipMember stands between a zip and its member in an origin and in the name of a log.
inline constexpr std::string_view kZipMember = ".zip!";

/// Piece is one table: a result or a baseline of (at most) one config.
struct Piece {
  std::string origin;  ///< for users, unique: "reports.zip!test-reports/training_torchbench.csv", with "#amp_bf16" for
                       ///< a column of a wide table, "#cpu_eager" for a part of a JSON file
  std::size_t source = 0;  ///< index of the path it came from
  bool isBaseline = false;
  Form form = Form::Csv;
  std::optional<configs::Identity> identity;  ///< absent: unknown
  std::string unnamedReason;                  ///< why the identity is unknown, one sentence
  bool assigned = false;                      ///< the identity comes from an Assignment
  std::shared_ptr<const tables::CsvTable> table;
  RunNotes notes;                    ///< of a CSV: from the files beside it
  std::vector<FailureCause> causes;  ///< why models of this table failed, by its log or notes
  std::vector<MeasuredRun> runs;     ///< of HUD JSON: the runs that `table` joins; empty where it is one run
  std::string path;         ///< the file on disk that holds these cells, for editing; "" if there is none
  std::string valueColumn;  ///< wide tables: the column of `path` that became "accuracy" here
  files::FileStamp stamp;   ///< of the file or zip it came from
};

struct Opened {
  std::vector<SourcePath> paths;
  std::vector<Piece> pieces;         ///< in the order of the paths, then by name
  std::vector<CacheRun> cacheRuns;   ///< compile times with cold and warm cache, every repeat; pieces have their means
  std::vector<base::Error> problems; ///< files that could not be read; the rest is opened
  std::size_t sideFiles = 0;         ///< skipped: files a benchmark writes beside its results
  std::size_t otherFiles = 0;        ///< skipped: no CSV, JSON, log or zip
};

struct Limits {
  std::size_t files = 20'000;                        ///< listed in folders, all together
  std::size_t depth = 16;                            ///< of folders
  std::uint64_t entryBytes = std::uint64_t{64} << 20;  ///< one zip member, unpacked; a file that is no CSV
  std::uint64_t zipBytes = std::uint64_t{512} << 20;   ///< all members of one zip, unpacked
  std::size_t zipEntries = 10'000;
  std::uint64_t zipFreeBytes = std::uint64_t{16} << 20;  ///< up to here a zip may unpack to any multiple of its size
  std::uint64_t zipRatio = 100;  ///< above: unpacked bytes per byte of the zip; CI's CSVs have 5 to 20, its JSON 50
  std::uint64_t entryRatio = 30;     ///< the same for one member: what is read at once costs several times its bytes
  std::uint64_t zipLineBytes = 100;  ///< counted for each line besides its bytes
  std::uint64_t totalBytes = std::uint64_t{2} << 30;   ///< everything held in memory
};

struct OpenOptions {
  std::vector<Assignment> assignments = {};
  Limits limits = {};
  base::SideBySide sideBySide = {};  ///< empty: one file after the other. The caller provides threads (core/tasks)
};

/// open reports a bad file in Opened::problems. Errors: no result and no baseline found.
base::Outcome<Opened> open(const std::vector<SourcePath>& paths, const OpenOptions& options = {},
                           const base::Progress& progress = {});

}  // namespace plumbline::sources
