// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_queue.h"

#include <set>
#include <utility>

#include "core/runs/engine/run_engine.h"
#include "core/tasks/object_thread.h"

namespace plumbline::runs {

struct RunQueue::Private {
  explicit Private(std::function<std::unique_ptr<RunEngine>()> make) : engine(std::move(make)) {}

  QueuePtr latest = std::make_shared<const Queue>();
  tasks::ObjectThread<RunEngine> engine;  ///< last: it ends before the rest goes
};

RunQueue::RunQueue(QueueOptions options, QObject* parent) : QObject(parent) {
  // Runs on the engine's thread: its signals are queued for the owner's.
  d = std::make_unique<Private>([this, options = std::move(options)] {
    auto engine = std::make_unique<RunEngine>(options);
    connect(engine.get(), &RunEngine::changed, this, [this](const QueuePtr& queue) {
      d->latest = queue;
      Q_EMIT changed(queue);
    });
    connect(engine.get(), &RunEngine::added, this,
            [this](const std::string& run) { Q_EMIT added(QString::fromStdString(run)); });
    connect(engine.get(), &RunEngine::finished, this,
            [this](const std::string& run) { Q_EMIT finished(QString::fromStdString(run)); });
    connect(engine.get(), &RunEngine::failed, this, &RunQueue::failed);
    connect(engine.get(), &RunEngine::probed, this, &RunQueue::probed);
    engine->begin();
    return engine;
  });
}

RunQueue::~RunQueue() = default;

QueuePtr RunQueue::queue() const { return d->latest; }

void RunQueue::add(const RunSpec& spec) {
  d->engine.post([spec](RunEngine& engine) {
    if (const auto id = engine.add(spec); !id) Q_EMIT engine.failed(id.error());
  });
}

/// post calls a function of the engine on its thread.
template <typename... Parameters, typename... Arguments>
void RunQueue::post(void (RunEngine::*function)(Parameters...), Arguments... arguments) {
  d->engine.post([=](RunEngine& engine) { (engine.*function)(arguments...); });
}

void RunQueue::resume(const QString& run) { post(&RunEngine::resume, run.toStdString()); }
void RunQueue::cancel(const QString& run) { post(&RunEngine::cancel, run.toStdString()); }
void RunQueue::cancelTask(const QString& run, int task) { post(&RunEngine::cancelTask, run.toStdString(), task); }
void RunQueue::cancelAll() { post(&RunEngine::cancelAll); }
void RunQueue::again(const QString& run) { post(&RunEngine::again, run.toStdString()); }
void RunQueue::retryFailed(const QString& run) { post(&RunEngine::retryFailed, run.toStdString()); }
void RunQueue::setPriority(const QString& run, int priority) { post(&RunEngine::setPriority, run.toStdString(), priority); }
void RunQueue::setPaused(const QString& run, bool paused) { post(&RunEngine::setPaused, run.toStdString(), paused); }
void RunQueue::setLimits(const Limits& limits) { post(&RunEngine::setLimits, limits); }
void RunQueue::remove(const QString& run) { post(&RunEngine::remove, run.toStdString()); }
void RunQueue::restore(const QString& run) { post(&RunEngine::restore, run.toStdString()); }
void RunQueue::watchLog(const QString& run, int task) { post(&RunEngine::watchLog, run.toStdString(), task); }
void RunQueue::probe(const RunSpec& spec) { post(qOverload<const RunSpec&>(&RunEngine::probe), spec); }

struct BlockingRunQueue::Private {
  struct State {
    QueuePtr latest = std::make_shared<const Queue>();
    std::set<std::string> finished;
    std::vector<base::Error> problems;
    std::optional<ProbeReport> report;
  };
  using Client = tasks::BlockingClient<RunEngine, State>;

  explicit Private(QueueOptions options)
      : client([options = std::move(options)](Client& self) {
          auto engine = std::make_unique<RunEngine>(options);
          self.connect(*engine, &RunEngine::changed, [](State& state, const QueuePtr& queue) { state.latest = queue; });
          self.connect(*engine, &RunEngine::finished,
                       [](State& state, const std::string& run) { state.finished.insert(run); });
          self.connect(*engine, &RunEngine::failed,
                       [](State& state, const base::Error& error) { state.problems.push_back(error); });
          self.connect(*engine, &RunEngine::probed,
                       [](State& state, const ProbeReport& report) { state.report = report; });
          engine->begin();
          return engine;
        }) {}

  Client client;
};

BlockingRunQueue::BlockingRunQueue(QueueOptions options) : d(std::make_unique<Private>(std::move(options))) {}

BlockingRunQueue::~BlockingRunQueue() = default;

void BlockingRunQueue::startProbe(const RunSpec& spec, const RunPlan& plan) {
  d->client.update([](Private::State& state) { state.report.reset(); });
  d->client.post([spec, plan](RunEngine& engine) { engine.probe(spec, plan); });
}

std::optional<ProbeReport> BlockingRunQueue::probed(std::chrono::milliseconds limit) {
  d->client.waitFor(limit, [](const Private::State& state) { return state.report.has_value(); });
  std::optional<ProbeReport> report;
  d->client.update([&](Private::State& state) { report = std::exchange(state.report, std::nullopt); });
  return report;
}

base::Result<std::string> BlockingRunQueue::add(const RunSpec& spec) {
  const auto plan = planRun(spec);
  return plan ? add(spec, *plan) : base::fail(plan.error());
}

base::Result<std::string> BlockingRunQueue::add(const RunSpec& spec, const RunPlan& plan) {
  auto id = d->client.call([&](RunEngine& engine) { return engine.add(spec, plan); });
  // The queue that is returned next shows it.
  if (id) d->client.wait([&](const Private::State& state) { return findRun(*state.latest, *id) != nullptr; });
  return id;
}

std::vector<std::string> BlockingRunQueue::adopted() {
  return d->client.call([](RunEngine& engine) { return engine.adopted(); });
}

void BlockingRunQueue::cancel(const std::string& run) {
  d->client.post([run](RunEngine& engine) { engine.cancel(run); });
}

bool BlockingRunQueue::wait(const std::string& run, std::chrono::milliseconds limit) {
  return d->client.waitFor(limit, [&](const Private::State& state) { return state.finished.contains(run); });
}

QueuePtr BlockingRunQueue::queue() const {
  return d->client.read([](const Private::State& state) { return state.latest; });
}

std::vector<base::Error> BlockingRunQueue::takeProblems() {
  std::vector<base::Error> problems;
  d->client.update([&](Private::State& state) { problems = std::exchange(state.problems, {}); });
  return problems;
}

}  // namespace plumbline::runs
