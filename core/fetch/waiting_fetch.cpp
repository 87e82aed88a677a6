// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/waiting_fetch.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "core/fetch/fetch_engine.h"
#include "core/tasks/object_thread.h"

namespace plumbline::fetch {

struct WaitingFetch::Private {
  explicit Private(FetchOptions options)
      : engine([options = std::move(options)] { return std::make_unique<FetchEngine>(options); }) {}

  void end(base::Outcome<FetchReport> result) {
    const std::lock_guard lock(mutex);
    if (!outcome) outcome.emplace(std::move(result));
    changed.notify_all();
  }

  mutable std::mutex mutex;
  std::condition_variable changed;
  State state;
  std::optional<base::Outcome<FetchReport>> outcome;
  tasks::ObjectThread<FetchEngine> engine;  ///< last: it ends before the rest goes
};

WaitingFetch::WaitingFetch(FetchOptions options) : d(std::make_unique<Private>(std::move(options))) {}

WaitingFetch::~WaitingFetch() = default;

void WaitingFetch::start(const Target& target) {
  Private& shared = *d;
  FetchNews news{.progress =
                     [&shared](int done, int total, std::uint64_t bytes) {
                       const std::lock_guard lock(shared.mutex);
                       shared.state.done = done;
                       shared.state.total = total;
                       shared.state.bytes = bytes;
                     },
                 .said =
                     [&shared](const std::string& sentence) {
                       const std::lock_guard lock(shared.mutex);
                       shared.state.said = sentence;
                     },
                 .finished = [&shared](const FetchReport& report) { shared.end(report); },
                 .failed = [&shared](const base::Error& error) { shared.end(error); }};
  d->engine.post([target, news = std::move(news)](FetchEngine& engine) { engine.start(target, news); });
}

void WaitingFetch::cancel() {
  d->engine.post([shared = d.get()](FetchEngine& engine) {
    engine.cancel();
    shared->end(base::Cancelled{});
  });
}

bool WaitingFetch::wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(d->mutex);
  return d->changed.wait_for(lock, limit, [this] { return d->outcome.has_value(); });
}

WaitingFetch::State WaitingFetch::state() const {
  const std::lock_guard lock(d->mutex);
  return d->state;
}

base::Outcome<FetchReport> WaitingFetch::take() {
  std::unique_lock lock(d->mutex);
  d->changed.wait(lock, [this] { return d->outcome.has_value(); });
  return *std::exchange(d->outcome, std::nullopt);
}

}  // namespace plumbline::fetch
