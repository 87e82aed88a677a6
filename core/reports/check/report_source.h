// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a report, kept in its JSON so that it can be verified later.
//
//   auto options = openOptionsOf({.sources = {"artifacts"}, .trees = {"pytorch"}, .rules = "2025-11"});
//   auto source = openReportSource(*options);           // source.value().view
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/overview/open_commit.h"

namespace plumbline::reports {

struct ReportArguments {
  std::vector<std::string> sources = {};
  std::vector<std::string> trees = {};  ///< --expected
  std::string rules = {};     ///< --rules: a generation or "checkout"; "": the default one
  std::string attempts = {};  ///< --attempt: "latest" or "first"; "": latest
  std::string commit = {};    ///< --commit
  std::vector<std::string> names = {};  ///< --name FILE=CONFIG
  std::vector<std::string> uses = {};   ///< --use FILE
  std::string day = {};       ///< by which entries of flaky.toml expired: "2026-10-01"; "" where none does
  bool operator==(const ReportArguments&) const = default;
};

/// openOptionsOf. Errors: BadArgument for a word that cannot be read.
base::Result<overview::OpenRequest> openOptionsOf(const ReportArguments& arguments);

struct ReportSource {
  overview::CommitPtr view;
  /// For a single pair of files with unknown names: the file name of the run, which stands for the config.
  std::string pairName = {};
};
/// openReportSource opens and judges. One run and one baseline, each named as a file, are a pair whatever their names.
/// Errors: those of overview::openCommit.
base::Outcome<ReportSource> openReportSource(const overview::OpenRequest& options, const base::Progress& progress = {});

/// argumentsOf returns the arguments that open this view again. `ruleId` is a generation or "checkout".
ReportArguments argumentsOf(const overview::CommitView& view, const std::string& ruleId);

/// isInput returns whether the view was made from this file.
bool isInput(const overview::CommitView& view, const std::string& file);

}  // namespace plumbline::reports
