// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/why_search.h"

#include <algorithm>
#include <utility>

#include "core/runs/repro/repro_options.h"
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
  m_page.row = run;
  m_page.script = scriptOfWhy(run);
  m_isPass = verdicts::isPassing(whyStatus(run));
  if (m_isPass) return;
  if (!m_page.script.empty()) return minify();
  if (m_stage == Stage::Crash) return;
  // A compiler that fails writes its script at another level than one whose result differs.
  m_stage = Stage::Crash;
  RunSpec row = m_first;
  row.title.clear();
  m_next = specForWhy(row, WhyLevel::Crash, whyAfter(m_first));
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
  options.isolate = false;
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
    if (!isSet && !variable.first.starts_with("TORCHDYNAMO_REPRO_")) spec->environment.push_back(variable);
  }
  return *std::move(spec);
}

}  // namespace plumbline::runs
