// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_plan.h"

#include <filesystem>

#include "core/files/file_bytes.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_script.h"
#include "core/runs/spec/spec_check.h"

namespace plumbline::runs {
namespace {

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
