// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/run_plan.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_set>

#include "core/configs/catalogue.h"
#include "core/configs/ci_names.h"
#include "core/configs/reproduce.h"
#include "core/flaky/checkout.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/spec/spec_check.h"
#include "core/runs/spec/working_folder.h"
#include "core/text/escapes.h"

namespace plumbline::runs {
namespace {

std::vector<Word> plainWords(const std::vector<std::string>& texts) {
  std::vector<Word> words;
  words.reserve(texts.size());
  for (const std::string& text : texts) words.push_back({.before = text});
  return words;
}

std::string pathBelow(std::string folder, const std::string& below) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return (folder == "/" ? "" : folder) + "/" + below;
}

RunPlan planTorchCache(const RunSpec& spec) {
  const TorchCache& cache = torchCache();
  RunPlan plan;
  plan.script = pathBelow(spec.checkout, configs::suiteScript(spec.suite));
  for (const std::string& model : spec.models.empty() ? torchCacheModels(spec.suite) : spec.models) {
    std::vector<std::string> texts = {spec.python, plan.script, "--only=" + model};
    const auto add = [&texts](const std::vector<std::string>& more) {
      texts.insert(texts.end(), more.begin(), more.end());
    };
    add(cache.common);
    add({"--device=" + deviceOf(spec)});
    add(spec.mode == configs::Mode::Inference ? cache.inference : cache.training);
    if (spec.dynamic) add(cache.dynamic);
    for (int repeat = 1; repeat <= spec.repeats; ++repeat) {
      TaskPlan task{.model = model, .repeat = repeat, .steps = {}, .cache = true};
      for (const char* name : {"cold", "warm"}) {
        Step step{.name = name, .words = plainWords(texts), .output = std::string(name) + ".csv"};
        step.words.push_back({.before = "--output=", .file = step.output});
        task.steps.push_back(std::move(step));
      }
      plan.tasks.push_back(std::move(task));
    }
  }
  return plan;
}

/// configOf is the config that a suite run is one of.
configs::Config configOf(const RunSpec& spec) {
  if (const auto config = configs::configOfName(spec.config)) return *config;
  return configs::plainConfig(spec.suite, spec.mode, deviceOf(spec), spec.dynamic);
}

RunPlan planSuite(const RunSpec& spec) {
  const configs::Config config = configOf(spec);
  const bool performance = measuresPerformance(spec);
  RunPlan plan;
  plan.script = pathBelow(spec.checkout, configs::suiteScript(config.suite));
  const auto task = [&](const std::string& model, int repeat, int partition) {
    std::vector<std::string> texts = {spec.python, plan.script};
    const auto add = [&texts](const std::vector<std::string>& more) {
      texts.insert(texts.end(), more.begin(), more.end());
    };
    add(configs::suiteFlags(config, performance, spec.device));
    // argparse takes a word that begins with '-' for an option, unless it is joined to its own.
    if (model.starts_with('-'))
      add({"--only=" + model});
    else if (!model.empty())
      add({"--only", model});
    if (spec.partitions > 1)
      add({"--total-partitions", std::to_string(spec.partitions), "--partition-id", std::to_string(partition)});
    // The script's own limit is the same by default; CI's command line stays as it is then.
    if (isWholeSuite(spec) && spec.timeout != kDefaultTimeout) add({"--timeout", std::to_string(spec.timeout.count())});
    add(spec.extra);
    Step step{.name = "run", .words = plainWords(texts), .output = "result.csv"};
    step.words.push_back({.before = "--output"});
    step.words.push_back({.file = step.output});
    plan.tasks.push_back({.model = model,
                          .repeat = repeat,
                          .partition = partition,
                          .steps = {std::move(step)},
                          .cache = spec.freshCache});
  };
  for (const std::string& model : spec.models)
    for (int repeat = 1; repeat <= spec.repeats; ++repeat) task(model, repeat, 0);
  if (spec.models.empty())
    for (int repeat = 1; repeat <= spec.repeats; ++repeat)
      for (int partition = 0; partition < spec.partitions; ++partition) task({}, repeat, partition);
  if (!performance) plan.expected = modelsFile(spec);
  if (const std::string needs = configs::reproduceNeeds(config); !needs.empty()) plan.notes.push_back(needs);
  return plan;
}

bool uses(const std::vector<Word>& words, std::string_view file) {
  return std::ranges::any_of(words, [&](const Word& word) { return word.file == file; });
}

base::Result<RunPlan> planCommand(const RunSpec& spec) {
  RunPlan plan;
  const std::string output = spec.form == ResultForm::CacheJson ? "result.json" : "result.csv";
  std::map<std::string, std::string, std::less<>> fields = {
      {"python", spec.python}, {"device", deviceOf(spec)}, {"mode", std::string(toName(kModeNames, spec.mode))}};
  if (!spec.checkout.empty()) fields["checkout"] = spec.checkout;
  if (!spec.suite.empty()) fields["suite"] = spec.suite;
  const std::vector<std::string> models = spec.models.empty() ? std::vector<std::string>{{}} : spec.models;
  for (const std::string& model : models) {
    if (!model.empty()) fields["model"] = model;
    for (int repeat = 1; repeat <= spec.repeats; ++repeat) {
      fields["repeat"] = std::to_string(repeat);
      auto words = fillTemplate(spec.command, fields, output);
      if (!words) return base::fail(words.error());
      TaskPlan task{.model = model, .repeat = repeat, .steps = {}, .cache = spec.freshCache || uses(*words, "cache")};
      task.steps.push_back({.name = "run", .words = *std::move(words), .output = output});
      plan.tasks.push_back(std::move(task));
    }
  }
  if (!uses(plan.tasks.front().steps.front().words, output))
    plan.notes.push_back("The command has no {output}; its result is looked for as " + output +
                         " in the task's own folder.");
  return plan;
}

/// usesModel tests whether a template contains the model: another model then makes other words.
bool usesModel(const RunSpec& spec) {
  std::map<std::string, std::string, std::less<>> fields;
  for (const auto& [name, help] : fieldNames())
    if (name != "output" && name != "cache" && name != "folder") fields[name] = name;
  fields["model"] = "other";
  const auto one = fillTemplate(spec.command, fields, "output");
  fields["model"] = "another";
  const auto two = fillTemplate(spec.command, fields, "output");
  return !one || !two || *one != *two;
}

std::vector<std::string> textsOf(const Step& step, const std::string& folder) {
  std::vector<std::string> texts;
  for (const Word& word : step.words) {
    const std::string file = word.file.empty() ? "" : word.file == "." ? folder : pathBelow(folder, word.file);
    texts.push_back(word.before + file + word.after);
  }
  return texts;
}

/// absolute keeps a path that cannot be made absolute as it is.
std::string absolute(const std::string& path) {
  if (path.empty()) return path;
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

RunSpec specOfNames(const std::string& actual, const std::string& expected, const std::string& model) {
  if (const auto config = configs::configOfBaseline(expected)) return specForRow(*config, model, absolute(expected));
  if (const auto identity = configs::identityOf(actual)) return specForRow(identity->config, model, absolute(expected));
  RunSpec spec;
  spec.kind = RunKind::Suite;
  spec.models = {model};
  spec.baseline = absolute(expected);
  return spec;
}

RunSpec withCheckout(RunSpec spec, const std::string& expected) {
  if (const auto checkout = flaky::findCheckout(absolute(expected)); checkout && spec.checkout.empty())
    spec.checkout = checkout->root;
  return spec;
}

constexpr int kMaxBaselines = 5000;  ///< no folder of baselines has a tenth of it

using Texts = std::vector<std::string>;

/// valuesOf an option of the script, "-k a", "--filter a" or "--filter=a". argparse lets options be shortened; those are
/// not recognised, and then all models count as requested.
Texts valuesOf(const Texts& arguments, std::string_view letter, std::string_view name) {
  Texts out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if ((word == letter || word == name) && i + 1 < arguments.size())
      out.push_back(arguments[++i]);
    else if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=')
      out.push_back(word.substr(name.size() + 1));
    else if (!letter.empty() && word.starts_with(letter) && !word.starts_with("--") && word.size() > letter.size())
      out.push_back(word.substr(letter.size()));
  }
  return out;
}

std::string alternatives(const Texts& patterns) {
  std::string out;
  for (const std::string& pattern : patterns) out += (out.empty() ? "" : "|") + pattern;
  return out;
}

/// exactly is a pattern for these names alone.
std::string exactly(const Texts& names) {
  std::string out;
  for (const char c : alternatives(names)) out += std::string_view(".+?*()[]{}^$\\").find(c) == std::string_view::npos ? std::string(1, c) : std::string("\\") + c;
  return names.empty() ? out : "^(" + out + ")$";
}

std::vector<verdicts::NamePattern> compiled(const Texts& patterns) {
  std::vector<verdicts::NamePattern> out;
  for (const std::string& pattern : patterns)
    if (auto made = verdicts::NamePattern::compile(pattern)) out.push_back(*std::move(made));
  return out;
}

bool isIn(const Texts& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

}  // namespace

base::Result<RunPlan> planRun(const RunSpec& spec) {
  if (auto good = checkSpec(spec); !good) return base::fail(good.error());
  if (spec.kind == RunKind::Command && !spec.models.empty() && !usesModel(spec))
    return base::fail(base::ErrorCode::BadArgument, "--model is given, and the command has no {model}.",
                      "Put {model} where its name belongs, or leave --model out.");
  auto plan = spec.kind == RunKind::TorchCache ? base::Result<RunPlan>(planTorchCache(spec))
              : spec.kind == RunKind::Suite    ? base::Result<RunPlan>(planSuite(withWholePaths(spec)))
              : spec.kind == RunKind::Repro    ? base::Result<RunPlan>(planRepro(spec))
                                               : planCommand(spec);
  if (!plan) return plan;
  chooseFolder(spec, *plan);
  plan->unset = spec.unset;
  plan->folderVariables = spec.folderVariables;
  if (!spec.baseline.empty()) plan->expected = spec.baseline;
  return plan;
}

std::vector<std::string> commandLines(const RunPlan& plan, const std::string& folder) {
  std::vector<std::string> lines;
  std::unordered_set<std::string> seen;
  for (const TaskPlan& task : plan.tasks)
    for (const Step& step : task.steps) {
      std::string line = text::shellLine(textsOf(step, folder));
      if (seen.insert(line).second) lines.push_back(std::move(line));
    }
  return lines;
}

std::vector<std::pair<std::string, std::string>> setupVariables(const RunPlan& plan, const std::string& folder) {
  auto variables = plan.environment;
  for (const auto& [name, place] : plan.folderVariables)
    variables.emplace_back(name, place.empty() ? folder : pathBelow(folder, place));
  if (std::ranges::any_of(plan.tasks, [](const TaskPlan& task) { return task.cache; }))
    for (auto& variable : cacheEnvironment(pathBelow(folder, "cache"))) variables.push_back(std::move(variable));
  return variables;
}

std::vector<std::string> setupLines(const RunPlan& plan, const std::string& folder) {
  std::vector<std::string> lines;
  if (!plan.workingFolder.empty()) lines.push_back(text::shellLine({"cd", plan.workingFolder}));
  for (const std::string& name : plan.unset) lines.push_back(text::shellLine({"unset", name}));
  for (const auto& [name, value] : setupVariables(plan, folder))
    lines.push_back(text::shellLine({"export", std::string(name).append("=").append(value)}));
  return lines;
}

std::vector<std::string> harnessFlags(const RunSpec& spec) {
  std::vector<std::string> words;
  if (spec.kind == RunKind::TorchCache) words = torchCache().common;
  if (spec.kind == RunKind::Suite) {
    const configs::Config config = configOf(spec);
    words = configs::suiteFlags(config, measuresPerformance(spec), spec.device);
    words.insert(words.end(), spec.extra.begin(), spec.extra.end());
  }
  std::erase_if(words, [](const std::string& word) { return !word.starts_with("--") || word.size() == 2; });
  for (std::string& word : words) word.resize(std::min(word.size(), word.find('=')));
  return words;
}

std::vector<std::pair<std::string, std::string>> cacheEnvironment(const std::string& folder) {
  return {{"TORCHINDUCTOR_CACHE_DIR", folder}, {"TRITON_CACHE_DIR", pathBelow(folder, "triton")}};
}

std::string modelsFile(const RunSpec& spec) {
  const std::string baseline = configs::baselinePath(configs::accuracyTwin(configOf(spec)));
  // The checkout of another machine cannot be read here.
  return baseline.empty() || !traitsOf(spec.target).sharesFiles ? std::string() : pathBelow(spec.checkout, baseline);
}

bool measuresPerformance(const RunSpec& spec) {
  return spec.kind == RunKind::Suite &&
         (spec.test == SuiteTest::Performance || configs::isPerformance(configOf(spec)));
}

sources::CompileCache compileCacheOf(const RunSpec& spec, const TaskPlan& task, std::size_t step) {
  using sources::CompileCache;
  if (spec.kind == RunKind::Repro) return CompileCache::Unstated;
  const bool isOff = std::ranges::any_of(spec.environment, [](const auto& variable) {
    return variable == std::pair<std::string, std::string>("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1");
  });
  const auto& words = task.steps.at(step).words;
  // The suite then runs each model twice in one cache, and its table has the times of the second.
  if (!isOff && std::ranges::find(words, std::string_view("--warm-start-latency"), &Word::before) != words.end()) return CompileCache::Warm;
  if (task.cache) return step == 0 ? CompileCache::Cold : CompileCache::Warm;
  if (spec.kind != RunKind::Suite) return CompileCache::Unstated;
  return isOff ? CompileCache::Cold : CompileCache::Unknown;
}

std::string tableName(const RunSpec& spec, const RunPlan& plan) {
  const auto fileOf = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  const bool isCsv = plan.expected.ends_with(".csv");
  if (spec.kind != RunKind::Suite) return isCsv ? fileOf(plan.expected) : "result.csv";
  if (isCsv && configs::configOfBaseline(plan.expected)) return fileOf(plan.expected);
  configs::Config config = configOf(spec);
  if (measuresPerformance(spec) && !configs::isPerformance(config)) config.test += "_" + configs::catalogue().performance;
  return fileOf(configs::baselineFile(config));
}

RunSpec specForRow(const configs::Config& config, const std::string& model, const std::string& baseline) {
  RunSpec spec;
  spec.kind = RunKind::Suite;
  spec.suite = config.suite;
  spec.config = configs::configName(config);
  spec.models = {model};
  spec.mode = config.mode;
  spec.dynamic = configs::partsOf(config).dynamic;
  spec.test = configs::isPerformance(config) ? SuiteTest::Performance : SuiteTest::Accuracy;
  spec.baseline = baseline;
  spec.freshCache = measuresPerformance(spec);
  return spec;
}

RunSpec specForPair(const std::string& actual, const std::string& expected, const std::string& model) {
  return withCheckout(specOfNames(actual, expected, model), expected);
}

RunSpec specForConfig(const configs::Config& config, const std::string& expected, const std::string& model) {
  return withCheckout(specForRow(config, model, absolute(expected)), expected);
}

std::vector<std::string> checkoutConfigs(const std::string& checkout) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  if (checkout.empty()) return names;
  std::error_code problem;
  const fs::path folder = fs::path(checkout) / "benchmarks" / "dynamo" / configs::catalogue().baselineFolder;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, problem), end;
  for (int seen = 0; !problem && it != end && seen < kMaxBaselines; it.increment(problem), ++seen) {
    if (it->path().extension() != ".csv") continue;
    if (const auto config = configs::configOfBaseline(it->path().string()))
      names.push_back(configs::configName(*config));
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

RequestedModels::RequestedModels(const RunSpec& spec) : m_names(spec.models) {
  const Texts only = valuesOf(spec.extra, "", "--only"), filters = valuesOf(spec.extra, "-k", "--filter"),
              excluded = valuesOf(spec.extra, "-x", "--exclude");
  m_names.insert(m_names.end(), only.begin(), only.end());
  m_excludedNames = valuesOf(spec.extra, "", "--exclude-exact");
  // Named models are run whatever the filters are.
  if (!m_names.empty()) return;
  m_patterns = compiled(filters);
  m_excluded = compiled(excluded);
  m_only = alternatives(filters);
  m_not = alternatives(excluded);
}

std::string RequestedModels::query(const Texts& without) const {
  Texts names = m_names;
  std::erase_if(names, [&](const std::string& name) { return isIn(without, name); });
  std::string text;
  const auto add = [&text](const char* before, const std::string& pattern) {
    if (pattern.empty()) return;
    text += (text.empty() ? "" : " ") + std::string(before);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      // A slash before a blank would end the expression; what is escaped stays.
      const bool isEscaped = pattern[i] == '\\' && i + 1 < pattern.size();
      const bool ends = pattern[i] == '/' && i + 1 < pattern.size() && (pattern[i + 1] == ' ' || pattern[i + 1] == '\t');
      text += (ends ? "\\" : "") + pattern.substr(i, isEscaped ? 2 : 1);
      if (isEscaped) ++i;
    }
    text += '/';
  };
  add("/", m_names.empty() ? m_only : exactly(names));
  add("-/", m_not);
  if (m_names.empty()) add("-/", exactly(m_excludedNames));
  return text;
}

bool RequestedModels::contains(const std::string& model) const {
  const auto matches = [&](const verdicts::NamePattern& pattern) { return pattern.matches(model.c_str()); };
  if (!m_names.empty()) return isIn(m_names, model);
  return (m_patterns.empty() || std::ranges::any_of(m_patterns, matches)) &&
         std::ranges::none_of(m_excluded, matches) && !isIn(m_excludedNames, model);
}

}  // namespace plumbline::runs
