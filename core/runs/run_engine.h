// SPDX-License-Identifier: GPL-3.0-or-later
// The queue's work, on one thread with an event loop: what people ask for, what comes of it, and the news about both.
// RunQueue and WaitingQueue give it a thread of its own.
//
//   RunEngine engine(options, {.changed = ..., .added = ..., .finished = ..., .failed = ..., .probed = ...});
//   auto id = engine.add(spec);
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/runs/executor_pool.h"
#include "core/runs/run_book.h"
#include "core/runs/run_queue.h"
#include "core/runs/run_store.h"
#include "core/runs/task_driver.h"

namespace plumbline::runs {

/// QueueNews is told what happens, on the engine's thread. A run is in the queue before it is told as added or finished.
struct QueueNews {
  std::function<void(const QueuePtr&)> changed;
  std::function<void(const std::string& run)> added, finished;
  std::function<void(const base::Error&)> failed;
  std::function<void(const ProbeReport&)> probed;
};

class RunEngine : public QObject {
  Q_OBJECT

 public:
  RunEngine(QueueOptions options, QueueNews news, MakeExecutor make = makeExecutor);
  /// Asks nobody any more; what runs goes on, and the journals are free for the next program.
  ~RunEngine() override;

  /// add queues a run and gives its id. Errors: those of planRun, NotWritable.
  base::Result<std::string> add(const RunSpec& spec);
  /// adopted are the runs that were found again, in queue order.
  std::vector<std::string> adopted() const;
  void cancel(const std::string& run);
  void cancelTask(const std::string& run, int task);
  void cancelAll();
  void again(const std::string& run);
  void retryFailed(const std::string& run);
  void setPriority(const std::string& run, int priority);
  void setPaused(const std::string& run, bool paused);
  void setLimits(const Limits& limits);
  void remove(const std::string& run);
  void restore(const std::string& run);
  void probe(const RunSpec& spec);
  void watchLog(const std::string& run, int task);

 private:
  using Entry = RunBook::Entry;
  Entry* need(const std::string& run);
  void fail(const base::Error& error) { m_news.failed(error); }
  void findAbandoned();
  void showOver();
  void followWishes();
  void takeOver(Run run);
  void settle();
  void finish(Entry& entry);
  void tell();
  void write(Entry& entry);

  const QueueOptions m_options;
  const QueueNews m_news;
  Limits m_limits;
  std::optional<RunStore> m_store;
  base::Error m_storeProblem;
  RunBook m_book;
  ExecutorPool m_pool;
  TaskDriver m_driver;
  std::set<std::string> m_passedOver;  ///< runs that are damaged, or not to be shown
  std::vector<std::unique_ptr<Entry>> m_removed;
  std::vector<std::function<void()>> m_toTell;  ///< after the next snapshot
  std::uint64_t m_probe = 0;  ///< number of the newest question
  QTimer m_settle, m_tell, m_search, m_wishes;
  QElapsedTimer m_lastTold;
};

}  // namespace plumbline::runs
