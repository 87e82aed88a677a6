// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/status_check.h"

#include "app/cli/check_file.h"
#include "app/cli/print_run.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "check status",
          .summary = "Every accuracy must hold the letters \"pass\", as in check_csv.py.",
          .positionals = {filePositional()},
          .options = {fileOption()},
          .details = "example:\n  plumbline-cli check status -f inductor.csv\n" + checkExitText()};
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto path = namedFile(arguments);
  if (!path) return refuse(context, spec(), path.error());
  const auto frame = loadFrame(*path);
  if (!frame) {
    complain(context, frame.error());
    return kExitFails;
  }
  return printRun(verdicts::checkStatus(*frame, **path), context);
}

}  // namespace

Command checkStatusCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
