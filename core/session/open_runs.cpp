// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders as runs to hold beside others.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/overview/open_commit.h"
#include "core/session/load_compare.h"
#include "core/session/load_pair.h"
#include "core/verdicts/rule_set.h"

namespace plumbline::session {
namespace {

/// shortName is a file's name without folders and ending.
std::string shortName(const std::string& origin) {
  const std::size_t member = origin.rfind('!');
  const std::filesystem::path path(member == std::string::npos ? origin : origin.substr(member + 1));
  const std::string stem = path.has_filename() ? path.stem().string() : path.parent_path().filename().string();
  return stem.empty() ? origin : stem;
}

diff::Run runOfPiece(const sources::Piece& piece) {
  diff::Run run;
  run.label = shortName(piece.origin);
  run.origin = piece.origin;
  run.tables = {piece.table};
  if (piece.identity) {
    run.config = piece.identity->config;
    run.commit = piece.identity->commit;
  }
  run.isBaseline = piece.isBaseline;
  return run;
}

base::Error nothingIn(const std::string& path, const sources::Opened& opened) {
  if (!opened.problems.empty()) return opened.problems.front();
  return base::Error{.code = base::ErrorCode::NotFound,
                     .text = "There is no result here that could be compared.",
                     .hint = "Open a CSV, or a folder or zip of results.",
                     .file = path};
}

base::Outcome<std::vector<diff::Run>> configRuns(const std::shared_ptr<const sources::Opened>& opened,
                                                 const base::Progress& progress) {
  const std::vector<RuleOffer> rules = ruleOffers(overview::mainBaseline(*opened));
  const auto usual = std::ranges::find(rules, std::string(verdicts::kDefaultGeneration), &RuleOffer::id);
  overview::ViewOptions options;
  if (usual != rules.end()) options.rules = usual->rules;
  auto view = overview::CommitView::make(opened, options, progress);
  if (view.isCancelled()) return base::Cancelled{};
  if (view.isError()) return view.error();
  std::vector<diff::Run> runs;
  for (diff::RunOffer& offer : diff::runOffers(*view.value())) runs.push_back(std::move(offer.run));
  return runs;
}

/// keepOf drops the runs that do not match, unless none does.
template <typename Match>
void keepOf(std::vector<diff::Run>& runs, const Match& match) {
  if (std::ranges::any_of(runs, match)) std::erase_if(runs, [&](const diff::Run& run) { return !match(run); });
}

}  // namespace

base::Outcome<OpenedRuns> openRuns(const std::string& path, const std::optional<configs::Config>& like,
                                   const base::Progress& progress) {
  auto read = sources::open({{path}}, {}, progress);
  if (read.isCancelled()) return base::Cancelled{};
  if (read.isError()) return read.error();
  const auto opened = std::make_shared<const sources::Opened>(std::move(read.value()));
  OpenedRuns made;
  made.caches = opened->cacheRuns;
  if (opened->pieces.size() == 1) {
    made.runs.push_back(runOfPiece(opened->pieces.front()));
  } else if (opened->pieces.size() > 1) {
    auto runs = configRuns(opened, progress);
    if (runs.isCancelled()) return base::Cancelled{};
    if (runs.isError()) return runs.error();
    made.runs = std::move(runs.value());
    if (made.runs.empty())  // no name says what they are: each for itself
      for (const sources::Piece& piece : opened->pieces) made.runs.push_back(runOfPiece(piece));
    keepOf(made.runs, [](const diff::Run& run) { return !run.isBaseline; });
    if (like) keepOf(made.runs, [&like](const diff::Run& run) { return run.config == like; });
    if (made.runs.size() == 1) made.runs.front().label = shortName(path);
  }
  if (made.runs.empty()) return nothingIn(path, *opened);
  return made;
}

}  // namespace plumbline::session
