// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_queue.h"

#include <utility>

#include "core/runs/run_engine.h"
#include "core/tasks/object_thread.h"

namespace plumbline::runs {

struct RunQueue::Private {
  Private(QueueOptions options, QueueNews news)
      : engine([options = std::move(options), news = std::move(news)] { return std::make_unique<RunEngine>(options, news); }) {}

  QueuePtr latest = std::make_shared<const Queue>();
  tasks::ObjectThread<RunEngine> engine;  ///< last: it ends before the rest goes
};

RunQueue::RunQueue(QueueOptions options, QObject* parent) : QObject(parent) {
  // Called on the engine's thread: each piece of news goes to the owner's.
  const auto here = [this](auto emission) { QMetaObject::invokeMethod(this, std::move(emission), Qt::QueuedConnection); };
  QueueNews news{
      .changed =
          [this, here](const QueuePtr& queue) {
            here([this, queue] {
              d->latest = queue;
              Q_EMIT changed(queue);
            });
          },
      .added = [this, here](const std::string& run) { here([this, id = QString::fromStdString(run)] { Q_EMIT added(id); }); },
      .finished = [this, here](const std::string& run) { here([this, id = QString::fromStdString(run)] { Q_EMIT finished(id); }); },
      .failed = [this, here](const base::Error& error) { here([this, error] { Q_EMIT failed(error); }); },
      .probed = [this, here](const ProbeReport& report) { here([this, report] { Q_EMIT probed(report); }); }};
  d = std::make_unique<Private>(std::move(options), std::move(news));
}

RunQueue::~RunQueue() = default;

QueuePtr RunQueue::queue() const { return d->latest; }

void RunQueue::add(const RunSpec& spec) {
  d->engine.post([this, spec](RunEngine& engine) {
    const auto id = engine.add(spec);
    if (!id) QMetaObject::invokeMethod(this, [this, error = id.error()] { Q_EMIT failed(error); }, Qt::QueuedConnection);
  });
}

void RunQueue::cancel(const QString& run) {
  d->engine.post([id = run.toStdString()](RunEngine& engine) { engine.cancel(id); });
}

void RunQueue::cancelTask(const QString& run, int task) {
  d->engine.post([id = run.toStdString(), task](RunEngine& engine) { engine.cancelTask(id, task); });
}

void RunQueue::cancelAll() {
  d->engine.post([](RunEngine& engine) { engine.cancelAll(); });
}

void RunQueue::again(const QString& run) {
  d->engine.post([id = run.toStdString()](RunEngine& engine) { engine.again(id); });
}

void RunQueue::retryFailed(const QString& run) {
  d->engine.post([id = run.toStdString()](RunEngine& engine) { engine.retryFailed(id); });
}

void RunQueue::setPriority(const QString& run, int priority) {
  d->engine.post([id = run.toStdString(), priority](RunEngine& engine) { engine.setPriority(id, priority); });
}

void RunQueue::setPaused(const QString& run, bool paused) {
  d->engine.post([id = run.toStdString(), paused](RunEngine& engine) { engine.setPaused(id, paused); });
}

void RunQueue::setLimits(const Limits& limits) {
  d->engine.post([limits](RunEngine& engine) { engine.setLimits(limits); });
}

void RunQueue::remove(const QString& run) {
  d->engine.post([id = run.toStdString()](RunEngine& engine) { engine.remove(id); });
}

void RunQueue::restore(const QString& run) {
  d->engine.post([id = run.toStdString()](RunEngine& engine) { engine.restore(id); });
}

void RunQueue::probe(const RunSpec& spec) {
  d->engine.post([spec](RunEngine& engine) { engine.probe(spec); });
}

void RunQueue::watchLog(const QString& run, int task) {
  d->engine.post([id = run.toStdString(), task](RunEngine& engine) { engine.watchLog(id, task); });
}

}  // namespace plumbline::runs
