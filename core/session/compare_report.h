// SPDX-License-Identifier: GPL-3.0-or-later
// Saves what is compared as a report, in the format that the file's ending says. Runs on any thread; no Qt objects.
//
//   auto saved = saveCompareReport(*state, "comparison.html", {.toolVersion = "0.4.0"}, progress);
#pragma once

#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/compare_session.h"

namespace plumbline::session {

struct CompareReportOptions {
  bool isChangedOnly = true;  ///< leaves out rows that did not move
  std::string toolVersion = {};
};

/// saveCompareReport gives the bytes written. Errors: BadArgument for an ending that says no format, or without runs;
/// those of files::saveFile.
base::Outcome<std::size_t> saveCompareReport(const CompareState& state, const std::string& path,
                                             const CompareReportOptions& options, const base::Progress& progress = {});

}  // namespace plumbline::session
