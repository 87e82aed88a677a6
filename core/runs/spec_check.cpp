// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/configs/reproduce.h"
#include "core/runs/place_check.h"
#include "core/runs/repro_plan.h"
#include "core/runs/run_plan.h"
#include "core/runs/torch_cache.h"

namespace plumbline::runs {
namespace {

constexpr int kMostTasks = 20000;

std::string among(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// texts are all that reach a program or a file as text, each with the option that gives it.
base::Result<void> checkTexts(const RunSpec& spec) {
  const std::pair<const char*, const std::string*> single[] = {{"The title", &spec.title},
                                                               {"--pytorch", &spec.checkout},
                                                               {"--python", &spec.python},
                                                               {"--suite", &spec.suite},
                                                               {"--config", &spec.config},
                                                               {"--device", &spec.device},
                                                               {"--expected", &spec.baseline},
                                                               {"--working-folder", &spec.workingFolder},
                                                               {"The script", &spec.script},
                                                               {"-o", &spec.output}};
  for (const auto& [option, text] : single)
    if (auto good = checkText(option, *text); !good) return good;
  const std::pair<const char*, const std::vector<std::string>*> lists[] = {
      {"--model", &spec.models},
      {"An argument of the suite's script", &spec.extra},
      {"A word of the command", &spec.command},
      {"An argument of the repro script", &spec.arguments}};
  for (const auto& [option, list] : lists)
    for (const std::string& text : *list)
      if (auto good = checkText(option, text); !good) return good;
  return {};
}

base::Result<void> checkEnvironment(const RunSpec& spec) {
  std::set<std::string> names;
  if (spec.kind == RunKind::TorchCache || spec.freshCache)
    for (const auto& [name, value] : cacheEnvironment({})) names.insert(name);
  const std::set<std::string> ours = names;
  for (const auto& [name, value] : spec.environment) {
    if (auto good = checkText("The name of a variable in --env", name); !good) return good;
    if (auto good = checkText("--env " + name, value); !good) return good;
    if (name.empty() || name.find('=') != std::string::npos)
      return refuseSpec("--env has a variable without a proper name.", "Write NAME=VALUE.");
    if (ours.contains(name))
      return refuseSpec("--env may not set " + name + " here.", "It leads to the run's own fresh cache folder.");
    if (!names.insert(name).second) return refuseSpec("--env sets " + name + " twice.", "Leave one of them out.");
  }
  for (const auto& [name, place] : spec.folderVariables) {
    if (auto good = checkText("The name of a variable of the task's folder", name); !good) return good;
    if (auto good = checkText("The place of " + name, place); !good) return good;
    if (name.empty() || name.find('=') != std::string::npos || !names.insert(name).second)
      return refuseSpec("A variable of the task's folder has no proper name of its own: \"" + name + "\".",
                        "Give each variable once, with --env or as one of the task's folder.");
    if (place.starts_with('/') || place.find("..") != std::string::npos)
      return refuseSpec("The place of " + name + " is not below the task's folder.", "Name a folder in there, or none.");
  }
  return {};
}

base::Result<void> checkNumbers(const RunSpec& spec) {
  constexpr std::int64_t kMonth = 30 * 24 * 3600;
  const struct {
    const char* option;
    std::int64_t value, least, most;
  } limits[] = {
      {spec.kind == RunKind::Repro ? "The number of runs" : "--repeat", spec.repeats, 1, spec.kind == RunKind::TorchCache ? 9 : 999},
      {"--partitions", spec.partitions, 1, 15},
      {"--timeout", spec.timeout.count(), 1, kMonth},
      {"--grace", spec.grace.count(), 0, 3600},
      {"--retries", spec.retries, 0, 9},
      {"--priority", spec.priority, -999, 999},
      {"--jobs", spec.jobs, 1, 999},
      {"--nice", spec.nice, 0, 19},
  };
  for (const auto& limit : limits)
    if (limit.value < limit.least || limit.value > limit.most)
      return refuseSpec(std::string(limit.option) + " is " + std::to_string(limit.value) + ".",
                        "It may be " + std::to_string(limit.least) + " to " + std::to_string(limit.most) + ".");
  constexpr std::uint64_t kLeastLog = 4096, kMostLog = std::uint64_t{1} << 40;
  if (spec.logBytes < kLeastLog || spec.logBytes > kMostLog)
    return refuseSpec("--log-limit is " + std::to_string(spec.logBytes) + " bytes.", "It may be 4 KiB to 1 TiB.");
  const auto runs = static_cast<std::int64_t>(std::max<std::size_t>(spec.models.size(), 1)) * spec.repeats;
  if (spec.models.size() > kMostTasks || runs * spec.partitions > kMostTasks)
    return refuseSpec("That would be " + std::to_string(runs * spec.partitions) + " tasks in one run.",
                      "At most " + std::to_string(kMostTasks) + " fit into one; name fewer models or repeats.");
  return {};
}

base::Result<void> checkModels(const RunSpec& spec) {
  std::set<std::string> seen;
  for (const std::string& model : spec.models) {
    if (model.empty()) return refuseSpec("--model has no name.", "Name a model, or leave --model out.");
    if (!seen.insert(model).second)
      return refuseSpec("--model names " + model + " twice.", "Ask for more with --repeat.");
  }
  return {};
}

base::Result<void> checkPaths(const RunSpec& spec) {
  if (spec.python.empty() || spec.python.front() == '-')
    return refuseSpec("--python is no program.", "Give the whole path of an interpreter, or its name.");
  if (spec.python.find('/') != std::string::npos && spec.python.front() != '/')
    return refuseSpec("--python is not a whole path.",
                      "Begin it with /, or give the name alone: it is looked up in PATH.");
  const bool needsCheckout = spec.kind == RunKind::TorchCache || spec.kind == RunKind::Suite;
  if (needsCheckout && spec.checkout.empty())
    return refuseSpec("--pytorch is missing.", "Name the root of a PyTorch checkout on the machine where it runs.");
  const std::pair<const char*, const std::string*> paths[] = {{"--pytorch", &spec.checkout},
                                                              {"The script", &spec.script},
                                                              {"--expected", &spec.baseline},
                                                              {"--working-folder", &spec.workingFolder},
                                                              {"-o", &spec.output}};
  for (const auto& [option, path] : paths)
    if (auto good = checkPath(option, *path); !good) return good;
  if (spec.output.ends_with('/')) return refuseSpec("-o names a folder.", "Name a file in it.");
  return {};
}

base::Result<void> checkTorchCache(const RunSpec& spec) {
  if (!contains(torchCacheSuites(), spec.suite))
    return refuseSpec(
        spec.suite.empty() ? "--suite is missing." : "--suite " + spec.suite + " is not one of TorchCache.",
        "It has " + among(torchCacheSuites()) + ".");
  if (!spec.device.empty() && !contains(torchCache().devices, spec.device))
    return refuseSpec("--device " + spec.device + " is not one of TorchCache.",
                      "It has " + among(torchCache().devices) + ".");
  if (!spec.config.empty())
    return refuseSpec("--config is not for TorchCache.", "Say --suite, --mode, --device and --dynamic.");
  return {};
}

base::Result<void> checkSuite(const RunSpec& spec) {
  if (!spec.config.empty()) {
    const auto config = configs::configOfName(spec.config);
    if (!config)
      return refuseSpec("--config " + spec.config + " is not known: " + config.error().text, config.error().hint);
    if (!spec.suite.empty() && spec.suite != config->suite)
      return refuseSpec("--suite " + spec.suite + " is not the one of --config " + spec.config + ".",
                        "Leave --suite out.");
  } else if (!contains(configs::suiteNames(), spec.suite)) {
    return refuseSpec(
        spec.suite.empty() ? "--suite or --config is missing." : "--suite " + spec.suite + " is not known.",
        "There are " + among(configs::suiteNames()) + ".");
  }
  if (!spec.device.empty() && !contains(configs::deviceNames(), spec.device))
    return refuseSpec("--device " + spec.device + " is not known.", "There are " + among(configs::deviceNames()) + ".");
  if (spec.partitions > 1 && !spec.models.empty())
    return refuseSpec("--partitions does not go with --model.",
                      "Models run one by one; use --jobs for several at a time.");
  return {};
}

base::Result<void> checkCommand(const RunSpec& spec) {
  if (spec.command.empty() || spec.command.front().empty())
    return refuseSpec("There is no command.", "Write it behind --.");
  return {};
}

}  // namespace

base::Result<void> checkSpec(const RunSpec& spec) {
  for (const auto check : {checkTexts, checkEnvironment, checkNumbers, checkModels, checkPaths})
    if (auto good = check(spec); !good) return good;
  if (auto good = checkPlace(spec.place); !good) return good;
  if (spec.kind != RunKind::Repro && (!spec.script.empty() || !spec.arguments.empty() || spec.eagerRuns != 0))
    return refuseSpec("A script with arguments and eager runs is for repro.", "Leave them out.");
  if (spec.kind != RunKind::Suite) {
    if (!spec.extra.empty()) return refuseSpec("Further arguments are for a suite's script.", "Leave them out.");
    if (spec.partitions > 1) return refuseSpec("--partitions is for a suite's script.", "Leave it out.");
  }
  switch (spec.kind) {
    case RunKind::TorchCache:
      return checkTorchCache(spec);
    case RunKind::Suite:
      return checkSuite(spec);
    case RunKind::Repro:
      return checkRepro(spec);
    case RunKind::Command:
      break;
  }
  return checkCommand(spec);
}

}  // namespace plumbline::runs
