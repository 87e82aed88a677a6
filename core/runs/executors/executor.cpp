// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/executor.h"

#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/runs/executors/local/local_executor.h"
#include "core/runs/spec/run_plan.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/toml_reader.h"
#include "core/text/utf8.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

using nlohmann::json;

constexpr std::string_view kProbeFile = "runs/probe.toml";
constexpr double kGib = 1024.0 * 1024.0 * 1024.0;

struct ProbeLimits {
  double warnGib = 0, blockGib = 0, loadPerCpu = 0;
  std::vector<std::string> steadyGovernors;
};

ProbeLimits readLimits() {
  ProbeLimits out;
  const text::TomlFile file{.name = std::string(kProbeFile), .hint = "Fix the file."};
  const auto root = text::parseToml(resources::embeddedBytes(kProbeFile).value_or(""), file);
  if (!root) return out;
  text::TomlReader reader(file);
  const toml::table& disk = reader.table(*root, "disk");
  out.warnGib = reader.number(disk, "warn_gib");
  out.blockGib = reader.number(disk, "block_gib");
  out.loadPerCpu = reader.number(reader.table(*root, "load"), "warn_per_cpu");
  out.steadyGovernors = reader.texts(reader.table(*root, "governor"), "steady");
  return reader.error() ? ProbeLimits{} : out;
}

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc()) return std::nullopt;
  return value;
}

bool isTimed(const RunSpec& spec) {
  return spec.kind == RunKind::TorchCache || (spec.kind == RunKind::Suite && spec.test == SuiteTest::Performance);
}

/// Findings checks the facts one by one; an absent one is no finding.
class Findings {
 public:
  Findings(const RunSpec& spec, ProbeReport& report) : m_spec(spec), m_report(report), m_limits(readLimits()) {}

  void torch() {
    const std::string error = fact("torch_error");
    if (error.empty() || m_spec.kind == RunKind::Command) return;
    // A repro script need not import torch; its outcome reports a failed import.
    add(m_spec.kind != RunKind::Repro, "PyTorch cannot be imported by " + m_spec.python + ": " + error + ".",
        "Choose the Python that has it (--python PATH), or install it there.");
  }

  void device() {
    const bool isCommand = m_spec.kind == RunKind::Command || m_spec.kind == RunKind::Repro;
    const std::string wanted = isCommand ? m_spec.device : deviceOf(m_spec);
    if (wanted.empty() || fact("torch").empty()) return;
    const std::string there = fact(wanted), error = fact(wanted + "_error");
    // The fact "cpu" is the processor's name, and every machine has one.
    if (there == "yes" || (there != "no" && error.empty())) return;
    add(!isCommand, "PyTorch finds no device of kind " + wanted + " here" + (error.empty() ? "" : ": " + error) + ".",
        "Choose another device (--device cpu), another machine (--on), or look at the driver.");
  }

  void script() {
    if (fact("script_found") != "no") return;
    add(true, "There is no script " + fact("script") + ".",
        m_spec.kind == RunKind::Repro ? "Name a repro script that is on the machine where it runs."
                                      : "Choose the root of a PyTorch checkout (--pytorch DIR).");
  }

  void flags() {
    if (const std::string unknown = fact("unknown_flags"); !unknown.empty())
      add(false, "This harness does not define " + unknown + ", so it may refuse to start.",
          "Leave such options out, or use the checkout that has them.");
  }

  /// CI's accuracy runs turn translation validation on (SPEC 11.1).
  void translationValidation() {
    const std::vector<std::string> flags = harnessFlags(m_spec);
    const auto has = [&](std::string_view flag) { return std::ranges::find(flags, flag) != flags.end(); };
    if (fact("z3") != "no" || !has("--ci") || !has("--accuracy") || has("--no-translation-validation")) return;
    add(false, m_spec.python + " has no z3, and translation validation needs it: every compiled model fails.",
        "Install z3-solver there, or add --no-translation-validation to the arguments of the script.");
  }

  void gpus() {
    if (deviceOf(m_spec) != "cuda") return;
    std::vector<std::string> wanted = m_spec.gpus;
    const auto firstOf = [](const std::string& list) { return std::vector<std::string>{list.substr(0, list.find(','))}; };
    for (const auto& [name, value] : m_spec.environment)
      if (name == "CUDA_VISIBLE_DEVICES" && !value.empty()) wanted = firstOf(value);
    if (wanted.empty()) wanted = firstOf(fact("visible_gpus").empty() ? "0" : fact("visible_gpus"));
    const auto isWanted = [&](const Gpu& gpu) { return std::find(wanted.begin(), wanted.end(), gpu.index) != wanted.end(); };
    const std::vector<Gpu> gpus = gpusIn(fact("gpus"));
    std::string idle;
    for (const Gpu& gpu : gpus)
      if (gpu.processes == 0 && idle.empty() && !isWanted(gpu)) idle = gpu.index;
    for (const Gpu& gpu : gpus)
      if (isWanted(gpu) && gpu.processes > 0)
        add(false, "GPU " + gpu.text + ".",
            idle.empty() ? "Wait until it is idle, or choose another machine (--on)."
                         : "Choose GPU " + idle + ", which is idle: --gpus " + idle + ".");
    // A UUID may name one of them.
    for (const std::string& one : wanted)
      if (!gpus.empty() && !one.empty() && std::ranges::all_of(one, text::isDigit) &&
          std::ranges::find(gpus, one, &Gpu::index) == gpus.end())
        add(false, "There is no GPU " + one + " there.", "Choose another one: --gpus " + gpus.front().index + ".");
  }

  void disk() {
    const auto bytes = numberIn(fact("disk_free_bytes"));
    if (!bytes) return;
    const double gib = *bytes / kGib;
    if (gib >= m_limits.warnGib) return;
    const bool blocks = gib < m_limits.blockGib;
    add(blocks, "Only " + fact("disk_free") + " are free on the disk that runs are kept on.",
        blocks ? "Make room there first." : "Make room there, or keep fewer caches and logs.");
  }

  void steadiness() {
    if (!isTimed(m_spec)) return;
    const std::string governor = fact("governor");
    const auto& steady = m_limits.steadyGovernors;
    if (!governor.empty() && std::ranges::find(steady, governor) == steady.end())
      add(false, "The processors' governor is " + governor + ", so times vary.",
          "Set it to performance for the time of the run: cpupower frequency-set -g performance.");
    const auto load = numberIn(fact("load")), cpus = numberIn(fact("cpus"));
    if (load && cpus && *cpus > 0 && *load > m_limits.loadPerCpu * *cpus)
      add(false, "This machine is busy already: its load is " + fact("load") + " with " + fact("cpus") + " processors.",
          "Wait until it is idle, or choose another machine (--on), when times matter.");
  }

  void checkout() {
    if (fact("git_dirty") != "yes" || m_spec.kind == RunKind::Command) return;
    add(false, "The checkout has uncommitted changes; the record notes them.",
        "Commit or revert them to make the run repeatable.");
  }

 private:
  struct Gpu {
    std::string index, text;
    int processes = 0;
  };
  /// gpusIn reads "0: 9196 of 81559 MiB free, 2 processes; 1: ..."; what has another form is left out.
  static std::vector<Gpu> gpusIn(std::string_view list) {
    std::vector<Gpu> out;
    while (!list.empty()) {
      const std::string_view one = text::trimmed(list.substr(0, list.find(';')));
      list.remove_prefix(std::min(list.size(), list.find(';') == list.npos ? list.size() : list.find(';') + 1));
      const std::size_t colon = one.find(": "), comma = one.find(", ");
      const auto processes = comma == one.npos ? std::nullopt : numberIn(one.substr(comma + 2));
      if (colon != one.npos && processes)
        out.push_back({std::string(one.substr(0, colon)), std::string(one), static_cast<int>(*processes)});
    }
    return out;
  }

  std::string fact(const std::string& name) const {
    const auto found = m_report.facts.find(name);
    return found == m_report.facts.end() ? std::string() : found->second;
  }
  void add(bool blocks, std::string text, std::string hint) {
    m_report.findings.push_back({blocks, std::move(text), std::move(hint)});
  }

  const RunSpec& m_spec;
  ProbeReport& m_report;
  const ProbeLimits m_limits;
};

/// utf8: JSON holds only UTF-8; the fact of another path is absent.
std::string utf8(const std::string& bytes) { return text::firstInvalidUtf8(bytes) ? std::string() : bytes; }

}  // namespace

bool ProbeReport::canStart() const {
  return std::ranges::none_of(findings, [](const Finding& finding) { return finding.blocks; });
}

std::string probeQuestion(const RunSpec& spec, const std::string& script, const std::string& folder) {
  const std::string& base = spec.workingFolder.empty() ? spec.checkout : spec.workingFolder;
  json environment = json::object();
  for (const auto& [name, value] : spec.environment) environment[utf8(name)] = utf8(value);
  json flags = json::array();
  for (const std::string& flag : harnessFlags(spec)) flags.push_back(utf8(flag));
  return json{{"checkout", utf8(spec.checkout)}, {"script", utf8(script)},
              {"folder", utf8(folder)},          {"base", utf8(base)},
              {"flags", std::move(flags)},       {"environment", std::move(environment)}}
      .dump();
}

ProbeReport reportOfProbe(const RunSpec& spec, std::string_view text, std::string_view errors, int exitCode) {
  ProbeReport report;
  const std::string answer = lastLine(text);
  const json facts = text::parseJson(answer);
  if (exitCode != 0 || !facts.is_object()) {
    std::string said = lastLine(errors);
    if (said.empty()) said = "it ends with exit code " + std::to_string(exitCode);
    report.findings.push_back({true, spec.python + " cannot be run: " + said + (said.ends_with('.') ? "" : "."),
                               "Choose a Python 3.6 or later (--python PATH), or install one."});
    return report;
  }
  for (const auto& [name, value] : facts.items())
    if (value.is_string()) report.facts[name] = value.get<std::string>();
  Findings findings(spec, report);
  findings.torch();
  findings.device();
  findings.script();
  findings.flags();
  findings.translationValidation();
  findings.gpus();
  findings.disk();
  findings.steadiness();
  findings.checkout();
  return report;
}

std::unique_ptr<Executor> makeExecutor(const RunTarget& target, const std::string& folder) {
  switch (target.kind) {
    case TargetKind::Local: return std::make_unique<LocalExecutor>(folder);
    case TargetKind::Ssh: return makeSshExecutor(target);
    case TargetKind::Slurm: return makeSlurmExecutor(folder);
  }
  return nullptr;
}

ExecutorPool::~ExecutorPool() {
  for (auto& [target, executor] : m_executors) executor->stopAll();
}

Executor& ExecutorPool::of(const RunTarget& target) {
  const auto found = std::ranges::find_if(m_executors, [&](const auto& one) { return one.first == target; });
  if (found != m_executors.end()) return *found->second;
  m_executors.emplace_back(target, m_make(target, m_folder));
  return *m_executors.back().second;
}

void ExecutorPool::dropOthers(const std::function<bool(const RunTarget&)>& isNeeded) {
  for (auto& [target, executor] : m_executors) {
    if (isNeeded(target)) continue;
    executor->stopAll();
    executor.release()->deleteLater();  // it may be the one that is calling
  }
  std::erase_if(m_executors, [](const auto& one) { return one.second == nullptr; });
}

}  // namespace plumbline::runs
