// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/waiting_queue.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "core/runs/run_engine.h"
#include "core/tasks/object_thread.h"

namespace plumbline::runs {

struct WaitingQueue::Private {
  explicit Private(QueueOptions options)
      : engine([this, options = std::move(options)] { return std::make_unique<RunEngine>(options, news()); }) {}

  QueueNews news() {
    return {.changed =
                [this](const QueuePtr& queue) {
                  const std::lock_guard lock(mutex);
                  latest = queue;
                  changed.notify_all();
                },
            .added = [](const std::string&) {},
            .finished =
                [this](const std::string& run) {
                  const std::lock_guard lock(mutex);
                  finished.insert(run);
                  changed.notify_all();
                },
            .failed =
                [this](const base::Error& error) {
                  const std::lock_guard lock(mutex);
                  problems.push_back(error);
                },
            .probed =
                [this](const ProbeReport& answer) {
                  const std::lock_guard lock(mutex);
                  report = answer;
                  changed.notify_all();
                }};
  }

  /// ask posts a question to the engine and waits for its answer.
  template <typename T>
  T ask(std::function<T(RunEngine&)> question) {
    std::optional<T> answer;
    engine.post([this, &answer, question = std::move(question)](RunEngine& all) {
      T mine = question(all);
      const std::lock_guard lock(mutex);
      answer.emplace(std::move(mine));
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return answer.has_value(); });
    return *std::move(answer);
  }

  mutable std::mutex mutex;
  std::condition_variable changed;
  QueuePtr latest = std::make_shared<const Queue>();
  std::set<std::string> finished;
  std::vector<base::Error> problems;
  std::optional<ProbeReport> report;
  tasks::ObjectThread<RunEngine> engine;  ///< last: it ends before the rest goes
};

WaitingQueue::WaitingQueue(QueueOptions options) : d(std::make_unique<Private>(std::move(options))) {}

WaitingQueue::~WaitingQueue() = default;

void WaitingQueue::startProbe(const RunSpec& spec) {
  {
    const std::lock_guard lock(d->mutex);
    d->report.reset();
  }
  d->engine.post([spec](RunEngine& engine) { engine.probe(spec); });
}

std::optional<ProbeReport> WaitingQueue::probed(std::chrono::milliseconds limit) {
  std::unique_lock lock(d->mutex);
  d->changed.wait_for(lock, limit, [this] { return d->report.has_value(); });
  return std::exchange(d->report, std::nullopt);
}

ProbeReport WaitingQueue::probe(const RunSpec& spec) {
  startProbe(spec);
  std::optional<ProbeReport> report;
  while (!report) report = probed(std::chrono::hours(1));
  return *report;
}

base::Result<std::string> WaitingQueue::add(const RunSpec& spec) {
  auto id = d->ask<base::Result<std::string>>([&spec](RunEngine& engine) { return engine.add(spec); });
  if (!id) return id;
  // The queue that is given out next shall show it.
  std::unique_lock lock(d->mutex);
  d->changed.wait(lock, [&] { return findRun(*d->latest, *id) != nullptr; });
  return id;
}

std::vector<std::string> WaitingQueue::adopted() {
  return d->ask<std::vector<std::string>>([](RunEngine& engine) { return engine.adopted(); });
}

void WaitingQueue::cancel(const std::string& run) {
  d->engine.post([run](RunEngine& engine) { engine.cancel(run); });
}

bool WaitingQueue::wait(const std::string& run, std::chrono::milliseconds limit) {
  std::unique_lock lock(d->mutex);
  return d->changed.wait_for(lock, limit, [&] { return d->finished.contains(run); });
}

QueuePtr WaitingQueue::queue() const {
  const std::lock_guard lock(d->mutex);
  return d->latest;
}

std::vector<base::Error> WaitingQueue::takeProblems() {
  const std::lock_guard lock(d->mutex);
  return std::exchange(d->problems, {});
}

}  // namespace plumbline::runs
