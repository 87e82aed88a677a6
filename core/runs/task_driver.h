// SPDX-License-Identifier: GPL-3.0-or-later
// Starts tasks, looks at them, ends them: everything between "waiting" and "over" of the tasks in a RunBook, through the
// executors of their places. Lives on the engine's thread.
//
//   TaskDriver driver(book, pool, pace, {.changed = [this] { schedule(); }, .failed = tell});
//   driver.startNext(limits);            // whatever may begin now
//   driver.cancelTask(*entry, 3);
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/runs/executor_pool.h"
#include "core/runs/run_book.h"

namespace plumbline::runs {

/// seconds since 1970.
double wallTime();

class TaskDriver : public QObject {
  Q_OBJECT

 public:
  struct Pace {
    int lookMs = 250;
    int birthMs = 10'000;
  };
  struct News {
    std::function<void()> changed;                    ///< a task is not what it was
    std::function<void(const base::Error&)> failed;   ///< something to tell people that no task's reason holds
  };
  TaskDriver(RunBook& book, ExecutorPool& pool, Pace pace, News news);

  /// startNext starts what may begin under these limits.
  void startNext(const Limits& limits);
  /// adopt goes on with the tasks of a run that another program began.
  void adopt(RunBook::Entry& entry);
  /// cancelTask ends a task: at once when it waits, else through its executor.
  void cancelTask(RunBook::Entry& entry, std::size_t task);
  /// watch names the task whose log somebody looks at; "" for none.
  void watch(const std::string& run, std::size_t task);

 private:
  using Entry = RunBook::Entry;
  void start(Entry& entry, const std::vector<std::size_t>& tasks);
  void started(const std::string& run, std::size_t task, const base::Result<std::string>& handle);
  void lookAround();
  void look(Entry& entry, const std::vector<std::size_t>& tasks);
  void looked(Entry& entry, std::size_t task, const TaskLook& answer);
  void gone(Entry& entry, std::size_t task, const TaskLook& answer);
  /// How takeEvents ends a task: not at all; when its events say "finished"; whatever they say.
  enum class Ends : std::uint8_t { Never, IfFinished, Now };
  bool takeEvents(Entry& entry, std::size_t task, Ends ends);
  void askLater(Entry& entry, std::size_t task, const std::string& reason);
  void sendCancel(Entry& entry, std::size_t task);
  void end(Entry& entry, std::size_t task, RunState state, const std::string& reason);
  void release(const RunSpec& spec, const TaskAt& task, int tries);
  void write(Entry& entry, std::size_t task);
  TaskAt at(const Entry& entry, std::size_t task) const;
  int lookPause(const Entry& entry) const;

  RunBook& m_book;
  ExecutorPool& m_pool;
  const Pace m_pace;
  const News m_news;
  QElapsedTimer m_clock;
  QTimer m_timer;
  std::string m_watchedRun;
  std::size_t m_watchedTask = 0;
};

}  // namespace plumbline::runs
