// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/repro/repro_results.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::RunKind;

namespace {

constexpr std::size_t kMaxTasksPerRead = 32;  ///< per batch, so that first results are shown early

/// isReadable: only finished tasks have a complete log.
bool isReadable(const runs::TaskStatus& task) { return runs::isFinished(task.state); }

void updateSummary(const runs::Run& run, ReproReading& reading) {
  reading.all.reset();
  if (!runs::isReproducibilityRun(run)) return;
  std::vector<runs::ReproOutcome> outcomes;
  for (const auto& [task, each] : reading.tasks)
    if (each.problem.isEmpty()) outcomes.push_back(each.outcome);
  if (!outcomes.empty()) reading.all = runs::reproducibility(outcomes);
}

}  // namespace

bool ReproReading::isComplete(const runs::Run& run) const {
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const auto found = tasks.find(i);
    if (!runs::isFinished(run.tasks[i].state) || found == tasks.end() || found->second.attempt != run.tasks[i].attempt)
      return false;
  }
  return !run.tasks.empty();
}

bool mayLeaveScripts(const runs::Run& run) {
  if (run.spec.kind == RunKind::Repro) return true;
  return std::ranges::any_of(run.spec.environment,
                             [](const auto& each) { return each.first.starts_with("TORCHDYNAMO_REPRO_"); });
}

ReproResults::ReproResults(QObject* parent)
    : QObject(parent), m_runner([this](const base::Outcome<Findings>& findings) { acceptFindings(findings); }) {}

void ReproResults::setQueue(const runs::QueuePtr& queue) {
  m_queue = queue;
  if (m_queue && !m_readings.isEmpty()) {  // removed runs
    std::set<std::string_view> known;
    for (const runs::RunPtr& run : m_queue->runs) known.insert(run->id);
    m_readings.removeIf([&](const auto& each) { return !known.contains(each.key().toStdString()); });
  }
  readNext();
}

void ReproResults::setCurrent(const runs::RunPtr& run) {
  const bool other = (run ? run->id : std::string()) != (m_current ? m_current->id : std::string());
  const bool changed = run != m_current;
  m_current = run;
  if (!run || !(other || changed) || !mayLeaveScripts(*run)) return;
  m_mustRescan = true;
  readNext();
}

void ReproResults::rescan() {
  if (!m_current || !mayLeaveScripts(*m_current)) return;
  m_mustRescan = true;
  readNext();
}

const ReproReading* ReproResults::reading(const QString& run) const {
  const auto found = m_readings.constFind(run);
  return found == m_readings.cend() ? nullptr : &*found;
}

std::optional<RunStyle> ReproResults::styleOf(const runs::Run& run) const {
  const ReproReading* known = run.spec.kind == RunKind::Repro ? reading(fromUtf8(run.id)) : nullptr;
  if (known == nullptr || !known->isComplete(run)) return std::nullopt;
  if (known->all) return classStyle(known->all->classification);
  const ReproReading::Task& first = known->tasks.begin()->second;
  const bool differ = std::ranges::any_of(known->tasks, [&](const auto& each) {
    return !each.second.problem.isEmpty() || each.second.outcome.result != first.outcome.result;
  });
  if (differ) return std::nullopt;
  return reproStyle(first.outcome.result);
}

std::vector<ReproResults::Request> ReproResults::requests() const {
  std::vector<Request> all;
  std::size_t count = 0;
  const auto add = [&](const runs::RunPtr& run, bool withFolders) {
    Request each{.run = run, .tasks = {}, .withFolders = withFolders};
    const ReproReading* known = reading(fromUtf8(run->id));
    for (std::size_t i = 0; run->spec.kind == RunKind::Repro && i < run->tasks.size() &&
         count < kMaxTasksPerRead; ++i) {
      if (!isReadable(run->tasks[i])) continue;
      if (known != nullptr)
        if (const auto task = known->tasks.find(i); task != known->tasks.end() && task->second.attempt == run->tasks[i].attempt)
          continue;
      each.tasks.push_back(i);
      ++count;
    }
    if (!each.tasks.empty() || withFolders) all.push_back(std::move(each));
  };
  if (m_current) add(m_current, m_mustRescan);
  if (m_queue)
    for (const runs::RunPtr& run : m_queue->runs)
      if (run->spec.kind == RunKind::Repro && (!m_current || run->id != m_current->id)) add(run, false);
  return all;
}

void ReproResults::readNext() {
  if (m_runner.isBusy()) return;  // acceptFindings() calls this again
  std::vector<Request> next = requests();
  if (next.empty()) return;
  m_mustRescan = false;
  m_runner.run([next = std::move(next)](const base::Progress& progress) { return read(next, progress); });
}

base::Outcome<ReproResults::Findings> ReproResults::read(const std::vector<Request>& requests,
                                                         const base::Progress& progress) {
  auto findings = std::make_shared<std::vector<Found>>();
  for (const Request& each : requests) {
    Found found{.run = each.run, .tasks = {}, .withFolders = each.withFolders, .checkpoints = {}, .scripts = {}, .minifier = {}};
    if (each.withFolders && each.run->spec.kind == RunKind::Repro) found.minifier = runs::minifierProgress(*each.run, 0);
    for (const std::size_t task : each.tasks) {
      const auto outcome = runs::outcomeOfTask(*each.run, task, progress);
      if (outcome.isCancelled()) return base::Cancelled{};
      ReproReading::Task read{.attempt = each.run->tasks[task].attempt, .outcome = {}, .problem = {}};
      if (outcome.isValue())
        read.outcome = outcome.value();
      else
        read.problem = fromUtf8(outcome.error().text);
      found.tasks.emplace(task, std::move(read));
    }
    for (std::size_t i = 0; each.withFolders && i < each.run->tasks.size(); ++i) {
      if (progress.stopRequested()) return base::Cancelled{};
      const std::string& folder = each.run->tasks[i].folder;
      if (folder.empty()) continue;
      std::ranges::move(runs::checkpointsIn(folder), std::back_inserter(found.checkpoints));
      std::ranges::move(runs::reproScriptsIn(folder), std::back_inserter(found.scripts));
    }
    std::ranges::stable_sort(found.checkpoints, {}, &runs::Checkpoint::nodes);
    // A checkpoint is offered once.
    std::erase_if(found.scripts, [&](const std::string& file) {
      return std::ranges::find(found.checkpoints, file, &runs::Checkpoint::file) != found.checkpoints.end();
    });
    findings->push_back(std::move(found));
  }
  return findings;
}

void ReproResults::acceptFindings(const base::Outcome<Findings>& findings) {
  QStringList changedRuns;
  if (findings.isValue())
    for (Found& found : *findings.value()) {
      const QString id = fromUtf8(found.run->id);
      ReproReading& reading = m_readings[id];
      for (auto& [task, each] : found.tasks) reading.tasks[task] = std::move(each);
      if (found.withFolders) {
        reading.checkpoints = std::move(found.checkpoints);
        reading.scripts = std::move(found.scripts);
        reading.minifier = std::move(found.minifier);
      }
      updateSummary(*found.run, reading);
      changedRuns << id;
    }
  for (const QString& id : std::as_const(changedRuns)) Q_EMIT changed(id);
  if (findings.isValue()) readNext();
}

}  // namespace plumbline::ui
