// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_file.h"

namespace plumbline::cli {

namespace {

constexpr std::size_t kLinesAtOnce = 1000;

CommandSpec runLogSpec() {
  return {
      .name = "run log",
      .summary = "Print the log of a task.",
      .positionals =
          {{.name = "ID", .help = "run, by the beginning or end of its id, or last for the newest"},
           {.name = "TASK",
            .help = "task number as in run show (default: the first failed one, else the running one, else the last)",
            .required = false}},
      .options = withFolderOption({option("--step S", "cold, warm or run (default: the last that started)"),
                                   option("--path", "print the path of the log instead")})};
}

/// chosenTask is the default: the first failed task, else the running one, else the last.
std::size_t chosenTask(const runs::Run& run) {
  const auto place = [&](auto requested) {
    return static_cast<std::size_t>(std::ranges::find_if(run.tasks, requested) - run.tasks.begin());
  };
  const std::size_t failed = place([](const runs::TaskStatus& task) {
    return runs::isFinished(task.state) && task.state != runs::RunState::Done && !task.steps.empty();
  });
  if (failed < run.tasks.size()) return failed;
  const std::size_t active = place([](const runs::TaskStatus& task) { return !runs::isFinished(task.state) && !task.steps.empty(); });
  return active < run.tasks.size() ? active : run.tasks.size() - 1;
}

base::Result<std::string> logOf(const runs::Run& run, const ParsedArguments& arguments) {
  std::size_t task = chosenTask(run);
  if (arguments.positionals.size() > 1) {
    const auto number = wholeNumber("TASK", arguments.positionals[1]);
    if (!number) return base::fail(number.error());
    if (*number < 1 || static_cast<std::size_t>(*number) > run.tasks.size())
      return base::fail(badArgument("argument TASK: this run has tasks 1 to " + std::to_string(run.tasks.size())));
    task = static_cast<std::size_t>(*number) - 1;
  }
  const std::vector<runs::Step>& steps = run.plan.tasks.at(task).steps;
  std::string step = arguments.valueOr("--step", "");
  if (!step.empty() && std::ranges::none_of(steps, [&](const runs::Step& s) { return s.name == step; })) {
    std::string names;
    for (const runs::Step& s : steps) names += (names.empty() ? "" : ", ") + s.name;
    return base::fail(badArgument("argument --step: this run has " + names));
  }
  const runs::TaskStatus& status = run.tasks[task];
  if (step.empty()) step = status.steps.empty() ? steps.front().name : status.steps.back().name;
  if (status.folder.empty())
    return base::fail(base::ErrorCode::NotFound, "Task " + std::to_string(task + 1) + " has not started.");
  return status.folder + '/' + step + ".log";
}

int runRunLog(const ParsedArguments& arguments, Context& context) {
  const auto stop = [&](const base::Error& error) {
    printError(context, error);
    return kExitUsage;
  };
  const auto found = findRunById(runsFolder(arguments), arguments.positionals.front(), context);
  if (!found) return stop(found.error());
  const auto path = logOf(*found, arguments);
  if (!path) return path.error().code == base::ErrorCode::BadArgument ? printUsageError(context, runLogSpec(), path.error()) : stop(path.error());
  if (arguments.has("--path")) {
    context.out << *path << '\n' << std::flush;
    return kExitOk;
  }
  runs::LogFile log(*path);
  for (bool more = true; more;) {
    const auto updated = log.update();
    if (!updated.isValue()) return stop(updated.error());
    more = updated.value();
  }
  runs::AnsiStyle style;
  for (std::uint64_t from = 0; from < log.lineCount();) {
    const auto lines = log.lines(from, kLinesAtOnce);
    if (lines.empty()) break;
    for (const runs::LogLine& line : lines) {
      context.out << runs::readAnsi(line.text, style).plain;
      if (line.bytesLeftOut > 0) context.out << " ... (" << std::to_string(line.bytesLeftOut) << " bytes left out)";
      context.out << '\n';
    }
    from += lines.size();
  }
  context.out << std::flush;
  return kExitOk;
}

}  // namespace

Command makeRunLogCommand() { return {runLogSpec(), runRunLog}; }

}  // namespace plumbline::cli
