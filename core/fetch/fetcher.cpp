// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/fetcher.h"

#include <utility>

#include "core/fetch/fetch_engine.h"
#include "core/tasks/object_thread.h"

namespace plumbline::fetch {

struct Fetcher::Private {
  explicit Private(FetchOptions options)
      : engine([options = std::move(options)] { return std::make_unique<FetchEngine>(options); }) {}

  std::uint64_t ticket = 0;  ///< of the newest start; news of an older one are dropped
  bool isBusy = false;
  tasks::ObjectThread<FetchEngine> engine;  ///< last: it ends before the rest goes
};

Fetcher::Fetcher(FetchOptions options, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(std::move(options))) {}

Fetcher::~Fetcher() = default;

void Fetcher::start(const Target& target) {
  d->isBusy = true;
  // Called on the engine's thread: each piece of news goes to the owner's, where a newer start may have made it stale.
  const auto here = [this, ticket = ++d->ticket](auto emission) {
    QMetaObject::invokeMethod(
        this,
        [this, ticket, emission = std::move(emission)] {
          if (ticket == d->ticket) emission();
        },
        Qt::QueuedConnection);
  };
  FetchNews news{
      .progress = [this, here](int done, int total,
                               std::uint64_t bytes) { here([=, this] { Q_EMIT progress(done, total, bytes); }); },
      .said =
          [this, here](const std::string& sentence) {
            here([this, words = QString::fromStdString(sentence)] { Q_EMIT said(words); });
          },
      .finished =
          [this, here](const FetchReport& report) {
            here([this, report] {
              d->isBusy = false;
              Q_EMIT finished(report);
            });
          },
      .failed =
          [this, here](const base::Error& error) {
            here([this, error] {
              d->isBusy = false;
              Q_EMIT failed(error);
            });
          }};
  d->engine.post([target, news = std::move(news)](FetchEngine& engine) { engine.start(target, news); });
}

void Fetcher::cancel() {
  ++d->ticket;
  d->isBusy = false;
  d->engine.post([](FetchEngine& engine) { engine.cancel(); });
}

bool Fetcher::isBusy() const { return d->isBusy; }

}  // namespace plumbline::fetch
