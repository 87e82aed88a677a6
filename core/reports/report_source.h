// SPDX-License-Identifier: GPL-3.0-or-later
// What a report is made of, as words that it can remember: the command line gives them, the JSON keeps them, the check of
// an old report opens the same once more.
//
//   auto wish = wishOfWords({.sources = {"artifacts"}, .trees = {"pytorch"}, .rules = "2025-11"});
//   auto source = openReportSource(*wish);           // source.value().view
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/overview/open_commit.h"

namespace plumbline::reports {

struct ReportWords {
  std::vector<std::string> sources = {};
  std::vector<std::string> trees = {};  ///< --expected
  std::string rules = {};     ///< --rules: a generation or "checkout"; "": the default one
  std::string attempts = {};  ///< --attempt: "latest" or "first"; "": latest
  std::string commit = {};    ///< --commit
  std::vector<std::string> names = {};  ///< --name FILE=CONFIG
  std::vector<std::string> uses = {};   ///< --use FILE
  std::string day = {};       ///< by which entries of flaky.toml expired: "2026-10-01"; "" where none does
  bool operator==(const ReportWords&) const = default;
};

/// wishOfWords. Errors: BadArgument for a word that cannot be read.
base::Result<overview::OpenWish> wishOfWords(const ReportWords& words);

struct ReportSource {
  overview::CommitPtr view;
  /// Of a single pair of files whose names say nothing: the run's file without its folder, for the config's name.
  std::string pairName = {};
};
/// openReportSource opens and judges. One run and one baseline, each named as a file, are a pair whatever their names.
/// Errors: those of overview::openCommit.
base::Outcome<ReportSource> openReportSource(const overview::OpenWish& wish, const base::Progress& progress = {});

/// wordsOf says what opens this view again. `ruleId` is a generation or "checkout".
ReportWords wordsOf(const overview::CommitView& view, const std::string& ruleId);

/// isInput tells whether writing to this file would destroy what the view was made of.
bool isInput(const overview::CommitView& view, const std::string& file);

}  // namespace plumbline::reports
