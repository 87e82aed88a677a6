// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/repro_shelf.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/runs/repro_results.h"
#include "ui/runs/repro_words.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using runs::RunKind;

namespace {

constexpr std::size_t kAtOnce = 32;  ///< tasks of one reading: what is known is shown before all is read

/// isReadable: a run that was never started left no log.
bool isReadable(const runs::TaskStatus& task) { return runs::isOver(task.state); }

void sumUp(const runs::Run& run, ReproReading& reading) {
  reading.all.reset();
  if (!runs::isReproducibilityRun(run)) return;
  std::vector<runs::ReproOutcome> outcomes;
  for (const auto& [task, each] : reading.tasks)
    if (each.problem.isEmpty()) outcomes.push_back(each.outcome);
  if (!outcomes.empty()) reading.all = runs::reproducibility(outcomes);
}

}  // namespace

bool ReproReading::isWhole(const runs::Run& run) const {
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const auto found = tasks.find(i);
    if (!runs::isOver(run.tasks[i].state) || found == tasks.end() || found->second.attempt != run.tasks[i].attempt) return false;
  }
  return !run.tasks.empty();
}

bool leavesScripts(const runs::Run& run) {
  if (run.spec.kind == RunKind::Repro) return true;
  return std::ranges::any_of(run.spec.environment,
                             [](const auto& each) { return each.first.starts_with("TORCHDYNAMO_REPRO_"); });
}

ReproShelf::ReproShelf(QObject* parent)
    : QObject(parent), m_runner([this](const base::Outcome<Harvest>& harvest) { take(harvest); }) {}

void ReproShelf::setQueue(const runs::QueuePtr& queue) {
  m_queue = queue;
  if (m_queue && !m_readings.isEmpty()) {  // what is gone needs no shelf
    std::set<std::string_view> known;
    for (const runs::RunPtr& run : m_queue->runs) known.insert(run->id);
    m_readings.removeIf([&](const auto& each) { return !known.contains(each.key().toStdString()); });
  }
  readNext();
}

void ReproShelf::setCurrent(const runs::RunPtr& run) {
  const bool other = (run ? run->id : std::string()) != (m_current ? m_current->id : std::string());
  const bool changed = run != m_current;
  m_current = run;
  if (!run || !(other || changed) || !leavesScripts(*run)) return;
  m_looks = true;
  readNext();
}

void ReproShelf::look() {
  if (!m_current || !leavesScripts(*m_current)) return;
  m_looks = true;
  readNext();
}

const ReproReading* ReproShelf::reading(const QString& run) const {
  const auto found = m_readings.constFind(run);
  return found == m_readings.cend() ? nullptr : &*found;
}

std::optional<RunLook> ReproShelf::lookOf(const runs::Run& run) const {
  const ReproReading* known = run.spec.kind == RunKind::Repro ? reading(fromUtf8(run.id)) : nullptr;
  if (known == nullptr || !known->isWhole(run)) return std::nullopt;
  if (known->all) return classLook(known->all->classification);
  const ReproReading::Task& first = known->tasks.begin()->second;
  const bool differ = std::ranges::any_of(known->tasks, [&](const auto& each) {
    return !each.second.problem.isEmpty() || each.second.outcome.result != first.outcome.result;
  });
  if (differ) return std::nullopt;
  return reproLook(first.outcome.result);
}

std::vector<ReproShelf::Wanted> ReproShelf::wanted() const {
  std::vector<Wanted> all;
  std::size_t count = 0;
  const auto add = [&](const runs::RunPtr& run, bool withFolders) {
    Wanted each{.run = run, .tasks = {}, .withFolders = withFolders};
    const ReproReading* known = reading(fromUtf8(run->id));
    for (std::size_t i = 0; run->spec.kind == RunKind::Repro && i < run->tasks.size() && count < kAtOnce; ++i) {
      if (!isReadable(run->tasks[i])) continue;
      if (known != nullptr)
        if (const auto task = known->tasks.find(i); task != known->tasks.end() && task->second.attempt == run->tasks[i].attempt)
          continue;
      each.tasks.push_back(i);
      ++count;
    }
    if (!each.tasks.empty() || withFolders) all.push_back(std::move(each));
  };
  if (m_current) add(m_current, m_looks);
  if (m_queue)
    for (const runs::RunPtr& run : m_queue->runs)
      if (run->spec.kind == RunKind::Repro && (!m_current || run->id != m_current->id)) add(run, false);
  return all;
}

void ReproShelf::readNext() {
  if (m_runner.isBusy()) return;  // take() comes back here
  std::vector<Wanted> next = wanted();
  if (next.empty()) return;
  m_looks = false;
  m_runner.run([next = std::move(next)](const base::Progress& progress) { return read(next, progress); });
}

base::Outcome<ReproShelf::Harvest> ReproShelf::read(const std::vector<Wanted>& wanted, const base::Progress& progress) {
  auto harvest = std::make_shared<std::vector<Found>>();
  for (const Wanted& each : wanted) {
    Found found{.run = each.run, .tasks = {}, .withFolders = each.withFolders, .checkpoints = {}, .scripts = {}};
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
    harvest->push_back(std::move(found));
  }
  return harvest;
}

void ReproShelf::take(const base::Outcome<Harvest>& harvest) {
  QStringList changedRuns;
  if (harvest.isValue())
    for (Found& found : *harvest.value()) {
      const QString id = fromUtf8(found.run->id);
      ReproReading& reading = m_readings[id];
      for (auto& [task, each] : found.tasks) reading.tasks[task] = std::move(each);
      if (found.withFolders) {
        reading.checkpoints = std::move(found.checkpoints);
        reading.scripts = std::move(found.scripts);
      }
      sumUp(*found.run, reading);
      changedRuns << id;
    }
  for (const QString& id : std::as_const(changedRuns)) Q_EMIT changed(id);
  if (harvest.isValue()) readNext();
}

}  // namespace plumbline::ui
