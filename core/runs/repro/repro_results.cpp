// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_results.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/reports/text_parts.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_settings.h"
#include "core/runs/repro/reproducibility.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kFindingsShown = 20, kCheckpointsShown = 10;

bool isRepeated(const Run& run) { return run.plan.tasks.size() > 1; }

/// notGoodText has a line for every way in which runs did not end well; what is the same for several, or crashes of one
/// type of exception, come once, with the words of the first.
std::string notGoodText(const Run& run, const Outputs& outputs) {
  struct ReasonLine {
    std::string text, kind;
    bool isEager;
    std::vector<int> runs;
  };
  std::vector<ReasonLine> lines;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const std::string* bytes = bytesOf(outputs, i, std::string(kOutcomeFile));
    const auto outcome = bytes == nullptr ? base::Result<ReproOutcome>(base::fail({})) : outcomeOfJson(*bytes);
    if (!outcome || isGoodResult(outcome->result)) continue;
    std::string text(resultText(outcome->result));
    // The evidence of a caught exception is the line that says that one was caught.
    const std::string& reason = outcome->exception.empty() ? outcome->evidence : outcome->exception;
    const std::string kind = text + (isCrash(outcome->result) ? exceptionType(reason) : reason);
    if (!reason.empty()) text += ": " + reports::printableText(reason);
    if (outcome->line > 0) text += " (line " + std::to_string(outcome->line) + ")";
    const bool isEager = isEagerTask(run.plan.tasks[i]);
    auto same = std::ranges::find_if(
        lines, [&](const ReasonLine& line) { return line.kind == kind && line.isEager == isEager; });
    if (same == lines.end()) same = lines.insert(lines.end(), {std::move(text), kind, isEager, {}});
    same->runs.push_back(run.plan.tasks[i].repeat);
  }
  std::string out;
  for (const ReasonLine& line : lines)
    out += "  " + listOf(line.runs, line.isEager ? "eager run" : "run") + ": " + line.text + '\n';
  return out;
}

std::vector<Checkpoint> allCheckpoints(const Run& run) {
  std::vector<Checkpoint> all;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (const std::string& folder = statusOf(run, i).folder; !folder.empty())
      for (Checkpoint& found : checkpointsIn(folder)) all.push_back(std::move(found));
  std::ranges::stable_sort(all, {}, &Checkpoint::nodes);
  return all;
}

std::vector<std::string> allScripts(const Run& run) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (const std::string& folder = statusOf(run, i).folder; !folder.empty())
      for (std::string& found : reproScriptsIn(folder)) all.push_back(std::move(found));
  return all;
}

}  // namespace

std::vector<ReproOutcome> outcomesIn(const Run& run, const Outputs& outputs) {
  std::vector<ReproOutcome> out;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (const std::string* bytes = bytesOf(outputs, i, std::string(kOutcomeFile)))
      if (auto outcome = outcomeOfJson(*bytes)) out.push_back(*std::move(outcome));
  return out;
}

bool isGoodResult(ReproResult result) {
  return result == ReproResult::Same || result == ReproResult::RanOnly || result == ReproResult::Minified ||
         result == ReproResult::Analyzed || result == ReproResult::DoesNotFail;
}

std::string outcomeProblem(const ReproOutcome& outcome) {
  const bool isNone = outcome.result == ReproResult::ImportFailed || outcome.result == ReproResult::BadArguments ||
                      outcome.result == ReproResult::NotStarted;
  if (!isNone) return {};
  std::string text(resultText(outcome.result));
  if (!text.empty()) text.front() = static_cast<char>(text.front() | 0x20);
  return text + (outcome.evidence.empty() ? "" : ": " + withoutDot(outcome.evidence));
}

std::string reproProblem(const Run& run, const Outputs& outputs) {
  const auto outcomes = outcomesIn(run, outputs);
  const bool someAnswer = std::ranges::any_of(outcomes, [](const ReproOutcome& outcome) {
    return outcomeProblem(outcome).empty() && outcome.result != ReproResult::Cancelled &&
           outcome.result != ReproResult::Lost;
  });
  if (someAnswer) return {};
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (const std::string& reason = statusOf(run, i).reason; !reason.empty())
      return "No run had a result: " + withoutDot(reason) + '.';
  return "No run had a result.";
}

std::string outcomeText(const ReproOutcome& outcome) {
  std::string out = std::string(resultText(outcome.result)) + '\n';
  if (!outcome.evidence.empty())
    out += "  " + reports::printableText(outcome.evidence) +
           (outcome.line > 0 ? " (line " + std::to_string(outcome.line) + " of the log)" : "") + '\n';
  if (!outcome.exception.empty() && outcome.exception != outcome.evidence)
    out += "  " + reports::printableText(outcome.exception) + '\n';
  for (std::size_t i = 0; i < outcome.findings.size() && i < kFindingsShown; ++i)
    out += "  " + reports::printableText(outcome.findings[i]) + '\n';
  if (outcome.findings.size() > kFindingsShown)
    out += "  and " + std::to_string(outcome.findings.size() - kFindingsShown) + " more.\n";
  for (const std::string& warning : outcome.warnings) out += "warning: " + reports::printableText(warning) + '\n';
  if (!outcome.hint.empty()) out += outcome.hint + '\n';
  return out;
}

bool isReproducibilityRun(const Run& run) {
  return run.spec.kind == RunKind::Repro && isRepeated(run) && commandOf(run.spec) == commandWord(ReproCommand::Run);
}

std::vector<base::Error> cleanMinified(const Run& run) {
  std::vector<base::Error> problems;
  if (!run.spec.cleanCopy || commandOf(run.spec) != commandWord(ReproCommand::Minify)) return problems;
  std::vector<std::string> paths = allScripts(run);
  for (Checkpoint& checkpoint : allCheckpoints(run)) paths.push_back(std::move(checkpoint.file));
  for (const std::string& path : paths) {
    const auto script = readReproScript(path);
    if (!script || script->settings.empty()) continue;
    const auto file = files::readFile(path);
    if (!file)
      problems.push_back(file.error());
    else if (const auto saved = files::saveFile(path, scriptForRun(file->bytes, *script, "")); !saved)
      problems.push_back(saved.error());
  }
  return problems;
}

std::string checkpointsText(const Run& run) {
  const std::vector<Checkpoint> all = allCheckpoints(run);
  std::string out;
  if (const MinifierProgress progress = minifierProgress(run, 0); progress.tries > 0 && !progress.nodes.empty()) {
    out += "Minified: " + minifierText(progress) + '\n';
    const bool isIsolated = run.spec.reproForm == ReproForm::AfterAot &&
                            std::ranges::find(run.spec.arguments, "--no-isolate") == run.spec.arguments.end();
    if (isIsolated && progress.isSlow()) out += "Each try ran in a process of its own; --no-isolate is faster.\n";
  }
  for (std::size_t i = 0; i < all.size() && i < kCheckpointsShown; ++i)
    out += (i == 0 ? "Best checkpoint: " : "  also: ") + text::counted(static_cast<std::size_t>(all[i].nodes), "node") +
           ", " + reports::printableText(all[i].file) + '\n';
  if (all.size() > kCheckpointsShown)
    out += "  and " + std::to_string(all.size() - kCheckpointsShown) + " larger ones\n";
  return out;
}

std::string reproSummary(const Run& run, const Outputs& outputs) {
  const auto outcomes = outcomesIn(run, outputs);
  std::string out;
  if (isReproducibilityRun(run))
    out = reproducibilityText(reproducibility(outcomes)) + notGoodText(run, outputs);
  else if (isRepeated(run))
    out = notGoodText(run, outputs);
  else if (!outcomes.empty())
    out = outcomeText(outcomes.front());
  out += checkpointsText(run);
  for (const std::string& script : allScripts(run)) out += "Script: " + reports::printableText(script) + '\n';
  return out;
}

std::string reproResultsJson(const Run& run, const Outputs& outputs) {
  const auto outcomes = outcomesIn(run, outputs);
  Json out = {{"format", "plumbline-repro"}, {"version", 2}, {"run", run.id}, {"folder", run.folder},
              {"script", run.spec.script},   {"command", commandOf(run.spec)}};
  out["outcome"] =
      outcomes.size() == 1 && !isRepeated(run) ? text::parseOrderedJson(outcomeJson(outcomes.front())) : Json();
  out["reproducibility"] = isReproducibilityRun(run)
                               ? text::parseOrderedJson(reproducibilityJson(reproducibility(outcomes), outcomes))
                               : Json();
  out["checkpoints"] = Json::array();
  for (const Checkpoint& found : allCheckpoints(run))
    out["checkpoints"].push_back({{"file", found.file}, {"nodes", found.nodes}, {"written", found.written}});
  out["scripts"] = allScripts(run);
  return text::toJsonText(out, 2) + '\n';
}

}  // namespace plumbline::runs
