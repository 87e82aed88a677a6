// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/why_search.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/numerics/margins/margin_log.h"
#include "core/reports/text_parts.h"
#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/reproducibility.h"
#include "core/runs/results/run_summary.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::runs {
namespace {

constexpr int kWhyRepeats = 5;
constexpr std::string_view kAfterVariable = "TORCHDYNAMO_REPRO_AFTER";

std::string whyAfter(const RunSpec& spec) {
  for (const auto& [name, value] : spec.environment)
    if (name == kAfterVariable) return value;
  return {};
}

using Json = nlohmann::ordered_json;

constexpr std::size_t kWhyLabelWidth = 11;
constexpr int kMarginDigits = 4;

/// WhyFacts is what both forms of the page show.
struct WhyFacts {
  std::string status, reason, cause, verdict, word, script, graph, exception, finding;
  std::optional<numerics::LoggedMargin> margin;
  std::vector<std::string> commands;
};

bool endsBySignal(const Run& run) {
  const auto& steps = statusOf(run, 0).steps;
  return !steps.empty() && steps.back().end == StepEnd::Signalled;
}

/// isCompiled: the model got as far as that, so PyTorch may write a script of it.
bool isCompiled(const std::string& status) { return !status.starts_with("eager") && status != "model_fail_to_load"; }

/// rowCommand sets the variables for this command alone: left in a shell they would change the next ones.
std::string rowCommand(const Run& row) {
  const std::string folder = statusOf(row, 0).folder;
  // PyTorch writes scripts to the working folder, so it must not be a checkout.
  std::string out = folder.empty() ? folder : text::shellLine({"cd", folder}) + " && ";
  if (!row.plan.workingFolder.empty()) out += text::shellLine({"cd", row.plan.workingFolder}) + " && ";
  std::vector<std::string> words{"env"};
  for (const auto& [name, value] : setupVariables(row.plan, folder))
    words.push_back(std::string(name).append("=").append(value));
  out += text::shellLine(words);
  for (const std::string& line : commandLines(row.plan, folder)) out += ' ' + line;
  return out;
}

/// reproCommand is the command line of a run by WhySearch::withHost.
std::string reproCommand(std::vector<std::string> words, const RunSpec& spec) {
  const RunSpec plain;
  const auto add = [&](bool isOther, const char* option, const std::string& value) {
    if (isOther) words.insert(words.end(), {option, value});
  };
  add(spec.python != plain.python, "--python", spec.python);
  add(spec.target.kind != plain.target.kind, "--on", targetName(spec.target));
  add(!spec.target.gres.empty(), "--gres", spec.target.gres);
  add(!spec.target.timeLimit.empty(), "--time", spec.target.timeLimit);
  add(!spec.target.folder.empty(), "--remote-folder", spec.target.folder);
  add(!spec.target.scratch.empty(), "--scratch", spec.target.scratch);
  add(spec.timeout != plain.timeout, "--timeout", std::to_string(spec.timeout.count()));
  add(spec.grace != plain.grace, "--grace", std::to_string(spec.grace.count()));
  add(!spec.gpus.empty(), "--gpus", text::joined(spec.gpus, ","));
  const auto own = reproEnvironment();
  for (const auto& variable : spec.environment)
    add(std::ranges::find(own, variable) == own.end(), "--env", std::string(variable.first).append("=").append(variable.second));
  return "plumbline-cli " + text::shellLine(words);
}

bool isIsolated(const Run& minified) {
  const auto& arguments = minified.spec.arguments;
  return std::ranges::find(arguments, "--isolate") != arguments.end();
}

std::vector<std::string> whyCommands(const WhyPage& page) {
  std::vector<std::string> commands{rowCommand(page.row)};
  if (page.passed) commands.push_back(rowCommand(*page.passed));
  if (page.minified)
    commands.push_back(reproCommand({"repro", page.script, "minify", isIsolated(*page.minified) ? "--isolate" : "--no-isolate"}, page.minified->spec));
  if (page.reproduced)
    commands.push_back(
        reproCommand({"reproduce", std::to_string(page.reproduced->spec.repeats), page.smallest}, page.reproduced->spec));
  return commands;
}

/// graphText is how far the minifier got, or why it got nowhere.
std::string graphText(const Run& minified) {
  if (std::string text = minifierText(minifierProgress(minified, 0)); !text.empty()) return text;
  for (const ReproOutcome& outcome : outcomesOf(minified))
    return "none: minifying ended as \"" + std::string(resultText(outcome.result)) + "\"" +
           (outcome.evidence.empty() ? "" : ": " + outcome.evidence);
  return {};
}

WhyFacts whyFactsOf(const WhyPage& page) {
  WhyFacts out;
  out.status = whyStatus(page.row);
  out.reason = statusOf(page.row, 0).reason;
  out.commands = whyCommands(page);
  out.cause = singleCause(readCauses(page.row, 0));
  out.script = page.script;
  if (page.script.empty() && !verdicts::isPassing(out.status))
    out.script = statusOf(page.row, 0).state == RunState::TimedOut ? "none: the model did not end in time"
                 : isCompiled(out.status) ? "none: PyTorch wrote no repro script, so nothing was minified or repeated"
                                          : "none: the model fails before it is compiled";
  if (page.passed) {
    out.word = "flaky";
    out.verdict = (out.status.empty() ? "no status" : out.status) + " in the first run, " + whyStatus(*page.passed) + " in the second: flaky here";
    out.script = "none: PyTorch wrote no repro script in the first run";
  }
  if (page.minified) out.graph = graphText(*page.minified);
  if (!page.reproduced) return out;
  const auto outcomes = outcomesOf(*page.reproduced);
  const Reproducibility result = reproducibility(outcomes);
  out.word = className(result.classification);
  out.verdict = reproducibilityText(result);
  out.verdict.resize(std::min(out.verdict.size(), out.verdict.find('\n')));
  out.exception = result.exception;
  numerics::MarginReader margins;
  for (const ReproOutcome& outcome : outcomes)
    for (const std::string& finding : outcome.findings) {
      if (out.finding.empty()) out.finding = finding;
      margins.add(finding);
    }
  if (const auto worst = numerics::worstPerModel(margins.margins()); !worst.empty()) out.margin = worst.front();
  return out;
}

std::string tensorText(const numerics::LoggedMargin& margin) {
  return "shape " + margin.shape + (margin.dtype.empty() ? "" : ", " + margin.dtype) + ", error " +
         text::shortNumber(margin.resError, kMarginDigits) + " with a reference error of " +
         text::shortNumber(margin.refError, kMarginDigits) + ", margin " +
         text::shortNumber(margin.margin, kMarginDigits);
}

}  // namespace

bool isWhyRun(const RunSpec& spec) { return spec.kind == RunKind::Suite && !whyAfter(spec).empty(); }

WhySearch::WhySearch(RunSpec first)
    : m_first(std::move(first)),
      m_next(m_first),
      m_page{.model = m_first.models.empty() ? std::string() : m_first.models.front(), .row = {}, .script = {}} {}

void WhySearch::finish(const Run& run) {
  m_next.reset();
  const bool isCancelled = stateOf(run) == RunState::Cancelled;
  if (m_stage == Stage::Accuracy || m_stage == Stage::Crash) {
    finishRow(run);
  } else if (m_stage == Stage::Minify) {
    m_page.minified = run;
    if (const std::string smallest = smallestScript(run); !smallest.empty()) m_page.smallest = smallest;
    reproduce();
  } else {
    m_page.reproduced = run;
  }
  if (isCancelled) m_next.reset();
}

void WhySearch::finishRow(const Run& run) {
  if (m_stage == Stage::Crash && verdicts::isPassing(whyStatus(run))) {
    m_page.passed = run;
    return;
  }
  m_page.row = run;
  m_page.script = scriptOfWhy(run);
  m_isPass = verdicts::isPassing(whyStatus(run));
  m_isSignal = endsBySignal(run);
  if (m_isPass) return;
  if (!m_page.script.empty()) return minify();
  if (m_stage == Stage::Crash || !isCompiled(whyStatus(run)) || statusOf(run, 0).state == RunState::TimedOut) return;
  // A compiler that fails writes its script at another level than one whose result differs. PyTorch catches no signal.
  m_stage = Stage::Crash;
  RunSpec row = m_first;
  row.title.clear();
  m_next = specForWhy(row, m_isSignal ? WhyLevel::Always : WhyLevel::Crash, whyAfter(m_first));
}

void WhySearch::minify() {
  m_stage = Stage::Minify;
  m_page.smallest = m_page.script;
  const auto script = readReproScript(m_page.script);
  if (!script) {
    m_problem = script.error();
    return;
  }
  ReproOptions options{.command = ReproCommand::Minify};
  options.isolate = m_isSignal;  // a signal would end the minifier, too
  m_next = withHost(specForRepro(*script, options));
  if (!m_next) reproduce();
}

void WhySearch::reproduce() {
  m_stage = Stage::Reproduce;
  auto script = readReproScript(m_page.smallest);
  if (!script) {
    m_page.smallest = m_page.script;
    script = readReproScript(m_page.smallest);
  }
  if (script) m_next = withHost(specForReproducibility(*script, {}, kWhyRepeats));
}

std::optional<RunSpec> WhySearch::withHost(base::Result<RunSpec> spec) const {
  if (!spec) return std::nullopt;
  spec->python = m_first.python;
  spec->target = m_first.target;
  spec->timeout = m_first.timeout;
  spec->grace = m_first.grace;
  spec->gpus = m_first.gpus;
  for (const auto& variable : m_first.environment) {
    const bool isSet = std::any_of(spec->environment.begin(), spec->environment.end(),
                                   [&](const auto& known) { return known.first == variable.first; });
    if (!isSet && !variable.first.starts_with("TORCHDYNAMO_REPRO_")) setVariable(*spec, variable.first, variable.second);
  }
  return *std::move(spec);
}

std::string whyStatus(const Run& row) {
  const RunReading reading = readRun(row);
  const auto task = reading.tasks.find(0);
  return task == reading.tasks.end() ? std::string() : task->second.status;
}

std::string scriptOfWhy(const Run& row) {
  const std::string& folder = statusOf(row, 0).folder;
  const auto found = folder.empty() ? std::vector<std::string>() : reproScriptsIn(folder);
  const auto launcher =
      std::ranges::find_if(found, [](const std::string& path) { return path.ends_with("/minifier_launcher.py"); });
  return launcher != found.end() ? *launcher : found.empty() ? std::string() : found.front();
}

std::string smallestScript(const Run& minified) {
  const std::string& folder = statusOf(minified, 0).folder;
  const auto found = folder.empty() ? std::vector<Checkpoint>() : checkpointsIn(folder);
  return found.empty() ? std::string() : found.front().file;
}

std::string whyText(const WhyPage& page) {
  const WhyFacts found = whyFactsOf(page);
  const auto line = [](std::string label, const std::string& value) {
    label.resize(kWhyLabelWidth, ' ');
    return value.empty() ? std::string() : label + reports::printableText(value) + '\n';
  };
  std::string out = reports::printableText(page.model) + ": " +
                    (found.status.empty() ? "no status" : reports::printableText(found.status)) +
                    (found.reason.empty() || !found.cause.empty() ? "" : ", " + reports::printableText(found.reason)) + '\n';
  out += line("Cause", found.cause);
  out += line("Verdict", found.verdict);
  out += line("Script", found.script);
  out += line("Graph", found.graph);
  if (page.smallest != page.script) out += line("Smallest", page.smallest);
  out += line("Exception", found.exception);
  out += line("Tensor", found.margin ? tensorText(*found.margin) : found.finding);
  out += "\nTo repeat each step:\n";
  for (const std::string& command : found.commands) out += "  " + reports::printableText(command) + '\n';
  return out;
}

std::string whyJson(const WhyPage& page) {
  const WhyFacts found = whyFactsOf(page);
  Json tensor;
  if (found.margin) {
    tensor = {{"shape", found.margin->shape}, {"dtype", text::stringOrNull(found.margin->dtype)}};
    text::setNumber(tensor, "error", found.margin->resError);
    text::setNumber(tensor, "reference_error", found.margin->refError);
    text::setNumber(tensor, "margin", found.margin->margin);
  }
  const Json out = {{"format", "plumbline-why"},
                    {"version", 1},
                    {"model", page.model},
                    {"status", text::stringOrNull(found.status)},
                    {"second_status", text::stringOrNull(page.passed ? whyStatus(*page.passed) : std::string())},
                    {"reason", text::stringOrNull(found.reason)},
                    {"cause", text::stringOrNull(found.cause)},
                    {"class", text::stringOrNull(found.word)},
                    {"verdict", text::stringOrNull(found.verdict)},
                    {"script", text::stringOrNull(page.script)},
                    {"smallest", text::stringOrNull(page.smallest)},
                    {"graph", text::stringOrNull(found.graph)},
                    {"exception", text::stringOrNull(found.exception)},
                    {"tensor", std::move(tensor)},
                    {"commands", found.commands}};
  return text::toJsonText(out, 2) + '\n';
}

}  // namespace plumbline::runs
