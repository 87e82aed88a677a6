// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/report_source.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/flaky/flaky_entry.h"
#include "core/overview/assignment_text.h"

namespace plumbline::reports {
namespace {

constexpr const char* kCheckout = "checkout";
constexpr const char* kFirst = "first";
constexpr const char* kPair = "this pair";  ///< stands where sentences name a suite

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

bool isJudged(const overview::CommitView& view) {
  return std::any_of(view.configs().begin(), view.configs().end(),
                     [](const overview::ConfigResult& config) { return config.comparison || config.problem; });
}

/// Pair is a run and a baseline that were named as files.
struct Pair {
  const sources::Piece* actual = nullptr;
  const sources::Piece* expected = nullptr;
};

std::optional<Pair> pairOf(const sources::Opened& opened) {
  if (opened.pieces.size() != 2) return std::nullopt;
  Pair pair;
  for (const sources::Piece& piece : opened.pieces) {
    const bool isFile = piece.form == sources::Form::Csv && piece.origin == opened.paths[piece.source].path;
    if (isFile) (piece.isBaseline ? pair.expected : pair.actual) = &piece;
  }
  if (pair.actual == nullptr || pair.expected == nullptr) return std::nullopt;
  return pair;
}

}  // namespace

base::Result<overview::OpenWish> wishOfWords(const ReportWords& words) {
  overview::OpenWish wish;
  // The tree that was named comes first: of two baselines of a config the first counts.
  for (const std::string& tree : words.trees) wish.paths.push_back({tree, sources::Role::Expected});
  for (const std::string& source : words.sources) wish.paths.push_back({source, sources::Role::Auto});
  for (const std::string& text : words.names) {
    auto assignment = overview::assignmentOfText(text);
    if (!assignment) return base::fail(assignment.error());
    wish.open.assignments.push_back(*std::move(assignment));
  }
  for (const std::string& use : words.uses) wish.view.choices.push_back({use});
  wish.ruleId = words.rules;
  if (!words.rules.empty() && words.rules != kCheckout) {
    auto rules = verdicts::ruleSet(words.rules);
    if (!rules) return base::fail(rules.error());
    wish.view.rules = *std::move(rules);
  }
  if (!words.attempts.empty() && words.attempts != kFirst && words.attempts != "latest")
    return base::fail(bad("\"" + words.attempts + "\" is neither latest nor first."));
  if (words.attempts == kFirst) wish.view.attempts = overview::AttemptRule::First;
  wish.view.commit = words.commit;
  if (!words.day.empty()) {
    wish.today = flaky::parseDate(words.day);
    if (!wish.today) return base::fail(bad("\"" + words.day + "\" is no day."));
  }
  return wish;
}

base::Outcome<ReportSource> openReportSource(const overview::OpenWish& wish, const base::Progress& progress) {
  auto view = overview::openCommit(wish, progress);
  if (view.isCancelled()) return base::Cancelled{};
  if (view.isError()) return view.error();
  if (isJudged(*view.value()) || !wish.open.assignments.empty()) return ReportSource{view.value()};
  const auto pair = pairOf(view.value()->opened());
  if (!pair) return ReportSource{view.value()};
  configs::Identity identity = pair->actual->identity     ? *pair->actual->identity
                               : pair->expected->identity ? *pair->expected->identity
                                                          : configs::Identity{};
  // A file of its own is no part of a sharded run.
  identity.shard = identity.shards = 0;
  if (!pair->actual->identity && !pair->expected->identity) identity.config.suite = kPair;
  overview::OpenWish named = wish;
  named.open.assignments = {{pair->actual->origin, identity}, {pair->expected->origin, identity}};
  auto judged = overview::openCommit(named, progress);
  if (judged.isCancelled()) return base::Cancelled{};
  if (judged.isError()) return judged.error();
  const std::string& path = pair->actual->origin;
  return ReportSource{judged.value(), path.substr(path.find_last_of('/') + 1)};
}

}  // namespace plumbline::reports
