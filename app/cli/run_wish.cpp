// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_wish.h"

#include <charconv>
#include <filesystem>

#include "core/runs/run_store.h"

namespace plumbline::cli {
namespace {

using runs::RunSpec;

constexpr int kMegabyteBits = 20;

OptionSpec folderOption() {
  return {.name = "--folder", .value = "DIR", .help = "where runs are kept; default: plumbline/runs in $XDG_STATE_HOME"};
}

/// Place options say more about --on than one word can.
base::Result<void> readPlace(const ParsedArguments& arguments, runs::Place& place) {
  if (const auto on = arguments.value("--on")) {
    auto read = runs::placeOf(*on);
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
      return base::fail(badOption("argument --env: \"" + text + "\" is not NAME=VALUE"));
    const std::string name = text.substr(0, equals);
    std::erase_if(spec.environment, [&](const auto& pair) { return pair.first == name; });
    spec.environment.emplace_back(name, text.substr(equals + 1));
  }
  return {};
}

base::Result<void> readSeconds(const ParsedArguments& arguments, const std::string& option, std::chrono::seconds& value) {
  int seconds = static_cast<int>(value.count());
  if (auto read = wholeNumber(arguments, option, seconds); !read) return read;
  value = std::chrono::seconds(seconds);
  return {};
}

base::Result<void> readNumbers(const ParsedArguments& arguments, RunSpec& spec) {
  for (const auto& [option, value] : {std::pair("--retries", &spec.retries), std::pair("--jobs", &spec.jobs),
                                      std::pair("--nice", &spec.nice)})
    if (auto read = wholeNumber(arguments, option, *value); !read) return read;
  if (auto read = readSeconds(arguments, "--timeout", spec.timeout); !read) return read;
  if (auto read = readSeconds(arguments, "--grace", spec.grace); !read) return read;
  if (!arguments.has("--log-limit")) return {};
  int megabytes = 0;
  if (auto read = wholeNumber(arguments, "--log-limit", megabytes); !read) return read;
  if (megabytes < 1) return base::fail(badOption("argument --log-limit: at least 1 MB"));
  spec.logBytes = static_cast<std::uint64_t>(megabytes) << kMegabyteBits;
  return {};
}

/// makeWhole: a run may be taken up by a program that was started in another folder. What is on another machine stays.
void makeWhole(RunSpec& spec) {
  spec.output = wholePath(spec.output);
  spec.baseline = wholePath(spec.baseline);
  spec.script = wholePath(spec.script);
  if (spec.place.kind == runs::PlaceKind::Ssh) return;
  const auto program = [](std::string& word) {
    if (word.find('/') != std::string::npos && word.front() != '{') word = wholePath(word);
  };
  spec.checkout = wholePath(spec.checkout);
  spec.workingFolder = wholePath(spec.workingFolder);
  program(spec.python);
  if (!spec.command.empty()) program(spec.command.front());
}

}  // namespace

const char* const kRunExitText =
    "Ctrl-C ends what runs, and everything it started, and keeps what is there already. When this\n"
    "program is killed the run goes on: see plumbline-cli run list and run resume.\n"
    "exit status:\n"
    "  0 all good; 1 some failed, were stopped, or are worse than the baseline;\n"
    "  2 bad arguments; 3 could not start.\n";

base::Error badOption(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), ""}; }

base::Result<int> countOf(const std::string& what, const std::string& text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  if (problem == std::errc() && stop == end) return number;
  return base::fail(badOption("argument " + what + ": \"" + text + "\" is no whole number"));
}

base::Result<void> wholeNumber(const ParsedArguments& arguments, const std::string& option, int& value) {
  const auto text = arguments.value(option);
  if (!text) return {};
  const auto number = countOf(option, *text);
  if (!number) return base::fail(number.error());
  value = *number;
  return {};
}

std::string wholePath(const std::string& path) {
  if (path.empty()) return path;
  std::error_code problem;
  const auto whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

std::vector<OptionSpec> withRunOptions(std::vector<OptionSpec> options) {
  std::vector<OptionSpec> common = {
      {.name = "--on", .value = "PLACE", .help = "local (default), ssh:HOST, slurm or slurm:PARTITION"},
      {.name = "--gres", .value = "G", .help = "Slurm: what a task needs, for example gpu:1"},
      {.name = "--time", .value = "T", .help = "Slurm: the job's own limit, for example 2:00:00"},
      {.name = "--remote-folder", .value = "DIR", .help = "where runs live there; on Slurm a folder that the nodes see too"},
      {.name = "--scratch", .value = "DIR", .help = "Slurm: a folder of the node to work in"},
      {.name = "--timeout", .value = "S", .help = "seconds that one command may take, or one model of a whole suite; default 2000"},
      {.name = "--grace", .value = "S", .help = "seconds between the polite end and the forced one; default 10"},
      {.name = "--retries", .value = "N", .help = "further attempts of what failed or was lost; default 0"},
      {.name = "--jobs", .value = "N", .help = "tasks at the same time; default 1, since they spoil each other's times"},
      {.name = "--nice", .value = "N", .help = "0 to 19: let other programs go first"},
      {.name = "--env", .value = "K=V", .help = "set a variable for what runs; may be given more than once", .repeatable = true},
      {.name = "--keep-cache", .value = "", .help = "leave the cache folders in the run's folder"},
      {.name = "--log-limit", .value = "MB", .help = "of a longer log its beginning and end are kept; default 64"},
      folderOption(),
      {.name = "--json", .value = "", .help = "print the record of the run instead of the summary"},
      {.name = "--dry-run", .value = "", .help = "print the commands, their environment and the plan; start nothing"},
      {.name = "--no-probe", .value = "", .help = "do not look first whether the place can run it"},
      {.name = "--save-spec", .value = "FILE", .help = "write all this as a spec for run spec; with --dry-run nothing runs"}};
  for (OptionSpec& option : common) options.push_back(std::move(option));
  return options;
}

std::vector<OptionSpec> withFolderOption(std::vector<OptionSpec> options) {
  options.push_back(folderOption());
  return options;
}

std::string runsFolder(const ParsedArguments& arguments) {
  const auto folder = arguments.value("--folder");
  return folder ? wholePath(*folder) : runs::defaultRunFolder();
}

std::vector<OptionSpec> suiteOptions() {
  return {{.name = "--pytorch", .value = "DIR", .help = "the PyTorch checkout; over ssh its place there"},
          {.name = "--config", .value = "NAME", .help = "what CI runs: dynamic_inductor_torchbench_training"},
          {.name = "--suite", .value = "S", .help = "instead of --config: torchbench, huggingface or timm_models"},
          {.name = "--mode", .value = "M", .help = "training (default) or inference", .choices = {"training", "inference"}},
          {.name = "--device", .value = "D", .help = "cuda (default) or cpu"},
          {.name = "--dynamic", .value = "", .help = "with dynamic shapes"},
          {.name = "--performance", .value = "", .help = "times and memory instead of accuracy"},
          {.name = "--model", .value = "M", .help = "this model alone; may be given more than once", .repeatable = true},
          {.name = "--models-from", .value = "CSV", .help = "the models that this table has rows for"},
          {.name = "--partitions", .value = "N", .help = "the whole suite in so many parts, 1 to 15"},
          {.name = "--expected", .value = "CSV", .help = "baseline; default: the checkout's for this config"},
          {.name = "--python", .value = "PATH", .help = "the interpreter; default python3"},
          {.name = "--fresh-cache", .value = "", .help = "an empty cache folder for every task"}};
}

base::Result<RunWish> runWish(const ParsedArguments& arguments, RunSpec spec) {
  if (auto read = readPlace(arguments, spec.place); !read) return base::fail(read.error());
  if (auto read = readEnvironment(arguments, spec); !read) return base::fail(read.error());
  if (auto read = readNumbers(arguments, spec); !read) return base::fail(read.error());
  for (const char* file : {"--output", "--save-spec", "--folder"})
    if (arguments.has(file) && arguments.valueOr(file, "").empty())
      return base::fail(badOption(std::string("argument ") + file + ": name a " + (file == std::string("--folder") ? "folder" : "file")));
  spec.keepCache = spec.keepCache || arguments.has("--keep-cache");
  spec.output = arguments.valueOr("--output", spec.output);
  makeWhole(spec);
  RunWish wish;
  wish.folder = runsFolder(arguments);
  wish.saveSpec = arguments.valueOr("--save-spec", "");
  wish.json = arguments.has("--json");
  wish.dryRun = arguments.has("--dry-run");
  wish.probe = !arguments.has("--no-probe");
  if (auto good = runs::checkSpec(spec); !good) return base::fail(good.error());
  wish.spec = std::move(spec);
  return wish;
}

}  // namespace plumbline::cli
