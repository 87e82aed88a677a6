// SPDX-License-Identifier: GPL-3.0-or-later
// How baselines moved: every cell of every baseline in the history of a checkout, as commits and changes. A baseline is any CSV
// with a column "name" and, beside it, a column of status words, "accuracy" or "graph_breaks"; its folder does not matter.
//
//   auto moves = readBaselineHistory("pytorch", {.commits = 1'000'000, .bytes = 1 << 30, .endings = {".csv"}}, progress);
//   if (moves.isValue()) store->baselines().add(moves.value());
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sources/git_history.h"
#include "core/tables/csv_table.h"

namespace plumbline::history {

/// isStatusWord: "pass", "pass_due_to_skip", "fail_to_run", "eager_1st_run_OOM", "model_fail_to_load", "infra_error", "timeout".
bool isStatusWord(std::string_view cell);

enum class ChangeKind : std::uint8_t {
  Refresh,  ///< the baselines were brought up to what CI measured, or a pin was moved
  Revert,
  Reland,
  Code,     ///< the change belongs to the code of the same commit
};
/// kindName is "refresh", "revert", "reland" or "code"; kindOfName reads it back, Code for anything else.
std::string_view kindName(ChangeKind kind);
ChangeKind kindOfName(std::string_view name);
/// kindOfSubject: 'Revert "..."' and "Back out" are reverts, "[reland]" is one, "Update torchbench pin", "Bump ..." and
/// "... refresh expected ..." refresh.
ChangeKind kindOfSubject(std::string_view subject);
/// pullRequestOf is the last "(#12345)" of a subject, or 12345 of "Merge pull request #12345"; nullopt without one.
std::optional<std::int64_t> pullRequestOf(std::string_view subject);

struct BaselineCommit {
  std::string hash, day, author, subject;  ///< ISO day of the author date
  std::int64_t time = 0;                   ///< of the commit, Unix seconds
  std::optional<std::int64_t> pullRequest;
  ChangeKind kind = ChangeKind::Code;
  bool operator==(const BaselineCommit&) const = default;
};
struct BaselineChange {
  std::size_t file = 0, commit = 0;  ///< indices into BaselineHistory
  std::string model, column;
  std::optional<std::string> before, after;  ///< as written; nullopt: the row, the column or the file was not there
  bool isMove() const { return before && after; }
  bool operator==(const BaselineChange&) const = default;
};
/// BaselineRename is a file that a commit moved, changing at most half of its bytes.
struct BaselineRename {
  std::size_t commit = 0, from = 0, to = 0;
  bool operator==(const BaselineRename&) const = default;
};
struct BaselineHistory {
  std::vector<BaselineCommit> commits;   ///< oldest first
  std::vector<std::string> files;        ///< paths below the root of the repository
  std::vector<BaselineChange> changes;   ///< in the order of the commits
  std::vector<BaselineRename> renames;   ///< in the order of the commits
  std::string repository;                ///< on the web, of its remote "origin" (sources::repositoryAddress)
  std::size_t otherFiles = 0;            ///< CSV files that are no baselines
  bool isCut = false;                    ///< there are older commits
  std::vector<base::Error> skipped;      ///< versions over a limit, and those of known baselines that are none; the first 100
};

/// Limits of what the history takes: the bytes of a name or a word, and the cells of a table (rows times columns).
inline constexpr std::size_t kMaxWordBytes = 1'000, kMaxTableCells = 1'000'000;
/// tableLimit is the error of a table that is over them, with the line.
std::optional<base::Error> tableLimit(const tables::CsvTable& table, const std::string& file);

struct BaselineLimits {
  std::size_t memory = std::size_t{256} << 20;  ///< of the present versions and of all changes, about
};
/// readBaselineHistory compares each version of each baseline with the one before. Rows are found by name, the first of equal names; a
/// version that cannot be read is passed over. What was there before the oldest commit has no change. Errors as
/// sources::readHistoryParts, and TooLarge.
base::Outcome<BaselineHistory> readBaselineHistory(const std::string& checkout, const sources::HistoryOptions& options,
                                                   const base::Progress& progress = {}, const BaselineLimits& limits = {});

}  // namespace plumbline::history
