// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/commit_wish.h"
#include "app/cli/rule_choice.h"
#include "core/reports/overview_report.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {
      .name = "overview",
      .summary = "All of CI at once: what fails over all configs of a commit, grouped by cause.",
      .positionals = {{.name = "SOURCES",
                       .help = "folders, artifact zips, CSVs, benchmark JSON, logs; a PyTorch checkout among them is "
                               "taken for the baselines",
                       .many = true}},
      .options = {expectedTreeOption(false),
                  attemptOption(),
                  nameOption(),
                  useOption(),
                  commitOption(),
                  {.name = "--stale",
                   .value = "N",
                   .help = "also list baseline rows that none of at least N complete runs brought, over all commits"},
                  rulesOption(),
                  {.name = "--format",
                   .value = "F",
                   .help = "text (default), markdown for a comment on a pull request, or json",
                   .choices = {"text", "markdown", "json"}}},
      .details =
          "examples:\n"
          "  plumbline-cli overview artifacts/ --expected pytorch\n"
          "  plumbline-cli overview artifacts/ pytorch --rules checkout --format markdown\n"
          "  plumbline-cli overview day1/ day2/ day3/ --expected pytorch --stale 3\n"
          "\n"
          "Names of folders, zips and files say which config, shard and attempt a result is of; what has\n"
          "no known name is listed with the reason. Models of a shard that is not here are no lost models.\n"
          "exit status:\n"
          "  0 CI would pass; 1 a check would fail in one of the configs, each shard checked as CI does;\n"
          "  2 bad arguments, a source that cannot be read, or nothing that could be judged.\n"};
}

base::Result<std::optional<std::size_t>> staleOf(const ParsedArguments& arguments) {
  const auto text = arguments.value("--stale");
  if (!text) return std::optional<std::size_t>();
  const bool digits = !text->empty() && text->size() < 7 && text->find_first_not_of("0123456789") == std::string::npos;
  const std::size_t number = digits ? std::stoul(*text) : 0;
  if (number == 0)
    return base::fail({base::ErrorCode::BadArgument, "argument --stale: \"" + *text + "\" is no number of runs from 1 on",
                       "", "", 0, 0});
  return std::optional(number);
}

/// sayProblems complains of sources that cannot be read, and of a view in which nothing is judged: a job that asks must
/// not take either for a pass. False when there was something to say.
bool sayProblems(const overview::CommitView& view, Context& context) {
  const auto unread = unreadSource(view.opened());
  if (unread) complain(context, *unread);
  const auto& configs = view.configs();
  const bool judged = std::any_of(configs.begin(), configs.end(), [](const auto& config) {
    return config.comparison != nullptr || config.ciExit != 0;
  });
  if (!judged)
    complain(context, {base::ErrorCode::NotFound, "Nothing could be judged: no config has both a run and a baseline.",
                       "Name results and, with --expected, the baselines.", "", 0, 0});
  return !unread && judged;
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto wish = commitWish(arguments, context);
  if (!wish) return refuse(context, spec(), wish.error());
  const auto stale = staleOf(arguments);
  if (!stale) return refuse(context, spec(), stale.error());
  const auto view = overview::openCommit(*wish);
  if (!view.isValue()) {
    if (view.isError()) complain(context, view.error());
    return kExitUsage;
  }
  if (const auto unknown = unknownFile(*wish, view.value()->opened())) {
    complain(context, *unknown);
    return kExitUsage;
  }
  reports::OverviewReport report{view.value(), overview::groupsOf(*view.value())};
  if (*stale) report.stale = overview::staleBaselines(*view.value(), **stale);
  const bool complete = sayProblems(*view.value(), context);
  const int exit = !complete ? kExitUsage : view.value()->ciExit() != 0 ? kExitFails : kExitOk;
  const std::string format = arguments.valueOr("--format", "text");
  context.out << (format == "json"       ? reports::overviewJson(report, exit)
                  : format == "markdown" ? reports::overviewMarkdown(report)
                                         : reports::overviewText(report))
              << std::flush;
  return exit;
}

}  // namespace

Command overviewCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
