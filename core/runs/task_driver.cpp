// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/task_driver.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/runs/run_store.h"
#include "core/runs/task_steps.h"

namespace plumbline::runs {
namespace {

constexpr int kElsewhere = 10;            // looks at other machines are so much rarer
constexpr std::int64_t kMostPause = 30'000;
constexpr std::int64_t kCancelAgain = 30'000;
constexpr std::uint64_t kMostEvents = std::uint64_t{64} << 20;
constexpr int kReleaseTries = 5;

bool isActive(const TaskStatus& task) { return task.state != RunState::Waiting && !isOver(task.state); }

std::string inFolder(const std::string& folder, std::string_view name) { return folder + "/" + std::string(name); }

/// isBegun tells whether a keeper was ever at work in a folder.
bool isBegun(const std::string& folder) {
  return files::stampOf(inFolder(folder, kEventsFile)) || files::stampOf(inFolder(folder, kLockFile));
}

}  // namespace

double wallTime() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

TaskDriver::TaskDriver(RunBook& book, ExecutorPool& pool, Pace pace, News news)
    : m_book(book), m_pool(pool), m_pace(pace), m_news(std::move(news)), m_timer(this) {
  m_clock.start();
  m_timer.setInterval(m_pace.lookMs);
  connect(&m_timer, &QTimer::timeout, this, &TaskDriver::lookAround);
}

TaskAt TaskDriver::at(const Entry& entry, std::size_t task) const {
  const TaskStatus& status = entry.run->tasks[task];
  return {status.folder, status.handle, RunStore::nameOf(*entry.run, task),
          task == m_watchedTask && entry.run->id == m_watchedRun};
}

int TaskDriver::lookPause(const Entry& entry) const {
  return entry.run->spec.place.kind == PlaceKind::Local ? m_pace.lookMs : m_pace.lookMs * kElsewhere;
}

void TaskDriver::write(Entry& entry, std::size_t task) {
  if (const auto written = m_book.writeTask(entry, task); !written) m_news.failed(written.error());
  m_news.changed();
}

void TaskDriver::startNext(const Limits& limits) {
  const std::vector<TaskRef> next = nextTasks(m_book.working(), limits);
  for (std::size_t i = 0; i < next.size();) {
    std::vector<std::size_t> tasks;
    const std::string run = next[i].run;
    for (; i < next.size() && next[i].run == run; ++i) tasks.push_back(next[i].task);
    if (Entry* entry = m_book.find(run)) start(*entry, tasks);
  }
  if (!m_timer.isActive()) m_timer.start();
}

void TaskDriver::start(Entry& entry, const std::vector<std::size_t>& tasks) {
  std::vector<TaskAt> starting;
  std::vector<std::size_t> which;
  for (const std::size_t i : tasks) {
    TaskStatus& task = entry.run->tasks[i];
    const auto folder = RunStore::prepareTask(*entry.run, i);
    if (!folder) {
      end(entry, i, RunState::Failed, base::describe(folder.error()));
      continue;
    }
    task.state = RunState::Preparing;
    task.folder = *folder;
    // What the journal does not know must not run: the next program would run it once more.
    if (const auto written = m_book.writeTask(entry, i); !written) {
      end(entry, i, RunState::Failed, base::describe(written.error()));
      continue;
    }
    entry.work[i] = {};
    entry.work[i].isStarting = true;
    entry.work[i].since = m_clock.elapsed();
    which.push_back(i);
    starting.push_back(at(entry, i));
  }
  m_news.changed();
  if (which.empty()) return;
  m_pool.of(entry.run->spec.place)
      .start(entry.run->spec, starting,
             [this, run = entry.run->id, which](std::vector<base::Result<std::string>> handles) {
               for (std::size_t i = 0; i < which.size() && i < handles.size(); ++i) started(run, which[i], handles[i]);
             });
}

void TaskDriver::started(const std::string& run, std::size_t index, const base::Result<std::string>& handle) {
  Entry* entry = m_book.find(run);
  if (entry == nullptr || !entry->work[index].isStarting) return;
  TaskWork& work = entry->work[index];
  work.isStarting = false;
  if (!handle) {
    if (work.wantsCancel) return end(*entry, index, RunState::Cancelled, {});
    return end(*entry, index, RunState::Failed, base::describe(handle.error()));
  }
  entry->run->tasks[index].handle = *handle;
  work.since = m_clock.elapsed();
  work.nextLook = work.since + lookPause(*entry) / 2;
  write(*entry, index);
  if (work.wantsCancel) sendCancel(*entry, index);
}

void TaskDriver::adopt(Entry& entry) {
  for (std::size_t i = 0; i < entry.run->tasks.size(); ++i) {
    const TaskStatus& task = entry.run->tasks[i];
    if (isOver(task.state)) release(entry.run->spec, at(entry, i), 0);  // nobody knows whether that was done
    if (!isActive(task)) continue;
    TaskWork& work = entry.work[i];
    work.isUnsure = task.handle.empty();
    work.since = m_clock.elapsed();
    work.tellsLook = true;
    work.wantsCancel = files::stampOf(inFolder(task.folder, kCancelFile)).has_value();
    if (work.wantsCancel) sendCancel(entry, i);
  }
  if (!m_timer.isActive()) m_timer.start();
}

void TaskDriver::watch(const std::string& run, std::size_t task) {
  m_watchedRun = run;
  m_watchedTask = task;
  Entry* entry = m_book.find(run);
  if (entry != nullptr && task < entry->work.size()) entry->work[task].nextLook = 0;
}

void TaskDriver::lookAround() {
  const std::int64_t now = m_clock.elapsed();
  bool isAnyActive = false;
  // A look may answer at once and end a run; the entries themselves stay until the engine takes one out.
  for (std::size_t at = 0; at < m_book.entries().size(); ++at) {
    Entry& entry = *m_book.entries()[at];
    if (!entry.journal) continue;
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < entry.work.size(); ++i) {
      if (!isActive(entry.run->tasks[i])) continue;
      isAnyActive = true;
      const TaskWork& work = entry.work[i];
      if (work.isStarting) continue;
      if (work.wantsCancel && !work.isCancelling && work.nextCancel <= now) sendCancel(entry, i);
      if (work.nextLook <= now) due.push_back(i);
    }
    if (!due.empty() && !entry.isLooking) look(entry, due);
  }
  if (!isAnyActive) m_timer.stop();
}

void TaskDriver::look(Entry& entry, const std::vector<std::size_t>& tasks) {
  std::vector<TaskAt> places;
  for (const std::size_t i : tasks) {
    places.push_back(at(entry, i));
    entry.work[i].nextLook = m_clock.elapsed() + (lookPause(entry) > m_pace.lookMs ? lookPause(entry) : 0);
  }
  entry.isLooking = true;
  m_pool.of(entry.run->spec.place)
      .look(entry.run->spec, places, [this, run = entry.run->id, tasks, places](const std::vector<TaskLook>& answers) {
        Entry* found = m_book.find(run);
        if (found == nullptr) return;
        found->isLooking = false;
        for (std::size_t i = 0; i < tasks.size() && i < answers.size(); ++i) {
          const TaskStatus& task = found->run->tasks[tasks[i]];
          if (isActive(task) && task.folder == places[i].folder) looked(*found, tasks[i], answers[i]);
        }
      });
}

void TaskDriver::looked(Entry& entry, std::size_t index, const TaskLook& answer) {
  TaskStatus& task = entry.run->tasks[index];
  TaskWork& work = entry.work[index];
  if (answer.life == TaskLife::Unknown) return askLater(entry, index, answer.text);
  work.pause = 0;
  if (answer.life == TaskLife::Gone) return gone(entry, index, answer);
  work.isUnsure = false;
  const bool isLast = answer.life == TaskLife::Over;
  const std::string reason = answer.life == TaskLife::Pending ? answer.text : std::string();
  const bool isNew = takeEvents(entry, index, isLast ? Ends::Now : Ends::Never);
  if (isLast) return;
  const bool isOtherReason = (work.tellsLook || !reason.empty()) && reason != task.reason;
  if (isOtherReason) {
    task.reason = reason;
    work.tellsLook = !reason.empty();
  }
  if (isNew || isOtherReason) write(entry, index);
}

void TaskDriver::gone(Entry& entry, std::size_t index, const TaskLook& answer) {
  TaskStatus& task = entry.run->tasks[index];
  TaskWork& work = entry.work[index];
  takeEvents(entry, index, Ends::IfFinished);
  if (isOver(task.state) || task.state == RunState::Waiting) return;
  if (work.isUnsure && !isBegun(task.folder)) {
    // The program that is gone may have started a keeper in its last moment, and that one has not said anything yet.
    if (m_clock.elapsed() - work.since < m_pace.birthMs) return;
    if (!work.wantsCancel) {
      task.state = RunState::Waiting;
      return write(entry, index);
    }
  }
  if (work.wantsCancel) return end(entry, index, RunState::Cancelled, {});
  if (answer.isTimeout)
    return end(entry, index, RunState::TimedOut, answer.text.empty() ? "ended for the cluster's time limit" : answer.text);
  end(entry, index, RunState::Lost, answer.text.empty() ? "its keeper is gone without a word" : answer.text);
}

/// takeEvents reads the events when they grew, true then.
bool TaskDriver::takeEvents(Entry& entry, std::size_t index, Ends ends) {
  Run& run = *entry.run;
  TaskStatus& task = run.tasks[index];
  TaskWork& work = entry.work[index];
  const std::string path = inFolder(task.folder, kEventsFile);
  const auto stamp = files::stampOf(path);
  if (ends == Ends::Never && (!stamp || *stamp == work.events)) return false;
  const auto bytes = files::readFile(path, kMostEvents);
  const auto events = bytes ? readEvents(bytes->bytes, path) : base::Result<TaskEvents>(base::fail(bytes.error()));
  if (!events) {
    if (ends == Ends::Now) end(entry, index, RunState::Lost, base::describe(events.error()));
    return false;
  }
  work.events = bytes->stamp;
  showEvents(task, *events);
  if (run.facts.empty() && !events->facts.empty()) {
    run.facts = events->facts;
    if (const auto written = m_book.writeRun(entry); !written) m_news.failed(written.error());
  }
  if (ends == Ends::Now || (ends == Ends::IfFinished && events->finished)) {
    TaskEnd what = endOfTask(run.spec, run.plan.tasks[index], *events, work.wantsCancel);
    // Programs that end well and write nothing of use did not do what they were run for.
    if (what.state == RunState::Done) {
      task.state = RunState::Reading;
      what.reason = RunStore::problemOfOutput(run, index);
      if (!what.reason.empty()) what.state = RunState::Failed;
    }
    end(entry, index, what.state, what.reason);
  }
  return true;
}

void TaskDriver::askLater(Entry& entry, std::size_t index, const std::string& reason) {
  TaskStatus& task = entry.run->tasks[index];
  TaskWork& work = entry.work[index];
  work.pause = std::min(kMostPause, std::max<std::int64_t>(work.pause * 2, lookPause(entry)));
  work.nextLook = m_clock.elapsed() + work.pause;
  if (task.reason == reason) return;
  task.reason = reason;
  work.tellsLook = true;
  write(entry, index);
}

void TaskDriver::cancelTask(Entry& entry, std::size_t index) {
  const TaskStatus& task = entry.run->tasks[index];
  if (isOver(task.state)) return;
  TaskWork& work = entry.work[index];
  work.wantsCancel = true;
  if (task.state == RunState::Waiting) return end(entry, index, RunState::Cancelled, {});
  // The file makes the wish outlive this program; here it is what the keeper looks for as well.
  if (const auto made = files::saveFile(inFolder(task.folder, kCancelFile), "cancelled\n"); !made) m_news.failed(made.error());
  if (!work.isStarting) sendCancel(entry, index);
}

void TaskDriver::sendCancel(Entry& entry, std::size_t index) {
  TaskWork& work = entry.work[index];
  if (work.isCancelling) return;
  work.isCancelling = true;
  m_pool.of(entry.run->spec.place)
      .cancel(entry.run->spec, at(entry, index),
              [this, run = entry.run->id, index, folder = entry.run->tasks[index].folder](const base::Result<void>& done) {
                Entry* found = m_book.find(run);
                if (found == nullptr || found->run->tasks[index].folder != folder) return;
                TaskWork& mine = found->work[index];
                mine.isCancelling = false;
                const std::int64_t grace = std::chrono::milliseconds(found->run->spec.grace).count();
                mine.nextCancel = m_clock.elapsed() + (done ? grace + kCancelAgain : 2 * lookPause(*found));
                if (done && lookPause(*found) > m_pace.lookMs) mine.nextLook = m_clock.elapsed() + m_pace.lookMs;
              });
}

void TaskDriver::end(Entry& entry, std::size_t index, RunState state, const std::string& reason) {
  Run& run = *entry.run;
  TaskStatus& task = run.tasks[index];
  task.state = state;
  task.reason = reason;
  if (task.began > 0 || !task.folder.empty()) task.ended = wallTime();
  if (!task.steps.empty() && task.steps.back().ended > 0) task.ended = task.steps.back().ended;
  const bool wasAsked = entry.work[index].wantsCancel;
  if (!task.folder.empty()) {
    RunStore::removeLeftovers(run, index);
    if (!task.handle.empty()) release(run.spec, at(entry, index), 0);
  }
  if ((state == RunState::Failed || state == RunState::Lost) && !wasAsked && task.attempt <= run.spec.retries) {
    TaskStatus next;
    next.attempt = task.attempt + 1;
    next.reason = "attempt " + std::to_string(task.attempt) + ": " + reason;
    task = std::move(next);
  }
  entry.work[index] = {};
  write(entry, index);
}

/// release lets the executor remove what lies elsewhere; a lost connection is waited for, but not for ever.
void TaskDriver::release(const RunSpec& spec, const TaskAt& task, int tries) {
  m_pool.of(spec.place).release(spec, task, [this, spec, task, tries](const base::Result<void>& done) {
    if (done) return;
    if (tries + 1 >= kReleaseTries) return m_news.failed(done.error());
    QTimer::singleShot(kMostPause, this, [this, spec, task, tries] { release(spec, task, tries + 1); });
  });
}

}  // namespace plumbline::runs
