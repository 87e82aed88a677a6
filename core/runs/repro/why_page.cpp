// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/why_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/numerics/margins/margin_log.h"
#include "core/reports/printable_text.h"
#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/reproducibility.h"
#include "core/runs/results/run_summary.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWhyLabelWidth = 11;
constexpr int kMarginDigits = 4;

/// WhyFacts is what both forms of the page show.
struct WhyFacts {
  std::string status, cause, verdict, word, graph, exception, finding;
  std::optional<numerics::LoggedMargin> margin;
  std::vector<std::string> commands;
};

std::vector<std::string> whyCommands(const WhyPage& page) {
  std::string first;
  const std::string folder = statusOf(page.row, 0).folder;
  for (const std::string& line : setupLines(page.row.plan, folder)) first += line + " && ";
  for (const std::string& line : commandLines(page.row.plan, folder)) first += line;
  std::vector<std::string> commands{first};
  const auto words = [](std::vector<std::string> all) { return "plumbline-cli " + text::shellLine(all); };
  if (!page.script.empty()) commands.push_back(words({"repro", page.script, "minify", "--no-isolate"}));
  if (page.reproduced)
    commands.push_back(words({"reproduce", std::to_string(page.reproduced->spec.repeats), page.smallest}));
  return commands;
}

WhyFacts whyFactsOf(const WhyPage& page) {
  WhyFacts out;
  out.status = whyStatus(page.row);
  out.commands = whyCommands(page);
  out.cause = singleCause(readCauses(page.row, 0));
  if (page.minified) out.graph = minifierText(minifierProgress(*page.minified, 0));
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
                    (found.status.empty() ? "no status" : reports::printableText(found.status)) + '\n';
  out += line("Cause", found.cause);
  out += line("Verdict", found.verdict);
  out += line("Script", page.script);
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
