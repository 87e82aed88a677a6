// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one kind of work off the owner's thread and delivers only the newest result, on the owner's thread.
//
//   LatestRunner<SnapshotPtr> m_runner{[this](base::Outcome<SnapshotPtr> r) { show(std::move(r)); },
//                                      [this](quint64 done, quint64 total) { Q_EMIT progress(done, total); }};
//   m_runner.run([=](const base::Progress& p) -> base::Outcome<SnapshotPtr> { return load(path, p); });
//
// The owner's thread needs an event loop. A newer run() cancels and drops the older one; after cancel() nothing is
// delivered. The destructor cancels and waits. An exception in the work becomes an Error (Internal).
#pragma once

#include <QObject>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/tasks/latest_worker.h"

namespace plumbline::tasks {

template <typename T>
class LatestRunner {
 public:
  using Work = std::function<base::Outcome<T>(const base::Progress&)>;
  using Done = std::function<void(base::Outcome<T>)>;
  using Report = std::function<void(quint64 done, quint64 total)>;

  explicit LatestRunner(Done done, Report report = {})
      : m_done(std::move(done)), m_report(std::move(report)), m_worker([this] {
          QMetaObject::invokeMethod(
              &m_context, [this] { drain(); }, Qt::QueuedConnection);
        }) {}

  void run(Work work) {
    m_worker.submit([this, work = std::move(work)](const base::Progress& progress) -> LatestWorker::Delivery {
      auto outcome = std::make_shared<base::Outcome<T>>(guarded(work, progress));
      return [this, outcome] { m_done(std::move(*outcome)); };
    });
  }
  void cancel() { m_worker.cancel(); }
  bool isBusy() const { return m_worker.isBusy(); }

 private:
  static base::Outcome<T> guarded(const Work& work, const base::Progress& progress) {
    try {
      return work(progress);
    } catch (const std::bad_alloc&) {
      return base::fail(base::ErrorCode::TooLarge, "There is not enough memory for this.",
                        "Close other programs or open a smaller file.");
    } catch (const std::exception& problem) {
      return base::fail(base::ErrorCode::Internal, std::string("Internal error: ") + problem.what() + ".",
                        "Please report this with the two files.");
    }
  }

  void drain() {
    LatestWorker::Updates updates = m_worker.take();
    if (updates.progress && m_report) m_report(updates.progress->done, updates.progress->total);
    if (updates.finished && *updates.finished) (*updates.finished)();
  }

  // Order matters: the worker ends first, then the context with whatever is still queued for it.
  QObject m_context;
  Done m_done;
  Report m_report;
  LatestWorker m_worker;
};

}  // namespace plumbline::tasks
