// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/task_driver.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/logs/log_causes.h"

namespace plumbline::runs {
namespace {

constexpr int kElsewhere = 10;  // factor of the poll interval for other machines
constexpr std::int64_t kMaxPause = 30'000;
constexpr std::int64_t kCancelAgain = 30'000;
constexpr int kReleaseTries = 5;

std::string inFolder(const std::string& folder, std::string_view name) { return folder + "/" + std::string(name); }

/// isBegun tests whether a supervisor ever ran in a folder.
bool isBegun(const std::string& folder) {
  return files::stampOf(inFolder(folder, kEventsFile)) || files::stampOf(inFolder(folder, kLockFile));
}

}  // namespace

double wallTime() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

TaskDriver::TaskDriver(RunRegistry& registry, ExecutorPool& pool, Timing timing, Callbacks callbacks)
    : m_registry(registry), m_pool(pool), m_timing(timing), m_callbacks(std::move(callbacks)), m_timer(this) {
  m_clock.start();
  m_timer.setInterval(m_timing.pollIntervalMs);
  connect(&m_timer, &QTimer::timeout, this, &TaskDriver::pollAll);
}

ExecutorTask TaskDriver::at(const Entry& entry, std::size_t task) const {
  const TaskStatus& status = entry.run->tasks[task];
  return {status.folder, status.handle, RunStore::nameOf(*entry.run, task),
          task == m_watchedTask && entry.run->id == m_watchedRun};
}

int TaskDriver::pollPause(const Entry& entry) const {
  return m_timing.pollIntervalMs * (traitsOf(entry.run->spec.target).isHere ? 1 : kElsewhere);
}

void TaskDriver::write(Entry& entry, std::size_t task) {
  if (const auto written = m_registry.writeTask(entry, task); !written) m_callbacks.failed(written.error());
  m_callbacks.changed();
}

void TaskDriver::startNext(const Limits& limits) {
  const std::vector<TaskRef> next = nextTasks(m_registry.working(), limits);
  for (std::size_t i = 0; i < next.size();) {
    std::vector<std::size_t> tasks;
    const std::string run = next[i].run;
    for (; i < next.size() && next[i].run == run; ++i) tasks.push_back(next[i].task);
    if (Entry* entry = m_registry.find(run)) start(*entry, tasks);
  }
  if (!m_timer.isActive()) m_timer.start();
}

void TaskDriver::start(Entry& entry, const std::vector<std::size_t>& tasks) {
  std::vector<ExecutorTask> starting;
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
    // A task that is not in the journal must not run: the next process would run it again.
    if (const auto written = m_registry.writeTask(entry, i); !written) {
      end(entry, i, RunState::Failed, base::describe(written.error()));
      continue;
    }
    entry.work[i] = {};
    entry.work[i].isStarting = true;
    entry.work[i].since = m_clock.elapsed();
    which.push_back(i);
    starting.push_back(at(entry, i));
  }
  m_callbacks.changed();
  if (which.empty()) return;
  m_pool.of(entry.run->spec.target)
      .start(entry.run->spec, starting,
             [this, run = entry.run->id, which](std::vector<base::Result<std::string>> handles) {
               for (std::size_t i = 0; i < which.size() && i < handles.size(); ++i)
                 handleStarted(run, which[i], handles[i]);
             });
}

void TaskDriver::handleStarted(const std::string& run, std::size_t index, const base::Result<std::string>& handle) {
  Entry* entry = m_registry.find(run);
  if (entry == nullptr || !entry->work[index].isStarting) return;
  TaskWork& work = entry->work[index];
  work.isStarting = false;
  if (!handle) {
    if (work.isCancelRequested) return end(*entry, index, RunState::Cancelled, {});
    return end(*entry, index, RunState::Failed, base::describe(handle.error()));
  }
  entry->run->tasks[index].handle = *handle;
  work.since = m_clock.elapsed();
  work.nextPoll = work.since + pollPause(*entry) / 2;
  write(*entry, index);
  if (work.isCancelRequested) sendCancel(*entry, index);
}

void TaskDriver::adopt(Entry& entry) {
  for (std::size_t i = 0; i < entry.run->tasks.size(); ++i) {
    const TaskStatus& task = entry.run->tasks[i];
    if (isFinished(task.state)) release(entry.run->spec, at(entry, i), 0);  // it may not have been released
    if (!isInProgress(task.state)) continue;
    TaskWork& work = entry.work[i];
    work.isStartUncertain = task.handle.empty();
    work.since = m_clock.elapsed();
    work.isPollReason = true;
    work.isCancelRequested = files::stampOf(inFolder(task.folder, kCancelFile)).has_value();
    if (work.isCancelRequested) sendCancel(entry, i);
  }
  if (!m_timer.isActive()) m_timer.start();
}

void TaskDriver::watch(const std::string& run, std::size_t task) {
  m_watchedRun = run;
  m_watchedTask = task;
  Entry* entry = m_registry.find(run);
  if (entry != nullptr && task < entry->work.size()) entry->work[task].nextPoll = 0;
}

void TaskDriver::pollAll() {
  const std::int64_t now = m_clock.elapsed();
  bool isAnyActive = false;
  // A poll may return at once and end a run; the entries themselves stay until the engine removes one.
  for (std::size_t at = 0; at < m_registry.entries().size(); ++at) {
    Entry& entry = *m_registry.entries()[at];
    if (!entry.journal) continue;
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < entry.work.size(); ++i) {
      if (!isInProgress(entry.run->tasks[i].state)) continue;
      isAnyActive = true;
      const TaskWork& work = entry.work[i];
      if (work.isStarting) continue;
      if (work.isCancelRequested && !work.isCancelling && work.nextCancel <= now) sendCancel(entry, i);
      if (work.nextPoll <= now) due.push_back(i);
    }
    if (!due.empty() && !entry.isPolling) poll(entry, due);
  }
  if (!isAnyActive) m_timer.stop();
}

void TaskDriver::poll(Entry& entry, const std::vector<std::size_t>& tasks) {
  std::vector<ExecutorTask> polled;
  for (const std::size_t i : tasks) {
    polled.push_back(at(entry, i));
    entry.work[i].nextPoll = m_clock.elapsed() + (pollPause(entry) > m_timing.pollIntervalMs ? pollPause(entry) : 0);
  }
  entry.isPolling = true;
  m_pool.of(entry.run->spec.target)
      .poll(entry.run->spec, polled,
            [this, run = entry.run->id, tasks, polled](const std::vector<TaskPollResult>& answers) {
              Entry* found = m_registry.find(run);
              if (found == nullptr) return;
              found->isPolling = false;
              for (std::size_t i = 0; i < tasks.size() && i < answers.size(); ++i) {
                const TaskStatus& task = found->run->tasks[tasks[i]];
                if (isInProgress(task.state) && task.folder == polled[i].folder) handlePoll(*found, tasks[i], answers[i]);
              }
            });
}

void TaskDriver::handlePoll(Entry& entry, std::size_t index, const TaskPollResult& answer) {
  TaskStatus& task = entry.run->tasks[index];
  TaskWork& work = entry.work[index];
  if (answer.life == TaskLife::Unknown) return retryLater(entry, index, answer.text);
  work.pause = 0;
  if (answer.life == TaskLife::Gone) return handleGone(entry, index, answer);
  work.isStartUncertain = false;
  const bool isLast = answer.life == TaskLife::Finished;
  const std::string reason = answer.life == TaskLife::Pending ? answer.text : std::string();
  const bool isNew = takeEvents(entry, index, isLast ? Ends::Now : Ends::Never);
  if (isLast) return;
  const bool isOtherReason = (work.isPollReason || !reason.empty()) && reason != task.reason;
  if (isOtherReason) {
    task.reason = reason;
    work.isPollReason = !reason.empty();
  }
  if (isNew || isOtherReason) write(entry, index);
}

void TaskDriver::handleGone(Entry& entry, std::size_t index, const TaskPollResult& answer) {
  TaskStatus& task = entry.run->tasks[index];
  TaskWork& work = entry.work[index];
  takeEvents(entry, index, Ends::IfFinished);
  if (isFinished(task.state) || task.state == RunState::Waiting) return;
  if (work.isStartUncertain) {
    // The earlier process may have started a supervisor just before it ended. Until that has its lock and its first
    // event, an answer says "gone"; it may be older than what lies in the folder now.
    if (m_clock.elapsed() - work.since < m_timing.startTimeoutMs) return;
    if (!work.isCancelRequested && !isBegun(task.folder)) {
      task.state = RunState::Waiting;
      return write(entry, index);
    }
  }
  if (work.isCancelRequested) return end(entry, index, RunState::Cancelled, {});
  if (answer.isTimeout)
    return end(entry, index, RunState::TimedOut,
               answer.text.empty() ? "ended for the cluster's time limit" : answer.text);
  // A supervisor that refuses to start says why in its own log.
  const auto said = files::readFile(inFolder(task.folder, "supervisor.out"));
  const std::string last = said ? lastLine(said->bytes) : std::string();
  end(entry, index, RunState::Lost,
      !answer.text.empty() ? answer.text : "its supervisor ended without a result" + (last.empty() ? "" : ": " + last));
}

/// takeEvents reads the events and returns true when they grew.
bool TaskDriver::takeEvents(Entry& entry, std::size_t index, Ends ends) {
  Run& run = *entry.run;
  TaskStatus& task = run.tasks[index];
  TaskWork& work = entry.work[index];
  const std::string path = inFolder(task.folder, kEventsFile);
  const auto stamp = files::stampOf(path);
  if (ends == Ends::Never && (!stamp || *stamp == work.events)) return false;
  const auto bytes = files::readFile(path, kMaxEventBytes);
  const auto events = bytes ? readEvents(bytes->bytes, path) : base::Result<TaskEvents>(base::fail(bytes.error()));
  if (!events) {
    if (ends == Ends::Now) end(entry, index, RunState::Lost, base::describe(events.error()));
    return false;
  }
  work.events = bytes->stamp;
  showEvents(task, *events);
  if (run.facts.empty() && !events->facts.empty()) {
    run.facts = events->facts;
    if (const auto written = m_registry.writeRun(entry); !written) m_callbacks.failed(written.error());
  }
  if (ends == Ends::Now || (ends == Ends::IfFinished && events->finished)) {
    TaskEnd what = endOfTask(run.spec, run.plan.tasks[index], *events, work.isCancelRequested);
    // A program that exits with 0 but writes no result has failed.
    if (what.state == RunState::Done) {
      task.state = RunState::Reading;
      what.reason = RunStore::problemOfOutput(run, index);
      if (!what.reason.empty()) what.state = RunState::Failed;
    }
    if (what.state == RunState::Failed && run.spec.kind != RunKind::Repro)
      if (const std::string cause = singleCause(readCauses(run, index)); !cause.empty())
        what.reason = withoutDot(what.reason) + ": " + cause;
    end(entry, index, what.state, what.reason);
  }
  return true;
}

void TaskDriver::retryLater(Entry& entry, std::size_t index, const std::string& reason) {
  TaskStatus& task = entry.run->tasks[index];
  TaskWork& work = entry.work[index];
  work.pause = std::min(kMaxPause, std::max<std::int64_t>(work.pause * 2, pollPause(entry)));
  work.nextPoll = m_clock.elapsed() + work.pause;
  if (task.reason == reason) return;
  task.reason = reason;
  work.isPollReason = true;
  write(entry, index);
}

void TaskDriver::cancelTask(Entry& entry, std::size_t index) {
  const TaskStatus& task = entry.run->tasks[index];
  if (isFinished(task.state)) return;
  TaskWork& work = entry.work[index];
  work.isCancelRequested = true;
  if (task.state == RunState::Waiting) return end(entry, index, RunState::Cancelled, {});
  // The file keeps the request when this process ends; on this machine the supervisor polls it, too.
  if (const auto made = files::saveFile(inFolder(task.folder, kCancelFile), "cancelled\n"); !made)
    m_callbacks.failed(made.error());
  if (!work.isStarting) sendCancel(entry, index);
}

void TaskDriver::sendCancel(Entry& entry, std::size_t index) {
  TaskWork& work = entry.work[index];
  if (work.isCancelling) return;
  work.isCancelling = true;
  m_pool.of(entry.run->spec.target)
      .cancel(
          entry.run->spec, at(entry, index),
          [this, run = entry.run->id, index, folder = entry.run->tasks[index].folder](const base::Result<void>& done) {
            Entry* found = m_registry.find(run);
            if (found == nullptr || found->run->tasks[index].folder != folder) return;
            TaskWork& mine = found->work[index];
            mine.isCancelling = false;
            const std::int64_t grace = std::chrono::milliseconds(found->run->spec.grace).count();
            mine.nextCancel = m_clock.elapsed() + (done ? grace + kCancelAgain : 2 * pollPause(*found));
            if (done && pollPause(*found) > m_timing.pollIntervalMs)
              mine.nextPoll = m_clock.elapsed() + m_timing.pollIntervalMs;
          });
}

void TaskDriver::end(Entry& entry, std::size_t index, RunState state, const std::string& reason) {
  Run& run = *entry.run;
  TaskStatus& task = run.tasks[index];
  task.state = state;
  task.reason = reason;
  if (task.began > 0 || !task.folder.empty()) task.ended = wallTime();
  if (!task.steps.empty() && task.steps.back().ended > 0) task.ended = task.steps.back().ended;
  const bool wasAsked = entry.work[index].isCancelRequested;
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

/// release lets the executor remove the task's files elsewhere, with a limited number of retries.
void TaskDriver::release(const RunSpec& spec, const ExecutorTask& task, int tries) {
  m_pool.of(spec.target).release(spec, task, [this, spec, task, tries](const base::Result<void>& done) {
    if (done) return;
    if (tries + 1 >= kReleaseTries) return m_callbacks.failed(done.error());
    QTimer::singleShot(kMaxPause, this, [this, spec, task, tries] { release(spec, task, tries + 1); });
  });
}

}  // namespace plumbline::runs
