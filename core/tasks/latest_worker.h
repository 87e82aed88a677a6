// SPDX-License-Identifier: GPL-3.0-or-later
// One background thread that only ever cares about the newest job: a newer one stops and drops the older. Plain C++, so
// that the thread sanitizer can judge it (it reports false races in Qt's queued calls); LatestRunner puts Qt on top.
//
//   LatestWorker worker([&] { wakeTheOwner(); });          // called on the worker's thread: post, do not work
//   worker.submit([](const base::Progress& p) { ... });    // newer submits cancel this one
//   auto updates = worker.take();                             // on the owner's thread, after a wake
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/progress.h"

namespace plumbline::tasks {

/// kProgressInterval limits progress reports to about thirty a second.
inline constexpr std::chrono::milliseconds kProgressInterval{33};

class LatestWorker {
 public:
  /// A job runs on the worker's thread and returns what to run on the owner's thread (may be empty).
  using Delivery = std::function<void()>;
  using Job = std::function<Delivery(const base::Progress&)>;
  using Wake = std::function<void()>;

  struct ProgressReport {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
  };
  /// Updates are what arrived since the last take, about the newest job only.
  struct Updates {
    std::optional<ProgressReport> progress;
    std::optional<Delivery> finished;
  };

  explicit LatestWorker(Wake wake);
  /// Cancels what runs, drops what waits, and waits for the thread to end. Nothing wakes afterwards.
  ~LatestWorker();
  LatestWorker(const LatestWorker&) = delete;
  LatestWorker& operator=(const LatestWorker&) = delete;

  /// submit makes this the newest job. An older one is stopped, and its result is never delivered.
  void submit(Job job);
  /// cancel stops the running job and drops its result.
  void cancel();
  /// isBusy is true from submit until the result was taken or the job was cancelled.
  bool isBusy() const;
  Updates take();

 private:
  void loop();
  void reportProgress(std::uint64_t ticket, std::uint64_t done, std::uint64_t total);

  const Wake m_wake;
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::uint64_t m_ticket = 0;  ///< number of the newest job; results of other numbers are stale
  bool m_busy = false;
  bool m_quit = false;
  Job m_waiting;
  std::stop_source m_stop;  ///< of the newest job
  Updates m_updates;
  std::chrono::steady_clock::time_point m_lastProgress;
  std::thread m_thread;  ///< started by the first submit
};

}  // namespace plumbline::tasks
