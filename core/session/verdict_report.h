// SPDX-License-Identifier: GPL-3.0-or-later
// Saves what is on screen as a report that plumbline-cli verify can check, in the format that the file's ending says. Runs
// on any thread; no Qt objects.
//
//   auto saved = saveVerdictReport({.commit = snapshot}, "report.html", progress);
#pragma once

#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/commit_session.h"
#include "core/session/snapshot.h"

namespace plumbline::session {

/// VerdictReportWish: one of the two. The files of a pair are read again, so that the report holds what is on disk.
struct VerdictReportWish {
  CommitSnapshotPtr commit = {};
  SnapshotPtr pair = {};
};

/// saveVerdictReport gives the bytes written. Errors: BadArgument for an ending that says no format, for one of the
/// inputs, or for a pair whose run is no file; those of reports::openReportSource, makeReport and files::saveFile.
base::Outcome<std::size_t> saveVerdictReport(const VerdictReportWish& wish, const std::string& path,
                                             const base::Progress& progress = {});

}  // namespace plumbline::session
