// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/runs/repro/repro_settings.h"
#include "core/runs/spec/spec_check.h"

namespace plumbline::runs {
namespace {

constexpr ValueNames<ReproCommand, 5> kCommands{{{"run", ReproCommand::Run},
                                                {"minify", ReproCommand::Minify},
                                                {"get_args", ReproCommand::GetArgs},
                                                {"analyze", ReproCommand::Analyze},
                                                {"minifier-query", ReproCommand::MinifierQuery}}};

constexpr unsigned bit(ReproCommand command) { return 1U << static_cast<unsigned>(command); }
constexpr unsigned kRun = bit(ReproCommand::Run), kMinify = bit(ReproCommand::Minify),
                   kAnalyze = bit(ReproCommand::Analyze), kQuery = bit(ReproCommand::MinifierQuery), kAll = 0xffU;

/// Known is an option with the commands of each form that have it (SPEC 15.3, 15.4); 0: none.
struct Known {
  const char* flag;
  const char* label;
  const char* help;
  unsigned dynamo, aot;
};
constexpr std::array<Known, 21> kOptions{{
    {"--accuracy", "Compare", "Hold compiled against eager, with a float64 reference.", kAll, kAll},
    {"--strict-accuracy", "Compare strictly", "Compare without needing a float64 reference, whole numbers too.", 0,
     kAll},
    {"--no-accuracy", "Only run", "Run eager and compiled; compare nothing.", kAll, kAll},
    {"--save-dir", "Inputs in", "The folder that the inputs were saved to.", kAll, kAll},
    {"--no-save-dir", "Random inputs", "Take random inputs, whatever was saved.", kAll, kAll},
    {"--autocast", "Autocast", "Run under autocast.", kAll, 0},
    {"--no-autocast", "No autocast", "Do not run under autocast.", kAll, 0},
    {"--backend", "Backend", "The backend to compile with, for example inductor, aot_eager or eager.", kAll, 0},
    {"--only-fwd", "Forward only", "Leave the backward pass out; of use without a comparison alone.", kRun, 0},
    {"--tracing-mode", "Tracing", "How the graph is traced: real, fake or symbolic.", 0, kAll},
    {"--isolate", "Isolated", "Try each smaller graph in a process of its own, so that a crash ends that one alone.", 0,
     kMinify},
    {"--no-isolate", "Not isolated", "Try smaller graphs in the same process: faster, and a crash ends it.", kAll,
     kMinify},
    {"--skip-saving-eager-intermediates", "Keep no eager values", "Do not keep eager's values on the way.", 0, kMinify},
    {"--offload-to-disk", "Values on disk", "Keep values on disk instead of on the device.", 0, kMinify},
    {"--skip-sanity", "No first check", "Do not check first that the whole graph fails.", 0, kMinify},
    {"--max-granularity", "Largest step", "The most nodes to leave out at once, a power of two.", 0, kMinify},
    {"--check-str", "Words of the failure", "Only a failure whose text has these words counts.", 0, kMinify | kQuery},
    {"--skip-saving-inductor-intermediates", "Keep no compiled values", "Do not keep the compiled graph's values.", 0,
     kAnalyze},
    {"--skip-saving-float64-intermediates", "Keep no float64 values", "Do not keep the float64 run's values.", 0,
     kAnalyze},
    {"--skip-check-deterministic", "No second run", "Do not run twice to see whether it is deterministic.", 0,
     kAnalyze},
    {"--stable-hash", "Stable hash", "Hash values in a way that is the same in every run, slower.", 0, kAnalyze},
}};

bool isOffered(const Known& option, ReproForm form, ReproCommand command) {
  return ((form == ReproForm::AfterDynamo ? option.dynamo : option.aot) & bit(command)) != 0;
}

bool hasCommand(ReproForm form, ReproCommand command) {
  return form == ReproForm::AfterAot || (bit(command) & (kRun | kMinify)) != 0;
}

std::string formText(ReproForm form) { return std::string(toName(kReproFormNames, form)); }

/// ArgumentList collects the arguments and keeps the first that the form does not have.
class ArgumentList {
 public:
  ArgumentList(ReproForm form, ReproCommand command) : m_form(form), m_command(command) {}

  void flag(bool isSet, std::string_view name) {
    if (isSet && allows(name)) m_words.emplace_back(name);
  }
  void value(std::string_view name, const std::string& text) {
    if (text.empty() || !allows(name)) return;
    // argparse takes a word that begins with '-' for an option, unless it is joined to its own.
    if (text.starts_with('-')) {
      m_words.push_back(std::string(name) + "=" + text);
    } else {
      m_words.emplace_back(name);
      m_words.push_back(text);
    }
  }
  base::Result<std::vector<std::string>> done() && {
    if (!m_wrong.empty())
      return refuseSpec("A script of the " + formText(m_form) + " form has no " + m_wrong + " for " +
                        std::string(commandWord(m_command)) + ".",
                    "Leave it out; --info shows what the script is.");
    return std::move(m_words);
  }

 private:
  bool allows(std::string_view name) {
    const bool good = std::ranges::any_of(
        kOptions, [&](const Known& option) { return isOffered(option, m_form, m_command) && name == option.flag; });
    if (!good && m_wrong.empty()) m_wrong = name;
    return good;
  }

  ReproForm m_form;
  ReproCommand m_command;
  std::vector<std::string> m_words;
  std::string m_wrong;
};

void addBoth(ArgumentList& words, const std::optional<bool>& set, std::string_view yes, std::string_view no) {
  words.flag(set.value_or(false), yes);
  words.flag(set && !*set, no);
}

namespace fs = std::filesystem;

bool compares(const ReproScript& script, const ReproOptions& options) {
  return options.accuracy.value_or(script.accuracy) != ReproAccuracy::Off;
}

constexpr int kMaxEagerRuns = 9;
constexpr const char* kCopy = "script.py";  // not repro.py, which a minifier writes
constexpr std::uint64_t kMaxCopyBytes = std::uint64_t{64} << 20;

/// eagerArguments are a run's with another backend. Without arguments a script takes its own command.
std::vector<std::string> eagerArguments(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--backend")
      ++i;
    else if (!arguments[i].starts_with("--backend="))
      out.push_back(arguments[i]);
  }
  if (out.empty()) out.emplace_back(commandWord(ReproCommand::Run));
  out.emplace_back("--backend");
  out.emplace_back("eager");
  return out;
}

bool runsCopy(const RunSpec& spec) { return spec.cleanCopy || !traitsOf(spec.target).sharesFiles; }

Step stepOf(const RunSpec& spec, std::string_view name, const std::vector<std::string>& arguments) {
  Step step{.name = std::string(name), .words = {{.before = spec.python}}, .output = {}};
  if (runsCopy(spec))
    step.words.push_back({.file = kCopy});
  else
    step.words.push_back({.before = spec.script});
  for (const std::string& word : arguments) step.words.push_back({.before = word});
  return step;
}

}  // namespace

std::string_view commandWord(ReproCommand command) { return toName(kCommands, command); }
std::optional<ReproCommand> commandOfWord(std::string_view word) { return valueOfName(kCommands, word); }

std::vector<OptionInfo> optionsFor(ReproForm form, ReproCommand command) {
  std::vector<OptionInfo> out;
  if (!hasCommand(form, command)) return out;
  for (const Known& option : kOptions)
    if (isOffered(option, form, command)) out.push_back({option.flag, option.label, option.help});
  return out;
}

base::Result<std::vector<std::string>> reproArguments(const ReproScript& script, const ReproOptions& options) {
  const ReproForm form = script.form;
  if (!hasCommand(form, options.command))
    return refuseSpec("A script of the after_dynamo form has no " + std::string(commandWord(options.command)) + ".",
                      "It has run and minify.");
  // Whether a script that compares by itself reads arguments is unknown.
  if (!script.callsRunRepro && options == ReproOptions{.keepSettings = options.keepSettings}) return std::vector<std::string>{};
  const int granularity = options.maxGranularity;
  if (granularity < 0 || (granularity & (granularity - 1)) != 0)
    return refuseSpec("--max-granularity " + std::to_string(granularity) + " is not a power of two.",
                      "Use 1, 2, 4, 8 ...");
  constexpr std::array<std::string_view, 3> kModes{"real", "fake", "symbolic"};
  if (const std::string& mode = options.tracingMode; !mode.empty() && std::ranges::find(kModes, mode) == kModes.end())
    return refuseSpec("--tracing-mode " + mode + " is not known.", "There are real, fake and symbolic.");

  ArgumentList words(form, options.command);
  const auto wants = [&](ReproAccuracy accuracy) { return options.accuracy == accuracy; };
  words.flag(wants(ReproAccuracy::Accuracy), "--accuracy");
  words.flag(wants(ReproAccuracy::Strict), "--strict-accuracy");
  words.flag(wants(ReproAccuracy::Off), "--no-accuracy");
  if (options.saveDir) words.value("--save-dir", *options.saveDir);
  words.flag(options.saveDir && options.saveDir->empty(), "--no-save-dir");
  addBoth(words, options.autocast, "--autocast", "--no-autocast");
  words.value("--backend", options.backend);
  words.flag(options.onlyFwd, "--only-fwd");
  words.value("--tracing-mode", options.tracingMode);
  addBoth(words, options.isolate, "--isolate", "--no-isolate");
  words.flag(options.skipSavingEagerIntermediates, "--skip-saving-eager-intermediates");
  words.flag(options.offloadToDisk, "--offload-to-disk");
  words.flag(options.skipSanity, "--skip-sanity");
  words.value("--max-granularity", granularity == 0 ? std::string() : std::to_string(granularity));
  words.value("--check-str", options.checkStr);
  words.flag(options.skipSavingInductorIntermediates, "--skip-saving-inductor-intermediates");
  words.flag(options.skipSavingFloat64Intermediates, "--skip-saving-float64-intermediates");
  words.flag(options.skipCheckDeterministic, "--skip-check-deterministic");
  words.flag(options.stableHash, "--stable-hash");
  auto rest = std::move(words).done();
  if (!rest) return rest;
  rest->insert(rest->begin(), std::string(commandWord(options.command)));
  return rest;
}

std::vector<std::pair<std::string, std::string>> reproEnvironment() {
  return {{"PYTHONHASHSEED", "0"}, {"CUBLAS_WORKSPACE_CONFIG", ":4096:8"}};
}

bool canRunEager(const ReproScript& script, const ReproOptions& options) {
  return script.form == ReproForm::AfterDynamo && script.callsRunRepro && options.command == ReproCommand::Run &&
         compares(script, options) && options.backend != "eager";
}

base::Result<RunSpec> specForRepro(const ReproScript& script, const ReproOptions& options, int repeats) {
  ReproOptions whole = options;
  std::error_code problem;
  const fs::path path = fs::absolute(script.path, problem).lexically_normal();
  // The script runs in the task's folder, where its relative save_dir would be another one.
  if (!whole.saveDir && !script.saveDir.empty() && fs::path(script.saveDir).is_relative())
    whole.saveDir = (path.parent_path() / script.saveDir).lexically_normal().string();
  auto arguments = reproArguments(script, whole);
  if (!arguments) return base::fail(arguments.error());
  RunSpec spec;
  spec.kind = RunKind::Repro;
  spec.script = path.string();
  spec.arguments = *std::move(arguments);
  spec.reproForm = script.form;
  spec.onlyRuns = !compares(script, options);
  spec.device = script.needsCuda() ? "cuda" : "cpu";
  spec.repeats = repeats;
  spec.environment = reproEnvironment();
  // They would start the repro machinery again inside the run: a minifier then finds nothing to minify.
  if (!options.keepSettings) spec.unset = {"TORCHDYNAMO_REPRO_AFTER", "TORCHDYNAMO_REPRO_LEVEL"};
  spec.folderVariables = {{"TORCH_COMPILE_DEBUG_DIR", ""}};
  const auto caches = cacheEnvironment({});
  spec.freshCache = true;
  spec.cleanCopy = !options.keepSettings && !script.settings.empty();
  // Caches and the debug folder have their places; each other folder of the script is one of that name in the task's own.
  for (const ReproSetting& setting : script.settings)
    if (spec.cleanCopy && setting.isVariable && setting.isFolder && setting.name != "TORCH_COMPILE_DEBUG_DIR" &&
        std::ranges::find(caches, setting.name, &std::pair<std::string, std::string>::first) == caches.end())
      setVariable(spec.folderVariables, setting.name, setting.name);
  return spec;
}

base::Result<RunSpec> specForReproducibility(const ReproScript& script, const ReproOptions& options, int repeats,
                                             int eagerRuns) {
  auto spec = specForRepro(script, options, repeats);
  if (spec && canRunEager(script, options)) spec->eagerRuns = eagerRuns;
  return spec;
}

RunSpec specForWhy(const RunSpec& row, WhyLevel level, const std::string& after) {
  RunSpec spec = row;
  spec.test = SuiteTest::Accuracy;
  spec.title = "Why: " + titleOf(row);
  spec.repeats = 1;
  spec.output.clear();  // must not replace the result in question
  spec.ownFolder = true;
  setVariable(spec.environment, "TORCHDYNAMO_REPRO_AFTER", after);
  setVariable(spec.environment, "TORCHDYNAMO_REPRO_LEVEL", std::to_string(static_cast<int>(level)));
  std::erase_if(spec.environment, [](const auto& entry) { return entry.first == "TORCH_COMPILE_DEBUG_DIR"; });
  setVariable(spec.folderVariables, "TORCH_COMPILE_DEBUG_DIR", "");
  spec.freshCache = spec.kind != RunKind::TorchCache;
  if (spec.freshCache)
    for (const auto& variable : cacheEnvironment({}))
      std::erase_if(spec.environment, [&](const auto& entry) { return entry.first == variable.first; });
  return spec;
}

base::Result<void> checkRepro(const RunSpec& spec) {
  if (spec.script.empty()) return refuseSpec("No repro script is named.", "Name one.");
  if (!spec.models.empty()) return refuseSpec("--model is not for a repro script.", "Leave it out.");
  if (spec.eagerRuns < 0 || spec.eagerRuns > kMaxEagerRuns)
    return refuseSpec("--eager-runs is " + std::to_string(spec.eagerRuns) + ".",
                      "It may be 0 to " + std::to_string(kMaxEagerRuns) + ".");
  if (spec.eagerRuns == 0) return {};
  if (spec.reproForm != ReproForm::AfterDynamo || commandOf(spec) != commandWord(ReproCommand::Run))
    return refuseSpec("--eager-runs needs a script of the after_dynamo form, and the command run.",
                      "Scripts of the other form have no --backend; set it to 0.");
  return {};
}

RunPlan planRepro(const RunSpec& spec) {
  RunPlan plan;
  const bool isCopied = !traitsOf(spec.target).sharesFiles;
  if (!isCopied) plan.script = spec.script;
  const auto add = [&](int repeat, const Step& step) {
    plan.tasks.push_back({.model = {}, .repeat = repeat, .steps = {step}, .cache = spec.freshCache});
  };
  if (spec.eagerRuns > 0) {
    const Step step = stepOf(spec, kEagerStep, eagerArguments(spec.arguments));
    for (int i = 1; i <= spec.eagerRuns; ++i) add(i, step);
  }
  const Step step = stepOf(spec, kReproStep, spec.arguments);
  for (int i = 1; i <= spec.repeats; ++i) add(i, step);
  if (isCopied)
    plan.notes.emplace_back(
        "Only the script itself is copied to the other machine, not what it imports beside it, nor the inputs of its "
        "save_dir: they must be there already, under the same path, or random numbers take their place.");
  if (spec.cleanCopy)
    plan.notes.emplace_back(
        "A copy of the script runs, without the lines that start PyTorch's repro machinery again or name folders of an "
        "earlier run; --info lists them, --keep-settings runs the script itself.");
  if (traitsOf(spec.target).isScheduled)
    plan.notes.emplace_back("The nodes must see the script and its save_dir under the same paths.");
  return plan;
}

std::string reproTitle(const RunSpec& spec) {
  return std::filesystem::path(spec.script).filename().string() + " " + commandOf(spec);
}

base::Result<TaskCopies> copiesFor(const RunSpec& spec) {
  if (spec.kind != RunKind::Repro || !runsCopy(spec)) return TaskCopies{};
  auto file = files::readFile(spec.script, kMaxCopyBytes);
  if (!file) return base::fail(file.error());
  if (spec.cleanCopy) {
    const auto script = reproScriptOf(file->bytes, spec.script);
    if (!script) return base::fail(script.error());
    const std::filesystem::path beside = std::filesystem::path(spec.script).parent_path();
    file->bytes = scriptForRun(file->bytes, *script, traitsOf(spec.target).sharesFiles ? beside.string() : "");
  }
  return TaskCopies{{kCopy, std::move(file->bytes)}};
}

std::string commandOf(const RunSpec& spec) {
  if (!spec.arguments.empty() && commandOfWord(spec.arguments.front())) return spec.arguments.front();
  return std::string(commandWord(ReproCommand::Run));
}

bool isEagerTask(const TaskPlan& task) { return !task.steps.empty() && task.steps.front().name == kEagerStep; }

}  // namespace plumbline::runs
