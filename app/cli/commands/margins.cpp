// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/reports/numerics/margin_report.h"

namespace plumbline::cli {

namespace {

CommandSpec marginsSpec() {
  return {
      .name = "margins",
      .summary = "Show how close models came to the limit of PyTorch's accuracy check, from CI logs.",
      .positionals = {{.name = "LOG",
                       .help = "console logs of benchmarks, of any size; several logs of one job, oldest first, show "
                               "the trend",
                       .many = true}},
      .options = {option("--warn-at X", "warn from this margin on (default: 0.8)"),
                  option("--multiplier M", "multiplier to assume for logs without one (default: 2)"),
                  option("--tol T", "tolerance to assume for logs without one (default: 0.001)"),
                  option("--all", "list every line, not only the worst of each model"),
                  option("--format F", "text (default), markdown (fits a pull-request comment) or json",
                         {"text", "markdown", "json"})}};
}

base::Result<numerics::MarginOptions> marginOptionsOf(const ParsedArguments& arguments) {
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

int runMargins(const ParsedArguments& arguments, Context& context) {
  const auto options = marginOptionsOf(arguments);
  if (!options) return printUsageError(context, marginsSpec(), options.error());
  reports::MarginReport report{
      .logs = arguments.positionals, .margins = {}, .options = *options, .isAll = arguments.has("--all")};
  for (const std::string& log : report.logs) {
    auto margins = numerics::readMargins(log, *options);
    if (!margins.isValue()) return printError(context, margins.error());
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

Command makeMarginsCommand() { return {marginsSpec(), runMargins}; }

}  // namespace plumbline::cli
