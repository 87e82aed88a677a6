// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/latest_worker.h"

#include <exception>
#include <utility>

namespace plumbline::tasks {

LatestWorker::LatestWorker(Wake wake) : m_wake(std::move(wake)) {}

LatestWorker::~LatestWorker() {
  {
    const std::lock_guard lock(m_mutex);
    m_quit = true;
    ++m_ticket;
    m_stop.request_stop();
  }
  m_changed.notify_all();
  if (m_thread.joinable()) m_thread.join();
}

void LatestWorker::submit(Job job) {
  Job dropped;  // destroyed outside the lock: it may own much
  Updates stale;
  {
    const std::lock_guard lock(m_mutex);
    ++m_ticket;
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_busy = true;
    dropped = std::exchange(m_waiting, std::move(job));
    stale = std::exchange(m_updates, {});
    m_lastProgress = std::chrono::steady_clock::now();
    if (!m_thread.joinable()) m_thread = std::thread([this] { loop(); });
  }
  m_changed.notify_all();
}

void LatestWorker::cancel() {
  Job dropped;
  Updates stale;
  const std::lock_guard lock(m_mutex);
  ++m_ticket;
  m_stop.request_stop();
  m_busy = false;
  dropped = std::exchange(m_waiting, {});
  stale = std::exchange(m_updates, {});
}

bool LatestWorker::isBusy() const {
  const std::lock_guard lock(m_mutex);
  return m_busy;
}

LatestWorker::Updates LatestWorker::take() {
  const std::lock_guard lock(m_mutex);
  Updates updates = std::exchange(m_updates, {});
  if (updates.finished) m_busy = false;
  return updates;
}

void LatestWorker::reportProgress(std::uint64_t ticket, std::uint64_t done, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  {
    const std::lock_guard lock(m_mutex);
    if (ticket != m_ticket || now - m_lastProgress < kProgressInterval) return;
    m_lastProgress = now;
    m_updates.progress = ProgressReport{done, total};
  }
  m_wake();
}

void LatestWorker::loop() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] { return m_quit || m_waiting; });
    if (m_quit) return;
    Job job = std::exchange(m_waiting, {});
    const std::uint64_t ticket = m_ticket;
    const base::Progress progress(m_stop.get_token(), [this, ticket](std::uint64_t done, std::uint64_t total) {
      reportProgress(ticket, done, total);
    });
    lock.unlock();
    Delivery delivery;
    try {
      delivery = job(progress);
    } catch (...) {  // memory may run out in any job: the owner gets the exception
      delivery = [problem = std::current_exception()] { std::rethrow_exception(problem); };
    }
    job = {};
    lock.lock();
    if (ticket != m_ticket) {
      lock.unlock();
      delivery = {};  // a stale result may be large: free it without holding up the owner
      lock.lock();
      continue;
    }
    m_updates.finished = std::move(delivery);
    lock.unlock();
    m_wake();
    lock.lock();
  }
}

}  // namespace plumbline::tasks
