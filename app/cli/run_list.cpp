// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/run_find.h"
#include "app/cli/run_wish.h"
#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"

namespace plumbline::cli {

namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given

CommandSpec spec() {
  return {.name = "run list",
          .summary = "List the runs, newest first.",
          .options = withFolderOption({{.name = "--json", .value = "", .help = "as JSON"}}),
          .details = "examples:\n"
                     "  plumbline-cli run list\n"
                     "  plumbline-cli run list --json | jq -r '.runs[] | select(.state == \"failed\").id'\n"
                     "\n"
                     "left behind: its program is gone. plumbline-cli run resume, or the window, takes it up.\n"
                     "exit status:\n"
                     "  0 always; 2 bad arguments.\n"};
}

std::string doneText(const runs::RunProgress& progress) {
  std::string text = std::to_string(progress.done) + " of " + std::to_string(progress.total);
  return progress.failed > 0 ? text + ", " + std::to_string(progress.failed) + " failed" : text;
}

std::string tableOf(const std::vector<runs::Run>& found) {
  if (found.empty()) return "no runs\n";
  std::vector<std::vector<reports::TableCell>> rows;
  reports::TextTable table({{.title = "ID"}, {.title = "STATE"}, {.title = "DONE"}, {.title = "WHERE"}, {.title = "WHAT"}});
  for (const runs::Run& run : found)
    rows.push_back({{run.id},
                    {stateText(run)},
                    {doneText(runs::progressOf(run, 0))},
                    {reports::shownText(runs::placeName(run.spec.place))},
                    {reports::shownText(run.title)}});
  for (const auto& row : rows) table.measure(row);
  std::string text = table.header("");
  for (const auto& row : rows) text += table.line(row);
  if (std::any_of(found.begin(), found.end(), [](const runs::Run& run) { return keepingOf(run) == Keeping::Nobody; }))
    text += "\nplumbline-cli run resume takes up what was left behind.\n";
  return text;
}

std::string jsonOf(const std::vector<runs::Run>& found) {
  Json list = Json::array();
  for (const runs::Run& run : found) {
    const runs::RunProgress progress = runs::progressOf(run, 0);
    list.push_back({{"id", run.id},
                    {"state", runs::stateWord(runs::stateOf(run))},
                    {"leftBehind", keepingOf(run) == Keeping::Nobody},
                    {"title", run.title},
                    {"place", runs::placeName(run.spec.place)},
                    {"done", progress.done},
                    {"failed", progress.failed},
                    {"total", progress.total},
                    {"queued", run.queued},
                    {"problem", run.problem},
                    {"folder", run.folder},
                    {"files", run.results}});
  }
  const Json out = {{"format", "plumbline-runs"}, {"version", 1}, {"runs", std::move(list)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

int run(const ParsedArguments& arguments, Context& context) {
  const std::vector<runs::Run> found = runsIn(runsFolder(arguments), context);
  context.out << (arguments.has("--json") ? jsonOf(found) : tableOf(found)) << std::flush;
  return kExitOk;
}

}  // namespace

Command runListCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
