// SPDX-License-Identifier: GPL-3.0-or-later
// A spec as commands: a run is made of tasks that may run at the same time on different machines, a task of steps that
// follow each other in one folder (cold, then warm in the same cache).
//
//   auto plan = planRun(spec);
//   for (const std::string& line : commandLines(*plan, "OUTPUT")) show(line);
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/configs/config.h"
#include "core/runs/spec/command_template.h"
#include "core/runs/spec/run_spec.h"
#include "core/sources/run_notes.h"
#include "core/verdicts/view/name_pattern.h"

namespace plumbline::runs {

struct Step {
  std::string name;         ///< "cold", "warm", "run"
  std::vector<Word> words;  ///< the first is the program
  std::string output;       ///< the file it writes, below the task's folder: "cold.csv"
  bool operator==(const Step&) const = default;
};

struct TaskPlan {
  std::string model;   ///< "" for a whole suite or partition
  int repeat = 1;      ///< from 1
  int partition = 0;   ///< from 0; meaningful when the spec has several
  std::vector<Step> steps;
  bool cache = false;  ///< a fresh cache folder, in the environment of every step
  bool operator==(const TaskPlan&) const = default;
};

struct RunPlan {
  std::vector<TaskPlan> tasks;     ///< in running order: repeat by repeat within a model, as cachebench does
  std::string script;              ///< the suite's script as the program gets it; "" for a command
  std::string workingFolder;
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::string> unset;  ///< as the spec has them
  std::vector<std::pair<std::string, std::string>> folderVariables;  ///< as the spec has them
  std::string expected;            ///< baseline in the checkout that the result belongs to; "" for none
  std::vector<std::string> notes;  ///< shown to the user ("needs a ROCm build ...")
  bool operator==(const RunPlan&) const = default;
};

/// planRun. TorchCache's commands are cachebench's own (SPEC 13), word for word, without its repeated --output. Errors:
/// those of checkSpec and of the template.
base::Result<RunPlan> planRun(const RunSpec& spec);

/// commandLines are the steps of a plan as lines for a POSIX shell, with `folder` for the task's folder; lines that are
/// the same for several repeats come once.
std::vector<std::string> commandLines(const RunPlan& plan, const std::string& folder);

/// setupVariables are the variables of all steps, including those of the cache folder.
std::vector<std::pair<std::string, std::string>> setupVariables(const RunPlan& plan, const std::string& folder);
/// setupLines are the shell lines before them: the working folder ("cd ...") and every variable ("unset ...", "export ...").
std::vector<std::string> setupLines(const RunPlan& plan, const std::string& folder);

/// harnessFlags are the options that a run passes to the suite's script, "--accuracy", without their values.
std::vector<std::string> harnessFlags(const RunSpec& spec);

/// cacheEnvironment names the variables that lead to a cache folder: TORCHINDUCTOR_CACHE_DIR (the folder itself) and
/// TRITON_CACHE_DIR (its sub-folder "triton").
std::vector<std::pair<std::string, std::string>> cacheEnvironment(const std::string& folder);

/// modelsFile is the checkout's accuracy baseline of a suite run, which lists the models of its suite; "" where there is
/// none on this machine.
std::string modelsFile(const RunSpec& spec);

/// measuresPerformance: a suite's timed run; its compile times compare only from empty caches.
bool measuresPerformance(const RunSpec& spec);
/// compileCacheOf is the state of the caches in which a step of a task compiles. Unstated for a command that may have
/// caches of its own.
sources::CompileCache compileCacheOf(const RunSpec& spec, const TaskPlan& task, std::size_t step);

/// tableName is the file name of a run's table: its baseline's, under which a result is found to belong to it; its
/// config's where the baseline's name is that of no config. "result.csv" for a command without a baseline.
std::string tableName(const RunSpec& spec, const RunPlan& plan);

/// specForRow fills a spec from a row of a triage table: config, model, test, with the baseline it was held against.
RunSpec specForRow(const configs::Config& config, const std::string& model, const std::string& baseline);

// Makes a spec for "Run this row" from the names and folders of the two files of a pair.
//
//   form.showSpec(specForPair("a/inductor_timm_training.csv", "pytorch/benchmarks/.../inductor_timm_training.csv",
//   "beit"));

/// specForPair takes config and test from the baseline's name, else from the actual file's, and the checkout around the
/// baseline. What neither contains stays empty. The baseline of the spec is the pair's.
RunSpec specForPair(const std::string& actual, const std::string& expected, const std::string& model);

/// specForConfig does the same where the config is known; expected may be "".
RunSpec specForConfig(const configs::Config& config, const std::string& expected, const std::string& model);

// The configs that can be run from a checkout: those it has a baseline of.
//
//   for (const std::string& name : checkoutConfigs("/src/pytorch")) offer(name);

/// checkoutConfigs reads the folder of baselines, sorted by name; empty where there is none. Reads the disk.
std::vector<std::string> checkoutConfigs(const std::string& checkout);

/// The models that a run was asked for: those of --model, or those that the options of the suite's script select (-k, -x,
/// --only, SPEC 11). A baseline has many others, which such a run does not lose.
///
///   const RequestedModels requested(run.spec);
///   if (isLost && !requested.contains(model)) skip(model);
class RequestedModels {
 public:
  explicit RequestedModels(const RunSpec& spec);
  bool contains(const std::string& model) const;
  /// query is the same as a text filter (verdicts/view/query.h): "/^(llama|moco)$/"; "" for all models. Named models
  /// that are in `without` are left out.
  std::string query(const std::vector<std::string>& without = {}) const;

 private:
  std::vector<std::string> m_names;                ///< exact; empty: any
  std::vector<verdicts::NamePattern> m_patterns;   ///< one of them matches; empty: any
  std::vector<verdicts::NamePattern> m_excluded;   ///< none of them matches
  std::vector<std::string> m_excludedNames;
  std::string m_only, m_not;                       ///< m_patterns and m_excluded as one expression
};

}  // namespace plumbline::runs
