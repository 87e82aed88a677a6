// SPDX-License-Identifier: GPL-3.0-or-later
// What to run, as a value: filled in by the form or the command line, saved as a preset. Plain data; run_plan.h makes
// the commands.
//
//   RunSpec spec{.kind = RunKind::TorchCache, .checkout = "/src/pytorch", .suite = "torchbench", .repeats = 3};
//   auto plan = planRun(spec);                       // run_plan.h
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/configs/config.h"
#include "core/runs/repro/repro_script.h"

namespace plumbline::runs {

/// TorchCache is resources/runs/torchcache.toml: models by suite, the arguments of cachebench (SPEC 13).
struct TorchCache {
  struct Suite {
    std::string name;
    std::vector<std::string> models;
  };
  std::vector<Suite> suites;
  std::vector<std::string> common, inference, training, dynamic;  ///< arguments
  std::vector<std::string> devices;                               ///< the first is the default
};

/// torchCache is the built-in one; empty only in a program built without its resources.
const TorchCache& torchCache();
/// parseTorchCache reads one. Errors: BadFormat with the file and line of what is missing.
base::Result<TorchCache> parseTorchCache(std::string_view toml, const std::string& fileName);

enum class RunKind : std::uint8_t {
  TorchCache,  ///< cachebench's work: per model and repeat a cold run and a warm one in a fresh cache (SPEC 13)
  Suite,       ///< a suite script with the flags CI uses for a config (SPEC 11, 12)
  Command,     ///< any program that writes such a CSV or JSON
  Repro,       ///< a repro script (SPEC 15); repro_outcome.h reads the result from its exit code and log
};

enum class TargetKind : std::uint8_t { Local, Ssh, Slurm };
/// RunTarget is where it runs: "local", "ssh:HOST", "slurm", "slurm:PARTITION".
struct RunTarget {
  TargetKind kind = TargetKind::Local;
  std::string host = {};       ///< as the user's ssh knows it; never begins with '-'
  std::string partition = {};  ///< Slurm's; "": its default
  std::string gres = {};       ///< Slurm: "gpu:1"
  std::string timeLimit = {};  ///< Slurm's own limit, "2:00:00"; "": the partition's
  std::string folder =
      {};  ///< Slurm: a folder that the nodes see too; Ssh: below which runs live there. "": the default
  std::string scratch = {};    ///< Slurm: a folder of the node to work in; results are copied back. "": `folder` itself
  bool operator==(const RunTarget&) const = default;
};
/// TargetTraits are what everything but its executor has to know of a kind of target.
struct TargetTraits {
  TargetKind kind;
  std::string_view word;           ///< the name of the kind: "ssh"
  std::string RunTarget::*detail;  ///< what follows the word and a colon in the target's name; null: nothing does
  bool needsDetail;
  bool isHere;                     ///< tasks are processes of this machine
  bool sharesFiles;                ///< the files of this machine have the same paths there
  bool isScheduled;                ///< a scheduler decides when tasks run, and on which machine: no limit of ours counts
};
const TargetTraits& traitsOf(const RunTarget& target);
/// parseTarget reads --on. Errors: BadArgument. targetName is the way back, and the name that limits and lists use.
base::Result<RunTarget> parseTarget(std::string_view text);
std::string targetName(const RunTarget& target);

enum class SuiteTest : std::uint8_t { Accuracy, Performance };
enum class ResultForm : std::uint8_t { Csv, CacheJson };
inline constexpr std::chrono::seconds kDefaultTimeout{2000};  ///< of one step, as cachebench has it (SPEC 13)

// The fields are grouped by meaning; padding costs 32 bytes.
struct RunSpec {  // NOLINT(clang-analyzer-optin.performance.Padding)
  RunKind kind = RunKind::TorchCache;
  std::string title = {};     ///< "": titleOf makes one
  std::string checkout = {};  ///< root of a PyTorch checkout on the machine where it runs
  std::string python = "python3";
  std::string suite = {};     ///< canonical word; with `config` it is the config's
  std::string config = {};    ///< Suite: configName, "dynamic_inductor_torchbench_training"; "": from the fields here
  std::vector<std::string> models = {};  ///< empty: TorchCache's own list; Suite: the script's own list
  configs::Mode mode = configs::Mode::Training;
  std::string device = {};    ///< "": cuda, or the config's
  bool dynamic = false;
  SuiteTest test = SuiteTest::Accuracy;
  int repeats = 1;            ///< TorchCache 1-9; the others 1-999: the same run again and again
  int partitions = 1;         ///< Suite without models: parts that run for themselves, 1-15 (SPEC 11.1)
  std::vector<std::string> extra = {};    ///< Suite: further arguments, before --output
  std::vector<std::string> command = {};  ///< Command: words with fields, see command_template.h
  ResultForm form = ResultForm::Csv;      ///< Command: what it writes
  std::string script = {};    ///< Repro: its absolute path here; over ssh it is copied into the task's folder there
  std::vector<std::string> arguments = {};  ///< Repro: the script's arguments, see reproArguments
  ReproForm reproForm = ReproForm::AfterDynamo;
  bool onlyRuns = false;      ///< Repro: it runs eager and compiled and holds neither against the other
  bool cleanCopy = false;     ///< Repro: a copy of the script runs, without the lines of ReproScript::settings
  int eagerRuns = 0;          ///< Repro, AfterDynamo: so many tasks before the others with --backend eager, 0-9
  std::string baseline =
      {};  ///< CSV to hold the result against; "": the checkout's for `config`, when it is on this machine
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< set for the program
  std::vector<std::string> unset = {};  ///< variables of the host that the program does not get; environment may set them
  /// Variables that lead into the task's own folder, wherever it will be: name and the target in there, "" for the
  /// folder.
  std::vector<std::pair<std::string, std::string>> folderVariables = {};
  std::string workingFolder = {};  ///< "": the checkout; without one the task's own folder
  bool ownFolder = false;     ///< without workingFolder the task's own folder, not the checkout
  RunTarget target = {};
  std::chrono::seconds timeout = kDefaultTimeout;  ///< per step; of a whole suite: per model (stepLimit)
  std::chrono::seconds grace{10};  ///< between the polite stop and the kill
  int retries = 0;            ///< further attempts of a task that failed or was lost; never after a timeout or cancel
  int priority = 0;           ///< higher runs sooner
  int jobs = 1;               ///< tasks of this run at the same time; Slurm: elements of the array
  std::vector<std::string> gpus = {};  ///< each task gets one of them, by index or UUID; empty: what the host shows it
  int nice = 0;               ///< 0-19
  bool freshCache = false;    ///< all but TorchCache: a cache folder of its own per task (TorchCache always has one)
  bool keepCache = false;
  bool keepGoing = false;     ///< TorchCache: the warm run starts although the cold one failed
  std::uint64_t logBytes = std::uint64_t{64} << 20;  ///< per step; of a longer log its beginning and its end are kept
  std::string output = {};    ///< where the result goes besides the run's own folder; "": nowhere
  bool operator==(const RunSpec&) const = default;
};

/// setVariable sets a variable in place of an older value.
void setVariable(std::vector<std::pair<std::string, std::string>>& variables, const std::string& name, std::string value);
/// setVariable sets one of the program, also in place of a folder below the task's own.
void setVariable(RunSpec& spec, const std::string& name, std::string value);
/// dropFoldersSet removes the folders below the task's own whose variables have a value of the user's.
void dropFoldersSet(RunSpec& spec);

/// titleOf: "TorchCache torchbench training dynamic cuda, 3 repeats", "inductor_torchbench_training: llama, moco",
/// "repro.py run, 10 times".
std::string titleOf(const RunSpec& spec);

/// isWholeSuite: the suite's script runs its own list of models, and ends each after the timeout by itself; stepLimit,
/// the supervisor's timeout of a step, is then longer than any suite needs.
bool isWholeSuite(const RunSpec& spec);
std::chrono::seconds stepLimit(const RunSpec& spec);

/// suiteOf, modeOf and deviceOf are what it will run: those of `config` where there is one; device by default the one
/// CI uses.
std::string suiteOf(const RunSpec& spec);
configs::Mode modeOf(const RunSpec& spec);
std::string deviceOf(const RunSpec& spec);

/// specText is the JSON that presets and journals keep; specOf reads it. Unknown members are an error, absent ones have
/// their default. Errors: BadFormat naming `file` and the member.
std::string specText(const RunSpec& spec);
base::Result<RunSpec> specOf(std::string_view json, const std::string& file = {});

/// torchCacheModels are TorchCache's models of a suite (resources/runs/torchcache.toml); empty for one it does not
/// know.
std::vector<std::string> torchCacheModels(std::string_view suite);
std::vector<std::string> torchCacheSuites();

/// ValueNames are the names of an enum's values, in JSON and on the command line:
///   if (auto kind = valueOfName(kKindNames, "suite")) spec.kind = *kind;
template <typename Value, std::size_t Count>
using ValueNames = std::array<std::pair<std::string_view, Value>, Count>;

inline constexpr ValueNames<RunKind, 4> kKindNames{{{"torchcache", RunKind::TorchCache},
                                                   {"suite", RunKind::Suite},
                                                   {"command", RunKind::Command},
                                                   {"repro", RunKind::Repro}}};
inline constexpr ValueNames<ReproForm, 2> kReproFormNames{
    {{"after_dynamo", ReproForm::AfterDynamo}, {"after_aot", ReproForm::AfterAot}}};
inline constexpr ValueNames<configs::Mode, 2> kModeNames{
    {{"training", configs::Mode::Training}, {"inference", configs::Mode::Inference}}};
inline constexpr ValueNames<SuiteTest, 2> kTestNames{
    {{"accuracy", SuiteTest::Accuracy}, {"performance", SuiteTest::Performance}}};
inline constexpr ValueNames<ResultForm, 2> kFormNames{{{"csv", ResultForm::Csv}, {"cachejson", ResultForm::CacheJson}}};

template <typename Value, std::size_t Count>
std::optional<Value> valueOfName(const ValueNames<Value, Count>& words, std::string_view text) {
  for (const auto& [word, value] : words)
    if (word == text) return value;
  return std::nullopt;
}
template <typename Value, std::size_t Count>
std::string_view toName(const ValueNames<Value, Count>& words, Value value) {
  for (const auto& [word, known] : words)
    if (known == value) return word;
  return {};
}

/// Saved specs: NAME.json in a folder of the user's config ($XDG_CONFIG_HOME/plumbline/runs), one file each, made to be
/// shared and kept in a repository.
///
///   for (const Preset& preset : readPresets(defaultPresetFolder(), problems)) offer(preset.name);
struct Preset {
  std::string name;
  RunSpec spec;
};
std::string defaultPresetFolder();
/// readPresets returns the presets by name; `problems` receives the files that are not presets. No folder: none.
std::vector<Preset> readPresets(const std::string& folder, std::vector<base::Error>& problems);
/// savePreset replaces a preset of the same name. Errors: BadArgument for a name that is not a valid file name;
/// NotWritable.
base::Result<void> savePreset(const std::string& folder, const Preset& preset);
base::Result<void> removePreset(const std::string& folder, const std::string& name);

}  // namespace plumbline::runs
