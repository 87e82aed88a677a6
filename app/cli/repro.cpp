// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "app/cli/command.h"
#include "app/cli/repro_wish.h"
#include "app/cli/run_progress.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"
#include "core/reports/shown_text.h"
#include "core/runs/repro_outcome.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "repro",
          .summary = "Run or minify a repro script of PyTorch, and say what came of it.",
          .positionals = {{.name = "SCRIPT", .help = "a repro.py, minifier_launcher.py or checkpoint"},
                          {.name = "COMMAND", .help = "run, minify, and for after_aot get_args, analyze, minifier-query; default: as the script has it", .required = false}},
          .options = withReproOptions({{.name = "--info", .value = "", .help = "say what the script is; run nothing"}}),
          .details = "examples:\n"
                     "  plumbline-cli repro repro.py --info\n"
                     "  plumbline-cli repro repro.py run --accuracy\n"
                     "  plumbline-cli repro minifier_launcher.py minify --on ssh:gpu7\n"
                     "  plumbline-cli repro repro.py run --backend aot_eager --dry-run\n"
                     "\n"
                     "Each run has an empty cache and a folder of its own as working folder: repro.py, checkpoints\n"
                     "and isolate land there and are kept, also after Ctrl-C. A compiled model that crashes is told\n"
                     "as such, though the script exits with 0 then.\n"
                     "When this program is killed the run goes on: see plumbline-cli run list and run resume.\n"
                     "exit status:\n"
                     "  0 the same, ran, minified or analyzed; 1 it differs, crashed or failed otherwise;\n"
                     "  2 bad arguments or no repro script; 3 could not start.\n"};
}

/// CheckpointLines says every smaller script once, as it appears.
class CheckpointLines {
 public:
  void look(const runs::Run& run, RunProgressLines& lines) {
    if (run.tasks.empty() || run.tasks.front().folder.empty()) return;
    const auto found = runs::checkpointsIn(run.tasks.front().folder);
    if (found.empty() || found.front().nodes >= m_best) return;
    m_best = found.front().nodes;
    lines.say("minified to " + std::to_string(m_best) + (m_best == 1 ? " node: " : " nodes: ") +
              reports::shownText(found.front().file));
  }

 private:
  int m_best = std::numeric_limits<int>::max();
};

int run(const ParsedArguments& arguments, Context& context) {
  const auto& words = arguments.positionals;
  auto wanted = reproWish(arguments, words.front(), words.size() > 1 ? words[1] : "");
  if (!wanted) return refuse(context, spec(), wanted.error());
  if (arguments.has("--info")) {
    wanted->script.path = words.front();
    context.out << (arguments.has("--json") ? runs::scriptJson(wanted->script) : runs::scriptText(wanted->script)) << std::flush;
    return kExitOk;
  }
  auto made = runs::specForRepro(wanted->script, wanted->options);
  if (!made) return refuse(context, spec(), made.error());
  made->python = arguments.valueOr("--python", made->python);
  const auto wish = runWish(arguments, *std::move(made));
  if (!wish) return refuse(context, spec(), wish.error());
  if (!wish->dryRun) tellNotes(wanted->script, context);
  CheckpointLines checkpoints;
  const bool minifies = wanted->options.command == runs::ReproCommand::Minify;
  RunWatch watch;
  watch.tell = [&](const runs::Run& done) { return tellRepro(done, wish->json, context); };
  if (minifies) watch.look = [&](const runs::Run& now, RunProgressLines& lines) { checkpoints.look(now, lines); };
  return runToEnd(*wish, spec(), context, watch);
}

}  // namespace

Command reproCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
