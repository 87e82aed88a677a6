// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/repro_options.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/reports/text_parts.h"
#include "core/runs/repro/repro_outcome.h"
#include "core/runs/repro/repro_text.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

CommandSpec reproSpec() {
  return {
      .name = "repro",
      .summary = "Run or minify a repro script of PyTorch and classify the outcome.",
      .positionals =
          {{.name = "SCRIPT", .help = "repro.py, minifier_launcher.py or checkpoint"},
           {.name = "COMMAND",
            .help = "run, minify, and for after_aot get_args, analyze, minifier-query (default: that of the script)",
            .required = false}},
      .options = withReproOptions({option("--info", "describe the script without running it")})};
}

/// MinifierLines reports every smaller script once, and once that the tries are slow.
class MinifierLines {
 public:
  explicit MinifierLines(bool isIsolated) : m_mayAdvise(isIsolated) {}
  void poll(const runs::Run& run, RunProgressLines& lines) {
    if (run.tasks.empty()) return;
    const auto found = runs::checkpointsIn(run.tasks.front().folder);
    if (found.empty() || found.front().nodes >= m_best) return;
    m_best = found.front().nodes;
    const runs::MinifierProgress progress = runs::minifierProgress(run, 0);
    lines.print("minified: " + runs::minifierText(progress) + ": " + reports::printableText(progress.smallest));
    if (!std::exchange(m_mayAdvise, m_mayAdvise && !progress.isSlow()) || !progress.isSlow()) return;
    lines.print("Each try takes " + text::durationText(progress.secondsPerTry) +
                " in a process of its own; --no-isolate tries all graphs in one process.");
  }

 private:
  int m_best = std::numeric_limits<int>::max();
  bool m_mayAdvise;
};

int runRepro(const ParsedArguments& arguments, Context& context) {
  const auto& words = arguments.positionals;
  auto requested = reproRequest(arguments, words.front(), words.size() > 1 ? words[1] : "");
  if (!requested) return printUsageError(context, reproSpec(), requested.error());
  if (arguments.has("--info")) {
    requested->script.path = words.front();
    context.out << (arguments.has("--json") ? runs::scriptJson(requested->script) : runs::scriptText(requested->script)) << std::flush;
    return kExitOk;
  }
  auto made = runs::specForRepro(requested->script, requested->options);
  if (!made) return printUsageError(context, reproSpec(), made.error());
  made->python = arguments.valueOr("--python", made->python);
  const auto request = runOptions(arguments, *std::move(made));
  if (!request) return printUsageError(context, reproSpec(), request.error());
  if (!request->dryRun) printNotes(requested->script, context);
  MinifierLines checkpoints(requested->script.form == runs::ReproForm::AfterAot && requested->options.isolate.value_or(true));
  const bool minifies = requested->options.command == runs::ReproCommand::Minify;
  RunWatch watch;
  watch.report = [&](const runs::Run& done) { return printRepro(done, request->json, context); };
  if (minifies) watch.poll = [&](const runs::Run& now, RunProgressLines& lines) { checkpoints.poll(now, lines); };
  return runToEnd(*request, context, watch);
}

}  // namespace

Command makeReproCommand() { return {reproSpec(), runRepro}; }

}  // namespace plumbline::cli
