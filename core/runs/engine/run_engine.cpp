// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_engine.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace plumbline::runs {
namespace {

constexpr int kPublishMs = 100;    // changed() comes at most ten times a second
constexpr int kCancelPollMs = 500;  // for cancel requests of other processes

bool isWaitingOrActive(const Run& run) { return !isFinished(stateOf(run)); }

/// isRetried: everything that did not end well, also what was cancelled.
bool isRetried(RunState state) { return isFinished(state) && state != RunState::Done; }

base::Error unknownRun(const std::string& run) {
  return {base::ErrorCode::NotFound, "There is no run " + run + " in the queue.", "Look at the list of runs."};
}

}  // namespace

RunEngine::RunEngine(QueueOptions options, MakeExecutor make)
    : m_options(std::move(options)),
      m_limits(m_options.limits),
      m_pool(m_options.folder, std::move(make)),
      m_driver(
          m_registry, m_pool, {.pollIntervalMs = m_options.pollIntervalMs, .startTimeoutMs = m_options.startTimeoutMs},
          {.changed = [this] { m_settleTimer.start(); }, .failed = [this](const base::Error& error) { fail(error); }}) {
  for (QTimer* timer : {&m_settleTimer, &m_publishTimer}) timer->setSingleShot(true);
  m_settleTimer.setInterval(0);
  m_searchTimer.setInterval(m_options.searchIntervalMs);
  connect(&m_settleTimer, &QTimer::timeout, this, &RunEngine::settle);
  connect(&m_publishTimer, &QTimer::timeout, this, &RunEngine::publish);
  connect(&m_searchTimer, &QTimer::timeout, this, &RunEngine::findAbandoned);
  m_cancelTimer.setInterval(kCancelPollMs);
  connect(&m_cancelTimer, &QTimer::timeout, this, &RunEngine::followCancelRequests);
}

void RunEngine::begin() {
  auto store = RunStore::open(m_options.folder);
  if (!store) {
    m_storeProblem = store.error();
    fail(m_storeProblem);
    return;
  }
  m_store = *std::move(store);
  m_store->emptyTrash();
  m_cancelTimer.start();
  if (m_options.adoptOthers) {
    showOver();
    findAbandoned();
    m_searchTimer.start();
  }
  m_settleTimer.start();
}

RunEngine::~RunEngine() {
  m_removed.clear();  // unlocks their journals, so that the trash can be emptied
  if (m_store) m_store->emptyTrash();
}

RunRegistry::Entry* RunEngine::require(const std::string& run) {
  Entry* entry = m_registry.find(run);
  if (entry == nullptr) fail(unknownRun(run));
  return entry;
}

/// requireOwn adopts an abandoned run, so that it can be cancelled.
RunRegistry::Entry* RunEngine::requireOwn(const std::string& run) {
  Entry* entry = require(run);
  if (entry == nullptr) return nullptr;
  if (entry->run->access == RunAccess::Foreign) {
    fail(foreignRun(*entry->run));
    return nullptr;
  }
  if (entry->run->access == RunAccess::Full) return entry;
  resume(run);
  return require(run);
}

void RunEngine::write(Entry& entry) {
  if (const auto written = m_registry.writeRun(entry); !written) fail(written.error());
  m_settleTimer.start();
}

/// showOver adds finished runs to the queue; their journals stay unlocked.
void RunEngine::showOver() {
  std::vector<base::Error> problems;  // findAbandoned reports them
  for (Run& run : m_store->list(problems))
    if (run.isSaved && !isWaitingOrActive(run)) takeOver(std::move(run));
  m_registry.sort();
}

void RunEngine::takeOver(Run run) {
  if (isWaitingOrActive(run) || !run.isSaved || m_options.includeFinished) {
    const auto stamp = files::stampOf(RunStore::journalOf(run));
    m_registry.insert(std::move(run), std::nullopt).journalStamp = stamp ? *stamp : files::FileStamp();
  } else {
    m_skipped.insert(run.id);
  }
}

/// knownExcept are the ids that a search passes over; with `only` all others. A run that is shown as abandoned is not among
/// them when the engine resumes such runs: its lock may have been released between the attempt to adopt it and the listing.
std::set<std::string> RunEngine::knownExcept(const std::string& only) const {
  std::set<std::string> known = m_skipped;
  for (const auto& entry : m_registry.entries())
    if (!m_options.resumeOthers || entry->run->access != RunAccess::Abandoned) known.insert(entry->run->id);
  if (only.empty()) return known;
  std::vector<base::Error> problems;
  for (const Run& run : m_store->list(problems))
    if (run.id != only) known.insert(run.id);
  return known;
}

void RunEngine::report(const std::vector<base::Error>& problems) {
  for (const base::Error& problem : problems) {
    m_skipped.insert(std::filesystem::path(problem.file).parent_path().filename().string());
    fail(problem);
  }
}

void RunEngine::findAbandoned() {
  dropChanged();
  if (m_options.resumeOthers) adopt(knownExcept(m_options.only));
  std::vector<base::Error> problems;
  std::vector<Run> found = m_store->listAbandoned(problems, knownExcept(m_options.only));
  report(problems);
  if (found.empty()) return;
  for (Run& run : found) {
    m_registry.take(run.id);
    takeOver(std::move(run));
  }
  m_registry.sort();
  m_settleTimer.start();
}

/// dropChanged removes the runs that were only shown and that another process changed or adopted; the search that
/// follows finds them again.
void RunEngine::dropChanged() {
  std::vector<std::string> changed;
  for (const auto& entry : m_registry.entries()) {
    if (entry->run->access == RunAccess::Full) continue;
    const std::string journal = RunStore::journalOf(*entry->run);
    const auto stamp = files::stampOf(journal);
    if (!stamp || *stamp != entry->journalStamp || files::isHeld(journal)) changed.push_back(entry->run->id);
  }
  for (const std::string& id : changed) m_registry.take(id);
  if (!changed.empty()) m_settleTimer.start();
}

void RunEngine::adopt(const std::set<std::string>& known) {
  std::vector<base::Error> problems;
  std::vector<RunStore::Found> found = m_store->adoptAbandoned(true, problems, known);
  report(problems);
  if (found.empty()) return;
  for (RunStore::Found& one : found) {
    m_registry.take(one.run.id);
    if (one.run.isAdopted)
      m_driver.adopt(m_registry.insert(std::move(one.run), std::move(one.journal)));
    else
      takeOver(std::move(one.run));  // another process finished it a moment ago
  }
  m_registry.sort();
  m_settleTimer.start();
}

void RunEngine::resume(const std::string& run) {
  std::vector<std::string> abandoned;
  for (const auto& entry : m_registry.entries())
    if (entry->run->access == RunAccess::Abandoned && (run.empty() || entry->run->id == run))
      abandoned.push_back(entry->run->id);
  for (const std::string& id : abandoned) {
    m_registry.take(id);
    adopt(knownExcept(id));
  }
  m_settleTimer.start();
}

/// followCancelRequests cancels the runs whose end another process requested (RunStore::requestCancel).
void RunEngine::followCancelRequests() {
  for (const auto& entry : m_registry.entries())
    if (entry->journal && isWaitingOrActive(*entry->run) && RunStore::consumeCancelRequest(*entry->run))
      cancel(entry->run->id);
}

base::Result<std::string> RunEngine::add(const RunSpec& spec) {
  if (!m_store) return base::fail(m_storeProblem);
  const auto plan = planRun(spec);
  return plan ? add(spec, *plan) : base::fail(plan.error());
}

base::Result<std::string> RunEngine::add(const RunSpec& spec, const RunPlan& plan) {
  if (!m_store) return base::fail(m_storeProblem);
  auto made = m_store->create(spec, plan, wallTime());
  if (!made) return base::fail(made.error());
  std::string id = made->run.id;
  m_registry.insert(std::move(made->run), std::move(made->journal));
  m_registry.sort();
  m_pendingSignals.push_back([this, id] { Q_EMIT added(id); });
  m_settleTimer.start();
  return id;
}

std::vector<std::string> RunEngine::adopted() const {
  std::vector<std::string> ids;
  for (const auto& entry : m_registry.entries())
    if (entry->run->isAdopted) ids.push_back(entry->run->id);
  return ids;
}

void RunEngine::cancel(const std::string& run) {
  Entry* entry = requireOwn(run);
  if (entry == nullptr) return;
  // Backwards, so that no waiting task begins because an earlier one ended.
  for (std::size_t i = entry->run->tasks.size(); i-- > 0;) m_driver.cancelTask(*entry, i);
}

void RunEngine::cancelTask(const std::string& run, int task) {
  Entry* entry = requireOwn(run);
  if (entry == nullptr) return;
  if (task < 0 || static_cast<std::size_t>(task) >= entry->run->tasks.size())
    return fail({base::ErrorCode::BadArgument, "This run has no task " + std::to_string(task + 1) + "."});
  m_driver.cancelTask(*entry, static_cast<std::size_t>(task));
}

void RunEngine::cancelAll() {
  for (const auto& entry : m_registry.entries())
    if (entry->journal && isWaitingOrActive(*entry->run)) cancel(entry->run->id);
}

void RunEngine::again(const std::string& run) {
  const Entry* entry = require(run);
  if (entry == nullptr) return;
  if (entry->run->access == RunAccess::Foreign) return fail(foreignRun(*entry->run));
  if (const auto id = add(entry->run->spec); !id) fail(id.error());
}

void RunEngine::retryFailed(const std::string& run) {
  Entry* entry = require(run);
  if (entry == nullptr) return;
  Run& all = *entry->run;
  if (isWaitingOrActive(all) || entry->journal)
    return fail({base::ErrorCode::BadArgument, "This run is not over.", "Wait for its end, or cancel it."});
  if (std::ranges::none_of(all.tasks, [](const TaskStatus& task) { return isRetried(task.state); }))
    return fail(
        {base::ErrorCode::BadArgument, "All tasks of this run ended well.", "Queue it anew to run all of it again."});
  auto journal = m_store->lockJournal(all);
  if (!journal) return fail(journal.error());
  entry->journal.emplace(*std::move(journal));
  all.isSaved = false;
  all.results.clear();
  all.problem.clear();
  for (std::size_t i = 0; i < all.tasks.size(); ++i) {
    if (!isRetried(all.tasks[i].state)) continue;
    const int attempt = all.tasks[i].attempt + 1;
    all.tasks[i] = {};
    all.tasks[i].attempt = attempt;
    entry->work[i] = {};
    if (const auto written = m_registry.writeTask(*entry, i); !written) fail(written.error());
  }
  write(*entry);
}

void RunEngine::setPriority(const std::string& run, int priority) {
  Entry* entry = require(run);
  if (entry == nullptr || entry->run->spec.priority == priority || !entry->journal) return;
  entry->run->spec.priority = priority;
  write(*entry);
  m_registry.sort();
}

void RunEngine::setPaused(const std::string& run, bool paused) {
  Entry* entry = require(run);
  if (entry == nullptr || entry->run->isPaused == paused || !entry->journal) return;
  entry->run->isPaused = paused;
  write(*entry);
}

void RunEngine::setLimits(const Limits& limits) {
  m_limits = limits;
  m_settleTimer.start();
}

void RunEngine::remove(const std::string& run) {
  Entry* entry = require(run);
  if (entry == nullptr) return;
  if (isWaitingOrActive(*entry->run) || entry->journal)
    return fail({base::ErrorCode::BadArgument, "This run is not over.", "Cancel it first."});
  auto journal = m_store->lockJournal(*entry->run);
  if (!journal && journal.error().code != base::ErrorCode::NotFound) return fail(journal.error());
  if (journal) {
    entry->journal.emplace(*std::move(journal));  // the lock keeps it in the trash
    if (const auto done = m_store->moveToTrash(*entry->run); !done) {
      entry->journal.reset();
      return fail(done.error());
    }
  }
  m_removed.push_back(m_registry.take(run));
  m_settleTimer.start();
}

void RunEngine::restore(const std::string& run) {
  const auto found = std::ranges::find_if(m_removed, [&](const auto& entry) { return entry->run->id == run; });
  if (found == m_removed.end()) return fail(unknownRun(run));
  if (const auto done = m_store->restoreFromTrash(*(*found)->run); !done) return fail(done.error());
  m_registry.insert(std::move(*(*found)->run), std::nullopt);
  m_removed.erase(found);
  m_registry.sort();
  m_settleTimer.start();
}

void RunEngine::probe(const RunSpec& spec) {
  const auto plan = planRun(spec);
  if (plan) return probe(spec, *plan);
  ++m_probe;
  ProbeReport report;
  report.findings.push_back({true, plan.error().text, plan.error().hint});
  Q_EMIT probed(report);
}

void RunEngine::probe(const RunSpec& spec, const RunPlan& plan) {
  const std::uint64_t number = ++m_probe;
  m_pool.dropOthers([&](const RunTarget& target) {
    return target == spec.target || std::ranges::any_of(m_registry.entries(), [&](const auto& entry) {
             return entry->journal && entry->run->spec.target == target;
           });
  });
  m_pool.of(spec.target).probe(spec, plan.script, [this, number](const ProbeReport& report) {
    if (number == m_probe) Q_EMIT probed(report);
  });
}

void RunEngine::watchLog(const std::string& run, int task) {
  m_driver.watch(run, static_cast<std::size_t>(std::max(0, task)));
}

/// settle follows every change: saves the results of runs that ended, starts others, schedules a signal.
void RunEngine::settle() {
  if (!m_store) return;
  for (std::size_t i = 0; i < m_registry.entries().size(); ++i) {
    Entry& entry = *m_registry.entries()[i];
    if (entry.journal && !isWaitingOrActive(*entry.run)) finish(entry);
  }
  m_driver.startNext(m_limits);
  if (m_publishTimer.isActive()) return;
  const qint64 since = m_lastPublished.isValid() ? m_lastPublished.elapsed() : kPublishMs;
  m_publishTimer.start(static_cast<int>(std::max<qint64>(0, kPublishMs - since)));
}

void RunEngine::finish(Entry& entry) {
  Run& run = *entry.run;
  const auto saved = RunStore::saveResults(run);
  run.isSaved = saved.has_value();
  if (!saved) {
    run.problem = base::describe(saved.error());
    fail(saved.error());
  }
  RunStore::removeLeftovers(run);
  write(entry);
  entry.journal.reset();
  m_pendingSignals.push_back([this, id = run.id] { Q_EMIT finished(id); });
}

void RunEngine::publish() {
  m_lastPublished.start();
  Q_EMIT changed(m_registry.snapshot());
  for (const auto& emitPending : std::exchange(m_pendingSignals, {})) emitPending();
}

}  // namespace plumbline::runs
