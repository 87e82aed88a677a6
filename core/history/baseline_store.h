// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the store that holds how the baselines moved, on one line of first parents. Its rows have their ids in the order of the
// line: what is added later may be newer, older, or both.
//
//   auto added = store->baselines().add(moves.value());      // {.commits = 47, .changes = 912}
//   auto moves = store->baselines().read({.files = {"ci/inductor_torchbench_training.csv"}, .model = "moco"});
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/baseline_changes.h"
#include "core/history/sql_connection.h"

namespace plumbline::history {

/// BaselineQuery chooses changes; what is empty matches all.
struct BaselineQuery {
  std::vector<std::string> files = {};  ///< whole paths
  std::string model = {}, column = {};
};

class BaselineStore {
 public:
  explicit BaselineStore(SqlConnection& connection) : m_connection(connection) {}

  struct Added {
    std::size_t commits = 0, knownCommits = 0, changes = 0, moves = 0, renames = 0;
  };
  /// add joins a history with what is there, in one transaction; runs of its commits get their times. Errors: BadArgument for another repository, a branch that left the
  /// line, and a clone too shallow to reach it; as SqlConnection.
  base::Result<Added> add(const BaselineHistory& history);
  /// files lists the paths of all baselines there ever were, sorted.
  base::Result<std::vector<std::string>> files();
  /// read returns the changes asked for, with all commits and renames, oldest first, without BaselineHistory::repository and otherFiles.
  base::Result<BaselineHistory> read(const BaselineQuery& query = {});
  /// paths returns all paths, commits and renames, without changes.
  base::Result<BaselineHistory> paths();
  /// readLineage returns the changes of one baseline under all the paths it has had; `model` and `column` "": all.
  base::Result<BaselineHistory> readLineage(const std::string& file, const std::string& model, const std::string& column);

  /// repository is the address of the repository on the web: "" on no forge that is known, nullopt where no history was added.
  base::Result<std::optional<std::string>> repository();
  /// keepRepository stores the address where there is none yet; add replaces it.
  base::Result<void> keepRepository(const std::string& address);

 private:
  base::Result<void> writeRepository(const std::string& address, bool replaces);
  base::Result<BaselineHistory> readParts(const BaselineQuery& query);
  base::Result<void> write(const BaselineHistory& line);
  SqlConnection& m_connection;
};

}  // namespace plumbline::history
