// SPDX-License-Identifier: GPL-3.0-or-later
// Results as runs of the history: each table of opened sources is one run, or several where it joins them (Piece::runs), so that
// attempts, shards, jobs, machines, images and repeats stay apart.
//
//   const Intake intake = runsOf(opened.value(), {.commit = sha});
//   store->runs().add(intake.runs);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/run_store.h"
#include "core/sources/open.h"

namespace plumbline::history {

/// IntakeOptions say what the sources do not: they hold where a source has nothing of its own.
struct IntakeOptions {
  std::string commit = {}, branch = {};
  std::int64_t commitTime = 0;  ///< of `commit`; without one of whichever commit the sources name
};

struct Intake {
  std::vector<RunRecord> runs;
  std::vector<base::Error> skipped;  ///< with the file and why
  std::size_t baselines = 0;         ///< tables that are baselines: their history comes from git
};

/// finiteNumber reads a cell that is a number, with blanks around it or without.
std::optional<double> finiteNumber(std::string_view cell);

/// runsOf turns every column beside name, dev and batch_size into values. A cell that is a number is one; any other is a word, the
/// empty one too, except in a table made of HUD's records, where it has no record. What makes a run
/// another one (contentHash): the bytes of the table and all that its name and records say. Without the id of a job also the time in the
/// records and the id of a run of one's own; with neither of these nor a commit the time of the file. Equal tables at several places of what
/// was opened are several runs, as many as there are places; where it lies itself plays no part.
Intake runsOf(const sources::Opened& opened, const IntakeOptions& options = {});

/// addRuns stores the runs, many of a few values in one transaction: what a stop (SqlConnection::stopWith) leaves are whole runs.
/// Errors as RunStore::add.
base::Result<RunStore::Added> addRuns(RunStore& store, const Intake& intake);

}  // namespace plumbline::history
