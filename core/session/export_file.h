// SPDX-License-Identifier: GPL-3.0-or-later
// What is saved beside the baselines: pictures, tables, patches, and reports that plumbline-cli verify can check, in the
// format of the file's ending. All functions run on any thread.
//
//   if (auto saved = saveExport(path, png); !saved) show(saved.error());
#pragma once

#include <QString>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/session/commit_session.h"
#include "core/session/compare_session.h"
#include "core/session/session.h"

namespace plumbline::session {

/// saveExport writes a file atomically, replacing one of that name. Errors: NotWritable, with what was there untouched.
base::Result<void> saveExport(const QString& path, const std::string& bytes);

/// VerdictReportRequest: one of the two. The files of a pair are read again, so that the report holds what is on disk.
struct VerdictReportRequest {
  CommitSnapshotPtr commit = {};
  SnapshotPtr pair = {};
};

/// saveVerdictReport returns the bytes written. Errors: BadArgument for an ending that says no format, for one of the
/// inputs, or for a pair whose run is no file; those of reports::openReportSource, makeReport and files::saveFile.
base::Outcome<std::size_t> saveVerdictReport(const VerdictReportRequest& request, const std::string& path,
                                             const base::Progress& progress = {});

struct CompareReportOptions {
  bool isChangedOnly = true;  ///< leaves out rows that did not move
  std::string toolVersion = {};
};

/// saveCompareReport returns the bytes written. Errors: BadArgument for an ending that says no format, or without runs;
/// those of files::saveFile.
base::Outcome<std::size_t> saveCompareReport(const CompareState& state, const std::string& path,
                                             const CompareReportOptions& options, const base::Progress& progress = {});

/// writePatch writes baselines::patchText atomically. Errors: those of patchText, BadArgument when nothing is edited or
/// the file is one of those that are edited, NotWritable.
base::Result<void> writePatch(const baselines::Drafts& drafts, const QString& path);

}  // namespace plumbline::session
