// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/why_page.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::cli {

namespace {

constexpr int kWhyRepeats = 5, kExitNoScript = 4;

CommandSpec whySpec() {
  std::vector<OptionSpec> options = suiteOptions();
  std::erase_if(options, [](const OptionSpec& option) {
    return option.name == "--model" || option.name == "--models-from" || option.name == "--partitions" ||
           option.name == "--performance" || option.name.ends_with("-cache") || option.name == "--expected";
  });
  options.push_back({.name = "--after",
                     .value = "A",
                     .help = "aot (default) or dynamo: where PyTorch makes the script",
                     .choices = {"aot", "dynamo"}});
  options = withRunOptions(std::move(options));
  for (OptionSpec& option : options)
    if (option.name == "--json") option.help = "print the page as JSON";
  return {.name = "why",
          .summary = "Find out why a model fails: run it, minify the script that PyTorch writes, reproduce the failure.",
          .positionals = {{.name = "MODEL", .help = "name of the model in the suite"}},
          .options = std::move(options),
          .details = "examples:\n"
                     "  plumbline-cli why moco --pytorch ~/pytorch --config inductor_torchbench_training\n"
                     "  plumbline-cli why BertForMaskedLM --pytorch ~/pytorch --suite huggingface --mode inference\n"
                     "\n"
                     "Runs the model so that PyTorch writes a repro script, minifies it in one process, runs the\n"
                     "smallest script 5 times, and prints one page: verdict, smallest graph, exception or tensor\n"
                     "with its margin, and the commands of each step. Every run works in a folder of its own;\n"
                     "nothing is written to the checkout. On PyTorch 2.11 --after dynamo makes healthy models fail.\n"
                     "exit status:\n"
                     "  0 the model passes; 1 it fails; 2 bad arguments; 3 could not start; 4 it fails, and PyTorch\n"
                     "  wrote no script.\n"};
}

/// WhySearch makes the runs one after the other.
class WhySearch {
 public:
  WhySearch(const ParsedArguments& arguments, Context& context) : m_arguments(arguments), m_context(context) {}

  int find(const runs::RunSpec& row, const std::string& model) {
    runs::WhyPage page{.model = model, .row = {}, .script = {}};
    const std::string after = m_arguments.valueOr("--after", "aot");
    bool isPass = false;
    // A compiler that fails writes its script at another level than one whose result differs.
    for (const auto level : {runs::WhyLevel::Accuracy, runs::WhyLevel::Crash}) {
      auto run = runOnce(runs::specForWhy(row, level, after), false);
      if (!run) return m_exit;
      page.row = *std::move(run);
      page.script = runs::scriptOfWhy(page.row);
      isPass = verdicts::isPassing(runs::whyStatus(page.row));
      if (isPass || !page.script.empty()) break;
    }
    if (isPass) return print(page, kExitOk);
    if (after == "dynamo")
      printError(m_context, {base::ErrorCode::BadArgument,
                             "note: on PyTorch 2.11 TORCHDYNAMO_REPRO_AFTER=dynamo makes healthy models fail.",
                             "Compare with --after aot."});
    if (page.script.empty()) return print(page, kExitNoScript);
    return minifyAndReproduce(page);
  }

 private:
  int minifyAndReproduce(runs::WhyPage& page) {
    auto script = runs::readReproScript(page.script);
    if (!script) {
      printError(m_context, script.error());
      return print(page, kExitNoScript);
    }
    page.smallest = page.script;
    runs::ReproOptions minify{.command = runs::ReproCommand::Minify};
    minify.isolate = false;
    if (const auto spec = runs::specForRepro(*script, minify)) {
      auto run = runOnce(*spec, true);
      if (!run) return m_exit;
      page.minified = *std::move(run);
      if (const std::string smallest = runs::smallestScript(*page.minified); !smallest.empty()) page.smallest = smallest;
    }
    script = runs::readReproScript(page.smallest);
    if (!script) {
      page.smallest = page.script;
      script = runs::readReproScript(page.smallest);
    }
    const auto spec = runs::specForReproducibility(*script, {}, kWhyRepeats);
    if (!spec) return print(page, kExitFails);
    auto run = runOnce(*spec, true);
    if (!run) return m_exit;
    page.reproduced = *std::move(run);
    return print(page, kExitFails);
  }

  /// runOnce is nullopt when the run did not end; m_exit says how.
  std::optional<runs::Run> runOnce(runs::RunSpec spec, bool isRepro) {
    spec.python = m_arguments.valueOr("--python", spec.python);
    auto options = runOptions(m_arguments, std::move(spec));
    if (!options) {
      m_exit = printUsageError(m_context, whySpec(), options.error());
      return std::nullopt;
    }
    options->probe = options->probe && !isRepro;
    std::optional<runs::Run> done;
    RunWatch watch;
    watch.report = [&](const runs::Run& run) {
      done = run;
      return kExitOk;
    };
    m_exit = runToEnd(*options, m_context, watch);
    return done;
  }

  int print(const runs::WhyPage& page, int exit) {
    m_context.out << (m_arguments.has("--json") ? runs::whyJson(page) : runs::whyText(page)) << std::flush;
    return exit;
  }

  const ParsedArguments& m_arguments;
  Context& m_context;
  int m_exit = kExitOk;
};

int runWhy(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec row;
  if (auto read = readSuite(arguments, row); !read) return printUsageError(context, whySpec(), read.error());
  row.models = {arguments.positionals.front()};
  if (arguments.has("--dry-run")) {
    const auto options = runOptions(arguments, runs::specForWhy(row, runs::WhyLevel::Accuracy, arguments.valueOr("--after", "aot")));
    return options ? runToEnd(*options, context) : printUsageError(context, whySpec(), options.error());
  }
  return WhySearch(arguments, context).find(row, row.models.front());
}

}  // namespace

Command makeWhyCommand() { return {whySpec(), runWhy}; }

}  // namespace plumbline::cli
