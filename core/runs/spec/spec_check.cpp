// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/spec_check.h"

#include <algorithm>
#include <set>

#include "core/runs/repro/repro_options.h"
#include "core/runs/spec/command_template.h"
#include "core/runs/spec/run_plan.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kWordCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// hasOnlyPlainCharacters: letters, digits, '_' and `more`, and no '-' in front, which would be an option.
bool hasOnlyPlainCharacters(std::string_view text, std::string_view more) {
  return !text.starts_with('-') && std::ranges::all_of(text, [&](char c) {
    return kWordCharacters.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos;
  });
}

/// isTimeLimit: minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes,
/// days-hours:minutes:seconds.
bool isTimeLimit(std::string_view text) {
  std::size_t dash = text.find('-');
  const bool hasDays = dash != std::string_view::npos;
  std::string_view rest = hasDays ? text.substr(dash + 1) : text;
  const auto isNumber = [](std::string_view digits) {
    return !digits.empty() && digits.size() <= 6 && digits.find_first_not_of(kDigits) == std::string_view::npos;
  };
  if (hasDays && !isNumber(text.substr(0, dash))) return false;
  for (int parts = 1; parts <= 3; ++parts) {
    const std::size_t colon = rest.find(':');
    if (!isNumber(rest.substr(0, colon))) return false;
    if (colon == std::string_view::npos) return true;
    rest.remove_prefix(colon + 1);
  }
  return false;
}

base::Result<void> checkSsh(const RunTarget& target) {
  const std::string& host = target.host;
  if (host.empty()) return refuseSpec("--on ssh: has no host.", "Write --on ssh:HOST.");
  // ssh hands a host to commands of its config (ProxyCommand), where these would be a shell's.
  if (!hasOnlyPlainCharacters(host, ".-@:%[]\\+") || host.find("@-") != std::string::npos)
    return refuseSpec("--on ssh: has a host that cannot be one.",
                      "Use letters, digits, dots and dashes, no dash in front; give others a name in ssh's config.");
  return {};
}

base::Result<void> checkSlurm(const RunTarget& target) {
  if (!hasOnlyPlainCharacters(target.partition, ".-,+"))
    return refuseSpec("--on slurm: has a partition that cannot be one.", "sinfo lists the partitions.");
  if (!hasOnlyPlainCharacters(target.gres, ".-,:=()*"))
    return refuseSpec("--gres cannot be a list of resources.", "Write it as for sbatch: gpu:1.");
  if (!target.timeLimit.empty() && !isTimeLimit(target.timeLimit))
    return refuseSpec("--time is not a time limit.", "Write it as for sbatch: 90 (minutes), 2:00:00, 1-12.");
  return {};
}

constexpr int kMaxTasks = 20000;

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// checkTexts checks everything that reaches a program or a file as text, named by its option.
base::Result<void> checkTexts(const RunSpec& spec) {
  const std::pair<const char*, const std::string*> single[] = {
      {"The title", &spec.title},     {"--pytorch", &spec.checkout},
      {"--python", &spec.python},     {"--suite", &spec.suite},
      {"--config", &spec.config},     {"--device", &spec.device},
      {"--expected", &spec.baseline}, {"--working-folder", &spec.workingFolder},
      {"The script", &spec.script},   {"-o", &spec.output}};
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
      return refuseSpec("--env may not set " + name + " here.", "It leads to the run's own fresh cache folder; a suite can do without (--shared-cache).");
    if (!names.insert(name).second) return refuseSpec("--env sets " + name + " twice.", "Leave one of them out.");
  }
  for (const auto& [name, place] : spec.folderVariables) {
    if (auto good = checkText("The name of a variable of the task's folder", name); !good) return good;
    if (auto good = checkText("The folder of " + name, place); !good) return good;
    if (std::ranges::any_of(spec.environment, [&](const auto& pair) { return pair.first == name; }))
      return refuseSpec("--env may not set " + name + " here.",
                        "Leave it out: it leads to the task's own folder, which keeps what is written there; plumbline-cli "
                        "run show names it, and files can be copied from there.");
    if (name.empty() || name.find('=') != std::string::npos || !names.insert(name).second)
      return refuseSpec("A variable of the task's folder has no proper name of its own: \"" + name + "\".",
                        "Give each variable once, with --env or as one of the task's folder.");
    if (place.starts_with('/') || place.find("..") != std::string::npos)
      return refuseSpec("The folder of " + name + " is not below the task's folder.",
                        "Name a folder in there, or none.");
  }
  return {};
}

base::Result<void> checkNumbers(const RunSpec& spec) {
  constexpr std::int64_t kMonth = 30 * 24 * 3600;
  const struct {
    const char* option;
    std::int64_t value, min, max;
  } limits[] = {
      {spec.kind == RunKind::Repro ? "The number of runs" : "--repeat", spec.repeats, 1,
       spec.kind == RunKind::TorchCache ? 9 : 999},
      {"--partitions", spec.partitions, 1, 15},
      {"--timeout", spec.timeout.count(), 1, kMonth},
      {"--grace", spec.grace.count(), 0, 3600},
      {"--retries", spec.retries, 0, 9},
      {"--priority", spec.priority, -999, 999},
      {"--jobs", spec.jobs, 1, 999},
      {"--nice", spec.nice, 0, 19},
  };
  for (const auto& limit : limits)
    if (limit.value < limit.min || limit.value > limit.max)
      return refuseSpec(std::string(limit.option) + " is " + std::to_string(limit.value) + ".",
                        "It may be " + std::to_string(limit.min) + " to " + std::to_string(limit.max) + ".");
  constexpr std::uint64_t kMinLogBytes = 4096, kMaxLogBytes = std::uint64_t{1} << 40;
  if (spec.logBytes < kMinLogBytes || spec.logBytes > kMaxLogBytes)
    return refuseSpec("--log-limit is " + std::to_string(spec.logBytes) + " bytes.", "It may be 4 KiB to 1 TiB.");
  const auto runs = static_cast<std::int64_t>(std::max<std::size_t>(spec.models.size(), 1)) * spec.repeats;
  if (spec.models.size() > kMaxTasks || runs * spec.partitions > kMaxTasks)
    return refuseSpec("That would be " + std::to_string(runs * spec.partitions) + " tasks in one run.",
                      "At most " + std::to_string(kMaxTasks) + " fit into one; name fewer models or repeats.");
  return {};
}

base::Result<void> checkGpus(const RunSpec& spec) {
  if (spec.gpus.empty()) return {};
  std::set<std::string> seen;
  for (const std::string& gpu : spec.gpus) {
    if (gpu.empty() || gpu.size() > 100 || !hasOnlyPlainCharacters(gpu, "-"))
      return refuseSpec("--gpus has an entry that cannot be a GPU.", "Name indexes or UUIDs, as nvidia-smi -L lists them: 0,1.");
    if (!seen.insert(gpu).second) return refuseSpec("--gpus names " + gpu + " twice.", "A task gets a GPU for itself.");
  }
  if (spec.target.kind == TargetKind::Slurm)
    return refuseSpec("--gpus does not go with --on slurm.", "The cluster gives the GPUs: --gres gpu:1.");
  if (static_cast<std::size_t>(spec.jobs) > spec.gpus.size())
    return refuseSpec("--jobs is " + std::to_string(spec.jobs) + ", and --gpus has " + std::to_string(spec.gpus.size()) + ".",
                      "Each parallel task needs a GPU of its own.");
  for (const auto& [name, value] : spec.environment)
    if (name == "CUDA_VISIBLE_DEVICES")
      return refuseSpec("--env may not set CUDA_VISIBLE_DEVICES here.", "--gpus sets it for each task.");
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
    return refuseSpec("--python is not a program.", "Give the whole path of an interpreter, or its name.");
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
        "It has " + text::joined(torchCacheSuites()) + ".");
  if (!spec.device.empty() && !contains(torchCache().devices, spec.device))
    return refuseSpec("--device " + spec.device + " is not one of TorchCache.",
                      "It has " + text::joined(torchCache().devices) + ".");
  if (!spec.config.empty())
    return refuseSpec("--config is not for TorchCache.", "Use --suite, --mode, --device and --dynamic.");
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
        "There are " + text::joined(configs::suiteNames()) + ".");
  }
  if (!spec.device.empty() && !contains(configs::deviceNames(), spec.device))
    return refuseSpec("--device " + spec.device + " is not known.",
                      "There are " + text::joined(configs::deviceNames()) + ".");
  if (spec.partitions > 1 && !spec.models.empty())
    return refuseSpec("--partitions does not go with --model.",
                      "Models run one by one; use --jobs for several at a time.");
  return {};
}

base::Result<void> checkCommand(const RunSpec& spec) {
  if (spec.command.empty() || spec.command.front().empty())
    return refuseSpec("There is no command.", "Name the program to run; on the command line after --.");
  return {};
}

}  // namespace

tl::unexpected<base::Error> refuseSpec(std::string text, std::string hint) {
  return base::fail(base::ErrorCode::BadArgument, std::move(text), std::move(hint));
}

base::Result<void> checkText(const std::string& option, const std::string& text) {
  constexpr std::size_t kMaxBytes = 100000;  // Linux takes 128 KiB, with what is put around it
  if (text.find('\0') != std::string::npos)
    return refuseSpec(option + " holds a NUL byte.", "No program can be given one; take it out.");
  if (text.size() > kMaxBytes)
    return refuseSpec(option + " is " + std::to_string(text.size()) + " bytes long.", "The system takes 100000 bytes.");
  if (text::firstInvalidUtf8(text)) return refuseSpec(option + " is not UTF-8.", "Rename it, or write it in UTF-8.");
  return {};
}

base::Result<void> checkPath(const std::string& option, const std::string& path) {
  if (path.empty() || path.front() == '/') return {};
  return refuseSpec(option + " is not a whole path.",
                    path.front() == '~' ? "Write your home folder out; no shell reads this." : "Begin it with /.");
}

base::Result<void> checkTarget(const RunTarget& target) {
  const bool isSlurm = target.kind == TargetKind::Slurm;
  const struct {
    const char* option;
    const std::string& value;
    bool fits;
  } parts[] = {{"A host", target.host, target.kind == TargetKind::Ssh},
               {"A partition", target.partition, isSlurm},
               {"--gres", target.gres, isSlurm},
               {"--time", target.timeLimit, isSlurm},
               {"--scratch", target.scratch, isSlurm},
               {"--remote-folder", target.folder, target.kind != TargetKind::Local}};
  for (const auto& part : parts) {
    if (auto good = checkText(part.option, part.value); !good) return good;
    if (!part.value.empty() && !part.fits)
      return refuseSpec(std::string(part.option) + " does not go with --on " + targetName(target) + ".",
                        "Leave it out.");
  }
  if (auto good = checkPath("--scratch", target.scratch); !good) return good;
  if (auto good = checkPath("--remote-folder", target.folder); !good) return good;
  if (target.kind == TargetKind::Ssh) return checkSsh(target);
  return isSlurm ? checkSlurm(target) : base::Result<void>();
}

base::Result<void> checkSpec(const RunSpec& spec) {
  for (const auto check : {checkTexts, checkEnvironment, checkNumbers, checkGpus, checkModels, checkPaths})
    if (auto good = check(spec); !good) return good;
  if (auto good = checkTarget(spec.target); !good) return good;
  if (spec.kind != RunKind::Repro && (!spec.script.empty() || !spec.arguments.empty() || spec.eagerRuns != 0))
    return refuseSpec("A script with arguments and eager runs is for repro.", "Leave them out.");
  if (spec.kind != RunKind::Suite) {
    if (!spec.extra.empty()) return refuseSpec("Further arguments are for a suite's script.", "Leave them out.");
    if (spec.partitions > 1) return refuseSpec("--partitions is for a suite's script.", "Leave it out.");
  }
  switch (spec.kind) {
    case RunKind::TorchCache: return checkTorchCache(spec);
    case RunKind::Suite: return checkSuite(spec);
    case RunKind::Repro: return checkRepro(spec);
    case RunKind::Command: break;
  }
  return checkCommand(spec);
}

}  // namespace plumbline::runs
