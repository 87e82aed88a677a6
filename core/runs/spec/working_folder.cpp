// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/working_folder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/files/descriptor.h"

namespace plumbline::runs {
namespace {

namespace fs = std::filesystem;
using Variables = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kPythonPath = "PYTHONPATH";

/// valueIn is the variable as the program gets it: the spec's own, or this process's when it runs here.
std::string valueIn(const RunSpec& spec, const Variables& variables, const std::string& name) {
  const auto own = std::ranges::find(variables, name, &Variables::value_type::first);
  if (own != variables.end()) return own->second;
  if (!traitsOf(spec.target).isHere || std::ranges::find(spec.unset, name) != spec.unset.end()) return {};
  const char* outer = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
  return outer == nullptr ? "" : outer;
}

/// leavesFiles: PyTorch writes repro.py and torch_compile_debug into the folder it works in.
bool leavesFiles(const RunSpec& spec) {
  if (spec.kind == RunKind::Repro) return false;
  return std::ranges::any_of(std::array{"TORCHDYNAMO_REPRO_AFTER", "TORCH_COMPILE_DEBUG"}, [&](const char* name) {
    const std::string value = valueIn(spec, spec.environment, name);
    return !value.empty() && value != "0";
  });
}

/// worksApart: in the task's own folder instead of the checkout. The words of a command are meant from where it works.
bool worksApart(const RunSpec& spec) {
  const bool mayMove = spec.workingFolder.empty() && !spec.checkout.empty();
  return mayMove && (spec.ownFolder || (spec.kind != RunKind::Command && leavesFiles(spec)));
}

/// wholePath is a relative path seen from the user's folder, or from the checkout for what is there alone: the path itself or,
/// of one that is not made yet, its folder.
std::string wholePath(const RunSpec& spec, const std::string& path) {
  std::error_code problem;
  const fs::path here = fs::absolute(path, problem).lexically_normal();
  const fs::path there = (fs::path(spec.checkout) / path).lexically_normal();
  if (problem) return there.string();
  for (const bool isMade : {true, false})
    for (const fs::path& whole : {here, there})
      if (fs::exists(isMade ? whole : whole.parent_path(), problem)) return whole.string();
  return here.string();
}

bool isRelativePath(const RunSpec& spec, const std::string& value) {
  if (value.starts_with("./") || value.starts_with("../")) return true;
  std::error_code problem;
  return value.find('/') != std::string::npos && !value.starts_with('/') &&
         fs::is_directory(fs::path(wholePath(spec, value)).parent_path(), problem);
}

/// addWholePythonPath makes the relative folders of PYTHONPATH absolute. An empty entry is the folder that Python works in,
/// which is the checkout otherwise; an empty variable has none.
void addWholePythonPath(const RunSpec& spec, Variables& variables) {
  const std::string value = valueIn(spec, variables, kPythonPath);
  std::string whole;
  for (std::size_t at = 0; !value.empty() && at <= value.size();) {
    const std::size_t end = std::min(value.find(':', at), value.size());
    const std::string folder = value.substr(at, end - at);
    if (at > 0) whole += ':';
    whole += folder.empty() ? spec.checkout : folder.front() == '/' ? folder : wholePath(spec, folder);
    at = end + 1;
  }
  if (whole != value) setVariable(variables, kPythonPath, whole);
}

constexpr std::string_view kModelPackage = "torchbenchmark";  // is named after its suite

/// addTorchBench: the script of that suite looks for the package of its models beside the folder it works in, which is the
/// checkout otherwise. Python runs what is there, so others may not write to it; what the user named comes first.
void addTorchBench(const RunSpec& spec, RunPlan& plan) {
  if (const std::string suite = suiteOf(spec); suite.empty() || !kModelPackage.starts_with(suite)) return;
  for (const char* place : {"torchbenchmark", "../torchbenchmark", "../torchbench", "../benchmark", "../../torchbenchmark",
                            "../../torchbench", "../../benchmark", "../../../torchbenchmark", "../../../torchbench",
                            "../../../benchmark"}) {
    std::error_code problem;
    const auto folder = (fs::path(spec.checkout) / place).lexically_normal();
    const std::string package = (folder / kModelPackage).string();
    if (!fs::is_directory(package, problem)) continue;
    if (!files::isTrusted(folder.string()) || !files::isTrusted(package)) {
      plan.notes.push_back(folder.string() + " is not added to PYTHONPATH: another user owns it or can write to it. PYTHONPATH in the environment of the run adds it.");
      continue;
    }
    const std::string before = valueIn(spec, plan.environment, kPythonPath);
    return setVariable(plan.environment, kPythonPath, (before.empty() ? "" : before + ":") + folder.string());
  }
}

}  // namespace

RunSpec withWholePaths(RunSpec spec) {
  if (!worksApart(spec) || !traitsOf(spec.target).sharesFiles) return spec;
  constexpr std::array<std::string_view, 6> kNames{"-k", "--filter", "-x", "--exclude", "--only", "--exclude-exact"};
  const auto takesNames = [&](std::string_view option) { return std::ranges::find(kNames, option) != kNames.end(); };
  for (std::size_t i = 0; i < spec.extra.size(); ++i) {
    std::string& word = spec.extra[i];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::size_t begin = equals == std::string::npos ? 0 : equals + 1;
    const bool isName = begin > 0 ? takesNames(std::string_view(word).substr(0, equals)) : i > 0 && takesNames(spec.extra[i - 1]);
    const std::string value = word.substr(begin);
    if (!isName && (begin > 0 || !word.starts_with('-')) && isRelativePath(spec, value)) word.replace(begin, std::string::npos, wholePath(spec, value));
  }
  return spec;
}

void chooseFolder(const RunSpec& spec, RunPlan& plan) {
  plan.environment = spec.environment;
  plan.workingFolder = spec.workingFolder;
  const std::string leaves = "PyTorch writes repro.py and torch_compile_debug into the folder it works in: ";
  if (!worksApart(spec)) {
    if (plan.workingFolder.empty()) plan.workingFolder = spec.checkout;
    if (!plan.workingFolder.empty() && leavesFiles(spec))
      plan.notes.push_back(leaves + "that is " + plan.workingFolder +
                           (spec.kind == RunKind::Command ? ". Name another one with --working-folder." : "."));
    return;
  }
  if (traitsOf(spec.target).sharesFiles) {
    addWholePythonPath(spec, plan.environment);
    addTorchBench(spec, plan);
  }
  if (spec.ownFolder) return;  // as requested
  plan.notes.push_back(leaves + "that is the folder of each task, not the checkout.");
}

}  // namespace plumbline::runs
