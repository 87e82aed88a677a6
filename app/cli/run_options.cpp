// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include <QSettings>
#include <algorithm>
#include <filesystem>

#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/spec/command_template.h"
#include "core/session/user_settings.h"

namespace plumbline::cli {
namespace {

using runs::RunSpec;

constexpr int kMegabyteBits = 20;

OptionSpec folderOption() {
  return option("--folder DIR", "folder of the runs (default: plumbline/runs in $XDG_STATE_HOME)");
}

/// readTarget reads --on and the options that refine it.
base::Result<void> readTarget(const ParsedArguments& arguments, runs::RunTarget& place) {
  if (const auto on = arguments.value("--on")) {
    auto read = runs::parseTarget(*on);
    if (!read) return base::fail(read.error());
    read->gres = place.gres;
    read->timeLimit = place.timeLimit;
    read->folder = place.folder;
    read->scratch = place.scratch;
    place = *std::move(read);
  }
  place.gres = arguments.valueOr("--gres", place.gres);
  place.timeLimit = arguments.valueOr("--time", place.timeLimit);
  place.folder = arguments.valueOr("--remote-folder", place.folder);
  place.scratch = arguments.valueOr("--scratch", place.scratch);
  return {};
}

base::Result<void> readEnvironment(const ParsedArguments& arguments, RunSpec& spec) {
  for (const std::string& text : arguments.list("--env")) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return base::fail(badArgument("argument --env: \"" + text + "\" is not NAME=VALUE"));
    runs::setVariable(spec, text.substr(0, equals), text.substr(equals + 1));
  }
  return {};
}

base::Result<void> readSeconds(const ParsedArguments& arguments, const std::string& option, std::chrono::seconds& value) {
  int seconds = static_cast<int>(value.count());
  if (auto read = readNumber(arguments, option, seconds); !read) return read;
  value = std::chrono::seconds(seconds);
  return {};
}

base::Result<void> readNumbers(const ParsedArguments& arguments, RunSpec& spec) {
  for (const auto& [option, value] : {std::pair("--retries", &spec.retries), std::pair("--jobs", &spec.jobs),
                                      std::pair("--nice", &spec.nice)})
    if (auto read = readNumber(arguments, option, *value); !read) return read;
  if (arguments.has("--gpus")) {
    spec.gpus = valuesOf(arguments, "--gpus");
    if (!arguments.has("--jobs")) spec.jobs = static_cast<int>(spec.gpus.size());
  }
  if (auto read = readSeconds(arguments, "--timeout", spec.timeout); !read) return read;
  if (auto read = readSeconds(arguments, "--grace", spec.grace); !read) return read;
  if (!arguments.has("--log-limit")) return {};
  int megabytes = 0;
  if (auto read = readNumber(arguments, "--log-limit", megabytes); !read) return read;
  if (megabytes < 1) return base::fail(badArgument("argument --log-limit: at least 1 MB"));
  spec.logBytes = static_cast<std::uint64_t>(megabytes) << kMegabyteBits;
  return {};
}

/// makeAbsolute: a run may be taken up by a program that was started in another folder. What is on another machine stays.
void makeAbsolute(RunSpec& spec) {
  spec.output = absolutePath(spec.output);
  spec.baseline = absolutePath(spec.baseline);
  spec.script = absolutePath(spec.script);
  if (!runs::traitsOf(spec.target).sharesFiles) return;
  const auto program = [](std::string& word) {
    if (word.find('/') != std::string::npos && word.front() != '{') word = absolutePath(word);
  };
  spec.checkout = absolutePath(spec.checkout);
  spec.workingFolder = absolutePath(spec.workingFolder);
  program(spec.python);
  if (!spec.command.empty()) program(spec.command.front());
}

/// modelsOf reads the column of names; one model is run once.
base::Result<std::vector<std::string>> modelsOf(const std::string& path) {
  const auto table = loadTable(path);
  if (!table) return base::fail(table.error());
  const auto column = (*table)->columnOf("name");
  if (!column)
    return base::fail(base::ErrorCode::BadFormat, "This table has no column \"name\".",
                      "Name a CSV of benchmark results.", path);
  std::vector<std::string> models;
  std::string scratch;
  for (std::size_t row = 0; row < (*table)->rowCount(); ++row) {
    if ((*table)->isComment(row)) continue;
    const std::string name((*table)->cell(row, *column, scratch));
    if (!name.empty() && std::ranges::find(models, name) == models.end()) models.push_back(name);
  }
  if (models.empty()) return base::fail(base::ErrorCode::BadFormat, "This table has no models.", "", path);
  return models;
}

}  // namespace

const char* const kRunExitText =
    "Ctrl-C ends the run with all processes it started; results so far are kept. If this\n"
    "program is killed the run continues: see plumbline-cli run list and run resume.\n"
    "exit status:\n"
    "  0 success; 1 some tasks failed, were cancelled, or are worse than the baseline;\n"
    "  2 bad arguments; 3 could not start.\n";

base::Result<void> readNumber(const ParsedArguments& arguments, const std::string& option, int& value) {
  const auto number = wholeNumberOf(arguments, option, value);
  if (!number) return base::fail(number.error());
  value = *number;
  return {};
}

std::string absolutePath(const std::string& path) {
  if (path.empty()) return path;
  std::error_code problem;
  const auto whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

std::vector<OptionSpec> hostOptions() {
  return {option("--on HOST", "host to run on: local (default), ssh:HOST, slurm or slurm:PARTITION"),
          option("--gres G", "Slurm: resources of a task, for example gpu:1"),
          option("--time T", "Slurm: time limit of the job, for example 2:00:00"),
          option("--remote-folder DIR", "folder of the runs on the host; for Slurm one that the nodes share"),
          option("--scratch DIR", "Slurm: working folder on the node"),
          option("--timeout S", "time limit in seconds of a command, or of a model in a suite (default: 2000)"),
          option("--grace S", "seconds between SIGTERM and SIGKILL (default: 10)"),
          listOption("--env K=V", "set an environment variable; repeatable")};
}

std::vector<OptionSpec> withRunOptions(std::vector<OptionSpec> options) {
  std::vector<OptionSpec> more = {
      option("--retries N", "retry failed and lost tasks N times (default: 0)"),
      option("--jobs N", "parallel tasks (default: 1, because parallel tasks distort measured times)"),
      listOption("--gpus LIST", "give each parallel task one of these GPUs, for example 0,1; sets --jobs"),
      option("--nice N", "run with this niceness, 0 to 19"),
      option("--keep-cache", "keep the cache folders in the folder of the run"),
      option("--log-limit MB", "keep only beginning and end of longer logs (default: 64)"),
      folderOption(),
      option("--json", "print the record of the run instead of the summary"),
      option("--dry-run", "print the commands, their environment and the plan without running anything"),
      option("--no-probe", "skip the check whether the host can run it"),
      noHistoryOption(),
      option("--save-spec FILE", "save these options for plumbline-cli run spec")};
  for (std::vector<OptionSpec> part : {hostOptions(), std::move(more)})
    for (OptionSpec& option : part) options.push_back(std::move(option));
  return options;
}

std::vector<OptionSpec> withFolderOption(std::vector<OptionSpec> options) {
  options.push_back(folderOption());
  return options;
}

std::string runsFolder(const ParsedArguments& arguments) {
  const auto folder = arguments.value("--folder");
  return folder ? absolutePath(*folder) : session::runFolderFrom(QSettings(QStringLiteral("plumbline"), QStringLiteral("plumbline")));
}

std::vector<OptionSpec> suiteOptions() {
  return {option("--pytorch DIR", "PyTorch checkout; with ssh its path on the host"),
          option("--config NAME", "config as in CI: dynamic_inductor_torchbench_training"),
          option("--suite S", "instead of --config: torchbench, huggingface or timm_models"),
          option("--mode M", "training (default) or inference", {"training", "inference"}),
          option("--device D", "cuda (default) or cpu"),
          option("--dynamic", "use dynamic shapes"),
          option("--performance", "measure time and memory instead of accuracy"),
          listOption("--model M", "run only this model; repeatable"),
          option("--models-from CSV", "run the models in this table"),
          option("--partitions N", "split the suite into N parts, 1 to 15"),
          option("--expected CSV", "baseline (default: that of the checkout for this config)"),
          option("--python PATH", "Python interpreter (default: python3)"),
          option("--fresh-cache", "start every task with an empty cache (default with --performance)"),
          option("--shared-cache", "use the caches of this host, also with --performance")};
}

base::Result<RunOptions> runOptions(const ParsedArguments& arguments, RunSpec spec) {
  if (auto read = readTarget(arguments, spec.target); !read) return base::fail(read.error());
  if (auto read = readEnvironment(arguments, spec); !read) return base::fail(read.error());
  if (auto read = readNumbers(arguments, spec); !read) return base::fail(read.error());
  for (const char* file : {"--output", "--save-spec", "--folder"})
    if (arguments.has(file) && arguments.valueOr(file, "").empty())
      return base::fail(badArgument(std::string("argument ") + file + ": name a " + (file == std::string("--folder") ? "folder" : "file")));
  spec.keepCache = spec.keepCache || arguments.has("--keep-cache");
  spec.output = arguments.valueOr("--output", spec.output);
  makeAbsolute(spec);
  RunOptions options;
  options.folder = runsFolder(arguments);
  options.saveSpec = arguments.valueOr("--save-spec", "");
  options.json = arguments.has("--json");
  options.dryRun = arguments.has("--dry-run");
  options.probe = !arguments.has("--no-probe");
  options.isRemembered = !arguments.has("--no-history");
  auto plan = runs::planRun(spec);
  if (!plan) return base::fail(plan.error());
  options.plan = *std::move(plan);
  options.spec = std::move(spec);
  return options;
}

std::vector<OptionSpec> commandOptions() {
  return {option("--form F", "format of the result: csv (default) or cachejson", {"csv", "cachejson"}),
          option("--working-folder DIR", "working folder (default: the checkout, else the current folder)")};
}

std::string fieldsText() {
  std::string text;
  constexpr std::size_t kWidth = 14;
  for (const auto& [name, help] : runs::fieldNames()) {
    std::string field = "  {" + name + "}";
    field.resize(std::max(kWidth, field.size() + 1), ' ');
    text += field + help + '\n';
  }
  return text;
}

base::Result<void> readCommand(const ParsedArguments& arguments, std::vector<std::string> words, runs::RunSpec& spec) {
  if (words.empty()) return base::fail(badArgument("give the program and its arguments after --"));
  spec.kind = runs::RunKind::Command;
  spec.command = std::move(words);
  spec.form = arguments.valueOr("--form", "csv") == "csv" ? runs::ResultForm::Csv : runs::ResultForm::CacheJson;
  spec.models = arguments.list("--model");
  spec.python = arguments.valueOr("--python", spec.python);
  spec.freshCache = arguments.has("--fresh-cache");
  spec.baseline = arguments.valueOr("--expected", "");
  spec.workingFolder = arguments.valueOr("--working-folder", "");
  // Words that lead to files are meant from here, as they are in a shell. Another machine has no such place.
  const bool isElsewhere = arguments.valueOr("--on", "").starts_with("ssh:");
  if (spec.workingFolder.empty() && !arguments.has("--pytorch") && !isElsewhere) spec.workingFolder = absolutePath(".");
  return {};
}

base::Result<void> readSuite(const ParsedArguments& arguments, runs::RunSpec& spec) {
  spec.kind = runs::RunKind::Suite;
  for (const char* option : {"--suite", "--mode", "--device", "--dynamic"})
    if (arguments.has("--config") && arguments.has(option))
      return base::fail(badArgument(std::string("--config includes ") + option + "; give one of them"));
  if (!arguments.has("--config") && !arguments.has("--suite")) return base::fail(badArgument("give either --config or --suite"));
  if (!arguments.has("--pytorch")) return base::fail(badArgument("the following arguments are required: --pytorch"));
  spec.checkout = arguments.valueOr("--pytorch", "");
  spec.config = arguments.valueOr("--config", "");
  spec.suite = arguments.valueOr("--suite", "");
  spec.mode = arguments.valueOr("--mode", "training") == "inference" ? configs::Mode::Inference : configs::Mode::Training;
  spec.device = arguments.valueOr("--device", "");
  spec.dynamic = arguments.has("--dynamic");
  spec.test = arguments.has("--performance") ? runs::SuiteTest::Performance : runs::SuiteTest::Accuracy;
  spec.python = arguments.valueOr("--python", spec.python);
  spec.baseline = arguments.valueOr("--expected", "");
  if (arguments.has("--fresh-cache") && arguments.has("--shared-cache"))
    return base::fail(badArgument("--fresh-cache and --shared-cache exclude each other"));
  spec.freshCache = arguments.has("--fresh-cache") || (!arguments.has("--shared-cache") && runs::measuresPerformance(spec));
  spec.models = arguments.list("--model");
  if (auto read = readNumber(arguments, "--partitions", spec.partitions); !read) return read;
  if (const auto file = arguments.value("--models-from")) {
    auto models = modelsOf(*file);
    if (!models) return base::fail(models.error());
    for (std::string& model : *models)
      if (std::ranges::find(spec.models, model) == spec.models.end()) spec.models.push_back(std::move(model));
  }
  return {};
}

std::vector<runs::Run> runsIn(const std::string& folder, Context& context) {
  std::error_code problem;
  if (!std::filesystem::is_directory(folder, problem)) {
    if (problem && problem != std::errc::no_such_file_or_directory)
      printError(context, {base::ErrorCode::NotReadable, "The runs' folder cannot be read: " + problem.message() + ".",
                         "Name another one (--folder).", folder});
    return {};
  }
  const auto store = runs::RunStore::open(folder);
  if (!store) {
    printError(context, store.error());
    return {};
  }
  std::vector<base::Error> problems;
  std::vector<runs::Run> found = store->list(problems);
  for (const base::Error& error : problems) printError(context, error);
  return found;
}

base::Result<runs::Run> findRunById(const std::string& folder, const std::string& word, Context& context) {
  std::vector<runs::Run> found = runsIn(folder, context);
  if (word == "last" && !found.empty()) return std::move(found.front());
  std::vector<std::size_t> fits;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!word.empty() && (found[i].id.starts_with(word) || found[i].id.ends_with(word))) fits.push_back(i);
  if (fits.size() == 1) return std::move(found[fits.front()]);
  if (fits.empty())
    return base::fail(base::ErrorCode::NotFound, "There is no run \"" + word + "\" in " + folder + ".",
                      "plumbline-cli run list names them; last is the newest.");
  return base::fail(base::ErrorCode::BadArgument, std::to_string(fits.size()) + " runs fit \"" + word + "\".",
                    "Give more of the id.");
}

Supervision supervisionOf(const runs::Run& run) {
  if (runs::isFinished(runs::stateOf(run)) && run.isSaved) return Supervision::Finished;
  return run.access == runs::RunAccess::Abandoned ? Supervision::Abandoned : Supervision::Supervised;
}

std::string stateText(const runs::Run& run) {
  const Supervision supervision = supervisionOf(run);
  if (supervision == Supervision::Abandoned) return "left behind";
  if (supervision != Supervision::Finished && run.access == runs::RunAccess::Foreign) return "not yours";
  const std::string word(runs::stateWord(runs::stateOf(run)));
  return run.access == runs::RunAccess::Foreign ? word + ", not yours" : word;
}

}  // namespace plumbline::cli
