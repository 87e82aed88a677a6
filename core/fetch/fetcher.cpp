// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/fetcher.h"

#include <optional>
#include <utility>

#include "core/fetch/fetch_engine.h"
#include "core/fetch/http_get.h"
#include "core/tasks/object_thread.h"

namespace plumbline::fetch {

struct Fetcher::Private {
  explicit Private(std::function<std::unique_ptr<FetchEngine>()> make) : engine(std::move(make)) {}

  quint64 number = 0;  ///< of the newest start; signals of an older one are dropped
  bool isBusy = false;
  tasks::ObjectThread<FetchEngine> engine;  ///< last: it ends before the rest goes
};

Fetcher::Fetcher(FetchOptions options, QObject* parent) : QObject(parent) {
  // Runs on the engine's thread: its signals are queued for the owner's, where a newer start may have made them stale.
  d = std::make_unique<Private>([this, options = std::move(options)] {
    auto engine = std::make_unique<FetchEngine>(options);
    connect(engine.get(), &FetchEngine::progress, this, [this](quint64 number, int done, int total, quint64 bytes) {
      if (number == d->number) Q_EMIT progress(done, total, bytes);
    });
    connect(engine.get(), &FetchEngine::statusMessage, this, [this](quint64 number, const QString& sentence) {
      if (number == d->number) Q_EMIT statusMessage(sentence);
    });
    connect(engine.get(), &FetchEngine::finished, this, [this](quint64 number, const FetchReport& report) {
      if (number != d->number) return;
      d->isBusy = false;
      Q_EMIT finished(report);
    });
    connect(engine.get(), &FetchEngine::failed, this, [this](quint64 number, const base::Error& error) {
      if (number != d->number) return;
      d->isBusy = false;
      Q_EMIT failed(error);
    });
    return engine;
  });
}

Fetcher::~Fetcher() = default;

void Fetcher::start(const Target& target) {
  initHttp();
  d->isBusy = true;
  d->engine.post([target, number = ++d->number](FetchEngine& engine) { engine.start(target, number); });
}

void Fetcher::cancel() {
  ++d->number;
  d->isBusy = false;
  d->engine.post([](FetchEngine& engine) { engine.cancel(); });
}

bool Fetcher::isBusy() const { return d->isBusy; }

struct BlockingFetcher::Private {
  struct Shared {
    State state;
    std::optional<base::Outcome<FetchReport>> outcome;

    void end(base::Outcome<FetchReport> result) {
      if (!outcome) outcome.emplace(std::move(result));
    }
  };
  using Client = tasks::BlockingClient<FetchEngine, Shared>;

  explicit Private(FetchOptions options)
      : client([options = std::move(options)](Client& self) {
          auto engine = std::make_unique<FetchEngine>(options);
          self.connect(*engine, &FetchEngine::progress,
                       [](Shared& shared, quint64, int done, int total, quint64 bytes) {
                         shared.state.done = done;
                         shared.state.total = total;
                         shared.state.bytes = bytes;
                       });
          self.connect(*engine, &FetchEngine::statusMessage, [](Shared& shared, quint64, const QString& sentence) {
            shared.state.statusMessage = sentence.toStdString();
          });
          self.connect(*engine, &FetchEngine::finished,
                       [](Shared& shared, quint64, const FetchReport& report) { shared.end(report); });
          self.connect(*engine, &FetchEngine::failed,
                       [raw = engine.get()](Shared& shared, quint64, const base::Error& error) {
                         shared.state.retryAfterS = raw->retryAfterS();
                         shared.end(error);
                       });
          return engine;
        }) {}

  Client client;
};

BlockingFetcher::BlockingFetcher(FetchOptions options) : d(std::make_unique<Private>(std::move(options))) {}

BlockingFetcher::~BlockingFetcher() = default;

void BlockingFetcher::start(const Target& target) {
  initHttp();
  d->client.post([target](FetchEngine& engine) { engine.start(target, 0); });
}

void BlockingFetcher::cancel() {
  d->client.post([client = &d->client](FetchEngine& engine) {
    engine.cancel();
    client->update([](Private::Shared& shared) { shared.end(base::Cancelled{}); });
  });
}

bool BlockingFetcher::wait(std::chrono::milliseconds limit) {
  return d->client.waitFor(limit, [](const Private::Shared& shared) { return shared.outcome.has_value(); });
}

BlockingFetcher::State BlockingFetcher::state() const {
  return d->client.read([](const Private::Shared& shared) { return shared.state; });
}

base::Outcome<FetchReport> BlockingFetcher::take() {
  d->client.wait([](const Private::Shared& shared) { return shared.outcome.has_value(); });
  std::optional<base::Outcome<FetchReport>> outcome;
  d->client.update([&](Private::Shared& shared) { outcome = std::exchange(shared.outcome, std::nullopt); });
  return *std::move(outcome);
}

}  // namespace plumbline::fetch
