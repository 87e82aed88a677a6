// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_engine.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace plumbline::runs {
namespace {

constexpr int kTellMs = 100;      // news ten times a second are enough for people
constexpr int kWishMs = 500;      // between two looks whether another program asks for the end of a run

bool isWaitingOrActive(const Run& run) { return !isOver(stateOf(run)); }

/// What a person asks for once more: all that did not come to a good end, also what was cancelled.
bool isRetried(RunState state) { return isOver(state) && state != RunState::Done; }

base::Error unknownRun(const std::string& run) {
  return {base::ErrorCode::NotFound, "There is no run " + run + " in the queue.", "Look at the list of runs."};
}

}  // namespace

RunEngine::RunEngine(QueueOptions options, QueueNews news, MakeExecutor make)
    : m_options(std::move(options)),
      m_news(std::move(news)),
      m_limits(m_options.limits),
      m_pool(m_options.folder, std::move(make)),
      m_driver(m_book, m_pool, {.lookMs = m_options.lookMs, .birthMs = m_options.birthMs},
               {.changed = [this] { m_settle.start(); }, .failed = [this](const base::Error& error) { fail(error); }}) {
  for (QTimer* timer : {&m_settle, &m_tell}) timer->setSingleShot(true);
  m_settle.setInterval(0);
  m_search.setInterval(m_options.searchMs);
  connect(&m_settle, &QTimer::timeout, this, &RunEngine::settle);
  connect(&m_tell, &QTimer::timeout, this, &RunEngine::tell);
  connect(&m_search, &QTimer::timeout, this, &RunEngine::findAbandoned);
  m_wishes.setInterval(kWishMs);
  connect(&m_wishes, &QTimer::timeout, this, &RunEngine::followWishes);
  auto store = RunStore::open(m_options.folder);
  if (!store) {
    m_storeProblem = store.error();
    fail(m_storeProblem);
    return;
  }
  m_store = *std::move(store);
  m_store->emptyTrash();
  m_wishes.start();
  if (m_options.adoptOthers) {
    showOver();
    findAbandoned();
    m_search.start();
  }
  m_settle.start();
}

RunEngine::~RunEngine() {
  m_removed.clear();  // gives their journals free, so that the trash may go
  if (m_store) m_store->emptyTrash();
}

RunBook::Entry* RunEngine::need(const std::string& run) {
  Entry* entry = m_book.find(run);
  if (entry == nullptr) fail(unknownRun(run));
  return entry;
}

void RunEngine::write(Entry& entry) {
  if (const auto written = m_book.writeRun(entry); !written) fail(written.error());
  m_settle.start();
}

/// showOver puts runs that are over into the queue; their journals stay free.
void RunEngine::showOver() {
  std::vector<base::Error> problems;  // findAbandoned tells them
  for (Run& run : m_store->list(problems))
    if (run.isSaved && !isWaitingOrActive(run)) takeOver(std::move(run));
  m_book.sort();
}

void RunEngine::takeOver(Run run) {
  if (m_options.withOver)
    m_book.insert(std::move(run), std::nullopt);
  else
    m_passedOver.insert(run.id);
}

void RunEngine::findAbandoned() {
  std::set<std::string> known = m_passedOver;
  for (const auto& entry : m_book.entries()) known.insert(entry->run->id);
  std::vector<base::Error> problems;
  if (!m_options.only.empty()) {
    for (const Run& run : m_store->list(problems))
      if (run.id != m_options.only) known.insert(run.id);
    problems.clear();
  }
  std::vector<RunStore::Found> found = m_store->takeAbandoned(true, problems, known);
  for (const base::Error& problem : problems) {
    m_passedOver.insert(std::filesystem::path(problem.file).parent_path().filename().string());
    fail(problem);
  }
  if (found.empty()) return;
  for (RunStore::Found& one : found) {
    if (one.run.isFoundAgain)
      m_driver.adopt(m_book.insert(std::move(one.run), std::move(one.journal)));
    else
      takeOver(std::move(one.run));  // another program ended it a moment ago
  }
  m_book.sort();
  m_settle.start();
}

/// followWishes ends the runs whose end another program asks for (RunStore::askToCancel).
void RunEngine::followWishes() {
  for (const auto& entry : m_book.entries())
    if (entry->journal && isWaitingOrActive(*entry->run) && RunStore::takeCancelWish(*entry->run)) cancel(entry->run->id);
}

base::Result<std::string> RunEngine::add(const RunSpec& spec) {
  if (!m_store) return base::fail(m_storeProblem);
  const auto plan = planRun(spec);
  if (!plan) return base::fail(plan.error());
  auto made = m_store->create(spec, *plan, wallTime());
  if (!made) return base::fail(made.error());
  std::string id = made->run.id;
  m_book.insert(std::move(made->run), std::move(made->journal));
  m_book.sort();
  m_toTell.push_back([this, id] { m_news.added(id); });
  m_settle.start();
  return id;
}

std::vector<std::string> RunEngine::adopted() const {
  std::vector<std::string> ids;
  for (const auto& entry : m_book.entries())
    if (entry->run->isFoundAgain) ids.push_back(entry->run->id);
  return ids;
}

void RunEngine::cancel(const std::string& run) {
  Entry* entry = need(run);
  if (entry == nullptr) return;
  // From the last one on, so that no waiting task begins because an earlier one ended.
  for (std::size_t i = entry->run->tasks.size(); i-- > 0;) m_driver.cancelTask(*entry, i);
}

void RunEngine::cancelTask(const std::string& run, int task) {
  Entry* entry = need(run);
  if (entry == nullptr) return;
  if (task < 0 || static_cast<std::size_t>(task) >= entry->run->tasks.size())
    return fail({base::ErrorCode::BadArgument, "This run has no task " + std::to_string(task + 1) + "."});
  m_driver.cancelTask(*entry, static_cast<std::size_t>(task));
}

void RunEngine::cancelAll() {
  for (const auto& entry : m_book.entries())
    if (isWaitingOrActive(*entry->run)) cancel(entry->run->id);
}

void RunEngine::again(const std::string& run) {
  const Entry* entry = need(run);
  if (entry == nullptr) return;
  if (const auto id = add(entry->run->spec); !id) fail(id.error());
}

void RunEngine::retryFailed(const std::string& run) {
  Entry* entry = need(run);
  if (entry == nullptr) return;
  Run& all = *entry->run;
  if (isWaitingOrActive(all) || entry->journal)
    return fail({base::ErrorCode::BadArgument, "This run is not over.", "Wait for its end, or cancel it."});
  if (std::none_of(all.tasks.begin(), all.tasks.end(), [](const TaskStatus& task) { return isRetried(task.state); }))
    return fail({base::ErrorCode::BadArgument, "All tasks of this run ended well.", "Queue it anew to run all of it again."});
  auto journal = m_store->takeJournal(all);
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
    if (const auto written = m_book.writeTask(*entry, i); !written) fail(written.error());
  }
  write(*entry);
}

void RunEngine::setPriority(const std::string& run, int priority) {
  Entry* entry = need(run);
  if (entry == nullptr || entry->run->spec.priority == priority || !isWaitingOrActive(*entry->run)) return;
  entry->run->spec.priority = priority;
  write(*entry);
  m_book.sort();
}

void RunEngine::setPaused(const std::string& run, bool paused) {
  Entry* entry = need(run);
  if (entry == nullptr || entry->run->isPaused == paused || !isWaitingOrActive(*entry->run)) return;
  entry->run->isPaused = paused;
  write(*entry);
}

void RunEngine::setLimits(const Limits& limits) {
  m_limits = limits;
  m_settle.start();
}

void RunEngine::remove(const std::string& run) {
  Entry* entry = need(run);
  if (entry == nullptr) return;
  if (isWaitingOrActive(*entry->run) || entry->journal)
    return fail({base::ErrorCode::BadArgument, "This run is not over.", "Cancel it first."});
  auto journal = m_store->takeJournal(*entry->run);
  if (!journal && journal.error().code != base::ErrorCode::NotFound) return fail(journal.error());
  if (journal) {
    entry->journal.emplace(*std::move(journal));  // says that it may come back
    if (const auto done = m_store->putAway(*entry->run); !done) {
      entry->journal.reset();
      return fail(done.error());
    }
  }
  m_removed.push_back(m_book.take(run));
  m_settle.start();
}

void RunEngine::restore(const std::string& run) {
  const auto found = std::find_if(m_removed.begin(), m_removed.end(), [&](const auto& entry) { return entry->run->id == run; });
  if (found == m_removed.end()) return fail(unknownRun(run));
  if (const auto done = m_store->bringBack(*(*found)->run); !done) return fail(done.error());
  m_book.insert(std::move(*(*found)->run), std::nullopt);
  m_removed.erase(found);
  m_book.sort();
  m_settle.start();
}

void RunEngine::probe(const RunSpec& spec) {
  const std::uint64_t number = ++m_probe;
  m_pool.dropOthers([&](const Place& place) {
    return place == spec.place || std::any_of(m_book.entries().begin(), m_book.entries().end(), [&](const auto& entry) {
             return entry->journal && entry->run->spec.place == place;
           });
  });
  const auto plan = planRun(spec);
  if (!plan) {
    ProbeReport report;
    report.findings.push_back({true, plan.error().text, plan.error().hint});
    return m_news.probed(report);
  }
  m_pool.of(spec.place).probe(spec, plan->script, [this, number](const ProbeReport& report) {
    if (number == m_probe) m_news.probed(report);
  });
}

void RunEngine::watchLog(const std::string& run, int task) {
  m_driver.watch(run, static_cast<std::size_t>(std::max(0, task)));
}

/// settle follows every change: runs that are over are finished, others may begin, and people are told.
void RunEngine::settle() {
  if (!m_store) return;
  for (std::size_t i = 0; i < m_book.entries().size(); ++i) {
    Entry& entry = *m_book.entries()[i];
    if (entry.journal && !isWaitingOrActive(*entry.run)) finish(entry);
  }
  m_driver.startNext(m_limits);
  if (m_tell.isActive()) return;
  const qint64 since = m_lastTold.isValid() ? m_lastTold.elapsed() : kTellMs;
  m_tell.start(static_cast<int>(std::max<qint64>(0, kTellMs - since)));
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
  m_toTell.push_back([this, id = run.id] { m_news.finished(id); });
}

void RunEngine::tell() {
  m_lastTold.start();
  m_news.changed(m_book.snapshot());
  for (const auto& news : std::exchange(m_toTell, {})) news();
}

}  // namespace plumbline::runs
