// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_source.h"

#include <algorithm>

namespace plumbline::reports {
namespace {

constexpr const char* kCheckout = "checkout";
constexpr const char* kFirst = "first";
constexpr const char* kPair = "this pair";  ///< stands where sentences name a suite

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

bool isJudged(const overview::CommitView& view) {
  return std::ranges::any_of(view.configs(),
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

base::Result<overview::OpenRequest> openOptionsOf(const ReportArguments& arguments) {
  overview::OpenRequest options;
  // The tree that was named comes first: of two baselines of a config the first counts.
  for (const std::string& tree : arguments.trees) options.paths.push_back({tree, sources::Role::Expected});
  for (const std::string& source : arguments.sources) options.paths.push_back({source, sources::Role::Auto});
  for (const std::string& text : arguments.names) {
    auto assignment = overview::assignmentOfText(text);
    if (!assignment) return base::fail(assignment.error());
    options.open.assignments.push_back(*std::move(assignment));
  }
  for (const std::string& use : arguments.uses) options.view.choices.push_back({use});
  options.ruleId = arguments.rules;
  if (!arguments.rules.empty() && arguments.rules != kCheckout) {
    auto rules = verdicts::ruleSet(arguments.rules);
    if (!rules) return base::fail(rules.error());
    options.view.rules = *std::move(rules);
  }
  if (!arguments.attempts.empty() && arguments.attempts != kFirst && arguments.attempts != "latest")
    return base::fail(bad("\"" + arguments.attempts + "\" is neither latest nor first."));
  if (arguments.attempts == kFirst) options.view.attempts = overview::AttemptRule::First;
  options.view.commit = arguments.commit;
  if (!arguments.day.empty()) {
    options.today = flaky::parseDate(arguments.day);
    if (!options.today) return base::fail(bad("\"" + arguments.day + "\" is no day."));
  }
  return options;
}

base::Outcome<ReportSource> openReportSource(const overview::OpenRequest& options, const base::Progress& progress) {
  auto view = overview::openCommit(options, progress);
  if (!view.isValue()) return view.failure();
  if (isJudged(*view.value()) || !options.open.assignments.empty()) return ReportSource{view.value()};
  const auto pair = pairOf(view.value()->opened());
  if (!pair) return ReportSource{view.value()};
  configs::Identity identity = pair->actual->identity     ? *pair->actual->identity
                               : pair->expected->identity ? *pair->expected->identity
                                                          : configs::Identity{};
  // A file of its own is no part of a sharded run.
  identity.shard = identity.shards = 0;
  if (!pair->actual->identity && !pair->expected->identity) identity.config.suite = kPair;
  overview::OpenRequest named = options;
  named.open.assignments = {{pair->actual->origin, identity}, {pair->expected->origin, identity}};
  auto judged = overview::openCommit(named, progress);
  if (!judged.isValue()) return judged.failure();
  const std::string& path = pair->actual->origin;
  return ReportSource{judged.value(), path.substr(path.find_last_of('/') + 1)};
}

ReportArguments argumentsOf(const overview::CommitView& view, const std::string& ruleId) {
  ReportArguments arguments;
  for (const sources::SourcePath& source : view.opened().paths)
    (source.role == sources::Role::Expected ? arguments.trees : arguments.sources).push_back(source.path);
  arguments.rules = ruleId;
  const overview::ViewOptions& options = view.options();
  arguments.attempts = options.attempts == overview::AttemptRule::First ? "first" : "latest";
  arguments.commit = options.commit;
  for (const sources::Piece& piece : view.opened().pieces)
    if (piece.assigned && piece.identity) arguments.names.push_back(overview::assignmentText({piece.origin, *piece.identity}));
  for (const overview::AttemptChoice& choice : options.choices) arguments.uses.push_back(choice.origin);
  return arguments;
}

bool isInput(const overview::CommitView& view, const std::string& file) {
  const auto stamp = files::stampOf(file);
  if (!stamp) return false;
  const sources::Opened& opened = view.opened();
  const auto isSame = [&](const std::string& path) {
    const auto other = files::stampOf(path);
    return other && *other == *stamp;
  };
  return std::ranges::any_of(opened.paths, [&](const auto& source) { return isSame(source.path); }) ||
         std::ranges::any_of(opened.pieces, [&](const auto& piece) {
           return piece.stamp == *stamp || (!piece.path.empty() && isSame(piece.path));
         });
}

}  // namespace plumbline::reports
