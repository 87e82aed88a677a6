// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>

#include "app/cli/command.h"
#include "core/reports/margin_report.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {
      .name = "margins",
      .summary = "How near models came to the limit of PyTorch's accuracy check, from the lines in CI's logs.",
      .positionals = {{.name = "LOG",
                       .help = "console logs of benchmarks, of any size; several of the same job, oldest first, show "
                               "how the margins went on",
                       .many = true}},
      .options = {{.name = "--warn-at", .value = "X", .help = "the margin from which on a model is told of (0.8)"},
                  {.name = "--multiplier",
                   .value = "M",
                   .help = "what to assume where a log of an older PyTorch does not tell the multiplier (2)"},
                  {.name = "--tol",
                   .value = "T",
                   .help = "what to assume where a log of an older PyTorch does not tell the tolerance (0.001)"},
                  {.name = "--all", .value = "", .help = "every line of each log, not only the worst of each model"},
                  {.name = "--format",
                   .value = "F",
                   .help = "text (default), markdown for a comment on a pull request, or json",
                   .choices = {"text", "markdown", "json"}}},
      .details =
          "examples:\n"
          "  plumbline-cli margins job.txt\n"
          "  plumbline-cli margins monday.txt tuesday.txt wednesday.txt --warn-at 0.7\n"
          "  gh run view --log --job 123 | plumbline-cli margins /dev/stdin --format json\n"
          "\n"
          "The margin is res_error / (multiplier x ref_error + tol / 10); over 1 the check fails. Errors come from\n"
          "the lines \"RMSE (res-fp64): ...\". An older PyTorch stops them after the shape; what it does not tell is\n"
          "assumed, and marked with '*'.\n"
          "exit status:\n"
          "  0 every margin is under the one to warn at; 1 some are not; 2 bad arguments or an unreadable log.\n"};
}

/// numberOf reads all of an option's value as a number; `otherwise` without the option.
base::Result<double> numberOf(const ParsedArguments& arguments, const std::string& option, double otherwise) {
  const auto text = arguments.value(option);
  if (!text) return otherwise;
  double number = 0;
  const char* const last = text->data() + text->size();
  const auto [end, status] = std::from_chars(text->data(), last, number);
  if (status != std::errc{} || end != last || !std::isfinite(number))
    return base::fail(
        {base::ErrorCode::BadArgument, "argument " + option + ": \"" + *text + "\" is no number", "", "", 0, 0});
  return number;
}

base::Result<numerics::MarginOptions> optionsOf(const ParsedArguments& arguments) {
  numerics::MarginOptions options;
  const auto warnAt = numberOf(arguments, "--warn-at", options.warnAt);
  if (!warnAt) return base::fail(warnAt.error());
  const auto multiplier = numberOf(arguments, "--multiplier", options.multiplier);
  if (!multiplier) return base::fail(multiplier.error());
  const auto tol = numberOf(arguments, "--tol", options.tol);
  if (!tol) return base::fail(tol.error());
  options = {.multiplier = *multiplier, .tol = *tol, .warnAt = *warnAt};
  if (auto sound = numerics::checkOptions(options); !sound) return base::fail(sound.error());
  return options;
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto options = optionsOf(arguments);
  if (!options) return refuse(context, spec(), options.error());
  reports::MarginReport report{
      .logs = arguments.positionals, .margins = {}, .options = *options, .isAll = arguments.has("--all")};
  for (const std::string& log : report.logs) {
    auto margins = numerics::readMargins(log, *options);
    if (!margins.isValue()) {
      if (margins.isError()) complain(context, margins.error());
      return kExitUsage;
    }
    report.margins.push_back(std::move(margins.value()));
  }
  const std::string format = arguments.valueOr("--format", "text");
  context.out << (format == "json"       ? reports::marginJson(report)
                  : format == "markdown" ? reports::marginMarkdown(report)
                                         : reports::marginText(report))
              << std::flush;
  return reports::marginExit(report) == 0 ? kExitOk : kExitFails;
}

}  // namespace

Command marginsCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
