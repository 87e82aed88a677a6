// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"

namespace plumbline::cli {

namespace {

using Json = nlohmann::ordered_json;

CommandSpec runListSpec() {
  return {.name = "run list",
          .summary = "List the runs, newest first.",
          .options = withFolderOption({option("--json", "print JSON")})};
}

std::string doneText(const runs::RunProgress& progress) {
  std::string text = std::to_string(progress.done) + " of " + std::to_string(progress.total);
  return progress.failed > 0 ? text + ", " + std::to_string(progress.failed) + " failed" : text;
}

std::string tableOf(const std::vector<runs::Run>& found) {
  if (found.empty()) return "no runs\n";
  std::vector<std::vector<reports::TableCell>> rows;
  reports::TextTable table({{.title = "ID"}, {.title = "STATE"}, {.title = "DONE"}, {.title = "HOST"}, {.title = "RUN"}});
  for (const runs::Run& run : found)
    rows.push_back({{run.id},
                    {stateText(run)},
                    {doneText(runs::progressOf(run, 0))},
                    {reports::printableText(runs::targetName(run.spec.target))},
                    {reports::printableText(run.title)}});
  for (const auto& row : rows) table.measure(row);
  std::string text = table.header("");
  for (const auto& row : rows) text += table.line(row);
  if (std::ranges::any_of(found, [](const runs::Run& run) { return supervisionOf(run) == Supervision::Abandoned; }))
    text += "\nplumbline-cli run resume resumes runs that were left behind.\n";
  return text;
}

std::string jsonOf(const std::vector<runs::Run>& found) {
  Json list = Json::array();
  for (const runs::Run& run : found) {
    const runs::RunProgress progress = runs::progressOf(run, 0);
    list.push_back({{"id", run.id},
                    {"state", runs::stateWord(runs::stateOf(run))},
                    {"left_behind", supervisionOf(run) == Supervision::Abandoned},
                    {"title", run.title},
                    {"host", runs::targetName(run.spec.target)},
                    {"done", progress.done},
                    {"failed", progress.failed},
                    {"total", progress.total},
                    {"queued", run.queued},
                    {"problem", run.problem},
                    {"folder", run.folder},
                    {"files", run.results}});
  }
  const Json out = {{"format", "plumbline-runs"}, {"version", 2}, {"runs", std::move(list)}};
  return text::toJsonText(out, 2) + '\n';
}

int runRunList(const ParsedArguments& arguments, Context& context) {
  const std::vector<runs::Run> found = runsIn(runsFolder(arguments), context);
  context.out << (arguments.has("--json") ? jsonOf(found) : tableOf(found)) << std::flush;
  return kExitOk;
}

}  // namespace

Command makeRunListCommand() { return {runListSpec(), runRunList}; }

}  // namespace plumbline::cli
